// react-admin's data provider on top of the calls that the screens declare; pages by cursor.
import type { Named } from '@fairturn/contract/backoffice/names'
import type { DataProvider, GetListParams, RaRecord } from 'react-admin'
import { call, type CallName } from './api.ts'
import type { Screens } from './screen.ts'

interface Row {
  _id: string
}
interface Page {
  list: readonly Row[]
  /** Cursor of the next page; absent from lists that are never paged. */
  cursor?: string | null
  names?: readonly Named[]
}
/** Call names come from the screens, so inputs are not typed here; the server validates them. */
const send = call as (name: CallName, sent: object) => Promise<unknown>

/** The cursors of the second and later pages, by list, filter and order. */
const CURSORS = new Map<string, string[]>()

async function pageOf(name: CallName, resource: string, { filter, sort, pagination }: GetListParams) {
  const key = `${resource} ${JSON.stringify([filter, sortOf(sort)])}`
  const requested = pagination?.page ?? 1
  const cursors = requested === 1 ? [] : (CURSORS.get(key) ?? [])
  // If the page was not reached from the previous one, fetches the pages in between.
  for (let page = Math.min(cursors.length + 1, requested); ; page++) {
    const query = { ...filter, sort: sortOf(sort), cursor: cursors[page - 2] }
    const { list, cursor = null, names = [] } = (await send(name, { query })) as Page
    if (cursor !== null) cursors[page - 1] = cursor
    CURSORS.set(key, cursors)
    if (page === requested || cursor === null) return { list: page === requested ? list : [], cursor, names }
  }
}

/** As the contract's `sortBy`; for an unsorted list the framework passes `id`, which is not a sortable column. */
export const sortOf = (sort: GetListParams['sort']): string | undefined =>
  sort === undefined || sort.field === 'id' ? undefined : `${sort.field}.${sort.order.toLowerCase()}`

async function oneOf(name: CallName, id: string): Promise<Row> {
  const [, param = ''] = name.split(':')
  return (await send(name, { params: { [param]: id } })) as Row
}

const recordOf = (row: Row) => ({ ...row, id: row._id }) as RaRecord

const notHere = (): never => {
  throw new Error('what changes is called by name')
}

export function createDataProvider(screens: Screens): DataProvider {
  async function getOne(resource: string, { id }: { id: string | number }) {
    const name = screens[resource]?.source?.one
    if (name === undefined) throw new Error(`one of ${resource} has no page`)
    return { data: recordOf(await oneOf(name, String(id))) }
  }
  return {
    async getList(resource: string, params: GetListParams) {
      const name = screens[resource]?.source?.list
      if (name === undefined) throw new Error(`there is no list of ${resource}`)
      const { list, cursor, names } = await pageOf(name, resource, params)
      const page = params.pagination?.page ?? 1
      return {
        data: list.map(recordOf),
        pageInfo: { hasNextPage: cursor !== null, hasPreviousPage: page > 1 },
        meta: { names },
      }
    },
    getOne,
    async getMany(resource: string, { ids }: { ids: readonly (string | number)[] }) {
      const got = await Promise.all(ids.map((id) => getOne(resource, { id })))
      return { data: got.map(({ data }) => data) }
    },
    getManyReference: notHere,
    create: notHere,
    update: notHere,
    updateMany: notHere,
    delete: notHere,
    deleteMany: notHere,
  } as unknown as DataProvider
}
