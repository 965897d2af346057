import { decodeCursor, pageOf } from './cursor.ts'

export const HISTORY_PAGE_SIZE = 20

interface HistoryFilter {
  readonly state?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly cursor?: string | undefined
}

/** What a list's statement takes after the member. */
export const historyFilter = ({ state, from, to, cursor }: HistoryFilter) =>
  [
    state ?? null,
    from === undefined ? null : new Date(from),
    to === undefined ? null : new Date(to),
    cursor === undefined ? null : decodeCursor(cursor),
  ] as const

/** A page of rows, of which one more than shown was read. */
export function historyPage<Row extends { readonly id: string }, Shown>(
  rows: Row[],
  show: (row: Row) => Shown,
) {
  const { list, cursor } = pageOf(rows, HISTORY_PAGE_SIZE)
  return { list: list.map(show), cursor }
}
