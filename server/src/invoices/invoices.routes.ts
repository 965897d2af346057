import { fileCalls } from '@fairturn/contract/files'
import { invoiceCalls as calls } from '@fairturn/contract/invoice-calls'
import { formatMoney } from '@fairturn/contract/minor-units'
import { settingsOf } from '../content/content.ts'
import type { Queryable } from '../platform/database/database.ts'
import type { Routes } from '../platform/http/app.ts'
import { bindFile } from '../platform/http/bind-file.ts'
import { bind } from '../platform/http/bind.ts'
import { csvOf, mapped } from '../platform/http/csv.ts'
import { idBefore, MAX_UUID, pageOf } from '../platform/http/cursor.ts'
import { orRefuse, refuse } from '../platform/http/refusal.ts'
import { billingOf, numberToCheck, recordAnswer, saveProfile } from './billing.ts'
import { fileOf } from './invoice-file.ts'
import { invoiceInDetail, invoiceOnWire, numberOf } from './invoices.dto.ts'
import { type DocumentRow, listDocuments, selectDocument, selectRelated } from './invoices.store.ts'
import { askService } from './vat-service.ts'

const PAGE_SIZE = 30
const EXPORT_PAGE_SIZE = 500

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

  bind(routes, calls.list, async ({ viewer: { member_id }, query }) => {
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
    return { data: { list: list.map(invoiceOnWire), cursor } }
  })

  bind(routes, calls.get, async ({ viewer: { member_id }, params: { invoice_id: id } }) => {
    const row = orRefuse(await selectDocument.maybe(database, { id, member_id }), 'invoice_is_unknown')
    return { data: invoiceInDetail(row, await selectRelated.all(database, { id })) }
  })

  bindFile(routes, fileCalls.invoices.file, async ({ viewer: { member_id }, params, query, locale }) => {
    const id = params.invoice_id
    const row = orRefuse(await selectDocument.maybe(database, { id, member_id }), 'invoice_is_unknown')
    return await fileOf(database, row, { ...query, locale, demo: config.demo })
  })

  bindFile(routes, fileCalls.invoices.exportInvoices, async ({ viewer, query }) => {
    const on = await database.replica()
    const pages = everyPage(on, {
      member_id: viewer.member_id,
      from: query.from ?? null,
      to: query.to ?? null,
    })
    return { name: 'invoices.csv', body: vatLines(pages) }
  })
}

async function* everyPage(
  on: Queryable,
  filter: { member_id: string; from: string | null; to: string | null },
): AsyncGenerator<DocumentRow[]> {
  for (let before: string | undefined = MAX_UUID; before !== undefined;) {
    const page: DocumentRow[] = await listDocuments.all(on, {
      ...filter,
      series: null,
      subject_id: null,
      before,
      limit: EXPORT_PAGE_SIZE,
    })
    yield page
    before = page.length < EXPORT_PAGE_SIZE ? undefined : page.at(-1)!.id
  }
}

/** The sign of a document in a sum. */
const signed = ({ series }: DocumentRow, minor: bigint): string =>
  formatMoney(series === 'FC' ? -minor : minor)

/** Credit notes are negative, so that the columns add up. */
const vatLines = (pages: AsyncIterable<readonly DocumentRow[]>) =>
  csvOf(
    [
      'number',
      'day',
      'kind',
      'about',
      'name',
      'vat_case',
      'vat_percent',
      'taxable',
      'not_taxable',
      'vat',
      'total',
      'currency',
      'buyer',
      'buyer_vat_number',
      'purchase_order',
      'invoice',
    ],
    mapped(pages, (row) => {
      const taxed = row.lines.filter((line) => line.taxed)
      const taxable_minor = taxed.reduce((sum, line) => sum + BigInt(line.amount_minor), 0n)
      return {
        number: numberOf(row),
        day: row.day,
        kind: row.series === 'FI' ? 'invoice' : 'credit_note',
        about: row.subject,
        name: { text: row.subject_name },
        vat_case: row.vat_case,
        vat_percent: (row.rate_bp / 100).toFixed(2),
        taxable: signed(row, taxable_minor),
        not_taxable: signed(row, row.escrow_minor + row.fee_minor - taxable_minor),
        vat: signed(row, row.vat_minor),
        total: signed(row, row.total_minor),
        currency: row.currency === 'EURO' ? 'EUR' : row.currency,
        buyer: { text: row.buyer.legal_name },
        buyer_vat_number: row.buyer.vat_number,
        purchase_order: { text: row.buyer.purchase_order },
        invoice: row.id,
      }
    }),
  )
