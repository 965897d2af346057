// Operators approve a requested withdrawal, or refuse it with a reason; refused money is available again.
import { formatMoney } from '@fairturn/contract/money'
import type { Tx } from '../database/database.ts'
import { refuse } from '../http/refusal.ts'
import { moneyOf, PAYOUTS, refuseWhilePaused } from '../ledger/ledger.ts'
import { announce, notify } from '../notices/notices.ts'
import { accountLabel } from '../banking/banking.ts'
import { giveBackHeld } from './request-withdrawal.ts'
import { requireBroughtNothingIn, takesTwo } from './separate-duties.ts'
import {
  lockIn,
  paidOut,
  type ReasonedStep,
  recordStep,
  refuseUnderSecurityHold,
  type Step,
  WITHDRAWALS_PATH,
} from './withdrawal-steps.ts'
import { inPaymentFile, updateApproved, updateSettled, type WithdrawalRow } from './withdrawals.store.ts'

export interface Approval extends Step {
  /** The first of two: who proposed it. */
  readonly proposed_by?: string
}
/**
 * requested → approved. Refuses also `who_brought_money_in_does_not_send_it_out`,
 * `withdrawal_takes_two_people`, `withdrawals_wait_for_a_security_check` and
 * `this_is_paused_while_the_ledger_is_checked`. Sending does not: what has left the bank is recorded in any
 * case.
 */
export async function approveWithdrawal(
  tx: Tx,
  { withdrawal_id, actor, proposed_by }: Approval,
): Promise<WithdrawalRow> {
  const takes_two = await takesTwo(tx, withdrawal_id, actor)
  const withdrawal = await lockIn(tx, withdrawal_id, ['requested'])
  const approvers = proposed_by === undefined ? [actor] : [actor, proposed_by]
  await requireBroughtNothingIn(tx, withdrawal.member_id, approvers)
  if (takes_two !== null && proposed_by === undefined)
    throw refuse('withdrawal_takes_two_people', { why: takes_two })
  await refuseUnderSecurityHold(tx, withdrawal)
  await refuseWhilePaused(tx, PAYOUTS, moneyOf(withdrawal.member_id))
  const approved = await updateApproved.one(tx, withdrawal_id, tx.now, actor, proposed_by ?? null)
  await recordStep(tx, 'withdrawal_approved', { withdrawal, after: approved, actor })
  const params = { amount: formatMoney(paidOut(withdrawal)), account: accountLabel(withdrawal) }
  await notify(tx, withdrawal.member_id, 'withdrawal_approved', params, WITHDRAWALS_PATH)
  return approved
}

/**
 * requested or approved → refused, with a reason; the money is available again. Refuses also
 * `withdrawal_is_in_a_payment_file`, unless the bank has rejected it there: the file could still be carried
 * out.
 */
export async function refuseWithdrawal(tx: Tx, step: ReasonedStep): Promise<WithdrawalRow> {
  const { withdrawal_id, actor, reason } = step
  const withdrawal = await lockIn(tx, withdrawal_id, ['requested', 'approved'])
  if ((await inPaymentFile.one(tx, withdrawal_id)).found) throw refuse('withdrawal_is_in_a_payment_file')
  const refused = await updateSettled.one(tx, withdrawal_id, 'refused', tx.now, actor, reason)
  await recordStep(tx, 'withdrawal_refused', { withdrawal, after: refused, actor, reason })
  const { member_id, amount_minor } = withdrawal
  await notify(
    tx,
    member_id,
    'withdrawal_refused',
    { amount: formatMoney(amount_minor), reason },
    WITHDRAWALS_PATH,
  )
  await announce(tx, { to: member_id, kind: 'balance', data: {} })
  await giveBackHeld(tx, withdrawal, actor)
  return refused
}
