// Uploads: profile photos, and files of other modules. Only a few are in memory at once (uploads.test.ts).
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { setAvatar } from '../members/members.ts'
import type { App, Viewer } from '../platform/http/app.ts'
import { bearerOf, localeOfRequest, requireText } from '../platform/http/bind.ts'
import { hitLimit } from '../platform/http/limits.ts'
import { orRefuse, Refusal, refuse } from '../platform/http/refusal.ts'
import { textOf } from '../platform/texts/messages.ts'
import { saveAvatar, MAX_UPLOAD_BYTES, removeFile } from './images.ts'

/** Each may hold a file of the maximum size. */
const UPLOADS_AT_ONCE = 16
const LIMIT = { hits: 20, per_seconds: 3600 }

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

/** Uploads in progress in this process: one per member, so that nobody takes every slot. */
const uploading = new Set<string>()

export interface Upload {
  readonly viewer: Viewer
  readonly bytes: Buffer
  /** The form's other fields. */
  readonly fields: ReadonlyMap<string, string>
}

/** Enables multipart for the calls in the same Fastify scope; no other call accepts it. */
export async function acceptUploads(uploads: FastifyInstance): Promise<void> {
  await uploads.register(multipart, {
    limits: { fileSize: MAX_UPLOAD_BYTES, files: 1, fields: 6, fieldSize: 200, parts: 7 },
  })
}

/** Refuses malformed forms, and too many or concurrent uploads. */
export async function receiveUpload<T>(
  app: App,
  request: FastifyRequest,
  keep: (upload: Upload) => Promise<T>,
): Promise<T> {
  const viewer = await viewerOf(app, request)
  if (uploading.has(viewer.member_id)) throw refuse('too_many_requests')
  if (uploading.size >= UPLOADS_AT_ONCE) throw refuse('service_is_busy')
  uploading.add(viewer.member_id)
  try {
    return await keep({ viewer, ...(await readForm(request, viewer)) })
  } finally {
    uploading.delete(viewer.member_id)
  }
}

/**
 * Responds as older clients expect: `error_code` 0 and the URL; otherwise another code, with the right status and
 * message.
 */
export function uploadHandler(app: App): Handler {
  return async function answerUpload(request, reply) {
    try {
      const url = await receiveUpload(app, request, (upload) => savePhoto(app, upload))
      return { error_code: 0, url, message: 'profile_photo_updated_successfully' }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const { code, status } = error
      const message = textOf(code, localeOfRequest(request))
      return reply.code(status).send({ error_code: status, code, message, request_id: request.id })
    }
  }
}

/** The previous photo is deleted once it is no longer shown. */
async function savePhoto({ files, database }: App, { viewer, bytes }: Upload): Promise<string> {
  const url = await saveAvatar(files, bytes)
  const before = await database.transaction((tx) => setAvatar(tx, viewer.member_id, url))
  await removeFile(files, database, before)
  return url
}

async function viewerOf(app: App, request: FastifyRequest): Promise<Viewer> {
  const token = orRefuse(bearerOf(request), 'token_is_invalid')
  const viewer = await app.findViewer(token)
  const limit = { ...LIMIT, hits: LIMIT.hits * app.config.rateLimitFactor }
  const within = await hitLimit(app.database, app.database.clock.now(), `upload:${viewer.member_id}`, limit)
  if (!within) throw refuse('too_many_requests')
  return viewer
}

async function readForm(request: FastifyRequest, viewer: Viewer): Promise<Pick<Upload, 'bytes' | 'fields'>> {
  if (!request.isMultipart()) throw refuse('file_is_required')
  let bytes: Buffer | undefined
  const fields = new Map<string, string>()
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') bytes = await part.toBuffer()
      else if (typeof part.value === 'string') fields.set(part.fieldname, part.value)
    }
  } catch (error) {
    // Any error of the parser means a malformed form, the client's fault.
    const { code } = error as { code?: string }
    throw refuse(code === 'FST_REQ_FILE_TOO_LARGE' ? 'file_is_too_large' : 'request_is_malformed')
  }
  requireText(fields)
  if (fields.get('user_id') !== viewer.member_id) throw refuse('not_your_account')
  if (bytes === undefined) throw refuse('file_is_required')
  if (bytes.length === 0) throw refuse('file_is_empty')
  return { bytes, fields }
}
