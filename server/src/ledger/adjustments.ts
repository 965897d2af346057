// Manual adjustments: proposed exactly, approved by another person, posted once, and shown to the member
// with the reason. An adjustment makes no money, takes no member below zero, and touches an escrow only
// where the checker found a difference (ledger.admin.test.ts).
import type { AccountKind, OwnedKind } from '@fairturn/contract/accounting'
import { ADJUSTMENTS, adjustment } from '@fairturn/contract/backoffice/ledger'
import { formatMoney } from '@fairturn/contract/money'
import type { z } from 'zod'
import type { Queryable, Tx } from '../database/database.ts'
import { statement } from '../database/statement.ts'
import { refuse } from '../http/refusal.ts'
import { defineProposal, recordAct, type StaffAction } from '../staff/staff.ts'
import { balancesOf } from './balances.ts'
import type { NewPosting } from './batch.ts'
import { blockOf } from './affected-accounts.ts'
import { isPaused } from './freezes.ts'
import { accountOf, entryId } from './ids.ts'
import { LedgerRefusal, postOrRefuse } from './posting.ts'

type AdjustmentInput = z.output<typeof adjustment>
type Side = AdjustmentInput['from']

const PLATFORM = new Set<AccountKind>(['cash', 'revenue'])

const shardsOf = statement<{ id: string; free_minor: bigint }>(
  'ledger_shards',
  `select id, balance_minor - reserved_minor as free_minor from account where kind = $1
   order by balance_minor desc, id`,
)

/**
 * Preconditions, at the proposal and when it is carried out. Refuses `adjustment_is_not_possible` and the
 * like.
 */
export async function checkAdjustment(on: Queryable, asked: AdjustmentInput): Promise<void> {
  const { from, to } = ADJUSTMENTS[asked.adjustment]
  const fits = (kinds: readonly AccountKind[], side: Side) =>
    kinds.includes(side.kind) && PLATFORM.has(side.kind) === (side.owner_id === undefined)
  const same = asked.from.kind === asked.to.kind && asked.from.owner_id === asked.to.owner_id
  if (!fits(from, asked.from) || !fits(to, asked.to) || same) throw refuse('adjustment_is_not_possible')
  for (const side of [asked.from, asked.to]) await checkSide(on, side)
}

async function checkSide(on: Queryable, { kind, owner_id }: Side): Promise<void> {
  if (owner_id === undefined) return
  const account = accountOf(kind as OwnedKind, owner_id)
  if (!(await balancesOf(on, [account])).has(account)) throw refuse('account_is_unknown')
  if (kind === 'member_available') return
  // The figures of a campaign, a withdrawal, a level's purchase or a bank line must stay true: only a found
  // difference is adjusted.
  if (!(await isPaused(on, await blockOf(on, { kind, owner_id })))) throw refuse('nothing_was_found_here')
}

/** The accounts that give, or take, the whole amount; of the platform's shards those that have it. */
async function postingsOf(
  tx: Tx,
  { kind, owner_id }: Side,
  amount_minor: bigint,
  sign: 1n | -1n,
): Promise<NewPosting[]> {
  if (owner_id !== undefined)
    return [{ account: accountOf(kind as OwnedKind, owner_id), amount_minor: sign * amount_minor }]
  const shards = await shardsOf.all(tx, kind)
  // A cash shard may be negative, and taking money in needs none: the first one serves.
  if (kind === 'cash' || sign === 1n) return [{ account: shards[0]!.id, amount_minor: sign * amount_minor }]
  const postings: NewPosting[] = []
  let left_minor = amount_minor
  for (const { id: account, free_minor } of shards) {
    const taken_minor = free_minor < left_minor ? free_minor : left_minor
    if (taken_minor <= 0n) break
    postings.push({ account, amount_minor: -taken_minor })
    left_minor -= taken_minor
  }
  if (left_minor > 0n) throw refuse('adjustment_exceeds_what_is_there')
  return postings
}

interface Movement {
  readonly from: Side
  readonly to: Side
  readonly amount_minor: bigint
  readonly refers_to: string
  /** Its subject in the audit log. */
  readonly action: StaffAction
  readonly eyes: { readonly proposal_id: string; readonly actor: string; readonly reason: string }
}

/**
 * Posts one `adjustment` whose note is the reason, once a proposal, and writes the audit log of each member
 * whose money it moves. Refuses `adjustment_exceeds_what_is_there`.
 */
export async function postAdjustment(
  tx: Tx,
  { from, to, amount_minor, refers_to, action, eyes }: Movement,
): Promise<void> {
  const { proposal_id, actor, reason } = eyes
  const entry_id = entryId('adjustment', proposal_id)
  for (const [side, signed] of [
    [from, -amount_minor],
    [to, amount_minor],
  ] as const) {
    const is_members = side.kind === 'member_available' || side.kind === 'member_held'
    if (!is_members) continue
    const after = { amount: formatMoney(signed), proposal_id }
    const object = { kind: 'entry', id: entry_id }
    await recordAct(tx, { actor, action, object, member_id: side.owner_id!, reason, after })
  }
  const postings = [
    ...(await postingsOf(tx, from, amount_minor, -1n)),
    ...(await postingsOf(tx, to, amount_minor, 1n)),
  ]
  try {
    await postOrRefuse(tx, [
      { id: entry_id, type: 'adjustment', refers_to, actor, note: reason, event_at: tx.now, postings },
    ])
  } catch (error) {
    if (error instanceof LedgerRefusal && error.reason === 'insufficient_funds')
      throw refuse('adjustment_exceeds_what_is_there')
    throw error
  }
}

/** The first member concerned; the other one, if any, reads of it too. */
const memberOf = ({ from, to }: AdjustmentInput): string | null =>
  [from, to].find(({ kind }) => kind === 'member_available' || kind === 'member_held')?.owner_id ?? null

export const ledgerAdjustment = defineProposal({
  kind: 'ledger_adjustment',
  content: adjustment,
  proposers: ['finance', 'owner'],
  approvers: ['finance', 'owner'],
  member_id: memberOf,
  async execute(tx, content, eyes) {
    await checkAdjustment(tx, content)
    const { from, to, amount: amount_minor, refers_to } = content
    await postAdjustment(tx, { from, to, amount_minor, refers_to, action: 'balance_adjusted', eyes })
  },
})
