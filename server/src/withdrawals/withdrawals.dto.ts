import { formatMoney } from '@fairturn/contract/money'
import type { Withdrawal } from '@fairturn/contract/withdrawals'
import { maskedAccount, payeeOnWire, proposalOnWire } from '../banking/banking.ts'
import type { BatchRow, ItemRow } from './payout-batches.store.ts'
import type { WithdrawalDuty } from './separate-duties.ts'
import type { AdminWithdrawalRow } from './withdrawals.store.ts'
import type { WithdrawalRow } from './withdrawals.store.ts'

const instantOrNull = (at: Date | null) => at?.toISOString() ?? null

export const withdrawalOnWire = (withdrawal: WithdrawalRow): Withdrawal => ({
  _id: withdrawal.id,
  status: withdrawal.status,
  amount: formatMoney(withdrawal.amount_minor),
  fee: formatMoney(withdrawal.fee_minor),
  payout: formatMoney(withdrawal.amount_minor - withdrawal.fee_minor),
  payee: payeeOnWire(withdrawal),
  reference: withdrawal.reference,
  requested_at: withdrawal.requested_at.toISOString(),
  approved_at: withdrawal.approved_at?.toISOString() ?? null,
  sent_at: withdrawal.sent_at?.toISOString() ?? null,
  settled_at: withdrawal.settled_at?.toISOString() ?? null,
  reason: withdrawal.reason,
  cancellable: withdrawal.status === 'requested',
})

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
