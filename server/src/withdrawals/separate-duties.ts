// Separate duties: who brings money in for a member does not approve their withdrawal, and a third person
// releases the payment file. A person is the operator's account, in any session or role
// (separate-duties.test.ts; decision 033).
import type { Tx } from '../database/database.ts'
import { refuse } from '../http/refusal.ts'
import {
  lockApprovals,
  selectBroughtIn,
  selectNotReleasable,
  selectTakesTwo,
  selectUnreleasable,
  type TakesTwo,
} from './separate-duties.store.ts'

/** Refuses `who_brought_money_in_does_not_send_it_out` where one of these brought any in for the member. */
export async function requireBroughtNothingIn(
  tx: Tx,
  member_id: string,
  actors: readonly string[],
): Promise<void> {
  const [found] = await selectBroughtIn.all(tx, member_id, actors, tx.now)
  if (found !== undefined) throw refuse('who_brought_money_in_does_not_send_it_out', { how: found.how })
}

/** Why it takes two to approve, or null; serializes approvals until the transaction ends. */
export async function takesTwo(tx: Tx, withdrawal_id: string, actor: string): Promise<TakesTwo | null> {
  await lockApprovals.all(tx)
  return (await selectTakesTwo.one(tx, withdrawal_id, actor, tx.now)).takes_two
}

const CODES = {
  approved: 'who_approved_a_payment_does_not_release_it',
  brought_in: 'who_brought_money_in_does_not_send_it_out',
} as const

/**
 * Refuses `who_approved_a_payment_does_not_release_it` and `who_brought_money_in_does_not_send_it_out`, each with the
 * references of what this person may not release: of a batch, or of what is to be drawn into one.
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
