import { entryId, type NewEntry } from '../ledger/ledger.ts'
import { announce } from '../notices/notices.ts'
// Benefits of a bought level: the bonus of orders taken at it, and its discount on campaigns. So much of its fee is reserved
// from the taking of an order, or the payment of a campaign, until that ends; then what was delivered counts as a benefit
// used, whether or not the level was given back meanwhile (bought-bonus.test.ts, discounts.test.ts).
import type { Queryable, Tx } from '../platform/database/database.ts'
import { toColumn, toColumns } from '../platform/database/statement.ts'
import { refuse } from '../platform/http/refusal.ts'
import * as store from './levels.store.ts'
import type { LevelRow, PurchaseRow } from './levels.store.ts'
import {
  earnedOf,
  notifyFeeReturned,
  postLevelEntries,
  recognitionEntry,
  refundableLater,
  refundEntries,
} from './purchases.ts'
import { bonusOn, type BonusRange } from './rates.ts'

/** A discount above the free level's, and the purchase behind it; null: none. */
export interface BoughtDiscount {
  readonly level_purchase_id: string | null
  readonly extra_discount_minor: bigint
}

/** For a campaign or top-up paid now. Refuses `the_quote_has_changed` if the purchase has ended since the quote. */
export async function reserveDiscount(tx: Tx, bought: BoughtDiscount): Promise<void> {
  const { level_purchase_id, extra_discount_minor } = bought
  if (level_purchase_id === null || extra_discount_minor === 0n) return
  if ((await store.reserveDiscount.maybe(tx, { level_purchase_id, extra_discount_minor })) === undefined)
    throw refuse('the_quote_has_changed')
}

interface SettledDiscount {
  readonly level_purchase_id: string
  readonly reserved_minor: bigint
  /** The part for what was delivered. */
  readonly given_minor: bigint
}

/** For a campaign that closes. */
export async function settleDiscount(tx: Tx, settled: SettledDiscount): Promise<void> {
  const { level_purchase_id, reserved_minor: open_discount_minor, given_minor } = settled
  const purchase = await store.selectPurchaseLocked.one(tx, { id: level_purchase_id })
  const entries = await settle(tx, purchase, { open_discount_minor, open_bonus_minor: 0n, given_minor })
  await postLevelEntries(tx, entries)
}

/** The most bonus of an order above the free level's, and the purchase behind it; null: none. */
export interface BoughtBonus {
  readonly level_purchase_id: string | null
  readonly extra_bonus_minor: bigint
}

const NOTHING_BOUGHT: BoughtBonus = { level_purchase_id: null, extra_bonus_minor: 0n }

/**
 * For an order taken now by a locked member at this level: reserves the most bonus that it may give beyond the level
 * without the purchase, for the whole reward.
 */
export async function reserveBonus(
  tx: Tx,
  {
    member_id,
    level,
    reward_minor,
    range,
  }: {
    readonly member_id: string
    readonly level: Pick<LevelRow, 'rank'>
    readonly reward_minor: bigint
    readonly range: BonusRange
  },
): Promise<BoughtBonus> {
  if (level.rank === 1) return NOTHING_BOUGHT
  const purchase = await store.selectOpenPurchaseLocked.maybe(tx, { member_id })
  if (purchase === undefined) return NOTHING_BOUGHT
  const free = await store.freeLevel(tx, member_id)
  // Both ends: in between the difference is linear.
  const extra_bonus_minor = [0, 10_000]
    .map((quality_bp) =>
      extraOf({ reward_minor, quality_bp, bonus_minor: bonusOn(reward_minor, range, quality_bp) }, [free]),
    )
    .reduce((one, other) => (other > one ? other : one))
  if (extra_bonus_minor === 0n) return NOTHING_BOUGHT
  await store.reserveBonus.all(tx, { id: purchase.id, extra_bonus_minor })
  return { level_purchase_id: purchase.id, extra_bonus_minor }
}

/** For an order that ends without an award. */
export async function releaseBonus(tx: Tx, order: BoughtBonus): Promise<void> {
  const { level_purchase_id, extra_bonus_minor: open_bonus_minor } = order
  if (level_purchase_id === null) return
  const purchase = await store.selectPurchaseLocked.one(tx, { id: level_purchase_id })
  const entries = await settle(tx, purchase, { open_bonus_minor, open_discount_minor: 0n, given_minor: 0n })
  await postLevelEntries(tx, entries)
}

/** The bonus awarded, under whichever terms the offer had. */
interface Bonus {
  readonly reward_minor: bigint
  readonly quality_bp: number
  readonly bonus_minor: bigint
}

/**
 * For orders claimed now: counts their bonus beyond what the level without the purchase gives, or has given since, up to
 * what was reserved. Returns the entries of purchases that have ended, to post with the awards (lock order: purchases
 * before the ledger's accounts).
 */
export async function settleBonuses(tx: Tx, claimed: readonly (BoughtBonus & Bonus)[]): Promise<NewEntry[]> {
  const orders = claimed.filter(({ level_purchase_id }) => level_purchase_id !== null)
  if (orders.length === 0) return []
  const purchases = await store.selectPurchasesLocked.all(tx, { ids: toColumn(orders, 'level_purchase_id') })
  const free = await store.freeLevels(tx, toColumn(purchases, 'member_id'))
  const ranges = await rangesOf(tx, purchases, [...free.values()])
  const released = purchases.map((purchase) => {
    const level_id = free.get(purchase.member_id)!.id
    const alternatives = ranges.filter((range) => range.level_id === level_id)
    const sum = { purchase, open_bonus_minor: 0n, open_discount_minor: 0n, given_minor: 0n }
    for (const order of orders.filter(({ level_purchase_id }) => level_purchase_id === purchase.id)) {
      const extra_minor = extraOf(order, alternatives)
      sum.open_bonus_minor += order.extra_bonus_minor
      sum.given_minor += extra_minor < order.extra_bonus_minor ? extra_minor : order.extra_bonus_minor
    }
    return sum
  })
  const open = released.filter(({ purchase }) => purchase.status === 'open')
  const ids = open.map(({ purchase }) => purchase.id)
  await store.countBonuses.all(tx, { ids, ...toColumns(open, 'open_bonus_minor', 'given_minor') })
  const entries: NewEntry[] = []
  for (const { purchase, ...sum } of released.filter(({ purchase }) => purchase.status !== 'open'))
    entries.push(...(await settle(tx, purchase, sum)))
  return entries
}

/** Bonus ranges of their levels without the purchases, now and since the first of these: an order keeps its terms. */
async function rangesOf(on: Queryable, purchases: readonly PurchaseRow[], free: readonly LevelRow[]) {
  const since = new Date(Math.min(...purchases.map(({ bought_at }) => bought_at.getTime())))
  const now = free.map((level) => ({ ...level, level_id: level.id }))
  const ids = [...new Set(free.map(({ id }) => id))]
  return [...now, ...(await store.selectRangesSince.all(on, { since, uuids: ids }))]
}

/** The bonus beyond the best one they would have had anyway; never negative. */
function extraOf(
  { reward_minor, bonus_minor, quality_bp }: Bonus,
  alternatives: readonly BonusRange[],
): bigint {
  const extras = alternatives.map((range) => bonus_minor - bonusOn(reward_minor, range, quality_bp))
  const least = extras.reduce((one, other) => (other < one ? other : one))
  return least > 0n ? least : 0n
}

type Released = Pick<PurchaseRow, 'open_discount_minor' | 'open_bonus_minor' | 'given_minor'>

/**
 * Releases a reserve of a locked purchase, and counts the part given. If the purchase has ended, the rest of the reserve
 * goes to its member and that part to the platform, as if this had happened first; returns the entries for it.
 */
async function settle(tx: Tx, before: PurchaseRow, released: Released): Promise<NewEntry[]> {
  const after = shared({
    ...before,
    given_minor: before.given_minor + released.given_minor,
    open_discount_minor: before.open_discount_minor - released.open_discount_minor,
    open_bonus_minor: before.open_bonus_minor - released.open_bonus_minor,
  })
  const { id, given_minor, open_discount_minor, open_bonus_minor, refunded_minor, recognised_minor } = after
  await store.updateBenefits.one(tx, {
    id,
    given_minor,
    open_discount_minor,
    open_bonus_minor,
    refunded_minor,
    recognised_minor,
  })
  if (before.refunded_minor === null) return []
  const returned_minor = refunded_minor! - before.refunded_minor
  const level = await store.getLevel(tx, before.level_id)
  await notifyFeeReturned(tx, before.member_id, level, { refunded_minor: returned_minor })
  if (returned_minor > 0n) await announce(tx, { to: before.member_id, kind: 'balance', data: {} })
  const turn = `${before.closed_at!.toISOString()} ${refunded_minor}`
  return [
    ...refundEntries(tx, before, entryId('level_refunded', id, turn), returned_minor),
    ...(recognised_minor > before.recognised_minor
      ? [await recognitionEntry(tx, before, recognised_minor)]
      : []),
  ]
}

/** Shares of member and platform in a fee whose purchase has ended, if part of it was still reserved. */
function shared(purchase: PurchaseRow): PurchaseRow {
  const { fee_minor, recognised_minor, refunded_minor } = purchase
  if (refunded_minor === null || refunded_minor + recognised_minor === fee_minor) return purchase
  return {
    ...purchase,
    refunded_minor: refundableLater(purchase),
    recognised_minor: earnedOf(purchase),
  }
}
