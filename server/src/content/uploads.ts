// The upload of a profile photo. Must never keep what was sent, only the pixels in it, nor hold more than a few files in memory.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App, Viewer } from '../http/app.ts'
import { bearerOf, localeOfRequest } from '../http/bind.ts'
import { hitLimit } from '../http/limits.ts'
import { refuse, Refusal } from '../http/refusal.ts'
import { textOf } from '../http/texts.ts'
import { setAvatar } from '../members/members.ts'
import { keepAvatar } from './images.ts'

/** Each may hold a file of the largest size. */
const UPLOADS_AT_ONCE = 16
const LIMIT = { hits: 20, per_seconds: 3600 }

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

/** Answers as older clients expect: `error_code` 0 and the URL; otherwise another code, with the right status and message. */
export function uploadHandler(app: App): Handler {
  /** Whose uploads are being read or decoded: one a member, so that nobody takes every place. */
  const uploading = new Set<string>()

  async function upload(request: FastifyRequest): Promise<string> {
    const viewer = await viewerOf(app, request)
    if (uploading.has(viewer.member_id)) throw refuse('too_many_requests')
    if (uploading.size >= UPLOADS_AT_ONCE) throw refuse('service_is_busy')
    uploading.add(viewer.member_id)
    try {
      const bytes = await readForm(request, viewer)
      const url = await keepAvatar(app.config.data_dir, bytes)
      await app.database.transaction((tx) => setAvatar(tx, viewer.member_id, url))
      return url
    } finally {
      uploading.delete(viewer.member_id)
    }
  }

  return async function answerUpload(request, reply) {
    try {
      const url = await upload(request)
      return { error_code: 0, url, message: 'profile_photo_updated_successfully' }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const { code, status } = error
      const message = textOf(code, localeOfRequest(request))
      return reply.code(status).send({ error_code: status, code, message, request_id: request.id })
    }
  }
}

async function viewerOf(app: App, request: FastifyRequest): Promise<Viewer> {
  const token = bearerOf(request)
  if (token === undefined) throw refuse('token_is_invalid')
  const viewer = await app.findViewer(token)
  const limit = { ...LIMIT, hits: LIMIT.hits * app.config.rate_limit_factor }
  const within = await hitLimit(app.database, app.database.clock.now(), `upload:${viewer.member_id}`, limit)
  if (!within) throw refuse('too_many_requests')
  return viewer
}

async function readForm(request: FastifyRequest, viewer: Viewer): Promise<Buffer> {
  if (!request.isMultipart()) throw refuse('file_is_required')
  let bytes: Buffer | undefined
  let user_id: unknown
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') bytes = await part.toBuffer()
      else if (part.fieldname === 'user_id') user_id = part.value
    }
  } catch (error) {
    // Whatever the parser calls it, the form is not what it claims to be; and that is the sender's fault.
    const { code } = error as { code?: string }
    throw refuse(code === 'FST_REQ_FILE_TOO_LARGE' ? 'file_is_too_large' : 'request_is_malformed')
  }
  if (user_id !== viewer.member_id) throw refuse('not_your_account')
  if (bytes === undefined || bytes.length === 0) throw refuse('file_is_required')
  return bytes
}
