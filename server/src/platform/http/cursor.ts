// Cursors for keyset pagination: opaque to clients, internally the last row's sort key.
import { UUID } from '@fairturn/contract/ids'
import { refuse } from './refusal.ts'

export const encodeCursor = (value: string): string => Buffer.from(value, 'utf8').toString('base64url')

/** Decodes a value of encodeCursor. Refuses `cursor_is_invalid` if it does not match the expected form. */
export function decodeCursor(text: string, form: RegExp = UUID): string {
  const value = Buffer.from(text, 'base64url').toString('utf8')
  if (!form.test(value)) throw refuse('cursor_is_invalid')
  return value
}

/** The id before which a page begins, for lists sorted newest first. */
export const idBefore = (cursor: string | undefined): string =>
  cursor === undefined ? MAX_UUID : decodeCursor(cursor)

/** A page from `limit + 1` rows, with the cursor of the next page if there is one. */
export const pageOf = <Row extends { readonly id: string }>(rows: readonly Row[], size: number) => {
  const list = rows.slice(0, size)
  return { list, cursor: rows.length > size ? encodeCursor(list.at(-1)!.id) : null }
}

export const MIN_UUID = '00000000-0000-0000-0000-000000000000'
export const MAX_UUID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
