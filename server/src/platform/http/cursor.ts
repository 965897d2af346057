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

export interface Page<Row> {
  readonly list: Row[]
  /** Of the next page; null after the last. */
  readonly cursor: string | null
}

/** A page from `size + 1` rows. The cursor is made of a key of its last row, or of the first of the next page. */
export const pageBy = <Row>(
  rows: readonly Row[],
  size: number,
  keyOf: (last: Row, next: Row) => string | bigint | number,
): Page<Row> => {
  const [list, next] = [rows.slice(0, size), rows[size]]
  return { list, cursor: next === undefined ? null : encodeCursor(String(keyOf(list.at(-1)!, next))) }
}

/** The same for a list in the order of ids. */
export const pageOf = <Row extends { readonly id: string }>(rows: readonly Row[], size: number): Page<Row> =>
  pageBy(rows, size, ({ id }) => id)

export const EXPORT_PAGE_SIZE = 500

/** Every page of a list, one after the other, for an export. */
export async function* everyPage<Row>(
  read: (cursor: string | undefined) => Promise<Page<Row>>,
): AsyncGenerator<Row[]> {
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page: Page<Row> = await read(cursor)
    yield page.list
    cursor = page.cursor
  }
}

export const MIN_UUID = '00000000-0000-0000-0000-000000000000'
export const MAX_UUID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
