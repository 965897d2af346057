// Separation of duties: who brings money in for a member may not approve their withdrawal, and a third person releases the
// payment file. A person is an operator's account, in any session or role (separate-duties.test.ts; decision 033).
import type { Queryable, Tx } from '../platform/database/database.ts'
import { type RowOf, typed, statement } from '../platform/database/statement.ts'
import { refuse } from '../platform/http/refusal.ts'

// What counts as bringing money in, and when dual approval is required, is defined by the functions of migrations 0037 and
// 0085, which the database's own triggers use too.

/** How an operator brought money in for a member; `untraceable`: through too many credits to determine. */
type BroughtInBy = 'imported' | 'confirmed' | 'matched' | 'credited' | 'returned' | 'adjusted' | 'untraceable'
/** Why a withdrawal requires dual approval: card money in it, its amount, or earlier approvals that add up with it. */
export type TakesTwo = 'card' | 'amount' | 'member' | 'payout_account' | 'operator'

/** Serializes approvals until the transaction ends, so that each counts those before it. */
const lockApprovals = statement(
  `-- withdrawals_lock_approvals
  select pg_advisory_xact_lock(hashtextextended('withdrawals are approved', 0))`,
)

/** Of the actors $actors, those who brought money in for the member $member_id, or in 30 days for campaigns that paid them, at $now. */
const selectBroughtIn = statement(
  `-- withdrawals_brought_in_by
  select b.actor, min(b.how) as how
  from (select actor, how from money_brought_in($member_id, $now) union all select actor, how from money_brought_in_for_awards($member_id, $now)) b
  where b.actor = any ($actors::text[]) group by b.actor`,
  {
    params: { member_id: 'uuid', actors: 'text[]', now: 'timestamptz' },
    columns: { actor: 'text', how: typed<BroughtInBy>('text') },
  },
)

const selectTakesTwo = statement(
  `-- withdrawals_takes_two
  select withdrawal_takes_two($withdrawal_id, $actor, $now) as takes_two`,
  {
    params: { withdrawal_id: 'uuid', actor: 'text', now: 'timestamptz' },
    columns: { takes_two: typed<TakesTwo | null>('text?') },
  },
)

/** Of the withdrawals $withdrawal_ids and refunds $refund_ids, those that $actor may not release at $now. */
const selectNotReleasable = statement(
  `-- withdrawals_not_releasable
  select reference, why from payouts_not_releasable($withdrawal_ids::uuid[], $refund_ids::uuid[], $actor, $now) order by reference`,
  {
    params: { withdrawal_ids: 'uuid[]', refund_ids: 'uuid[]', actor: 'text', now: 'timestamptz' },
    columns: { reference: 'text', why: typed<'approved' | 'brought_in'>('text') },
  },
)

/** Of the batch $batch_id, the payments that $actor may not release at $now. */
export const selectUnreleasable = statement(
  `-- withdrawals_unreleasable
  select reference, why from payout_batch_not_releasable($batch_id, $actor, $now) order by reference`,
  {
    params: { batch_id: 'uuid', actor: 'text', now: 'timestamptz' },
    columns: { reference: 'text', why: typed<'approved' | 'brought_in'>('text') },
  },
)

export type WithdrawalDuty = RowOf<typeof selectDuties>

export const selectDuties = statement(
  `-- withdrawals_withdrawal_duties
  select w.id, case when w.status = 'requested' then withdrawal_takes_two(w.id, $actor, $now) end as takes_two,
    case when w.status not in ('requested', 'approved') then null
      when exists (select from money_brought_in(w.member_id, $now) b where b.actor = $actor)
        or exists (select from money_brought_in_for_awards(w.member_id, $now) b where b.actor = $actor) then 'brought_in'
      when $actor in (w.approved_by, w.proposed_by) then 'approved' end as duty
  from withdrawal w where w.id = any ($ids::uuid[])`,
  {
    params: { ids: 'uuid[]', actor: 'text', now: 'timestamptz' },
    columns: {
      id: 'uuid',
      takes_two: typed<TakesTwo | null>(
        'text?',
      ) /** The earlier step of this operator that bars them from the next one. */,
      duty: typed<'brought_in' | 'approved' | null>('text?'),
    },
  },
)

/** Refuses `who_brought_money_in_does_not_send_it_out` if one of the actors brought money in for the member. */
export async function requireBroughtNothingIn(tx: Tx, member_id: string, actors: readonly string[]) {
  const [found] = await selectBroughtIn.all(tx, { member_id, actors, now: tx.now })
  if (found !== undefined) throw refuse('who_brought_money_in_does_not_send_it_out', { how: found.how })
}

/** Why dual approval is required, or null. Serializes approvals until the transaction ends. */
export async function takesTwo(tx: Tx, withdrawal_id: string, actor: string): Promise<TakesTwo | null> {
  await lockApprovals.all(tx)
  return (await selectTakesTwo.one(tx, { withdrawal_id, actor, now: tx.now })).takes_two
}

/** The same to show, without serializing anything. */
export const takesTwoNow = async (on: Queryable, withdrawal_id: string, actor: string, now: Date) =>
  (await selectTakesTwo.one(on, { withdrawal_id, actor, now })).takes_two

const CODES = {
  approved: 'who_approved_a_payment_does_not_release_it',
  brought_in: 'who_brought_money_in_does_not_send_it_out',
} as const

/**
 * Refuses `who_approved_a_payment_does_not_release_it` and `who_brought_money_in_does_not_send_it_out`, each with the
 * references this person may not release, of a batch or of the payments for a new one.
 */
export async function requireMayRelease(
  tx: Tx,
  of: { batch_id: string } | { withdrawal_ids: readonly string[]; refund_ids: readonly string[] },
  actor: string,
): Promise<void> {
  const found =
    'batch_id' in of
      ? await selectUnreleasable.all(tx, { batch_id: of.batch_id, actor, now: tx.now })
      : await selectNotReleasable.all(tx, {
          withdrawal_ids: of.withdrawal_ids,
          refund_ids: of.refund_ids,
          actor,
          now: tx.now,
        })
  const why = found[0]?.why
  if (why === undefined) return
  const references = found.filter((each) => each.why === why).map(({ reference }) => reference)
  throw refuse(CODES[why], { references: references.slice(0, 20) })
}
