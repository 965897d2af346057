import { fileCalls } from '@fairturn/contract/files'
import { invoiceCalls as calls } from '@fairturn/contract/invoices'
import { settingsOf } from '../content/content.ts'
import type { Routes } from '../platform/http/app.ts'
import { bindFile } from '../platform/http/bind-file.ts'
import { bind } from '../platform/http/bind.ts'
import { csvOf, mapped } from '../platform/http/csv.ts'
import { EXPORT_PAGE_SIZE, everyPage, idBefore, pageOf } from '../platform/http/cursor.ts'
import { orRefuse, refuse } from '../platform/http/refusal.ts'
import { billingOf, numberToCheck, recordAnswer, saveProfile } from './billing.ts'
import { fileOf } from './invoice-file.ts'
import { invoiceInDetail, invoiceOnWire } from './invoices.dto.ts'
import { type DocumentRow, listDocuments, selectDocument, selectRelated } from './invoices.store.ts'
import { requirePeriod } from './journal.ts'
import { VAT_COLUMNS } from './vat-columns.ts'
import { askService } from './vat-service.ts'

const PAGE_SIZE = 30

export function invoiceRoutes(routes: Routes): void {
  billing(routes)
  documents(routes)
}

function billing(routes: Routes): void {
  const { database, config } = routes.app

  bind(routes, calls.billing, async ({ viewer, now }) => ({
    data: await billingOf(database, viewer.member_id, now),
  }))

  bind(routes, calls.saveBilling, async ({ viewer, body, now, transaction }) => {
    const { member_id } = viewer
    const data = await transaction(async (tx) => {
      await saveProfile(tx, member_id, body)
      return await billingOf(tx, member_id, now)
    })
    return { data }
  })

  // The service is asked before the transaction, and its answer is kept even if the call then says no.
  bind(routes, calls.checkNumber, async ({ viewer: { member_id }, now }) => {
    const { vat_number } = await numberToCheck(database, member_id)
    const { seller } = await settingsOf(database)
    const answer = await askService(
      { vat_number, requester: seller?.vat_number ?? null },
      { url: config.vatNumberServiceUrl, allowLoopback: config.safeFetchAllowLoopback },
    )
    if (answer.check === 'unconfirmed') throw refuse('vat_number_is_not_confirmed')
    await database.transaction((tx) => recordAnswer(tx, { member_id, vat_number }, answer))
    if (answer.check === 'refused') throw refuse('vat_number_was_refused')
    return { data: await billingOf(database, member_id, now) }
  })
}

function documents(routes: Routes): void {
  const { database, config } = routes.app

  bind(routes, calls.list, async ({ viewer: { member_id }, query, locale }) => {
    requirePeriod(query)
    const { from = null, to = null, series = null, subject_id = null } = query
    const rows = await listDocuments.all(await database.replica(), {
      member_id,
      from,
      to,
      series,
      subject_id,
      before: idBefore(query.cursor),
      limit: PAGE_SIZE + 1,
    })
    const { list, cursor } = pageOf(rows, PAGE_SIZE)
    return { data: { list: list.map((row) => invoiceOnWire(row, locale)), cursor } }
  })

  bind(routes, calls.get, async ({ viewer: { member_id }, params: { invoice_id: id }, locale }) => {
    const row = orRefuse(await selectDocument.maybe(database, { id, member_id }), 'invoice_is_unknown')
    return { data: invoiceInDetail(row, await selectRelated.all(database, { id }), locale) }
  })

  bindFile(routes, fileCalls.invoices.file, async ({ viewer: { member_id }, params, query, locale }) => {
    const id = params.invoice_id
    const row = orRefuse(await selectDocument.maybe(database, { id, member_id }), 'invoice_is_unknown')
    return await fileOf(database, row, { ...query, locale, demo: config.demo })
  })

  bindFile(routes, fileCalls.invoices.exportInvoices, async ({ viewer, query }) => {
    requirePeriod(query)
    const on = await database.replica()
    const filter = {
      member_id: viewer.member_id,
      from: query.from ?? null,
      to: query.to ?? null,
      series: null,
      subject_id: null,
    }
    const pages = everyPage(async (cursor) =>
      pageOf(
        await listDocuments.all(on, { ...filter, before: idBefore(cursor), limit: EXPORT_PAGE_SIZE + 1 }),
        EXPORT_PAGE_SIZE,
      ),
    )
    return { name: 'invoices.csv', body: vatLines(pages) }
  })
}

const VAT_CELLS = Object.entries(VAT_COLUMNS)
const vatLines = (pages: AsyncIterable<readonly DocumentRow[]>) =>
  csvOf(
    Object.keys(VAT_COLUMNS),
    mapped(pages, (row) => Object.fromEntries(VAT_CELLS.map(([name, cellOf]) => [name, cellOf(row)]))),
  )
