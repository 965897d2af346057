import type {
  ledgerCalls as calls,
  LedgerAccount,
  LedgerEntry,
  LedgerPosting,
} from '@fairturn/contract/backoffice/ledger'
import type { QueryOf } from '@fairturn/contract/endpoint'
import { formatMoney } from '@fairturn/contract/minor-units'
import type { Queryable } from '../platform/database/database.ts'
import { decodeCursor, pageBy } from '../platform/http/cursor.ts'
import { orRefuse, refuse } from '../platform/http/refusal.ts'
import * as store from './ledger.admin.store.ts'
import type { AccountRow, EntryFilter, EntryRow, PostingRow } from './ledger.admin.store.ts'

const NUMBER = /^(asc|desc) \d{1,18}$/

type Direction = 'asc' | 'desc'
interface Cursor {
  readonly direction: Direction
  readonly from: bigint | null
}

/** Start of a page by entry number. Refuses `cursor_is_invalid`, also for a cursor of the other sort direction. */
function positionOf({ sort, cursor }: { sort?: string | undefined; cursor?: string | undefined }): Cursor {
  const direction = sort?.endsWith('.asc') === true ? 'asc' : 'desc'
  if (cursor === undefined) return { direction, from: null }
  const [of, no] = decodeCursor(cursor, NUMBER).split(' ')
  if (of !== direction) throw refuse('cursor_is_invalid')
  return { direction, from: BigInt(no!) }
}

export const accountOnWire = (row: AccountRow): LedgerAccount => ({
  _id: row.id,
  kind: row.kind,
  holder_id: row.holder_id,
  balance: formatMoney(row.balance_minor),
  reserved: formatMoney(row.reserved_minor),
  version: Number(row.version),
  opened_at: row.created_at.toISOString(),
})

export async function getAccount(on: Queryable, account_id: string): Promise<AccountRow> {
  const account = orRefuse(await store.findAccount.maybe(on, { account_id }), 'account_is_unknown')
  return account
}

interface PostingsParams {
  readonly from_version?: number | undefined
  readonly sort?: string | undefined
  readonly cursor?: string | undefined
}

export async function postingsPage(
  on: Queryable,
  account: AccountRow,
  params: PostingsParams,
  limit: number,
) {
  const position = positionOf(params)
  const upwards = position.direction === 'asc'
  const begin =
    params.from_version === undefined ? (upwards ? 1n : account.version) : BigInt(params.from_version)
  const read = upwards ? store.postingsUpwards : store.postingsDownwards
  const rows = await read.all(on, {
    account_id: account.id,
    version: position.from ?? begin,
    limit: limit + 1,
  })
  return pageBy(rows, limit, (_, next) => `${position.direction} ${next.version}`)
}

export const postingOnWire = (row: PostingRow): LedgerPosting => ({
  _id: `${row.entry_id}:${row.version}`,
  version: Number(row.version),
  entry_id: row.entry_id,
  type: row.type,
  refers_to: row.refers_to,
  amount: formatMoney(row.amount_minor),
  balance_after: formatMoney(row.balance_after),
  event_at: row.event_at.toISOString(),
})

const instantOf = (text: string | undefined): Date | null => (text === undefined ? null : new Date(text))

const entryFilterOf = (query: Omit<QueryOf<typeof calls.entries>, 'cursor'>): EntryFilter => ({
  type: query.type ?? null,
  refers_to: query.refers_to ?? null,
  actor: query.actor ?? null,
  amount_minor: query.amount ?? null,
  from: instantOf(query.from),
  to: instantOf(query.to),
})

export async function entriesPage(on: Queryable, query: QueryOf<typeof calls.entries>, limit: number) {
  const position = positionOf(query)
  const params = { upwards: position.direction === 'asc', from_no: position.from, limit: limit + 1 }
  const rows = await store.entriesFrom(on, params, entryFilterOf(query))
  return pageBy(rows, limit, (_, next) => `${position.direction} ${next.entry_no}`)
}

export const entryOnWire = (row: EntryRow): LedgerEntry => ({
  _id: row.id,
  entry_no: Number(row.entry_no),
  type: row.type,
  refers_to: row.refers_to,
  actor: row.actor,
  note: row.note,
  amount: formatMoney(row.amount_minor),
  event_at: row.event_at.toISOString(),
  created_at: row.created_at.toISOString(),
  chain: row.chain,
})
