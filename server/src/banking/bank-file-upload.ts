// Uploads of bank files by operators: multipart forms with one file and other fields.
import multipart from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { Routes } from '../platform/http/app.ts'
import { requireText } from '../platform/http/bind.ts'
import { refuse } from '../platform/http/refusal.ts'
import { MAX_FILE_BYTES } from './bank-xml.ts'

/** Binds upload calls in a separate Fastify scope: no other call of the back office accepts a file. */
export async function takeBankFiles(routes: Routes, bindUploads: (uploads: Routes) => void): Promise<void> {
  await routes.fastify.register(async (fastify) => {
    await fastify.register(multipart, {
      limits: { fileSize: MAX_FILE_BYTES, files: 1, fields: 2, fieldSize: 4096, parts: 3 },
    })
    bindUploads({ ...routes, fastify })
  })
}

const MAX_NAME_LENGTH = 200

/** The form's single file, and its other fields. Refuses `bank_file_is_required`, `file_is_empty` and `bank_file_is_too_large`. */
export async function bankFileOf(request: FastifyRequest) {
  if (!request.isMultipart()) throw refuse('bank_file_is_required')
  const fields = new Map<string, string>()
  let file: { bytes: Buffer; name: string } | undefined
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') file = { bytes: await part.toBuffer(), name: displayName(part.filename) }
      else fields.set(part.fieldname, String(part.value))
    }
  } catch (error) {
    const { code } = error as { code?: string }
    throw refuse(code === 'FST_REQ_FILE_TOO_LARGE' ? 'bank_file_is_too_large' : 'request_is_malformed')
  }
  requireText(fields)
  if (file === undefined) throw refuse('bank_file_is_required')
  if (file.bytes.length === 0) throw refuse('file_is_empty')
  return { ...file, fields }
}

/** For display only: one line, truncated, printable. */
const displayName = (name: string): string =>
  name
    .replaceAll(/\p{Cc}/gu, '')
    .slice(0, MAX_NAME_LENGTH)
    .toWellFormed()
