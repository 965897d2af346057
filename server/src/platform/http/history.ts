import { decodeCursor, pageOf } from './cursor.ts'

export const HISTORY_PAGE_SIZE = 20

interface HistoryFilter {
  readonly state?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly cursor?: string | undefined
}

/** Parameters of a history statement after the member. */
export const historyFilter = ({ state, from, to, cursor }: HistoryFilter) =>
  [
    state ?? null,
    from === undefined ? null : new Date(from),
    to === undefined ? null : new Date(to),
    cursor === undefined ? null : decodeCursor(cursor),
  ] as const

/** A page from `limit + 1` rows, with the cursor of the next page. */
export function historyPage<Row extends { readonly id: string }, Shown>(
  rows: Row[],
  show: (row: Row) => Shown,
) {
  const { list, cursor } = pageOf(rows, HISTORY_PAGE_SIZE)
  return { list: list.map(show), cursor }
}
