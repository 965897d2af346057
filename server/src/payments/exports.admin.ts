// The back office's lists of money as CSV files, in the order and with the filters of their screens. Each export is written in
// the log; account numbers of members are masked as in the lists. It must never hold a whole list in memory.
import { adminBankingFiles } from '@fairturn/contract/backoffice/banking'
import { adminDepositFiles } from '@fairturn/contract/backoffice/deposits'
import { adminWithdrawalFiles } from '@fairturn/contract/backoffice/withdrawals'
import type { Operator, Routes } from '../http/app.ts'
import { bindFile } from '../http/bind-file.ts'
import { csvOf } from '../http/csv.ts'
import { recordAct } from '../staff/staff.ts'
import { listLines, listStatements, listRefunds } from '../banking/banking.ts'
import { listCardEvents, listOfficeDeposits, listOfficeWithdrawals } from './payments.admin.store.ts'
import {
  bankStatementOnWire,
  batchOnWire,
  cardEventOnWire,
  lineOnWire,
  adminDepositOnWire,
  adminWithdrawalOnWire,
  refundOnWire,
} from './payments.admin.dto.ts'
import { actorOf, filterOf, orderOf } from './payments.admin.lists.ts'
import { listBatches } from '../withdrawals/withdrawals.ts'

type Pages<Row> = AsyncIterable<readonly Row[]>

/** Binds all of them. */
export function moneyExportRoutes(routes: Routes): void {
  bindBank(routes)
  bindDeposits(routes)
  bindPayouts(routes)
}

/** Writes the export in the log, and returns the name under which it is saved. */
async function named({ app: { database } }: Routes, list: string, operator: Operator): Promise<string> {
  const object = { kind: 'money', id: list }
  const actor = actorOf(operator)
  await database.transaction((tx) =>
    recordAct(tx, { actor, action: 'money_exported', object, member_id: null }),
  )
  return `${list}-${database.clock.now().toISOString().slice(0, 10)}.csv`
}

async function* mapped<Row, Line>(pages: Pages<Row>, lineOf: (row: Row) => Line) {
  for await (const page of pages) yield page.map(lineOf)
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

function bindBank(routes: Routes): void {
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
    return { name: await named(routes, 'bank-statements', operator), body: csvOf(STATEMENT, lines) }
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
    return { name: await named(routes, 'bank-lines', operator), body: csvOf(LINE, lines) }
  })
}

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
const DEPOSIT = [
  'created_at',
  'status',
  'method',
  'amount',
  'received',
  'reference',
  'username',
  'member_id',
  'settled_at',
  'reason',
  'evidence',
  'deposit_id',
] as const
const EVENT = [
  'happened_at',
  'type',
  'state',
  'amount',
  'currency',
  'payment_intent',
  'deposit_id',
  'note',
  'resolution',
  'event_id',
] as const

function bindDeposits(routes: Routes): void {
  const { database } = routes.app
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
    return { name: await named(routes, 'refunds', operator), body: csvOf(REFUND, lines) }
  })
  bindFile(routes, adminDepositFiles.exportDeposits, async ({ query, operator }) => {
    const pages = listOfficeDeposits.every(database, query, ...filterOf.deposits(query))
    const lines = mapped(pages, (row) => {
      const { _id: deposit_id, ...deposit } = adminDepositOnWire(row)
      return {
        ...deposit,
        deposit_id,
        username: { text: deposit.username },
        reason: { text: deposit.reason },
        evidence: { text: deposit.evidence },
      }
    })
    return { name: await named(routes, 'deposits', operator), body: csvOf(DEPOSIT, lines) }
  })
  bindFile(routes, adminDepositFiles.exportCardEvents, async ({ query, operator }) => {
    const pages = listCardEvents.every(database, query, ...filterOf.card_events(query))
    const lines = mapped(pages, (row) => {
      const { _id, ...event } = cardEventOnWire(row)
      const { type, payment_intent, note, resolution } = event
      const texts = {
        event_id: { text: _id },
        type: { text: type },
        payment_intent: { text: payment_intent },
      }
      return { ...event, ...texts, note: { text: note }, resolution: { text: resolution } }
    })
    return { name: await named(routes, 'card-events', operator), body: csvOf(EVENT, lines) }
  })
}

const WITHDRAWAL = [
  'requested_at',
  'status',
  'amount',
  'fee',
  'payout',
  'reference',
  'username',
  'member_id',
  'holder',
  'bank',
  'account',
  'approved_at',
  'approved_by',
  'sent_at',
  'settled_at',
  'reason',
  'batch_id',
  'withdrawal_id',
] as const
const BATCH = [
  'drawn_at',
  'state',
  'reference',
  'format',
  'execution_day',
  'payments',
  'total',
  'exported_at',
  'file_hash',
  'sent_at',
  'closed_at',
  'batch_id',
] as const

function bindPayouts(routes: Routes): void {
  const { database } = routes.app
  bindFile(routes, adminWithdrawalFiles.exportWithdrawals, async ({ query, operator, now }) => {
    const pages = listOfficeWithdrawals.every(database, orderOf(query), ...filterOf.withdrawals(query, now))
    const lines = mapped(pages, (row) => {
      const { _id, payee, ...rest } = adminWithdrawalOnWire(row)
      return {
        ...rest,
        withdrawal_id: _id,
        username: { text: rest.username },
        holder: { text: payee.holder },
        bank: { text: payee.bank_name ?? payee.country },
        account: { text: payee.account },
        reason: { text: rest.reason },
      }
    })
    return { name: await named(routes, 'withdrawals', operator), body: csvOf(WITHDRAWAL, lines) }
  })
  bindFile(routes, adminWithdrawalFiles.exportBatches, async ({ query, operator }) => {
    const pages = listBatches.every(database, query, ...filterOf.batches(query))
    const lines = mapped(pages, (row) => {
      const { _id: batch_id, ...batch } = batchOnWire(row)
      return { ...batch, batch_id }
    })
    return { name: await named(routes, 'payout-batches', operator), body: csvOf(BATCH, lines) }
  })
}
