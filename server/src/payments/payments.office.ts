// What the operators' calls of payments share: who acts, pages of lists, and the one file of a form.
import type { FastifyRequest } from 'fastify'
import type { Operator } from '../http/app.ts'
import { decodeCursor, encodeCursor } from '../http/cursor.ts'
import { refuse } from '../http/refusal.ts'

const A_PAGE = 50

export const actorOf = ({ operator_id }: Pick<Operator, 'operator_id'>): string => `operator:${operator_id}`

/** What one more row than a page has tells: the page, and where it continues. */
export function pageOf<Row extends { readonly id: string }>(rows: readonly Row[]) {
  const page = rows.slice(0, A_PAGE)
  return { page, cursor: rows.length > A_PAGE ? encodeCursor(page.at(-1)!.id) : null }
}
export const ROWS = A_PAGE + 1
export const beforeOf = (cursor: string | undefined, form?: RegExp): string | null =>
  cursor === undefined ? null : form === undefined ? decodeCursor(cursor) : decodeCursor(cursor, form)

/** The one file of a form, with its other fields. Refuses `bank_file_is_required` and `bank_file_is_too_large`. */
export async function bankFileOf(request: FastifyRequest) {
  if (!request.isMultipart()) throw refuse('bank_file_is_required')
  const fields = new Map<string, string>()
  let file: { bytes: Buffer; name: string } | undefined
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') file = { bytes: await part.toBuffer(), name: part.filename }
      else fields.set(part.fieldname, String(part.value))
    }
  } catch (error) {
    const { code } = error as { code?: string }
    throw refuse(code === 'FST_REQ_FILE_TOO_LARGE' ? 'bank_file_is_too_large' : 'request_is_malformed')
  }
  if (file === undefined || file.bytes.length === 0) throw refuse('bank_file_is_required')
  return { ...file, fields }
}
