// What payments lets two operators do together and none alone: approving a large withdrawal, sending unmatched money back, and
// changing where a member is paid out to.
// It must never have two proposals of one thing wait at once.
import { id } from '@fairturn/contract/ids'
import { amount, formatMoney } from '@fairturn/contract/money'
import { z } from 'zod'
import type { Tx } from '../database/database.ts'
import { statement } from '../database/statement.ts'
import type { Operator } from '../http/app.ts'
import { refuse } from '../http/refusal.ts'
import { defineProposal, propose, type ProposalKind } from '../staff/staff.ts'
import {
  maskedAccount,
  selectLineLocked,
  payoutAccountChange,
  orderRefund,
  requireOthers,
  senderOf,
} from '../banking/banking.ts'
import {
  approveWithdrawal,
  requireBroughtNothingIn,
  selectWithdrawal,
  selectWithdrawalLocked,
} from '../withdrawals/withdrawals.ts'
import { actorOf } from './payments.admin.lists.ts'

const FINANCE = ['finance', 'owner'] as const

const withdrawalOverThreshold = defineProposal({
  kind: 'withdrawal_over_threshold',
  content: z.strictObject({ withdrawal_id: id, member_id: id, amount, account: z.string() }),
  proposers: FINANCE,
  approvers: FINANCE,
  member_id: ({ member_id }) => member_id,
  async execute(tx, { withdrawal_id, amount: amount_minor }, { actor, proposed_by }) {
    const withdrawal = await selectWithdrawal.one(tx, withdrawal_id)
    if (withdrawal.amount_minor !== amount_minor) throw refuse('amount_is_invalid')
    await approveWithdrawal(tx, { withdrawal_id, actor, proposed_by: `operator:${proposed_by}` })
  },
})

const receiptRefund = defineProposal({
  kind: 'receipt_refund',
  content: z.strictObject({ line_id: id, holder: z.string(), account: z.string(), amount }),
  proposers: FINANCE,
  approvers: FINANCE,
  async execute(tx, { line_id, holder, account, amount: amount_minor }, eyes) {
    const proposed_by = `operator:${eyes.proposed_by}`
    const by = { proposed_by, approved_by: eyes.actor, reason: eyes.reason }
    await orderRefund(tx, { line_id, holder, account, amount_minor }, by)
  },
})

export const paymentProposals: readonly ProposalKind[] = [
  withdrawalOverThreshold,
  receiptRefund,
  payoutAccountChange,
]

/** What waits already of this kind ($1) for this withdrawal or line ($2) at $3. */
const selectWaiting = statement<{ id: string }>(
  'payments_waiting_proposal',
  `select id from proposal
   where kind = $1 and status = 'open' and expires_at > $3 and $2 in (content->>'withdrawal_id', content->>'line_id')
   order by id limit 1`,
)

/**
 * Proposes to approve a withdrawal that takes two and returns the proposal's id; one that waits already is returned in its
 * place. Refuses `withdrawal_is_unknown`, `withdrawal_is_in_another_state`, `who_brought_money_in_does_not_send_it_out` and
 * `reason_is_required`.
 */
export async function proposeApproval(
  tx: Tx,
  { withdrawal_id, reason }: { withdrawal_id: string; reason: string | undefined },
  operator: Operator,
): Promise<string> {
  // Locked, so that of two presses at once the second finds what the first has proposed.
  const row = await selectWithdrawalLocked.maybe(tx, withdrawal_id)
  if (row === undefined) throw refuse('withdrawal_is_unknown')
  const { member_id, status, amount_minor } = row
  if (status !== 'requested') throw refuse('withdrawal_is_in_another_state', { status })
  await requireBroughtNothingIn(tx, member_id, [actorOf(operator)])
  if (reason === undefined) throw refuse('reason_is_required')
  const waiting = await selectWaiting.maybe(tx, withdrawalOverThreshold.kind, withdrawal_id, tx.now)
  if (waiting !== undefined) return waiting.id
  const content = { withdrawal_id, member_id, amount: formatMoney(amount_minor), account: maskedAccount(row) }
  return await propose(tx, withdrawalOverThreshold, content, reason, operator)
}

/**
 * Proposes to send the money of an unmatched line back and returns the proposal's id; one that waits already is returned in
 * its place. Refuses `bank_line_is_unknown`, `bank_line_is_in_another_state`, `who_brought_money_in_does_not_send_it_out` and
 * `refund_goes_to_the_sender`.
 */
export async function proposeRefund(
  tx: Tx,
  asked: { line_id: string; holder: string; account: string; reason: string },
  operator: Operator,
): Promise<string> {
  const { line_id, holder, reason } = asked
  const line = await selectLineLocked.maybe(tx, line_id)
  if (line === undefined) throw refuse('bank_line_is_unknown')
  if (line.state !== 'unmatched') throw refuse('bank_line_is_in_another_state', { state: line.state })
  await requireOthers(tx, line, [actorOf(operator)])
  const account = asked.account.replace(/\s/g, '').toUpperCase()
  const { account: sender } = senderOf(line)
  if (sender !== null && sender.toUpperCase() !== account) throw refuse('refund_goes_to_the_sender')
  const waiting = await selectWaiting.maybe(tx, receiptRefund.kind, line_id, tx.now)
  if (waiting !== undefined) return waiting.id
  const content = { line_id, holder, account, amount: formatMoney(line.amount_minor) }
  return await propose(tx, receiptRefund, content, reason, operator)
}
