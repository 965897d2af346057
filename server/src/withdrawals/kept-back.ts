// What is kept back of a member's money: payouts that were returned and that the bank has booked after all, and what is in
// dispute at a card's issuer. Everything above it can be withdrawn (promise 5; status-reports.test.ts, card-returns.test.ts).
import { formatMoney } from '@fairturn/contract/minor-units'
import { disputedOf } from '../deposits/deposits.ts'
import { availableOf } from '../ledger/ledger.ts'
import type { Queryable, Tx } from '../platform/database/database.ts'
import { refuse } from '../platform/http/refusal.ts'
import { selectKeptBack, selectPending } from './withdrawals.store.ts'

const atLeastZero = (minor: bigint): bigint => (minor > 0n ? minor : 0n)

/**
 * What is available, but for what is kept back (promise 5): see keptBackOf(). Withdrawals that wait for approval keep back as
 * much as they hold (refuseLeavingKeptBack()).
 */
export async function withdrawableOf(on: Queryable, member_id: string, now: Date): Promise<bigint> {
  const [available_minor, { returned_minor, disputed_minor }, { waiting_minor }] = await Promise.all([
    availableOf(on, member_id),
    keptBackOf(on, member_id, now),
    selectPending.one(on, { member_id, withdrawal_ids: [] }),
  ])
  const kept_minor = atLeastZero(returned_minor + disputed_minor - waiting_minor)
  return available_minor > kept_minor ? available_minor - kept_minor : 0n
}

/**
 * What is kept back of a member's money, in minor units: payouts that were returned and that the bank has booked after all,
 * and what is in dispute at a card's issuer.
 */
export async function keptBackOf(on: Queryable, member_id: string, now: Date) {
  const [{ kept_minor: returned_minor }, disputed_minor] = await Promise.all([
    selectKeptBack.one(on, { member_id }),
    disputedOf(on, member_id, now),
  ])
  return { returned_minor, disputed_minor }
}

/**
 * Refuses `amount_was_paid_out_twice` or `amount_is_in_dispute` if this much is available, but not without what is kept back:
 * for withdrawals, and for what would let it out of reach.
 */
export async function refuseKeptBack(tx: Tx, member_id: string, amount_minor: bigint): Promise<void> {
  const { returned_minor, disputed_minor } = await keptBackOf(tx, member_id, tx.now)
  if (returned_minor === 0n && disputed_minor === 0n) return
  const available_minor = await availableOf(tx, member_id)
  const { waiting_minor } = await selectPending.one(tx, { member_id, withdrawal_ids: [] })
  const kept_minor = atLeastZero(returned_minor + disputed_minor - waiting_minor)
  if (amount_minor > available_minor || amount_minor <= available_minor - kept_minor) return
  if (returned_minor > 0n)
    throw refuse('amount_was_paid_out_twice', { kept_back: formatMoney(returned_minor + disputed_minor) })
  throw refuse('amount_is_in_dispute', { kept_back: formatMoney(disputed_minor) })
}

/**
 * Refuses `amount_was_paid_out_twice` or `amount_is_in_dispute` if these withdrawals of a member to an account, with those that
 * are approved, would leave less than what is kept back: a dispute may open after they were requested.
 */
export async function refuseLeavingKeptBack(
  tx: Tx,
  { member_id, withdrawal_ids }: { member_id: string; withdrawal_ids: readonly string[] },
): Promise<void> {
  const { returned_minor, disputed_minor } = await keptBackOf(tx, member_id, tx.now)
  const kept_minor = returned_minor + disputed_minor
  if (kept_minor === 0n) return
  const { pending_minor, leaving_minor } = await selectPending.one(tx, { member_id, withdrawal_ids })
  const available_minor = await availableOf(tx, member_id)
  if (available_minor + pending_minor - leaving_minor >= kept_minor) return
  const code = disputed_minor > 0n ? 'amount_is_in_dispute' : 'amount_was_paid_out_twice'
  throw refuse(code, { kept_back: formatMoney(kept_minor) })
}
