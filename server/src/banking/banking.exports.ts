// The back office's lists of banking as CSV files, in the order and with the filters of their screens, never whole in memory.
import { adminBankingFiles } from '@fairturn/contract/backoffice/banking'
import type { Routes } from '../http/app.ts'
import { bindFile } from '../http/bind-file.ts'
import { csvOf, mapped } from '../http/csv.ts'
import { containing } from '../http/patterns.ts'
import { listLines, listStatements } from './bank-lines.store.ts'
import { bankStatementOnWire, lineOnWire, refundOnWire } from './banking.dto.ts'
import { type FilterInput, yesOrNo } from './filters.ts'
import { nameExport } from './money-export.ts'
import { listRefunds } from './unmatched-payments.store.ts'

/** What of a query filters its list, as the list's statement takes it. */
export const filterOf = {
  statements: ({ gap, held }: FilterInput<typeof adminBankingFiles.exportStatements>) => [
    gap === 'true',
    yesOrNo(held),
  ],
  lines: ({
    state,
    direction,
    statement_id,
    search,
    from,
    to,
  }: FilterInput<typeof adminBankingFiles.exportLines>) => [
    state ?? null,
    direction ?? null,
    statement_id ?? null,
    containing(search),
    from ?? null,
    to ?? null,
  ],
  refunds: ({ status, undrawn }: FilterInput<typeof adminBankingFiles.exportRefunds>) => [
    status ?? null,
    yesOrNo(undrawn),
  ],
}

const STATEMENT = [
  'statement',
  'format',
  'account',
  'from_day',
  'to_day',
  'opening',
  'closing',
  'gap',
  'hold',
  'imported_by',
  'confirmed_by',
  'lines',
  'known_lines',
  'file',
  'imported_at',
  'statement_id',
] as const
const LINE = [
  'booking_day',
  'value_day',
  'direction',
  'amount',
  'state',
  'finding',
  'counterparty',
  'account',
  'remittance',
  'end_to_end_id',
  'bank_reference',
  'reversal',
  'return_reason',
  'deposit_id',
  'withdrawal_id',
  'refund_id',
  'resolution',
  'line_id',
] as const

const REFUND = [
  'approved_at',
  'status',
  'amount',
  'reference',
  'holder',
  'account',
  'reason',
  'sent_at',
  'settled_at',
  'settled_reason',
  'batch_id',
  'line_id',
  'refund_id',
] as const
export function bankingExports(routes: Routes): void {
  const { database } = routes.app
  bindFile(routes, adminBankingFiles.exportStatements, async ({ query, operator }) => {
    const pages = listStatements.every(database, query, ...filterOf.statements(query))
    const lines = mapped(pages, (row) => {
      const { _id, statement_id, file_name, account, gap, ...rest } = bankStatementOnWire(row, '')
      return {
        ...rest,
        statement_id: _id,
        statement: { text: statement_id },
        account: { text: account },
        file: { text: file_name },
        gap: String(gap),
        imported_by: { text: rest.imported_by },
        confirmed_by: { text: rest.confirmed_by },
      }
    })
    return { name: await nameExport(routes, 'bank-statements', operator), body: csvOf(STATEMENT, lines) }
  })
  bindFile(routes, adminBankingFiles.exportLines, async ({ query, operator }) => {
    const pages = listLines.every(database, query, ...filterOf.lines(query))
    const lines = mapped(pages, (row) => {
      const { _id: line_id, counterparty, reversal, ...line } = lineOnWire(row)
      return {
        ...line,
        line_id,
        counterparty: { text: counterparty.name },
        account: { text: counterparty.account },
        remittance: { text: line.remittance },
        end_to_end_id: { text: line.end_to_end_id },
        bank_reference: { text: line.bank_reference },
        return_reason: { text: line.return_reason },
        resolution: { text: line.resolution },
        reversal: String(reversal),
      }
    })
    return { name: await nameExport(routes, 'bank-lines', operator), body: csvOf(LINE, lines) }
  })
  bindFile(routes, adminBankingFiles.exportRefunds, async ({ query, operator }) => {
    const pages = listRefunds.every(database, query, ...filterOf.refunds(query))
    const lines = mapped(pages, (row) => {
      const { _id: refund_id, ...refund } = refundOnWire(row)
      return {
        ...refund,
        refund_id,
        holder: { text: refund.holder },
        account: { text: refund.account },
        reason: { text: refund.reason },
        settled_reason: { text: refund.settled_reason },
      }
    })
    return { name: await nameExport(routes, 'refunds', operator), body: csvOf(REFUND, lines) }
  })
}
