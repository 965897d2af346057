// Separation of duties: who brings money in for a member may not approve their withdrawal, and a third person releases the
// payment file. A person is an operator's account, in any session or role (separate-duties.test.ts; decision 033).
import type { Queryable, Tx } from '../platform/database/database.ts'
import { statement } from '../platform/database/statement.ts'
import { refuse } from '../platform/http/refusal.ts'

// What counts as bringing money in, and when dual approval is required, is defined by the functions of migrations 0037 and
// 0085, which the database's own triggers use too.

/** How an operator brought money in for a member; `untraceable`: through too many credits to determine. */
type BroughtInBy = 'imported' | 'confirmed' | 'matched' | 'credited' | 'returned' | 'adjusted' | 'untraceable'
/** Why a withdrawal requires dual approval: card money in it, its amount, or earlier approvals that add up with it. */
export type TakesTwo = 'card' | 'amount' | 'member' | 'payout_account' | 'operator'

/** Serializes approvals until the transaction ends, so that each counts those before it. */
const lockApprovals = statement(`-- withdrawals_lock_approvals
  select pg_advisory_xact_lock(hashtextextended('withdrawals are approved', 0))`)

/** Of the actors $2, those who brought money in for the member $1, or in 30 days for campaigns that paid them, at $3. */
const selectBroughtIn = statement<{ actor: string; how: BroughtInBy }>(`-- withdrawals_brought_in_by
  select b.actor, min(b.how) as how
  from (select actor, how from money_brought_in($1, $3) union all select actor, how from money_brought_in_for_awards($1, $3)) b
  where b.actor = any ($2::text[]) group by b.actor`)

const selectTakesTwo = statement<{ takes_two: TakesTwo | null }>(`-- withdrawals_takes_two
  select withdrawal_takes_two($1, $2, $3) as takes_two`)

interface NotReleasable {
  readonly reference: string
  readonly why: 'approved' | 'brought_in'
}

/** Of the withdrawals $1 and refunds $2, those that $3 may not release at $4. */
const selectNotReleasable = statement<NotReleasable>(`-- withdrawals_not_releasable
  select reference, why from payouts_not_releasable($1::uuid[], $2::uuid[], $3, $4) order by reference`)

/** Of the batch $1, the payments that $2 may not release at $3. */
export const selectUnreleasable = statement<NotReleasable>(`-- withdrawals_unreleasable
  select reference, why from payout_batch_not_releasable($1, $2, $3) order by reference`)

export interface WithdrawalDuty {
  readonly id: string
  readonly takes_two: TakesTwo | null
  /** The earlier step of this operator that bars them from the next one. */
  readonly duty: 'brought_in' | 'approved' | null
}

export const selectDuties = statement<WithdrawalDuty>(`-- withdrawals_withdrawal_duties
  select w.id, case when w.status = 'requested' then withdrawal_takes_two(w.id, $2, $3) end as takes_two,
    case when w.status not in ('requested', 'approved') then null
      when exists (select from money_brought_in(w.member_id, $3) b where b.actor = $2)
        or exists (select from money_brought_in_for_awards(w.member_id, $3) b where b.actor = $2) then 'brought_in'
      when $2 in (w.approved_by, w.proposed_by) then 'approved' end as duty
  from withdrawal w where w.id = any ($1::uuid[])`)

/** Refuses `who_brought_money_in_does_not_send_it_out` if one of the actors brought money in for the member. */
export async function requireBroughtNothingIn(tx: Tx, member_id: string, actors: readonly string[]) {
  const [found] = await selectBroughtIn.all(tx, member_id, actors, tx.now)
  if (found !== undefined) throw refuse('who_brought_money_in_does_not_send_it_out', { how: found.how })
}

/** Why dual approval is required, or null. Serializes approvals until the transaction ends. */
export async function takesTwo(tx: Tx, withdrawal_id: string, actor: string): Promise<TakesTwo | null> {
  await lockApprovals.all(tx)
  return (await selectTakesTwo.one(tx, withdrawal_id, actor, tx.now)).takes_two
}

/** The same to show, without serializing anything. */
export const takesTwoNow = async (on: Queryable, withdrawal_id: string, actor: string, now: Date) =>
  (await selectTakesTwo.one(on, withdrawal_id, actor, now)).takes_two

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
      ? await selectUnreleasable.all(tx, of.batch_id, actor, tx.now)
      : await selectNotReleasable.all(tx, of.withdrawal_ids, of.refund_ids, actor, tx.now)
  const why = found[0]?.why
  if (why === undefined) return
  const references = found.filter((each) => each.why === why).map(({ reference }) => reference)
  throw refuse(CODES[why], { references: references.slice(0, 20) })
}
