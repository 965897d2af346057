// Assigning an unmatched payment to a member takes two people, at any amount: one proposes, another approves; then it is
// credited to a deposit, once. The next approver of the member's withdrawal sees it (withdrawals/risk-notes.ts).
import { may } from '@fairturn/contract/backoffice/roles'
import { amount } from '@fairturn/contract/fields'
import { id } from '@fairturn/contract/ids'
import { formatMoney } from '@fairturn/contract/minor-units'
import { z } from 'zod'
import { resolveLine, evidenceOf, lockUnmatched, recordLine } from '../banking/banking.ts'
import { accountOf, requireOpenMember } from '../ledger/ledger.ts'
import type { Tx } from '../platform/database/database.ts'
import type { Operator } from '../platform/http/app.ts'
import { orRefuse, refuse } from '../platform/http/refusal.ts'
import { actorOf, defineProposal, propose } from '../staff/staff.ts'
import { createDeposit } from './announce-deposit.ts'
import { creditDeposit } from './credit-deposit.ts'
import { type DepositRow, selectDeposit } from './deposits.store.ts'

type Target = { readonly deposit_id: string } | { readonly member_id: string }

export interface Assignment {
  readonly line_id: string
  /** The intended deposit, or the member; exactly one. */
  readonly to: Target
  readonly reason: string
  readonly proposed_by: string
  readonly approved_by: string
}

/**
 * Credits the deposit, or a new one of the member. Refuses `bank_line_is_unknown`, `bank_line_is_in_another_state`,
 * `member_is_unknown`, `member_account_is_closed`, and what creditDeposit refuses.
 */
export async function assignPayment(
  tx: Tx,
  { line_id, to, reason, proposed_by, approved_by: actor }: Assignment,
): Promise<DepositRow> {
  const line = await lockUnmatched(tx, line_id)
  const { amount_minor } = line
  const member_id = await memberOf(tx, to)
  const deposit_id =
    'deposit_id' in to
      ? to.deposit_id
      : (await createDeposit(tx, { member_id, amount_minor, method: 'bank_transfer' })).id
  await resolveLine.all(tx, { line_id, resolved_by: actor, reason, deposit_id, refund_id: null, proposed_by })
  await recordLine(tx, line, { action: 'bank_line_assigned', actor, reason })
  const from = { evidence: evidenceOf(line), keptOn: accountOf('unmatched_payment', line_id) }
  return await creditDeposit(tx, { deposit_id, amount_minor, ...from, actor })
}

/** Refuses `deposit_is_unknown`, `member_is_unknown` and `member_account_is_closed`. */
async function memberOf(tx: Tx, to: Target): Promise<string> {
  const { member_id } =
    'member_id' in to
      ? to
      : orRefuse(await selectDeposit.maybe(tx, { id: to.deposit_id }), 'deposit_is_unknown')
  await requireOpenMember(tx, member_id)
  return member_id
}

export const paymentAssignment = defineProposal({
  kind: 'payment_assignment',
  oneOpenFor: ['line_id'],
  ofAnyKind: true,
  content: z.strictObject({ line_id: id, member_id: id, deposit_id: id.optional(), amount }),
  side: 'in',
  proposers: may.move_money,
  approvers: may.move_money,
  member_id: ({ member_id }) => member_id,
  async execute(tx, { line_id, member_id, deposit_id }, { actor, proposed_by, reason }) {
    const to = deposit_id === undefined ? { member_id } : { deposit_id }
    const by = { proposed_by: actorOf({ operator_id: proposed_by }), approved_by: actor, reason }
    await assignPayment(tx, { line_id, to, ...by })
  },
})

/**
 * Returns the proposal's id. Refuses `this_is_proposed_already`, `another_operator_must_decide` for whoever kept it as nobody's, what assignPayment refuses before it
 * credits, and `deposit_is_settled`.
 */
export async function proposeAssignment(
  tx: Tx,
  { line_id, to, reason }: { line_id: string; to: Target; reason: string },
  operator: Operator,
): Promise<string> {
  const { amount_minor, confirmed_by } = await lockUnmatched(tx, line_id)
  // Who kept it as nobody's has decided on it once.
  if (confirmed_by === actorOf(operator)) throw refuse('another_operator_must_decide')
  const member_id = await memberOf(tx, to)
  const deposit = 'deposit_id' in to ? await selectDeposit.maybe(tx, { id: to.deposit_id }) : undefined
  if (deposit !== undefined && (deposit.status === 'credited' || deposit.status === 'refused'))
    throw refuse('deposit_is_settled', { status: deposit.status })
  const content = { line_id, member_id, ...('deposit_id' in to && { deposit_id: to.deposit_id }) }
  return await propose(
    tx,
    paymentAssignment,
    { ...content, amount: formatMoney(amount_minor) },
    reason,
    operator,
  )
}
