// The framework's data provider over the contract's calls: pages by cursor.
import type { DataProvider, GetListParams, RaRecord } from 'react-admin'
import { may, type StaffRole } from '@fairturn/contract/backoffice/roles'
import { call } from './api.ts'
import { authProvider } from './signing-in/session.ts'

interface Page {
  list: readonly { _id: string }[]
  cursor: string | null
}
/** What the list is asked for: its filters, the column it is sorted by, and the cursor of its page. */
type NoParams = Record<string, never>
interface Source {
  page: (asked: NoParams) => Promise<Page>
  one?: (id: string) => Promise<{ _id: string }>
}

const none = async () => ({ list: [], cursor: null })

const SOURCES: Record<string, Source> = {
  approvals: {
    page: (query) => call('GET backoffice/approvals', { query }),
    one: (id) => call('GET backoffice/approvals/:proposal_id', { params: { proposal_id: id } }),
  },
  audit: { page: (query) => call('GET backoffice/audit', { query }) },
  broadcasts: {
    page: (query) => call('GET backoffice/broadcasts', { query }),
    one: (id) => call('GET backoffice/broadcasts/:broadcast_id', { params: { broadcast_id: id } }),
  },
  members: { page: (query) => call('GET backoffice/members', { query }) },
  invitations: {
    page: (query) => call('GET backoffice/invitations', { query }),
    one: (id) => call('GET backoffice/invitations/:invitation_id', { params: { invitation_id: id } }),
  },
  deposits: {
    page: (query) => call('GET backoffice/deposits', { query }),
    one: (id) => call('GET backoffice/deposits/:deposit_id', { params: { deposit_id: id } }),
  },
  'bank-lines': {
    page: (query) => call('GET backoffice/bank-lines', { query }),
    one: (id) => call('GET backoffice/bank-lines/:line_id', { params: { line_id: id } }),
  },
  'bank-statements': { page: (query) => call('GET backoffice/bank-statements', { query }) },
  'bank-mappings': { page: async () => ({ ...(await call('GET backoffice/bank-mappings')), cursor: null }) },
  withdrawals: {
    page: (query) => call('GET backoffice/withdrawals', { query }),
    one: (id) => call('GET backoffice/withdrawals/:withdrawal_id', { params: { withdrawal_id: id } }),
  },
  'payout-batches': {
    page: (query) => call('GET backoffice/payout-batches', { query }),
    one: (id) => call('GET backoffice/payout-batches/:batch_id', { params: { batch_id: id } }),
  },
  refunds: { page: (query) => call('GET backoffice/refunds', { query }) },
  'card-events': { page: (query) => call('GET backoffice/card-events', { query }) },
  accounts: {
    page: (query) => call('GET backoffice/ledger/accounts', { query }),
    one: (id) => call('GET backoffice/ledger/accounts/:account_id', { params: { account_id: id } }),
  },
  entries: {
    page: (query) => call('GET backoffice/ledger/entries', { query }),
    one: (id) => call('GET backoffice/ledger/entries/:entry_id', { params: { entry_id: id } }),
  },
  checks: {
    page: (query) => call('GET backoffice/ledger/checks', { query }),
    one: (id) => call('GET backoffice/ledger/checks/:run_id', { params: { run_id: id } }),
  },
  freezes: { page: (query) => call('GET backoffice/ledger/freezes', { query }) },
  proofs: { page: (query) => call('GET backoffice/proofs', { query }) },
  campaigns: {
    page: (query) => call('GET backoffice/campaigns', { query }),
    one: (id) => call('GET backoffice/campaigns/:campaign_id', { params: { campaign_id: id } }),
  },
  orders: {
    page: (query) => call('GET backoffice/orders/reviews', { query }),
    one: (id) => call('GET backoffice/orders/reviews/:order_id', { params: { order_id: id } }),
  },
  objections: {
    page: (query) => call('GET backoffice/objections', { query }),
    one: (id) => call('GET backoffice/objections/:objection_id', { params: { objection_id: id } }),
  },
  queues: { page: none, one: async (_id) => ({ _id, ...(await countQueues()) }) },
  staff: { page: (query) => call('GET backoffice/staff', { query }) },
}

/** How many wait, of the queues this role is offered. */
async function countQueues() {
  const role = (await authProvider.getPermissions!({})) as StaffRole
  const [queues, { waiting }] = await Promise.all([
    may.read_reviews.some((reader) => reader === role) ? call('GET backoffice/queues') : {},
    call('GET backoffice/approvals', { query: { status: 'open' } }),
  ])
  return { ...queues, approvals: { waiting, overdue: 0 } }
}

/** The cursors that lead to the second page and those after it, by list, filter and order. */
const CURSORS = new Map<string, string[]>()

async function pageOf(source: Source, key: string, { filter, sort, pagination }: GetListParams) {
  const wanted = pagination?.page ?? 1
  const cursors = wanted === 1 ? [] : (CURSORS.get(key) ?? [])
  // A page that was not come to from the one before: walk there.
  for (let page = Math.min(cursors.length + 1, wanted); ; page++) {
    const { list, cursor } = await source.page({
      ...filter,
      sort: sortOf(sort),
      cursor: cursors[page - 2],
    } as NoParams)
    if (cursor !== null) cursors[page - 1] = cursor
    CURSORS.set(key, cursors)
    if (page === wanted || cursor === null) return { list: page === wanted ? list : [], cursor }
  }
}

/** As `sortBy` of the contract; a list that nobody has sorted has the framework's `id`, which is none of its columns. */
export const sortOf = (sort: GetListParams['sort']): string | undefined =>
  sort === undefined || sort.field === 'id' ? undefined : `${sort.field}.${sort.order.toLowerCase()}`

function sourceOf(resource: string): Source {
  const source = SOURCES[resource]
  if (source === undefined) throw new Error(`there is no list of ${resource}`)
  return source
}

const recordOf = (row: { _id: string }) => ({ ...row, id: row._id }) as RaRecord

const notHere = (): never => {
  throw new Error('what changes is called by name')
}

export const dataProvider = {
  async getList(resource: string, params: GetListParams) {
    const key = `${resource} ${JSON.stringify([params.filter, sortOf(params.sort)])}`
    const { list, cursor } = await pageOf(sourceOf(resource), key, params)
    const page = params.pagination?.page ?? 1
    return {
      data: list.map(recordOf),
      pageInfo: { hasNextPage: cursor !== null, hasPreviousPage: page > 1 },
    }
  },
  async getOne(resource: string, { id }: { id: string | number }) {
    const { one } = sourceOf(resource)
    if (one === undefined) throw new Error(`one of ${resource} has no page`)
    return { data: recordOf(await one(String(id))) }
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
