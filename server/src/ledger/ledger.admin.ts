// The operators' calls on the books: accounts, entries and chains as they are, and adjustments as proposals. It must never move
// money by itself; checks and freezes: checks.admin.ts.
import {
  adjustment,
  bookCalls as calls,
  bookFiles as files,
  type BookAccount,
  type BookEntry,
  type BookPosting,
} from '@fairturn/contract/backoffice/ledger'
import type { QueryOf } from '@fairturn/contract/endpoint'
import { formatMoney, parseMoney } from '@fairturn/contract/money'
import type { z } from 'zod'
import type { Queryable } from '../database/database.ts'
import type { Routes } from '../http/app.ts'
import { bindFile } from '../http/bind-file.ts'
import { bind } from '../http/bind.ts'
import { csvOf } from '../http/csv.ts'
import { decodeCursor, encodeCursor } from '../http/cursor.ts'
import { refuse } from '../http/refusal.ts'
import { propose, type ProposalKind, recordAct } from '../staff/staff.ts'
import { checkAdjustment, ledgerAdjustment } from './adjustments.ts'
import { checkAdminRoutes } from './checks.admin.ts'
import { freezeRelease } from './freezes.ts'
import {
  type AccountRow,
  entriesFrom,
  type EntryFilter,
  type EntryRow,
  findAccount,
  findEntry,
  findEntryPostings,
  listAccounts,
  listChains,
  type PostingRow,
  postingsDownwards,
  postingsUpwards,
} from './ledger.admin.store.ts'
import { verifyEntry, verifyWindow } from './verifying.ts'

export const ledgerProposals: readonly ProposalKind[] = [ledgerAdjustment, freezeRelease]

const A_PAGE = 50
const A_PAGE_OF_A_FILE = 500
const NUMBER = /^(asc|desc) \d{1,18}$/

/** All of the ledger's calls for operators. */
export function ledgerAdminRoutes(routes: Routes): void {
  accounts(routes)
  entries(routes)
  chains(routes)
  adjustments(routes)
  exports(routes)
  checkAdminRoutes(routes)
}

type Direction = 'asc' | 'desc'
interface Place {
  readonly direction: Direction
  readonly from: bigint | null
}

/** Where a page of a list by number begins; refuses `cursor_is_invalid`, also for one of the other direction. */
function placeOf({ sort, cursor }: { sort?: string | undefined; cursor?: string | undefined }): Place {
  const direction = sort?.endsWith('.asc') === true ? 'asc' : 'desc'
  if (cursor === undefined) return { direction, from: null }
  const [of, no] = decodeCursor(cursor, NUMBER).split(' ')
  if (of !== direction) throw refuse('cursor_is_invalid')
  return { direction, from: BigInt(no!) }
}

/** A page of rows that were asked for with one more, and what leads to it. */
function pageOf<Row>(rows: readonly Row[], limit: number, { direction }: Place, noOf: (row: Row) => bigint) {
  const next = rows[limit]
  return {
    rows: rows.slice(0, limit),
    cursor: next === undefined ? null : encodeCursor(`${direction} ${noOf(next)}`),
  }
}

const accountFilterOf = ({ kind, owner_id, least, most }: Omit<QueryOf<typeof calls.accounts>, 'cursor'>) => [
  kind ?? null,
  owner_id ?? null,
  least === undefined ? null : parseMoney(least),
  most === undefined ? null : parseMoney(most),
]

const accountOnWire = (row: AccountRow): BookAccount => ({
  _id: row.id,
  kind: row.kind,
  owner_id: row.owner_id,
  balance: formatMoney(row.balance_minor),
  reserved: formatMoney(row.reserved_minor),
  version: Number(row.version),
  opened_at: row.created_at.toISOString(),
})

async function getAccount(on: Queryable, account_id: string): Promise<AccountRow> {
  const account = await findAccount.maybe(on, account_id)
  if (account === undefined) throw refuse('account_is_unknown')
  return account
}

interface PostingsAsked {
  readonly from_version?: number | undefined
  readonly sort?: string | undefined
  readonly cursor?: string | undefined
}

async function postingsPage(on: Queryable, account: AccountRow, asked: PostingsAsked, limit: number) {
  const place = placeOf(asked)
  const upwards = place.direction === 'asc'
  const begin =
    asked.from_version === undefined ? (upwards ? 1n : account.version) : BigInt(asked.from_version)
  const read = upwards ? postingsUpwards : postingsDownwards
  const rows = await read.all(on, account.id, place.from ?? begin, limit + 1)
  return pageOf(rows, limit, place, ({ version }) => version)
}

const postingOnWire = (row: PostingRow): BookPosting => ({
  _id: `${row.entry_id}:${row.version}`,
  version: Number(row.version),
  entry_id: row.entry_id,
  type: row.type,
  refers_to: row.refers_to,
  amount: formatMoney(row.amount_minor),
  balance_after: formatMoney(row.balance_after),
  event_at: row.event_at.toISOString(),
})

function accounts(routes: Routes): void {
  const { database } = routes.app
  bind(routes, calls.accounts, async ({ query }) => {
    const { rows, cursor } = await listAccounts.page(database, query, A_PAGE, ...accountFilterOf(query))
    return { data: { list: rows.map(accountOnWire), cursor } }
  })
  bind(routes, calls.account, async ({ params }) => {
    const account = await getAccount(database, params.account_id)
    const is_members = account.kind === 'member_available' || account.kind === 'member_held'
    return { data: { ...accountOnWire(account), member_id: is_members ? account.owner_id : null } }
  })
  bind(routes, calls.postings, async ({ params, query }) => {
    const account = await getAccount(database, params.account_id)
    const { rows, cursor } = await postingsPage(database, account, query, A_PAGE)
    return { data: { list: rows.map(postingOnWire), cursor } }
  })
}

const instantOf = (text: string | undefined): Date | null => (text === undefined ? null : new Date(text))

const entryFilterOf = (query: Omit<QueryOf<typeof calls.entries>, 'cursor'>): EntryFilter => ({
  type: query.type ?? null,
  refers_to: query.refers_to ?? null,
  actor: query.actor ?? null,
  amount_minor: query.amount ?? null,
  from: instantOf(query.from),
  to: instantOf(query.to),
})

async function entriesPage(on: Queryable, query: QueryOf<typeof calls.entries>, limit: number) {
  const place = placeOf(query)
  const asked = { upwards: place.direction === 'asc', from_no: place.from, limit: limit + 1 }
  const rows = await entriesFrom(on, asked, entryFilterOf(query))
  return pageOf(rows, limit, place, ({ entry_no }) => entry_no)
}

const entryOnWire = (row: EntryRow): BookEntry => ({
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

function entries(routes: Routes): void {
  const { database } = routes.app
  bind(routes, calls.entries, async ({ query }) => {
    const { rows, cursor } = await entriesPage(database, query, A_PAGE)
    return { data: { list: rows.map(entryOnWire), cursor } }
  })
  bind(routes, calls.entry, async ({ params: { entry_id } }) => {
    const row = await findEntry.maybe(database, entry_id)
    if (row === undefined) throw refuse('entry_is_unknown')
    const postings = await findEntryPostings.all(database, entry_id)
    const { capture, request_hash, previous_hash, hash } = row
    return {
      data: {
        ...entryOnWire(row),
        capture,
        request_hash,
        previous_hash,
        hash,
        postings: postings.map(({ account_id, kind, owner_id, amount_minor, balance_after, version }) => ({
          account_id,
          kind,
          owner_id,
          amount: formatMoney(amount_minor),
          balance_after: formatMoney(balance_after),
          version: Number(version),
        })),
      },
    }
  })
  bind(routes, calls.verifyEntry, async ({ params }) => {
    const verified = await verifyEntry(database, params.entry_id)
    if (verified === undefined) throw refuse('entry_is_unknown')
    return { data: verified }
  })
}

function chains(routes: Routes): void {
  const { database } = routes.app
  bind(routes, calls.chains, async () => {
    const rows = await listChains.all(database)
    const list = rows.map(({ no, length, last_entry_no, hash }) => ({
      _id: String(no),
      chain: no,
      length: Number(length),
      last_entry_no: Number(last_entry_no),
      head: hash,
    }))
    return { data: { list } }
  })
  bind(routes, calls.verifyChain, async ({ params: { chain }, query }) => {
    const { links, next_before } = await verifyWindow(database, { chain, ...query })
    return { data: { chain, right: links.every(({ right }) => right), links, next_before } }
  })
}

function adjustments(routes: Routes): void {
  bind(routes, calls.proposeAdjustment, async ({ body: { reason, ...content }, operator, transaction }) => {
    const proposal_id = await transaction(async (tx) => {
      await checkAdjustment(tx, content)
      const written: z.input<typeof adjustment> = { ...content, amount: formatMoney(content.amount) }
      return await propose(tx, ledgerAdjustment, written, reason, operator)
    })
    return { data: { proposal_id } }
  })
}

const ACCOUNT_COLUMNS = [
  'account_id',
  'kind',
  'owner_id',
  'balance',
  'reserved',
  'version',
  'opened_at',
] as const
const POSTING_COLUMNS = [
  'version',
  'entry_id',
  'type',
  'refers_to',
  'amount',
  'balance_after',
  'event_at',
] as const
const ENTRY_COLUMNS = [
  'entry_no',
  'entry_id',
  'type',
  'refers_to',
  'actor',
  'note',
  'amount',
  'event_at',
  'created_at',
  'chain',
  'hash',
] as const

function exports(routes: Routes): void {
  const { database } = routes.app
  const exported = (operator_id: string, list: string) =>
    database.transaction((tx) =>
      recordAct(tx, {
        actor: `operator:${operator_id}`,
        action: 'books_exported',
        object: { kind: 'books', id: list },
        member_id: null,
      }),
    )
  const nameOf = (list: string, now: Date) => `${list}-${now.toISOString().slice(0, 10)}.csv`

  bindFile(routes, files.exportAccounts, async ({ query, operator, now }) => {
    await exported(operator.operator_id, 'accounts')
    const pages = listAccounts.every(database, query, ...accountFilterOf(query))
    return { name: nameOf('accounts', now), body: csvOf(ACCOUNT_COLUMNS, mapped(pages, accountLine)) }
  })
  bindFile(routes, files.exportPostings, async ({ params, query, operator, now }) => {
    const account = await getAccount(database, params.account_id)
    await exported(operator.operator_id, account.id)
    const pages = everyPage((cursor) =>
      postingsPage(database, account, { ...query, cursor }, A_PAGE_OF_A_FILE),
    )
    return { name: nameOf('postings', now), body: csvOf(POSTING_COLUMNS, mapped(pages, postingLine)) }
  })
  bindFile(routes, files.exportEntries, async ({ query, operator, now }) => {
    await exported(operator.operator_id, 'entries')
    const pages = everyPage((cursor) => entriesPage(database, { ...query, cursor }, A_PAGE_OF_A_FILE))
    return { name: nameOf('entries', now), body: csvOf(ENTRY_COLUMNS, mapped(pages, entryLine)) }
  })
}

async function* everyPage<Row>(
  read: (cursor: string | undefined) => Promise<{ rows: Row[]; cursor: string | null }>,
): AsyncGenerator<Row[]> {
  for (let cursor: string | undefined; ;) {
    const page = await read(cursor)
    yield page.rows
    if (page.cursor === null) return
    cursor = page.cursor
  }
}

async function* mapped<Row, Line>(
  pages: AsyncIterable<Row[]>,
  line: (row: Row) => Line,
): AsyncGenerator<Line[]> {
  for await (const rows of pages) yield rows.map(line)
}

function accountLine(row: AccountRow) {
  const { _id: account_id, owner_id, ...rest } = accountOnWire(row)
  return { ...rest, account_id, owner_id: { text: owner_id } }
}

function postingLine(row: PostingRow) {
  const { _id: _, refers_to, ...rest } = postingOnWire(row)
  return { ...rest, refers_to: { text: refers_to } }
}

function entryLine(row: EntryRow) {
  const { _id: entry_id, refers_to, actor, note, ...rest } = entryOnWire(row)
  const { hash } = row
  return {
    ...rest,
    entry_id,
    hash,
    refers_to: { text: refers_to },
    actor: { text: actor },
    note: { text: note },
  }
}
