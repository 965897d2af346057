// What is kept back of a member's money: payouts that were returned and that the bank has booked after all, and what is in
// dispute at a card's issuer. Everything above it can be withdrawn (promise 5; status-reports.test.ts, card-returns.test.ts).
import { formatMoney } from '@fairturn/contract/money'
import { disputedOf } from '../deposits/deposits.ts'
import { availableOf } from '../ledger/ledger.ts'
import type { Queryable, Tx } from '../platform/database/database.ts'
import { refuse } from '../platform/http/refusal.ts'
import { selectKeptBack } from './withdrawals.store.ts'

/** What is available, but for what is kept back (promise 5): see keptBackOf(). */
export async function withdrawableOf(on: Queryable, member_id: string, now: Date): Promise<bigint> {
  const [available_minor, { returned_minor, disputed_minor }] = await Promise.all([
    availableOf(on, member_id),
    keptBackOf(on, member_id, now),
  ])
  const kept_minor = returned_minor + disputed_minor
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
  if (amount_minor > available_minor || amount_minor <= available_minor - returned_minor - disputed_minor)
    return
  if (returned_minor > 0n)
    throw refuse('amount_was_paid_out_twice', { kept_back: formatMoney(returned_minor + disputed_minor) })
  throw refuse('amount_is_in_dispute', { kept_back: formatMoney(disputed_minor) })
}
