// Manual adjustments: proposed, approved by a second person (dual approval), posted once, shown to the member. They create
// no money, cannot make a member's balance negative, and touch an escrow only where the checker found a difference
// (ledger.admin.test.ts).
import type { AccountKind, OwnedKind } from '@fairturn/contract/accounting'
import { ADJUSTMENTS, adjustment } from '@fairturn/contract/backoffice/ledger'
import type { z } from 'zod'
import type { Tx } from '../platform/database/database.ts'
import { refuse, refuseField } from '../platform/http/refusal.ts'
import { defineProposal } from '../staff/staff.ts'
import { blockOf } from './affected-accounts.ts'
import { isMembersAccount } from './entries.ts'
import { accountOf, balancesOf, isPaused, postAdjustment } from './ledger.ts'
import { requireOpenMember } from './open-members.ts'

type AdjustmentInput = z.output<typeof adjustment>
type Side = AdjustmentInput['from']

const PLATFORM = new Set<AccountKind>(['cash', 'revenue'])

/**
 * Called at the proposal and again at its execution. Refuses `adjustment_is_not_possible`, `member_account_is_closed` and
 * the like.
 */
export async function checkAdjustment(tx: Tx, input: AdjustmentInput): Promise<void> {
  const { from, to } = ADJUSTMENTS[input.adjustment]
  const fits = (kinds: readonly AccountKind[], side: Side) =>
    kinds.includes(side.kind) && PLATFORM.has(side.kind) === (side.holder_id === undefined)
  const same = input.from.kind === input.to.kind && input.from.holder_id === input.to.holder_id
  if (!fits(from, input.from) || !fits(to, input.to) || same) throw refuse('adjustment_is_not_possible')
  await checkSide(tx, input, 'from')
  await checkSide(tx, input, 'to')
}

async function checkSide(tx: Tx, input: AdjustmentInput, name: 'from' | 'to'): Promise<void> {
  const { kind, holder_id } = input[name]
  if (holder_id === undefined) return
  const account = accountOf(kind as OwnedKind, holder_id)
  if (!(await balancesOf(tx, [account])).has(account))
    throw refuseField('account_is_unknown', `${name}.holder_id`)
  if (name === 'to' && isMembersAccount(kind)) await requireOpenMember(tx, holder_id)
  if (kind === 'member_available') return
  // Campaigns, withdrawals, purchases and bank lines must keep matching the ledger, so their accounts are adjusted only
  // after a finding.
  if (!(await isPaused(tx, await blockOf(tx, { kind, holder_id })))) throw refuse('nothing_was_found_here')
}

/** The first member affected. A second one, if any, is notified too. */
const memberOf = ({ from, to }: AdjustmentInput): string | null =>
  [from, to].find(({ kind }) => isMembersAccount(kind))?.holder_id ?? null

export const ledgerAdjustment = defineProposal({
  kind: 'ledger_adjustment',
  content: adjustment,
  proposers: ['finance', 'owner'],
  approvers: ['finance', 'owner'],
  member_id: memberOf,
  async execute(tx, content, approval) {
    await checkAdjustment(tx, content)
    const { from, to, amount: amount_minor, refers_to } = content
    await postAdjustment(tx, { from, to, amount_minor, refers_to, action: 'balance_adjusted', approval })
  },
})
