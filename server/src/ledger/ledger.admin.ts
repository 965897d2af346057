// Admin calls of the ledger: accounts, entries, hash chains, and proposals of adjustments.
import {
  adjustment,
  ledgerCalls as calls,
  ledgerFiles as files,
  type LedgerEntry,
  type LedgerPosting,
} from '@fairturn/contract/backoffice/ledger'
import { formatMoney } from '@fairturn/contract/minor-units'
import type { z } from 'zod'
import type { Routes } from '../platform/http/app.ts'
import { bind } from '../platform/http/bind.ts'
import { EXPORT_PAGE_SIZE, everyPage } from '../platform/http/cursor.ts'
import { orRefuse } from '../platform/http/refusal.ts'
import { bindExport, bindList, propose, type ProposalKind } from '../staff/staff.ts'
import { checkAdjustment, ledgerAdjustment, lossOf } from './adjustments.ts'
import { verifyEntry, verifyWindow } from './chain-verification.ts'
import { checkAdminRoutes } from './checks.admin.ts'
import { isMembersAccount } from './entries.ts'
import { freezeRelease } from './freezes.ts'
import {
  type AccountRow,
  findEntry,
  findEntryPostings,
  listAccounts,
  listChains,
} from './ledger.admin.store.ts'
import {
  accountOnWire,
  entriesPage,
  entryOnWire,
  getAccount,
  postingOnWire,
  postingsPage,
} from './reading.ts'

export const ledgerProposals: readonly ProposalKind[] = [ledgerAdjustment, freezeRelease]

const PAGE_SIZE = 50

export function ledgerAdminRoutes(routes: Routes): void {
  accounts(routes)
  entries(routes)
  chains(routes)
  adjustments(routes)
  checkAdminRoutes(routes)
}

function accounts(routes: Routes): void {
  const { database } = routes.app
  bindList(routes, {
    call: calls.accounts,
    file: files.exportAccounts,
    kind: 'ledger',
    name: 'accounts',
    rows: listAccounts,
    items: (rows) => rows.map(accountOnWire),
    named: ['holder_id'],
    columns: {
      account_id: (account) => account._id,
      kind: (account) => account.kind,
      holder_id: (account) => ({ text: account.holder_id }),
      balance: (account) => account.balance,
      reserved: (account) => account.reserved,
      version: (account) => account.version,
      opened_at: (account) => account.opened_at,
    },
  })
  bind(routes, calls.account, async ({ params }) => {
    const account = await getAccount(database, params.account_id)
    const member_id = isMembersAccount(account.kind) ? account.holder_id : null
    return { data: { ...accountOnWire(account), member_id } }
  })
  bind(routes, calls.postings, async ({ params, query }) => {
    const on = await database.replica()
    const account = await getAccount(on, params.account_id)
    const { list: rows, cursor } = await postingsPage(on, account, query, PAGE_SIZE)
    return {
      data: { list: rows.map(postingOnWire), cursor },
      looks: { members: membersOfAccount(account) },
    }
  })
  bindExport(
    routes,
    {
      file: files.exportPostings,
      kind: 'ledger',
      name: 'postings',
      object_id: ({ account_id }) => account_id,
      named: ['entry_id', 'refers_to'],
      columns: {
        version: (posting: LedgerPosting) => posting.version,
        entry_id: (posting) => posting.entry_id,
        type: (posting) => posting.type,
        refers_to: (posting) => ({ text: posting.refers_to }),
        amount: (posting) => posting.amount,
        balance_after: (posting) => posting.balance_after,
        event_at: (posting) => posting.event_at,
      },
    },
    async ({ on, app, operator, params, query }) => {
      const account = await getAccount(on, params.account_id)
      await app.recordLooks(operator, 'statement', { members: membersOfAccount(account) })
      return everyPage(async (cursor) => {
        const page = await postingsPage(on, account, { ...query, cursor }, EXPORT_PAGE_SIZE)
        return { ...page, list: page.list.map(postingOnWire) }
      })
    },
  )
}

/** Whose statement the postings of an account are. */
const membersOfAccount = ({ kind, holder_id }: AccountRow): string[] =>
  isMembersAccount(kind) ? [holder_id] : []

function entries(routes: Routes): void {
  const { database } = routes.app
  bind(routes, calls.entries, async ({ query }) => {
    const { list: rows, cursor } = await entriesPage(await database.replica(), query, PAGE_SIZE)
    return { data: { list: rows.map(entryOnWire), cursor } }
  })
  bindExport(
    routes,
    {
      file: files.exportEntries,
      kind: 'ledger',
      name: 'entries',
      named: ['refers_to', 'actor'],
      columns: {
        entry_no: (entry: LedgerEntry & { hash: string }) => entry.entry_no,
        entry_id: (entry) => entry._id,
        type: (entry) => entry.type,
        refers_to: (entry) => ({ text: entry.refers_to }),
        actor: (entry) => ({ text: entry.actor }),
        note: (entry) => ({ text: entry.note }),
        amount: (entry) => entry.amount,
        event_at: (entry) => entry.event_at,
        created_at: (entry) => entry.created_at,
        chain: (entry) => entry.chain,
        hash: (entry) => entry.hash,
      },
    },
    async ({ on, query }) =>
      everyPage(async (cursor) => {
        const page = await entriesPage(on, { ...query, cursor }, EXPORT_PAGE_SIZE)
        return { ...page, list: page.list.map((row) => Object.assign(entryOnWire(row), { hash: row.hash })) }
      }),
  )
  bind(routes, calls.entry, async ({ params: { entry_id } }) => {
    const row = orRefuse(await findEntry.maybe(database, { entry_id }), 'entry_is_unknown')
    const postings = await findEntryPostings.all(database, { entry_id })
    const { capture, request_hash, previous_hash, hash } = row
    return {
      data: {
        ...entryOnWire(row),
        capture,
        request_hash,
        previous_hash,
        hash,
        postings: postings.map(({ account_id, kind, holder_id, amount_minor, balance_after, version }) => ({
          account_id,
          kind,
          holder_id,
          amount: formatMoney(amount_minor),
          balance_after: formatMoney(balance_after),
          version: Number(version),
        })),
      },
    }
  })
  bind(routes, calls.verifyEntry, async ({ params }) => {
    const verified = orRefuse(await verifyEntry(database, params.entry_id), 'entry_is_unknown')
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
      const shown = { ...written, ...(await lossOf(tx, content)) }
      return await propose(tx, ledgerAdjustment, shown, reason, operator)
    })
    return { data: { proposal_id } }
  })
}
