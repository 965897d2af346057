import { may } from '@fairturn/contract/backoffice/roles'
// Assigning an unmatched payment to a member takes two people, at any amount: one proposes, another approves; then it is
// credited to a deposit, once. The next approver of the member's withdrawal sees it (risk-notes.ts). What names a payout of ours
// is its member's alone: all of it is the return of that payout; of anything else what they owe is paid first, as of a return. A
// booking that is credited again after its statement was revoked pays what was lost of it first (assign-payment.test.ts).
import { depositStatus } from '@fairturn/contract/deposits'
import { amount } from '@fairturn/contract/fields'
import { id } from '@fairturn/contract/ids'
import { formatMoney } from '@fairturn/contract/minor-units'
import { z } from 'zod'
import {
  evidenceOf,
  holdersOf,
  type LineRow,
  lockDeciding,
  lockUnmatched,
  namesDiffer,
  recordLine,
  referencesIn,
  resolveAsReturned,
  resolveLine,
  selectRevokedBefore,
} from '../banking/banking.ts'
import {
  createDeposit,
  creditDeposit,
  returnMoney,
  selectDeposit,
  selectNamedDeposits,
} from '../deposits/deposits.ts'
import { accountOf, lostCreditsOf, requireOpenMember } from '../ledger/ledger.ts'
import type { Tx } from '../platform/database/database.ts'
import { toColumn } from '../platform/database/statement.ts'
import type { Operator } from '../platform/http/app.ts'
import { orRefuse, refuse } from '../platform/http/refusal.ts'
import { bankReason } from '../platform/texts/reasons.ts'
import { actorOf, defineProposal, propose } from '../staff/staff.ts'
import { isWholeReturn } from './match-payouts.ts'
import { closeFinishedBatches } from './payout-batches.ts'
import { namedIn, selectPayout } from './payout-with-fee.proposal.ts'
import { returnWithdrawal } from './settle-withdrawal.ts'
import { selectWithdrawalByReference, type WithdrawalRow } from './withdrawals.store.ts'

type Target = { readonly deposit_id: string } | { readonly member_id: string }

export interface Assignment {
  readonly line_id: string
  /** The intended deposit, or the member; exactly one. */
  readonly to: Target
  readonly reason: string
  readonly proposed_by: string
  readonly approved_by: string
}

/** What an assignment does. */
interface Assigned {
  /** Locked. */
  readonly line: LineRow
  readonly member_id: string
  /** The member's payout that the line names. */
  readonly payout: WithdrawalRow | undefined
  /** Whether the line is the return of that payout. */
  readonly isReturn: boolean
}

/**
 * Locks the line. Refuses `bank_line_is_unknown`, `bank_line_is_in_another_state`, `deposit_is_unknown`, `member_is_unknown`,
 * `member_account_is_closed`, and `bank_line_names_a_payout` for another member than that payout's, and for a deposit if the line
 * is the return of the payout.
 */
async function lockAssigned(tx: Tx, { line_id, to }: Pick<Assignment, 'line_id' | 'to'>): Promise<Assigned> {
  await lockDeciding.all(tx)
  const line = await lockUnmatched(tx, line_id)
  const member_id = await memberOf(tx, to)
  const payout = await payoutOf(tx, line, member_id)
  const isReturn = payout !== undefined && (await isWholeReturn(tx, line, payout))
  if (isReturn && 'deposit_id' in to)
    throw refuse('bank_line_names_a_payout', { reference: payout.reference })
  return { line, member_id, payout, isReturn }
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

/** The member's payout that the line names. Refuses `bank_line_names_a_payout` for any other, a refund or a payment file. */
async function payoutOf(tx: Tx, line: LineRow, member_id: string): Promise<WithdrawalRow | undefined> {
  const own: string[] = []
  for (const reference of namedIn(line)) {
    const named = await selectPayout.maybe(tx, { reference })
    if (named === undefined) continue
    if (named.member_id !== member_id) throw refuse('bank_line_names_a_payout', { reference })
    own.push(reference)
  }
  const [reference] = own
  return reference === undefined ? undefined : await selectWithdrawalByReference.maybe(tx, { reference })
}

/**
 * Returns the payout that the line names, or credits the deposit, or a new one of the member. Refuses as lockAssigned does, and
 * what creditDeposit refuses.
 */
export async function assignPayment(tx: Tx, assignment: Assignment): Promise<void> {
  await carryOut(tx, assignment, await lockAssigned(tx, assignment))
}

async function carryOut(
  tx: Tx,
  { line_id, to, reason, proposed_by, approved_by: actor }: Assignment,
  { line, member_id, payout, isReturn }: Assigned,
): Promise<void> {
  const keptOn = accountOf('unmatched_payment', line_id)
  if (payout !== undefined && isReturn) {
    const by = { proposed_by, resolved_by: actor, resolution: reason }
    await resolveAsReturned.all(tx, { line_id, withdrawal_id: payout.id, ...by })
    await recordLine(tx, line, { action: 'bank_line_assigned', actor, reason })
    const why = bankReason(line.return_reason)
    await returnWithdrawal(tx, { withdrawal_id: payout.id, actor, reason: why, keptOn })
    await closeFinishedBatches(tx)
    return
  }
  const { amount_minor } = line
  const deposit_id =
    'deposit_id' in to
      ? to.deposit_id
      : (await createDeposit(tx, { member_id, amount_minor, method: 'bank_transfer' })).id
  await resolveLine.all(tx, { line_id, resolved_by: actor, reason, deposit_id, refund_id: null, proposed_by })
  await recordLine(tx, line, { action: 'bank_line_assigned', actor, reason })
  await creditDeposit(tx, { deposit_id, amount_minor, evidence: evidenceOf(line), keptOn, actor })
  const again = await revokedBefore(tx, line, member_id)
  if (payout !== undefined || again.length > 0)
    await returnMoney(tx, { member_id, used_for: payout?.id ?? deposit_id, amount_minor, again })
}

/** Lines of revoked statements that were the same booking, and whose credit the member no longer had. */
async function revokedBefore(tx: Tx, line: LineRow, member_id: string): Promise<string[]> {
  const ids = await lostCreditsOf(tx, member_id)
  if (ids.length === 0) return []
  const references = referencesIn(line, 'FT')
  return toColumn(await selectRevokedBefore.all(tx, { line_id: line.id, ids, references }), 'id')
}

const namedDeposit = z.strictObject({ reference: z.string(), username: z.string(), status: depositStatus })

const assignmentContent = z.strictObject({
  line_id: id,
  member_id: id,
  deposit_id: id.optional(),
  amount,
  payer: z.string().optional(),
  payer_differs: z.boolean().optional(),
  // The payout whose return it is.
  returns: z.string().optional(),
  // A payout of the member that it names and is no return of.
  names_payout: z.string().optional(),
  // Other deposits that it names, as of the proposal.
  names_deposits: z.array(namedDeposit).optional(),
})

export const paymentAssignment = defineProposal({
  kind: 'payment_assignment',
  oneOpenFor: ['line_id'],
  ofAnyKind: true,
  content: assignmentContent,
  side: 'in',
  proposers: may.move_money,
  approvers: may.move_money,
  member_id: ({ member_id }) => member_id,
  async execute(tx, content, { actor, proposed_by, reason }) {
    const { line_id, member_id, deposit_id } = content
    const to = deposit_id === undefined ? { member_id } : { deposit_id }
    const assigned = await lockAssigned(tx, { line_id, to })
    const shown = await shownOf(tx, assigned, to)
    const isAsShown =
      shown.returns === content.returns &&
      shown.names_payout === content.names_payout &&
      (shown.names_deposits?.length ?? 0) === (content.names_deposits?.length ?? 0)
    if (!isAsShown) throw refuse('what_it_does_has_changed')
    const by = { proposed_by: actorOf({ operator_id: proposed_by }), approved_by: actor, reason }
    await carryOut(tx, { line_id, to, ...by }, assigned)
  },
})

type Shown = Pick<
  z.output<typeof assignmentContent>,
  'payer' | 'payer_differs' | 'returns' | 'names_payout' | 'names_deposits'
>

/** What the approver reads of the line, besides its amount. */
async function shownOf(tx: Tx, { line, member_id, payout, isReturn }: Assigned, to: Target): Promise<Shown> {
  const named = await selectNamedDeposits.all(tx, { references: referencesIn(line, 'FT') })
  const others = named.filter((deposit) =>
    'deposit_id' in to ? deposit.id !== to.deposit_id : deposit.member_id !== member_id,
  )
  const { counterparty_name: payer } = line
  const holder = (await holdersOf(tx, [member_id])).get(member_id)
  const payer_differs = payer === null || holder === undefined ? undefined : namesDiffer(payer, holder)
  return {
    ...(payer !== null && { payer }),
    ...(payer_differs !== undefined && { payer_differs }),
    ...(payout !== undefined && { [isReturn ? 'returns' : 'names_payout']: payout.reference }),
    ...(others.length > 0 && {
      names_deposits: others.map(({ reference, username, status }) => ({ reference, username, status })),
    }),
  }
}

/**
 * Returns the proposal's id. Refuses `this_is_proposed_already`, `another_operator_must_decide` for whoever kept it as nobody's, what assignPayment refuses before it
 * credits, and `deposit_is_settled`.
 */
export async function proposeAssignment(
  tx: Tx,
  { line_id, to, reason }: { line_id: string; to: Target; reason: string },
  operator: Operator,
): Promise<string> {
  const assigned = await lockAssigned(tx, { line_id, to })
  const { member_id } = assigned
  const { amount_minor, confirmed_by } = assigned.line
  // Who kept it as nobody's has decided on it once.
  if (confirmed_by === actorOf(operator)) throw refuse('another_operator_must_decide')
  const deposit = 'deposit_id' in to ? await selectDeposit.maybe(tx, { id: to.deposit_id }) : undefined
  if (deposit !== undefined && (deposit.status === 'credited' || deposit.status === 'refused'))
    throw refuse('deposit_is_settled', { status: deposit.status })
  const content = { line_id, member_id, ...('deposit_id' in to && { deposit_id: to.deposit_id }) }
  const shown = await shownOf(tx, assigned, to)
  return await propose(
    tx,
    paymentAssignment,
    { ...content, amount: formatMoney(amount_minor), ...shown },
    reason,
    operator,
  )
}
