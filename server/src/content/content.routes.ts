// Content over HTTP: settings, pages, popup, avatar upload.
import multipart, { type MultipartFile } from '@fastify/multipart'
import { contentCalls, type PageName, type Settings } from '@fairturn/contract/content'
import { formatMoney } from '@fairturn/contract/money'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Queryable } from '../database/database.ts'
import { statement } from '../database/statement.ts'
import type { App, Routes } from '../http/app.ts'
import { bearerOf, bind, localeOfRequest } from '../http/bind.ts'
import { refuse, Refusal } from '../http/refusal.ts'
import { textOf } from '../http/texts.ts'
import { setAvatar } from '../members/members.ts'
import { keepAvatar, LARGEST_UPLOAD_BYTES } from './images.ts'
import { pageOf } from './pages.ts'
import { settingsOf } from './settings.ts'

const popupOf = statement<{ image: string | null; updated_at: Date }>(
  'content_popup',
  `select image, updated_at from popup where locale = $1`,
)

const pages = [
  [contentCalls.companyProfile, 'company-profile'],
  [contentCalls.developmentCooperation, 'development-cooperation'],
  [contentCalls.foundationRules, 'foundation-rules'],
  [contentCalls.orderingRules, 'ordering-rules'],
  [contentCalls.receiveAccount, 'receive-account'],
] as const satisfies readonly (readonly [unknown, PageName])[]

export async function contentRoutes(routes: Routes): Promise<void> {
  const { app, fastify } = routes
  bind(routes, contentCalls.settings, async () => ({
    data: await publicSettings(app.database, app.config.demo),
  }))
  bind(routes, contentCalls.popup, async ({ locale }) => {
    const own = await popupOf.maybe(app.database, locale)
    if (own === undefined) return { data: { image: `/popup/${locale}.webp`, version: 'default' } }
    return { data: { image: own.image, version: own.updated_at.toISOString() } }
  })
  for (const [call, name] of pages)
    bind(routes, call, async ({ locale }) => ({ data: await pageOf(app.database, name, locale) }))

  // In a context of its own: no other call takes multipart.
  await fastify.register(async (uploads) => {
    await uploads.register(multipart, {
      limits: { fileSize: LARGEST_UPLOAD_BYTES, files: 1, fields: 4, fieldSize: 200, parts: 6 },
    })
    uploads.post('/api/upload', (request, reply) => upload(app, request, reply))
  })
}

/** The settings as everybody may see them. */
export async function publicSettings(on: Queryable, demo: boolean): Promise<Settings> {
  const values = await settingsOf(on)
  return {
    site_title: { value: values.site_title },
    link_support: { value: values.link_support },
    link_deposit: { value: values.link_deposit },
    currency: { value: values.currency },
    banner_video: { value: values.banner_video },
    banner_poster: { value: values.banner_poster },
    min_withdrawal: { value: formatMoney(values.min_withdrawal_minor) },
    time_zone: { value: values.time_zone },
    demo: { value: demo },
  }
}

/** Answers as older clients expect: `error_code` 0 and the URL; otherwise another code, with the right status and message. */
async function upload(app: App, request: FastifyRequest, reply: FastifyReply) {
  try {
    const { bytes, user_id } = await readUpload(app, request)
    const url = await keepAvatar(app.config.data_dir, bytes)
    await app.database.transaction((tx) => setAvatar(tx, user_id, url))
    return { error_code: 0, url, message: 'profile_photo_updated_successfully' }
  } catch (error) {
    const refusal = refusalOf(error)
    const { code, status } = refusal
    return reply.code(status).send({
      error_code: status,
      code,
      message: textOf(code, localeOfRequest(request)),
      request_id: request.id,
    })
  }
}

async function readUpload(app: App, request: FastifyRequest): Promise<{ bytes: Buffer; user_id: string }> {
  const token = bearerOf(request)
  if (token === undefined) throw refuse('token_is_invalid')
  const viewer = await app.findViewer(token)
  if (!request.isMultipart()) throw refuse('file_is_required')
  let bytes: Buffer | undefined
  let user_id: string | undefined
  for await (const part of request.parts()) {
    if (part.type === 'file') bytes = await (part as MultipartFile).toBuffer()
    else if (part.fieldname === 'user_id') user_id = String(part.value)
  }
  if (user_id !== viewer.member_id) throw refuse('not_your_account')
  if (bytes === undefined || bytes.length === 0) throw refuse('file_is_required')
  return { bytes, user_id }
}

function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  const { code, statusCode } = error as { code?: string; statusCode?: number }
  if (code === 'FST_REQ_FILE_TOO_LARGE') return refuse('file_is_too_large')
  // A body that is not the multipart it claims to be is the sender's fault, whatever the parser calls it.
  if (
    (statusCode !== undefined && statusCode < 500) ||
    (error instanceof Error && /multipart|boundary|unexpected end|malformed/i.test(error.message))
  )
    return refuse('request_is_malformed')
  throw error
}
