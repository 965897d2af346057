import {
  adminInvoiceCalls as calls,
  adminInvoiceFiles as files,
} from '@fairturn/contract/backoffice/invoices'
import { formsOfNumber, settingsOf } from '../content/content.ts'
import { requireOpenMember } from '../ledger/ledger.ts'
import { usernamesOf } from '../members/members.ts'
import { together } from '../platform/database/database.ts'
import type { Routes } from '../platform/http/app.ts'
import { bindFile } from '../platform/http/bind-file.ts'
import { bind } from '../platform/http/bind.ts'
import { orRefuse } from '../platform/http/refusal.ts'
import { actorOf, bindExport, bindList } from '../staff/staff.ts'
import { billingOf, confirmNumber } from './billing.ts'
import { fileOf } from './invoice-file.ts'
import { adminInvoiceOnWire, invoiceInDetail, OPERATORS_LOCALE } from './invoices.dto.ts'
import {
  type DocumentRow,
  listAllDocuments,
  selectAnyDocument,
  selectRelated,
  selectSameNumber,
} from './invoices.store.ts'
import { JOURNAL_COLUMNS, journalLines, requirePeriod, trialBalance } from './journal.ts'
import { VAT_COLUMNS } from './vat-columns.ts'
import { VAT_SUMMARY_COLUMNS, vatSummary, vatSummaryLines } from './vat-summary.ts'

/**
 * A company is named, as books and returns ask for it. Names of persons, and addresses, are shown one document at a time, which
 * the member reads.
 */
const COLUMNS = {
  ...VAT_COLUMNS,
  buyer: ({ buyer }: DocumentRow) => ({ text: buyer.kind === 'company' ? buyer.legal_name : null }),
}

export function invoiceAdminRoutes(routes: Routes): void {
  const { database, config } = routes.app
  const found = async (id: string) =>
    orRefuse(await selectAnyDocument.maybe(database, { id }), 'invoice_is_unknown')

  bindList(routes, {
    call: calls.invoices,
    file: files.exportInvoices,
    kind: 'money',
    name: 'invoices',
    rows: listAllDocuments,
    check: requirePeriod,
    items: (rows) => rows.map(adminInvoiceOnWire),
    lines: (rows) => rows,
    columns: {
      ...COLUMNS,
      username: (row: DocumentRow & { username: string }) => ({ text: row.username }),
      member_id: (row) => row.member_id,
    },
  })

  bind(routes, calls.invoice, async ({ params: { invoice_id: id } }) => {
    const row = await found(id)
    const { member_id, username } = row
    const data = {
      ...invoiceInDetail(row, await selectRelated.all(database, { id }), OPERATORS_LOCALE),
      member_id,
      username,
    }
    return { data, looks: { members: [member_id] } }
  })

  bindFile(routes, files.file, async ({ params, query, locale }) => {
    const row = await found(params.invoice_id)
    const file = await fileOf(database, row, { ...query, locale, demo: config.demo })
    return { ...file, looks: { members: [row.member_id] } }
  })

  bind(routes, calls.profile, async ({ params: { member_id }, now }) => {
    orRefuse((await usernamesOf(database, [member_id])).get(member_id), 'member_is_unknown')
    const [shown, { seller }] = await together(billingOf(database, member_id, now), settingsOf(database))
    const number = shown.profile?.vat_number ?? null
    const forms = number === null ? [] : formsOfNumber(number)
    const same_number = await selectSameNumber.all(database, { member_id, forms })
    const is_sellers_number = forms.some((form) => form === seller?.vat_number)
    return { data: { ...shown, is_sellers_number, same_number }, looks: { members: [member_id] } }
  })

  journalRoutes(routes)

  bind(routes, calls.confirmNumber, async ({ params: { member_id }, body, operator, transaction }) => {
    const until = await transaction(async (tx) => {
      await requireOpenMember(tx, member_id)
      const { operator_id } = operator
      return await confirmNumber(tx, { ...body, member_id, operator_id, actor: actorOf(operator) })
    })
    return { data: { vat_number: body.vat_number, confirmed_until: until.toISOString() } }
  })
}

function journalRoutes(routes: Routes): void {
  const { database } = routes.app
  bind(routes, calls.vatSummary, async ({ query }) => {
    requirePeriod(query)
    return { data: await vatSummary(await database.replica(), query) }
  })
  bindExport(
    routes,
    {
      file: files.exportVatSummary,
      kind: 'money',
      name: 'vat-summary',
      fileName: ({ from, to }) => `vat-summary-${from}-${to}`,
      columns: VAT_SUMMARY_COLUMNS,
    },
    async ({ on, query: { from, to } }) => {
      requirePeriod({ from, to })
      const lines = vatSummaryLines({ from, to }, await vatSummary(on, { from, to }))
      return (async function* () {
        yield lines
      })()
    },
  )
  bind(routes, calls.journal, async ({ query }) => ({
    data: await trialBalance(await database.replica(), query),
  }))
  bindExport(
    routes,
    {
      file: files.exportJournal,
      kind: 'ledger',
      name: 'journal',
      fileName: ({ from, to, lines }) => `journal-${from}-${to}-${lines}`,
      named: ['refers_to'],
      columns: JOURNAL_COLUMNS,
    },
    async ({ on, query }) => {
      requirePeriod(query)
      return journalLines(on, query, query.lines)
    },
  )
}
