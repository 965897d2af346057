// Exports of the ledger's lists of accounts, postings and entries, complete and sorted. Each export is in
// the audit log.
import { ledgerFiles as files } from '@fairturn/contract/backoffice/ledger'
import type { Routes } from '../http/app.ts'
import { bindFile } from '../http/bind-file.ts'
import { csvOf, mapped } from '../http/csv.ts'
import { recordAct } from '../staff/staff.ts'
import { type AccountRow, type EntryRow, listAccounts, type PostingRow } from './ledger.admin.store.ts'
import {
  accountFilterOf,
  accountOnWire,
  entriesPage,
  entryOnWire,
  getAccount,
  postingOnWire,
  postingsPage,
} from './reading.ts'

const EXPORT_PAGE_SIZE = 500

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

export function bookFileRoutes(routes: Routes): void {
  const { database } = routes.app
  const exported = (operator_id: string, list: string) =>
    database.transaction((tx) =>
      recordAct(tx, {
        actor: `operator:${operator_id}`,
        action: 'books_exported',
        object: { kind: 'ledger', id: list },
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
      postingsPage(database, account, { ...query, cursor }, EXPORT_PAGE_SIZE),
    )
    return { name: nameOf('postings', now), body: csvOf(POSTING_COLUMNS, mapped(pages, postingLine)) }
  })
  bindFile(routes, files.exportEntries, async ({ query, operator, now }) => {
    await exported(operator.operator_id, 'entries')
    const pages = everyPage((cursor) => entriesPage(database, { ...query, cursor }, EXPORT_PAGE_SIZE))
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
