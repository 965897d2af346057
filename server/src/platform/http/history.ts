import { decodeCursor, pageOf } from './cursor.ts'

export const HISTORY_PAGE_SIZE = 20

interface HistoryFilter {
  readonly state?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly cursor?: string | undefined
}

/** Parameters of a history statement besides the member. */
export const historyFilter = ({ state, from, to, cursor }: HistoryFilter) => ({
  status: state ?? null,
  from: from === undefined ? null : new Date(from),
  to: to === undefined ? null : new Date(to),
  before_id: cursor === undefined ? null : decodeCursor(cursor),
  limit: HISTORY_PAGE_SIZE + 1,
})

/** A page from `limit + 1` rows, with the cursor of the next page. */
export function historyPage<Row extends { readonly id: string }, Shown>(
  rows: Row[],
  show: (row: Row) => Shown,
) {
  const { list, cursor } = pageOf(rows, HISTORY_PAGE_SIZE)
  return { list: list.map(show), cursor }
}
