// Approving a withdrawal that takes two operators; one open proposal a withdrawal.
import { id } from '@fairturn/contract/ids'
import { amount, formatMoney } from '@fairturn/contract/money'
import { z } from 'zod'
import type { Tx } from '../database/database.ts'
import type { Operator } from '../http/app.ts'
import { refuse } from '../http/refusal.ts'
import { actorOf, defineProposal, propose } from '../staff/staff.ts'
import { maskedAccount, selectWaitingProposal } from '../banking/banking.ts'
import { approveWithdrawal } from './approve-withdrawal.ts'
import { requireBroughtNothingIn } from './separate-duties.ts'
import { selectWithdrawal, selectWithdrawalLocked } from './withdrawals.store.ts'

const FINANCE = ['finance', 'owner'] as const

export const withdrawalOverThreshold = defineProposal({
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
  // Locked, so that of two concurrent calls the second finds the first one's proposal.
  const row = await selectWithdrawalLocked.maybe(tx, withdrawal_id)
  if (row === undefined) throw refuse('withdrawal_is_unknown')
  const { member_id, status, amount_minor } = row
  if (status !== 'requested') throw refuse('withdrawal_is_in_another_state', { status })
  await requireBroughtNothingIn(tx, member_id, [actorOf(operator)])
  if (reason === undefined) throw refuse('reason_is_required')
  const waiting = await selectWaitingProposal.maybe(tx, withdrawalOverThreshold.kind, withdrawal_id, tx.now)
  if (waiting !== undefined) return waiting.id
  const content = { withdrawal_id, member_id, amount: formatMoney(amount_minor), account: maskedAccount(row) }
  return await propose(tx, withdrawalOverThreshold, content, reason, operator)
}
