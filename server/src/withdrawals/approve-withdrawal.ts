// Approval of a withdrawal by one operator or two (dual approval), or its refusal with a reason, which releases the hold.
// One open proposal per withdrawal.
import { may } from '@fairturn/contract/backoffice/roles'
import { amount } from '@fairturn/contract/fields'
import { id } from '@fairturn/contract/ids'
import { formatMoney } from '@fairturn/contract/minor-units'
import type { IdentityEvidence, WithdrawalRefusalReason } from '@fairturn/contract/withdrawals'
import { z } from 'zod'
import { payoutAccountLabel, maskedBankAccount } from '../banking/banking.ts'
import { moneyOf, PAYOUTS, refuseWhileFrozen } from '../ledger/ledger.ts'
import { getMemberLocked } from '../members/members.ts'
import type { Tx } from '../platform/database/database.ts'
import { orRefuse, refuse } from '../platform/http/refusal.ts'
import { listedReason } from '../platform/texts/reasons.ts'
import { type ActingOperator, actorOf, defineProposal, propose, voidProposalsAbout } from '../staff/staff.ts'
import { refuseLeavingKeptBack } from './kept-back.ts'
import { requireBroughtNothingIn, takesTwo } from './separate-duties.ts'
import { lockIn, paidOut, recordStep, refuseDelayed, releaseHeld, type Step } from './withdrawal-steps.ts'
import * as store from './withdrawals.store.ts'
import type { WithdrawalRow } from './withdrawals.store.ts'

/** What goes back to a card follows the provider's answer alone. */
function refuseToCard(withdrawal: WithdrawalRow): WithdrawalRow {
  if (withdrawal.card_deposit_id !== null) throw refuse('withdrawal_goes_back_to_the_card')
  return withdrawal
}

interface Approval extends Step {
  /** Under dual approval, the operator who proposed it. */
  readonly proposed_by?: string
}

/**
 * requested → approved. Refuses also `withdrawal_goes_back_to_the_card`, `who_brought_money_in_does_not_send_it_out`, `withdrawal_takes_two_people`,
 * `withdrawals_wait_for_a_security_check`, `this_is_paused_while_the_ledger_is_checked`, `amount_was_paid_out_twice` and `amount_is_in_dispute`. Sending refuses only the
 * third: money that has left the bank must be recorded.
 */
export async function approveWithdrawal(
  tx: Tx,
  { withdrawal_id, actor, proposed_by }: Approval,
): Promise<WithdrawalRow> {
  const takes_two = await takesTwo(tx, withdrawal_id, actor)
  const withdrawal = refuseToCard(await lockIn(tx, withdrawal_id, 'requested'))
  const approvers = proposed_by === undefined ? [actor] : [actor, proposed_by]
  await requireBroughtNothingIn(tx, withdrawal.member_id, approvers)
  if (takes_two !== null && proposed_by === undefined)
    throw refuse('withdrawal_takes_two_people', { why: takes_two })
  await refuseDelayed(tx, withdrawal)
  await refuseWhileFrozen(tx, PAYOUTS, moneyOf(withdrawal.member_id))
  await refuseLeavingKeptBack(tx, { member_id: withdrawal.member_id, withdrawal_ids: [withdrawal_id] })
  const approved = await store.updateApproved.one(tx, {
    id: withdrawal_id,
    approved_at: tx.now,
    approved_by: actor,
    proposed_by: proposed_by ?? null,
  })
  const params = { amount: formatMoney(paidOut(withdrawal)), account: payoutAccountLabel(withdrawal) }
  await recordStep(tx, 'withdrawal_approved', { withdrawal, after: approved, actor }, params)
  return approved
}

export interface Refusal extends Step {
  readonly reason: WithdrawalRefusalReason
  /** With `identity_in_doubt`. */
  readonly to_send?: readonly IdentityEvidence[]
}

/**
 * requested or approved → refused, for a reason of the closed list; releases the hold. Refuses also `withdrawal_is_in_a_payment_file`,
 * unless the bank has rejected it there, because the file could still be executed.
 */
export async function refuseWithdrawal(tx: Tx, step: Refusal): Promise<WithdrawalRow> {
  const { withdrawal_id, actor, reason, to_send = [] } = step
  const withdrawal = refuseToCard(await lockIn(tx, withdrawal_id, 'requested', 'approved'))
  if ((await store.inPaymentFile.one(tx, { withdrawal_id })).found)
    throw refuse('withdrawal_is_in_a_payment_file')
  const refused = await store.updateRefused.one(tx, {
    withdrawal_id,
    settled_at: tx.now,
    actor,
    reason,
    to_send,
  })
  const text = listedReason(reason, to_send)
  const { amount_minor, reference } = withdrawal
  const params = { amount: formatMoney(amount_minor), reason: text, reference }
  await recordStep(tx, 'withdrawal_refused', { withdrawal, after: refused, actor, reason: text }, params)
  await releaseHeld(tx, withdrawal, actor)
  await voidProposalsAbout(tx, { withdrawal_id }, { because: 'withdrawal_refused', actor })
  return refused
}

/** For so long the same operator refuses no other withdrawal of that member: nobody holds a member's money alone. */
const NEXT_BY_ANOTHER_MS = 30 * 86_400_000

/** By an operator. Refuses also `another_operator_must_decide`: the caller refused one of that member in the last 30 days; and `these_facts_were_decided_otherwise`. */
export async function refuseWithdrawalByOperator(tx: Tx, step: Refusal): Promise<WithdrawalRow> {
  const { withdrawal_id, actor } = step
  const { member_id } = orRefuse(
    await store.selectWithdrawal.maybe(tx, { id: withdrawal_id }),
    'withdrawal_is_unknown',
  )
  // Two requests about two withdrawals of one member wait for each other here.
  await getMemberLocked(tx, member_id)
  const since = new Date(tx.now.getTime() - NEXT_BY_ANOTHER_MS)
  const { found } = await store.selectRefusedBy.one(tx, { withdrawal_id, member_id, actor, since })
  if (found) throw refuse('another_operator_must_decide')
  if ((await store.selectOverruled.one(tx, { withdrawal_id, reason: step.reason })).found)
    throw refuse('these_facts_were_decided_otherwise')
  return await refuseWithdrawal(tx, step)
}

/** A complaint was upheld: the same reason cannot refuse a withdrawal to the same account again. */
export const overruleRefusal = async (tx: Tx, withdrawal_id: string): Promise<void> => {
  await store.insertOverruled.all(tx, { withdrawal_id, at: tx.now })
}

export const withdrawalOverThreshold = defineProposal({
  kind: 'withdrawal_over_threshold',
  oneOpenFor: ['withdrawal_id'],
  content: z.strictObject({ withdrawal_id: id, member_id: id, amount, account: z.string() }),
  side: 'out',
  proposers: may.move_money,
  approvers: may.move_money,
  member_id: ({ member_id }) => member_id,
  async execute(tx, { withdrawal_id, amount: amount_minor }, { actor, proposed_by }) {
    const withdrawal = await store.selectWithdrawal.one(tx, { id: withdrawal_id })
    if (withdrawal.amount_minor !== amount_minor) throw refuse('amount_is_invalid')
    await approveWithdrawal(tx, { withdrawal_id, actor, proposed_by: actorOf({ operator_id: proposed_by }) })
  },
})

/**
 * Proposes to approve a withdrawal under dual approval. Returns the proposal's id, or that of the one already pending.
 * Refuses `withdrawal_is_unknown`, `withdrawal_is_in_another_state`, `who_brought_money_in_does_not_send_it_out` and
 * `reason_is_required`.
 */
export async function proposeApproval(
  tx: Tx,
  { withdrawal_id, reason }: { withdrawal_id: string; reason: string | undefined },
  operator: ActingOperator,
): Promise<string> {
  const withdrawal = refuseToCard(await lockIn(tx, withdrawal_id, 'requested'))
  const { member_id, amount_minor } = withdrawal
  await requireBroughtNothingIn(tx, member_id, [actorOf(operator)])
  if (reason === undefined) throw refuse('reason_is_required')
  const shown = { amount: formatMoney(amount_minor), account: maskedBankAccount(withdrawal) }
  const content = { withdrawal_id, member_id, ...shown }
  return await propose(tx, withdrawalOverThreshold, content, reason, operator)
}
