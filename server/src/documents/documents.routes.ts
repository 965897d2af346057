import { documentCalls } from '@fairturn/contract/documents'
import { fileCalls } from '@fairturn/contract/files'
import type { Locale } from '@fairturn/contract/locales'
import { settingsOf } from '../content/content.ts'
import { listDeposits, depositsOnWire } from '../deposits/deposits.ts'
import { userOf } from '../members/members.ts'
import type { Routes, Viewer } from '../platform/http/app.ts'
import { bindFile } from '../platform/http/bind-file.ts'
import { bind } from '../platform/http/bind.ts'
import { mapped } from '../platform/http/csv.ts'
import { EXPORT_PAGE_SIZE, everyPage, pageOf } from '../platform/http/cursor.ts'
import { historyFilter } from '../platform/http/history.ts'
import { withdrawalOnWire, listWithdrawals } from '../withdrawals/withdrawals.ts'
import type { DocumentsHooks } from './documents.hooks.ts'
import type { Reader } from './pdf-letter.ts'
import { depositReceipt, withdrawalReceipt } from './pdf-receipts.ts'
import { drawPdf } from './pdf.ts'
import { depositsCsv, eventsCsv, withdrawalsCsv } from './statement-csv.ts'
import { statementSheet } from './statement-pdf.ts'
import { type Period, periodOf, statementOf, statementPages } from './statements.ts'

const PAGE_SIZE = 30

export function documentRoutes(routes: Routes, hooks: DocumentsHooks): void {
  const { database } = routes.app

  bind(routes, documentCalls.statements, async ({ viewer, query, locale }) => {
    const { member_id } = viewer
    const on = await database.replica()
    const [{ list, cursor }, { account_balance, held_balance }] = await Promise.all([
      statementOf(on, hooks, {
        member_id,
        locale,
        cursor: query.cursor,
        limit: PAGE_SIZE,
        ...periodOf(query),
      }),
      userOf(on, member_id),
    ])
    return { data: { account_balance, held_balance, list, cursor } }
  })

  tables(routes, hooks)
  documents(routes, hooks)
}

function tables(routes: Routes, hooks: DocumentsHooks): void {
  const { database } = routes.app
  const { exportStatements, exportDeposits, exportWithdrawals } = fileCalls.documents

  bindFile(routes, exportStatements, async ({ viewer: { member_id }, query, locale }) => {
    const on = await database.replica()
    const { currency } = await settingsOf(on)
    const pages = statementPages(on, hooks, { member_id, locale, ...periodOf(query) })
    return { name: 'statement.csv', body: eventsCsv(currency, pages) }
  })

  bindFile(routes, exportDeposits, async ({ viewer, query }) => {
    const on = await database.replica()
    const settings = await settingsOf(on)
    const pages = everyPage(async (cursor) =>
      pageOf(
        await listDeposits.all(on, { member_id: viewer.member_id, ...filterOf(query, cursor) }),
        EXPORT_PAGE_SIZE,
      ),
    )
    async function* deposits() {
      for await (const rows of pages) yield await depositsOnWire(on, rows, settings)
    }
    return { name: 'deposits.csv', body: depositsCsv(settings.currency, deposits()) }
  })

  bindFile(routes, exportWithdrawals, async ({ viewer, query, locale }) => {
    const on = await database.replica()
    const { currency } = await settingsOf(on)
    const pages = everyPage(async (cursor) =>
      pageOf(
        await listWithdrawals.all(on, { member_id: viewer.member_id, ...filterOf(query, cursor) }),
        EXPORT_PAGE_SIZE,
      ),
    )
    const withdrawals = mapped(pages, (row) => withdrawalOnWire(row, locale))
    return { name: 'withdrawals.csv', body: withdrawalsCsv(currency, withdrawals) }
  })
}

/** Statement parameters besides the member. */
const filterOf = (query: Period & { readonly state?: string | undefined }, cursor: string | undefined) => ({
  ...historyFilter({ ...query, cursor }),
  limit: EXPORT_PAGE_SIZE + 1,
})

function documents(routes: Routes, hooks: DocumentsHooks): void {
  const { database, config } = routes.app
  const { statement, depositReceipt: ofDeposit, withdrawalReceipt: ofWithdrawal } = fileCalls.documents
  const readerOf = (call: {
    viewer: Viewer
    query: { time_zone?: string | undefined }
    locale: Locale
    now: Date
  }): Reader => ({
    member_id: call.viewer.member_id,
    locale: call.locale,
    time_zone: call.query.time_zone,
    now: call.now,
    demo: config.demo,
  })

  bindFile(routes, statement, async (call) => {
    const sheet = await statementSheet(await database.replica(), hooks, readerOf(call), periodOf(call.query))
    return { name: 'statement.pdf', body: await drawPdf(sheet, call.now) }
  })

  bindFile(routes, ofDeposit, async (call) => {
    const sheet = await depositReceipt(await database.replica(), readerOf(call), call.params.deposit_id)
    return { name: 'deposit.pdf', body: await drawPdf(sheet, call.now) }
  })

  bindFile(routes, ofWithdrawal, async (call) => {
    const sheet = await withdrawalReceipt(await database.replica(), readerOf(call), call.params.withdrawal_id)
    return { name: 'withdrawal.pdf', body: await drawPdf(sheet, call.now) }
  })
}
