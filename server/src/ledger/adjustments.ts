// Manual adjustments: proposed, approved by a second person (dual approval), posted once, shown to the member. They create
// no money, put none into cash, take from a member only as a correction (corrections.ts), and touch an escrow only where the
// checker found a difference (ledger.admin.test.ts).
import type { AccountKind, HolderKind } from '@fairturn/contract/accounting'
import { type AdjustmentKind, ADJUSTMENTS, adjustment } from '@fairturn/contract/backoffice/ledger'
import { money } from '@fairturn/contract/fields'
import { formatMoney, parseMoney } from '@fairturn/contract/minor-units'
import type { z } from 'zod'
import type { Tx } from '../platform/database/database.ts'
import { refuse, refuseField } from '../platform/http/refusal.ts'
import { defineProposal } from '../staff/staff.ts'
import { scopeOf } from './affected-accounts.ts'
import { beyondAwards, checkCorrection, type Correction, recordCorrection } from './corrections.ts'
import { recordCreditLoss } from './credit-losses.ts'
import { isMembersAccount } from './entries.ts'
import { accountOf, availableOf, balancesOf, isFrozen, postAdjustment } from './ledger.ts'
import { requireOpenMember } from './open-members.ts'
import { requireNotPaidFor } from './paid-for.ts'
import { requireOwnMoneyForLoss } from './vat-advance.ts'

type AdjustmentInput = z.output<typeof adjustment>
type Side = AdjustmentInput['from']

const PLATFORM = new Set<AccountKind>(['cash', 'revenue'])

const isPossible = (kind: AdjustmentInput['adjustment']): kind is AdjustmentKind => kind in ADJUSTMENTS

/**
 * Called at the proposal and again at its execution. Refuses `adjustment_is_not_possible`, `refund_is_of_what_was_paid` and
 * the like.
 */
export async function checkAdjustment(tx: Tx, input: AdjustmentInput): Promise<void> {
  const { adjustment: kind } = input
  if (!isPossible(kind)) throw refuse('adjustment_is_not_possible')
  const { from, to } = ADJUSTMENTS[kind]
  const fits = (kinds: readonly AccountKind[], side: Side) =>
    kinds.includes(side.kind) && PLATFORM.has(side.kind) === (side.holder_id === undefined)
  const same = input.from.kind === input.to.kind && input.from.holder_id === input.to.holder_id
  if (!fits(from, input.from) || !fits(to, input.to) || same) throw refuse('adjustment_is_not_possible')
  // Held money is a withdrawal's: it can only become available to its own member again.
  if (input.from.kind === 'member_held' && !isSameMember(input)) throw refuse('adjustment_is_not_possible')
  await checkSide(tx, input, 'from')
  await checkSide(tx, input, 'to')
  if (input.adjustment === 'goodwill')
    await requireNotPaidFor(tx, { refers_to: input.refers_to, member_id: input.to.holder_id! })
  const correction = correctionOf(input)
  if (correction) await checkCorrection(tx, correction)
}

const isSameMember = ({ from, to }: AdjustmentInput): boolean =>
  to.kind === 'member_available' && to.holder_id === from.holder_id

/** Undefined for one that takes nothing from a member. Refuses `corrected_entry_is_required`. */
function correctionOf({ from, amount: amount_minor, corrects }: AdjustmentInput): Correction | undefined {
  if (from.kind !== 'member_available') {
    if (corrects !== undefined) throw refuse('adjustment_is_not_possible')
    return undefined
  }
  if (corrects === undefined) throw refuseField('corrected_entry_is_required', 'corrects')
  return { member_id: from.holder_id!, corrects, amount_minor }
}

async function checkSide(tx: Tx, input: AdjustmentInput, name: 'from' | 'to'): Promise<void> {
  const { kind, holder_id } = input[name]
  if (holder_id === undefined) return
  const account = accountOf(kind as HolderKind, holder_id)
  if (!(await balancesOf(tx, [account])).has(account))
    throw refuseField('account_is_unknown', `${name}.holder_id`)
  if (name === 'to' && isMembersAccount(kind)) await requireOpenMember(tx, holder_id)
  if (kind === 'member_available') return
  // Campaigns, withdrawals, purchases and bank lines must keep matching the ledger, so their accounts are adjusted only
  // after a finding.
  if (!(await isFrozen(tx, await scopeOf(tx, { kind, holder_id })))) throw refuse('nothing_was_found_here')
}

/** The first member affected. A second one, if any, is notified too. */
const memberOf = ({ from, to }: AdjustmentInput): string | null =>
  [from, to].find(({ kind }) => isMembersAccount(kind))?.holder_id ?? null

export const ledgerAdjustment = defineProposal({
  kind: 'ledger_adjustment',
  // Proposals of before say no loss.
  content: adjustment.extend({ loss: money.optional() }),
  side: 'in',
  proposers: ['finance', 'owner'],
  approvers: ['finance', 'owner'],
  member_id: memberOf,
  async execute(tx, content, approval) {
    await checkAdjustment(tx, content)
    const { from, to, amount: amount_minor, refers_to } = content
    const movement = { from, to, amount_minor, refers_to, action: 'balance_adjusted', approval } as const
    const correction = correctionOf(content)
    if (correction) await correct(tx, movement, correction, content.loss)
    else {
      // What is given away of revenue may be what own money lacks: it comes out of both.
      if (from.kind === 'revenue' && to.kind !== 'cash') await requireOwnMoneyForLoss(tx, amount_minor)
      await postAdjustment(tx, movement)
    }
  },
})

/** What a correction would take now: what the member has beyond their awards. The rest is the platform's loss. */
async function takenBy(tx: Tx, { member_id, amount_minor }: Correction) {
  const beyond_minor = await beyondAwards(tx, member_id)
  const available_minor = await availableOf(tx, member_id)
  const taken_minor = [beyond_minor, available_minor].reduce(
    (least, one) => (one < least ? one : least),
    amount_minor,
  )
  return { beyond_minor, taken_minor, lost_minor: amount_minor - taken_minor }
}

/** Of an adjustment that is a correction, what the platform would lose by it now. Refuses `own_money_does_not_suffice`. */
export async function lossOf(tx: Tx, input: AdjustmentInput): Promise<{ loss?: string }> {
  const correction = correctionOf(input)
  if (correction === undefined) return {}
  const { lost_minor } = await takenBy(tx, correction)
  await requireOwnMoneyForLoss(tx, lost_minor)
  return { loss: formatMoney(lost_minor) }
}

/** Refuses `what_it_does_has_changed` if more would be lost than was shown, and `own_money_does_not_suffice`. */
async function correct(
  tx: Tx,
  movement: Parameters<typeof postAdjustment>[1],
  correction: Correction,
  shown = '0.00',
): Promise<void> {
  const { member_id } = correction
  const { beyond_minor, taken_minor, lost_minor } = await takenBy(tx, correction)
  if (lost_minor > parseMoney(shown))
    throw refuse('what_it_does_has_changed', { loss: formatMoney(lost_minor) })
  await requireOwnMoneyForLoss(tx, lost_minor)
  const entry_id = await postAdjustment(tx, { ...movement, loss_minor: lost_minor })
  // Its account is locked now: what was spent in between came out of what is beyond the awards, too.
  if ((await beyondAwards(tx, member_id)) !== beyond_minor - taken_minor)
    throw refuse('adjustment_exceeds_what_is_there')
  await recordCorrection(tx, correction, { entry_id, taken_minor })
  const refers_to = correction.corrects
  await recordCreditLoss(tx, { entry_id, member_id, refers_to, reference: null, lost_minor })
}
