import {
  adminInvoiceCalls as calls,
  adminInvoiceFiles as files,
} from '@fairturn/contract/backoffice/invoices'
import { requireOpenMember } from '../ledger/ledger.ts'
import { usernamesOf } from '../members/members.ts'
import { toColumn } from '../platform/database/statement.ts'
import type { Routes } from '../platform/http/app.ts'
import { bind } from '../platform/http/bind.ts'
import { idBefore, pageOf } from '../platform/http/cursor.ts'
import { actorOf, bindExport } from '../staff/staff.ts'
import { confirmNumber } from './billing.ts'
import { adminInvoiceOnWire } from './invoices.dto.ts'
import { listAllDocuments } from './invoices.store.ts'
import { JOURNAL_COLUMNS, journalLines, trialBalance } from './journal.ts'

const PAGE_SIZE = 50

export function invoiceAdminRoutes(routes: Routes): void {
  const { database } = routes.app

  bind(routes, calls.invoices, async ({ query }) => {
    const on = await database.replica()
    const [series, year, number] = query.number?.split('-') ?? []
    const rows = await listAllDocuments.all(on, {
      member_id: query.member_id ?? null,
      series: (series as 'FI' | 'FC' | undefined) ?? query.series ?? null,
      year: year === undefined ? null : Number(year),
      number: number === undefined ? null : Number(number),
      from: query.from ?? null,
      to: query.to ?? null,
      before: idBefore(query.cursor),
      limit: PAGE_SIZE + 1,
    })
    const { list, cursor } = pageOf(rows, PAGE_SIZE)
    const names = await usernamesOf(on, toColumn(list, 'member_id'))
    return {
      data: { list: list.map((row) => adminInvoiceOnWire(row, names.get(row.member_id) ?? '')), cursor },
    }
  })

  bind(routes, calls.journal, async ({ query }) => ({
    data: await trialBalance(await database.replica(), query),
  }))
  bindExport(
    routes,
    {
      file: files.exportJournal,
      kind: 'ledger',
      name: 'journal',
      named: ['refers_to'],
      columns: JOURNAL_COLUMNS,
    },
    ({ on, query }) => Promise.resolve(journalLines(on, query, query.lines)),
  )

  bind(routes, calls.confirmNumber, async ({ params: { member_id }, body, operator, transaction }) => {
    const until = await transaction(async (tx) => {
      await requireOpenMember(tx, member_id)
      const { operator_id } = operator
      return await confirmNumber(tx, { ...body, member_id, operator_id, actor: actorOf(operator) })
    })
    return { data: { vat_number: body.vat_number, confirmed_until: until.toISOString() } }
  })
}
