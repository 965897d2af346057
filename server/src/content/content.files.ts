// Files uploaded by operators. A file that is shown, or that any version could restore, is never deleted (banner.test.ts).
import { type FileKind, MAX_FILM_BYTES } from '@fairturn/contract/backoffice/content'
import multipart from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Database, Tx } from '../platform/database/database.ts'
import { statement } from '../platform/database/statement.ts'
import type { FileStore } from '../platform/files/file-store.ts'
import type { App, Routes } from '../platform/http/app.ts'
import { orRefuse, refuse } from '../platform/http/refusal.ts'
import { defineJob, handle, type JobHandler } from '../platform/queue/queue.ts'
import { filmEndingOf } from './films.ts'
import { saveFile, saveImage, MAX_UPLOAD_BYTES, removeFile } from './images.ts'
import { resumeAnnouncements } from './terms.ts'

const UNUSED_MS = 24 * 3_600_000
/** Twice the display size, for high-density screens. */
const BOX = { popup: { width: 1000, height: 1600 }, poster: { width: 1140, height: 720 } } as const

const insertFile = statement(
  `-- content_insert_file
  insert into content_file (url, kind, uploaded_by, used_at) values ($url, $kind, $operator_id, $used_at)`,
  { params: { url: 'text', kind: 'text', operator_id: 'uuid', used_at: 'timestamptz' } },
)
const touchFile = statement(
  `-- content_use_file
  update content_file set used_at = greatest(used_at, $now) where url = $url and kind = $kind returning url`,
  { params: { url: 'text', kind: 'text', now: 'timestamptz' }, columns: { url: 'text' } },
)
// Using a file updates its row, so that a concurrent delete re-evaluates its condition (race).
const deleteFiles = statement(
  `-- content_forget_files
  with shown as materialized (
    select content::text as text from version where kind in ('page', 'popup', 'banner') and content::text like '%/files/%'
    union all select content::text from proposal where status = 'open' and content::text like '%/files/%'
    union all select html from page where html like '%/files/%'
    union all select image from popup where image is not null
    union all select value::text from setting where key in ('banner_video', 'banner_poster')
  )
  delete from content_file f where used_at < $before and not exists (select from shown where position(f.url in shown.text) > 0)
  returning url`,
  { params: { before: 'timestamptz' }, columns: { url: 'text' } },
)

/** Marks a file as in use. Refuses `file_is_no_longer_here`, also for a file of another kind. */
export async function useFile(tx: Tx, url: string, kind: FileKind): Promise<void> {
  if ((await touchFile.maybe(tx, { url, kind, now: tx.now })) === undefined)
    throw refuse('file_is_no_longer_here')
}

/** Forms with one file, for the calls registered in the same context. */
export const takeFiles = ({ fastify }: Routes) =>
  fastify.register(multipart, {
    limits: { fileSize: MAX_FILM_BYTES, files: 1, fields: 0, parts: 1 },
  })

/** One at a time per process, because each may hold a film in memory. */
let taking = false

/**
 * Stores the form's file and returns its URL. Refuses files over the limit, formats that browsers do not show, and
 * `service_is_busy` during another upload.
 */
export async function takeFile(
  { files, database }: App,
  request: FastifyRequest,
  { kind, operator_id }: { kind: FileKind; operator_id: string },
): Promise<string> {
  if (taking) throw refuse('service_is_busy')
  taking = true
  try {
    const bytes = await bytesOf(request, kind)
    const url = await saveUpload(files, kind, bytes)
    await insertFile.all(database, { url, kind, operator_id, used_at: database.clock.now() })
    return url
  } finally {
    taking = false
  }
}

async function saveUpload(files: FileStore, kind: FileKind, bytes: Buffer): Promise<string> {
  if (kind !== 'film') return await saveImage(files, bytes, BOX[kind])
  const ending = orRefuse(filmEndingOf(bytes), 'film_is_not_readable')
  return await saveFile(files, bytes, ending)
}

async function bytesOf(request: FastifyRequest, kind: FileKind): Promise<Buffer> {
  const [missing, large] =
    kind === 'film'
      ? (['film_is_not_readable', 'film_is_too_large'] as const)
      : (['file_is_required', 'file_is_too_large'] as const)
  if (!request.isMultipart()) throw refuse(missing)
  let bytes: Buffer | undefined
  try {
    for await (const part of request.parts()) if (part.type === 'file') bytes = await part.toBuffer()
  } catch (error) {
    const { code } = error as { code?: string }
    throw refuse(code === 'FST_REQ_FILE_TOO_LARGE' ? large : 'request_is_malformed')
  }
  if (bytes === undefined) throw refuse(missing)
  if (bytes.length === 0) throw refuse('file_is_empty')
  if (kind !== 'film' && bytes.length > MAX_UPLOAD_BYTES) throw refuse(large)
  return bytes
}

export const contentCleanup = defineJob({ name: 'tidy_content', payload: z.object({}) })

export const contentCleanupHandler = (files: FileStore): JobHandler =>
  handle(contentCleanup, async (database) => {
    await deleteUnusedFiles(database, files)
    await resumeAnnouncements(database)
  })

async function deleteUnusedFiles(database: Database, files: FileStore): Promise<void> {
  const before = new Date(database.clock.now().getTime() - UNUSED_MS)
  for (const { url } of await deleteFiles.all(database, { before })) await removeFile(files, database, url)
}
