// react-admin's data provider on top of the calls that the screens declare; pages by cursor.
import type { DataProvider, GetListParams, RaRecord } from 'react-admin'
import { call, type CallName } from './api.ts'
import { screenNamed } from './screens.tsx'

interface Row {
  _id: string
}
interface Page {
  list: readonly Row[]
  /** Cursor of the next page; absent from lists that are never paged. */
  cursor?: string | null
}
/** Call names come from the screens, so inputs are not typed here; the server validates them. */
const send = call as (name: CallName, sent: object) => Promise<unknown>

/** The cursors of the second and later pages, by list, filter and order. */
const CURSORS = new Map<string, string[]>()

async function pageOf(resource: string, { filter, sort, pagination }: GetListParams) {
  const name = screenNamed(resource)?.source?.list
  if (name === undefined) throw new Error(`there is no list of ${resource}`)
  const key = `${resource} ${JSON.stringify([filter, sortOf(sort)])}`
  const requested = pagination?.page ?? 1
  const cursors = requested === 1 ? [] : (CURSORS.get(key) ?? [])
  // If the page was not reached from the previous one, fetches the pages in between.
  for (let page = Math.min(cursors.length + 1, requested); ; page++) {
    const query = { ...filter, sort: sortOf(sort), cursor: cursors[page - 2] }
    const { list, cursor = null } = (await send(name, { query })) as Page
    if (cursor !== null) cursors[page - 1] = cursor
    CURSORS.set(key, cursors)
    if (page === requested || cursor === null) return { list: page === requested ? list : [], cursor }
  }
}

/** As the contract's `sortBy`; for an unsorted list the framework passes `id`, which is not a sortable column. */
export const sortOf = (sort: GetListParams['sort']): string | undefined =>
  sort === undefined || sort.field === 'id' ? undefined : `${sort.field}.${sort.order.toLowerCase()}`

async function oneOf(resource: string, id: string): Promise<Row> {
  const name = screenNamed(resource)?.source?.one
  if (name === undefined) throw new Error(`one of ${resource} has no page`)
  const [, param = ''] = name.split(':')
  return (await send(name, { params: { [param]: id } })) as Row
}

const recordOf = (row: Row) => ({ ...row, id: row._id }) as RaRecord

const notHere = (): never => {
  throw new Error('what changes is called by name')
}

export const dataProvider = {
  async getList(resource: string, params: GetListParams) {
    const { list, cursor } = await pageOf(resource, params)
    const page = params.pagination?.page ?? 1
    return {
      data: list.map(recordOf),
      pageInfo: { hasNextPage: cursor !== null, hasPreviousPage: page > 1 },
    }
  },
  async getOne(resource: string, { id }: { id: string | number }) {
    return { data: recordOf(await oneOf(resource, String(id))) }
  },
  async getMany(resource: string, { ids }: { ids: readonly (string | number)[] }) {
    const got = await Promise.all(ids.map((id) => dataProvider.getOne(resource, { id })))
    return { data: got.map(({ data }) => data) }
  },
  getManyReference: notHere,
  create: notHere,
  update: notHere,
  updateMany: notHere,
  delete: notHere,
  deleteMany: notHere,
} as unknown as DataProvider
