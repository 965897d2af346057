// Money in and out as the back office sees it. Account numbers of members are masked here too; those of senders are the bank's.
import type { AdminBankLine } from '@fairturn/contract/backoffice/banking'
import { formatMoney } from '@fairturn/contract/money'
import {
  maskedAccount,
  type LineInDetail,
  type LineRow,
  type StatementRow,
  readLineOnWire,
  type ListedRefund,
} from '../banking/banking.ts'
import {
  type WithdrawalDuty,
  withdrawalOnWire,
  type BatchRow,
  type ItemRow,
} from '../withdrawals/withdrawals.ts'
import type { CardEventRow, AdminDepositRow, AdminWithdrawalRow } from './payments.admin.store.ts'
import { depositOnWire } from '../deposits/deposits.ts'

const moneyOrNull = (minor: bigint | null) => (minor === null ? null : formatMoney(minor))
const instantOrNull = (at: Date | null) => at?.toISOString() ?? null

/** `actor`: who asks. */
export const bankStatementOnWire = (row: StatementRow, actor: string) => ({
  _id: row.id,
  format: row.format,
  account: maskedAccount({ iban: null, account_number: row.account }),
  statement_id: row.statement_id,
  from_day: row.from_day,
  to_day: row.to_day,
  opening: moneyOrNull(row.opening_minor),
  closing: moneyOrNull(row.closing_minor),
  gap: row.gap,
  hold: row.hold,
  imported_by: row.importer,
  confirmed_by: row.confirmer,
  your_import: row.imported_by === actor,
  file_name: row.file_name,
  lines: row.line_count,
  known_lines: row.known_count,
  undecided_lines: row.undecided,
  imported_at: row.imported_at.toISOString(),
})

export const lineOnWire = (line: LineRow): AdminBankLine => ({
  ...readLineOnWire(line),
  _id: line.id,
  statement_id: line.statement_id,
  reversal: line.reversal,
  end_to_end_id: line.end_to_end_id,
  return_reason: line.return_reason,
  state: line.state,
  finding: line.finding,
  deposit_id: line.deposit_id,
  withdrawal_id: line.withdrawal_id,
  refund_id: line.refund_id,
  resolution: line.resolution,
})

export const lineInDetailOnWire = (line: LineInDetail, actor: string) => ({
  ...lineOnWire(line),
  batch_id: line.batch_id,
  decided_at: instantOrNull(line.decided_at),
  resolved_by: line.resolver,
  imported_by: line.importer,
  confirmed_by: line.confirmer,
  your_import: line.imported_by === actor,
  your_confirmation: line.confirmed_by === actor,
  proposal: proposalOnWire(line),
})

const proposalOnWire = (row: Pick<LineInDetail, 'proposal_id' | 'proposer' | 'proposed_at'>) =>
  row.proposal_id === null
    ? null
    : { _id: row.proposal_id, proposed_by: row.proposer!, proposed_at: row.proposed_at!.toISOString() }

export const adminDepositOnWire = (row: AdminDepositRow) => {
  const { instructions: _, ...deposit } = depositOnWire(row, { currency: 'USD', receive_account: null })
  const { member_id, username, evidence } = row
  return { ...deposit, member_id, username, evidence }
}

/** As in the list and its file. */
export const adminWithdrawalOnWire = (row: AdminWithdrawalRow) => {
  const { cancellable: _, ...withdrawal } = withdrawalOnWire(row)
  const { member_id, username, batch_id, approver: approved_by } = row
  return { ...withdrawal, member_id, username, batch_id, approved_by }
}

/** With what the operator who asks may do about it. */
export const withdrawalWithDutyOnWire = (row: AdminWithdrawalRow, { takes_two, duty }: WithdrawalDuty) => ({
  ...adminWithdrawalOnWire(row),
  needs_two: takes_two !== null || row.proposed_by !== null,
  takes_two,
  your_duty: duty,
  proposal: proposalOnWire(row),
})

export const batchOnWire = (row: BatchRow) => ({
  _id: row.id,
  reference: row.reference,
  format: row.format,
  state: row.state,
  execution_day: row.execution_day,
  payments: row.payment_count,
  total: formatMoney(row.total_minor),
  drawn_at: row.drawn_at.toISOString(),
  exported_at: instantOrNull(row.exported_at),
  file_hash: row.file_hash?.toString('hex') ?? null,
  sent_at: instantOrNull(row.sent_at),
  closed_at: instantOrNull(row.closed_at),
})

export const itemOnWire = (row: ItemRow) => ({
  item_no: row.item_no,
  withdrawal_id: row.withdrawal_id,
  refund_id: row.refund_id,
  reference: row.end_to_end_id,
  amount: formatMoney(row.amount_minor),
  holder: row.holder,
  account: maskedAccount(row),
  status: row.status,
  bank_status: row.bank_status,
  bank_reason: row.bank_reason,
})

export const refundOnWire = (row: ListedRefund) => ({
  _id: row.id,
  line_id: row.line_id,
  reference: row.reference,
  amount: formatMoney(row.amount_minor),
  holder: row.holder,
  account: row.iban ?? row.account_number ?? '',
  status: row.status,
  reason: row.reason,
  approved_at: row.approved_at.toISOString(),
  sent_at: instantOrNull(row.sent_at),
  settled_at: instantOrNull(row.settled_at),
  settled_reason: row.settled_reason,
  batch_id: row.batch_id,
})

export const cardEventOnWire = (row: CardEventRow) => ({
  _id: row.event_id,
  type: row.type,
  happened_at: row.happened_at.toISOString(),
  payment_intent: row.payment_intent,
  deposit_id: row.deposit_id,
  amount: moneyOrNull(row.amount_minor),
  currency: row.currency,
  state: row.state,
  note: row.note,
  resolution: row.resolution,
})
