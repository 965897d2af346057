// What a bought level has given: extra bonus and discount, counted against what can be had back of its fee after day 14.
// It must never count more than the member really got beyond what they would have had without the purchase.
import type { Tx } from '../database/database.ts'
import { selectOpenPurchasesLocked, updateGiven } from './levels.store.ts'
import { bonusOn } from './rates.ts'
import { freeLevels } from './standing.ts'

export interface Gift {
  readonly member_id: string
  readonly reward_minor: bigint
  readonly quality_bp: number
  /** The bonus that was awarded, by whatever terms the offer had. */
  readonly bonus_minor: bigint
}

/**
 * Counts, for members whose level is a bought one, the bonus of claimed orders beyond what the level they would have
 * without the purchase gives. For everybody else it does nothing. To be called before the awards are posted:
 * purchases are locked before the ledger's accounts.
 */
export async function addGiven(tx: Tx, claims: readonly Gift[]): Promise<void> {
  const purchases = await selectOpenPurchasesLocked.all(tx, [
    ...new Set(claims.map((claim) => claim.member_id)),
  ])
  if (purchases.length === 0) return
  const free = await freeLevels(
    tx,
    purchases.map((purchase) => purchase.member_id),
  )
  const extra_minor = purchases.map((purchase) => {
    const level = free.get(purchase.member_id)!
    return claims
      .filter((claim) => claim.member_id === purchase.member_id)
      .map((claim) => claim.bonus_minor - bonusOn(claim.reward_minor, level, claim.quality_bp))
      .reduce((sum, extra) => (extra > 0n ? sum + extra : sum), 0n)
  })
  await raiseGiven(
    tx,
    purchases.map((purchase) => purchase.id),
    extra_minor,
  )
}

/** Counts a discount that a purchase has brought, if the purchase is still open. */
export async function addDiscountGiven(tx: Tx, purchase_id: string, discount_minor: bigint): Promise<void> {
  await raiseGiven(tx, [purchase_id], [discount_minor])
}

async function raiseGiven(tx: Tx, purchase_ids: string[], amounts_minor: bigint[]): Promise<void> {
  if (amounts_minor.every((amount) => amount === 0n)) return
  await updateGiven.all(tx, purchase_ids, amounts_minor)
}
