import { formatMoney } from '@fairturn/contract/money'
import type { Withdrawal } from '@fairturn/contract/withdrawals'
import { payeeOnWire } from '../banking/banking.ts'
import type { Hold } from './request-withdrawal.ts'
import type { WithdrawalRow } from './withdrawals.store.ts'

export const holdOnWire = (hold: Hold | undefined) =>
  hold === undefined ? null : { until: hold.until.toISOString(), reason: hold.reason }

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
