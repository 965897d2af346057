// What a bought level has given: extra bonus and discount, counted against the refund of its fee after day
// 14. Never more than the member got beyond what they would have had without the purchase (levels.test.ts).
import type { Tx } from '../database/database.ts'
import {
  type LevelRow,
  type PurchaseRow,
  selectOpenPurchasesLocked,
  selectRangesSince,
  updateGiven,
} from './levels.store.ts'
import { type BonusRange, bonusOn } from './rates.ts'
import { freeLevels } from './membership.ts'

export interface Benefit {
  readonly member_id: string
  readonly reward_minor: bigint
  readonly quality_bp: number
  /** The bonus that was awarded, by whatever terms the offer had. */
  readonly bonus_minor: bigint
}

/**
 * Counts, for members with a bought level, the bonus of claimed orders beyond what their level without the
 * purchase gives, or has given since. No effect for everybody else. Call it before the awards are posted:
 * purchases are locked before the ledger's accounts.
 */
export async function addBenefitsUsed(tx: Tx, claims: readonly Benefit[]): Promise<void> {
  const purchases = await selectOpenPurchasesLocked.all(tx, [
    ...new Set(claims.map((claim) => claim.member_id)),
  ])
  if (purchases.length === 0) return
  const free = await freeLevels(
    tx,
    purchases.map((purchase) => purchase.member_id),
  )
  const ranges = await rangesOf(tx, purchases, [...free.values()])
  const extra_minor = purchases.map((purchase) => {
    const level_id = free.get(purchase.member_id)!.id
    const alternatives = ranges.filter((range) => range.level_id === level_id)
    return claims
      .filter((claim) => claim.member_id === purchase.member_id)
      .map((claim) => extraOf(claim, alternatives))
      .reduce((sum, extra) => sum + extra, 0n)
  })
  await raiseBenefitsUsed(
    tx,
    purchases.map((purchase) => purchase.id),
    extra_minor,
  )
}

/**
 * What their levels without the purchases give, and gave since the first of these: an order may have been
 * offered before the table of levels changed, and its terms count.
 */
async function rangesOf(tx: Tx, purchases: readonly PurchaseRow[], free: readonly LevelRow[]) {
  const since = new Date(Math.min(...purchases.map(({ bought_at }) => bought_at.getTime())))
  const now = free.map((level) => ({ ...level, level_id: level.id }))
  const ids = [...new Set(free.map(({ id }) => id))]
  return [...now, ...(await selectRangesSince.all(tx, since, ids))]
}

/** The bonus beyond the best they would have had anyway; never below zero. */
function extraOf(claim: Benefit, alternatives: readonly BonusRange[]): bigint {
  const extras = alternatives.map(
    (range) => claim.bonus_minor - bonusOn(claim.reward_minor, range, claim.quality_bp),
  )
  const least = extras.reduce((one, other) => (other < one ? other : one))
  return least > 0n ? least : 0n
}

/** Counts a discount that a purchase has brought, if the purchase is still open. */
export async function addDiscountUsed(tx: Tx, purchase_id: string, discount_minor: bigint): Promise<void> {
  await raiseBenefitsUsed(tx, [purchase_id], [discount_minor])
}

async function raiseBenefitsUsed(tx: Tx, purchase_ids: string[], amounts_minor: bigint[]): Promise<void> {
  if (amounts_minor.every((amount) => amount === 0n)) return
  await updateGiven.all(tx, purchase_ids, amounts_minor)
}
