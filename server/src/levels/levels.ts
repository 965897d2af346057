import { newId } from '@fairturn/contract/ids'
import type { Locale } from '@fairturn/contract/locales'
import { formatMoney } from '@fairturn/contract/minor-units'
// Levels: buying one, giving it back (decision 006), and earning it for free, since whatever can be bought can also be
// earned (promise 1). A level never costs a member money (promise 6; levels.test.ts). Lock order: member, campaign,
// purchase, and the ledger's accounts last.
import { settingsOf } from '../content/content.ts'
import { LedgerRefusal, moneyOf, type NewEntry, openAccounts, refuseWhileFrozen } from '../ledger/ledger.ts'
import { getMemberLocked, getActiveMemberLocked, type MemberRow, setLevel } from '../members/members.ts'
import { announce, notify } from '../notices/notices.ts'
import { type Queryable, together, type Tx } from '../platform/database/database.ts'
import { refuse } from '../platform/http/refusal.ts'
import { refuseKeptBack } from '../withdrawals/withdrawals.ts'
import { levelOnWire } from './levels.dto.ts'
import * as store from './levels.store.ts'
import type { LevelRow, PurchaseRow } from './levels.store.ts'
import {
  buyingEntry,
  close,
  fullRefundUntil,
  notifyFeeReturned,
  postLevelEntries,
  refundableOf,
  restoringEntry,
} from './purchases.ts'

export type { LevelsHooks } from './levels.hooks.ts'
export {
  type BoughtBonus,
  type BoughtDiscount,
  releaseBonus,
  reserveBonus,
  reserveDiscount,
  settleBonuses,
  settleDiscount,
} from './benefits.ts'
export { recordLevelRefunds, reduceLevel } from './purchases.ts'
export { checkLevelFees } from './levels.check.ts'
export { levelHistory, refundableFee } from './history.ts'
export { levelHandlers, recogniseFees, recogniseLevelFees } from './levels.jobs.ts'
export {
  buyerOf,
  findOpenPurchase,
  freeLevels,
  getLevel,
  levelNamesOf,
  type LevelRow,
  levelsOf,
} from './levels.store.ts'
export { type BonusRange, bonusOn, bonusRate, maxBonus, promisesOf } from './rates.ts'
export { enforceMinServiceFee, levelsProposal, minServiceFee } from './table.ts'

interface Upgrade {
  readonly member_id: string
  readonly level_id: string
  /** What the member was shown, and in which language; undefined: unknown. */
  readonly seen?: { readonly fee_minor: bigint; readonly locale: Locale } | undefined
}

/**
 * Upgrades a member to a higher level for its full joining fee; the refundable part of an earlier purchase is returned in
 * the same transaction. Refuses `level_is_unknown`, `insufficient_balance_to_upgrade`,
 * `you_cannot_upgrade_to_a_level_lower_than_your_current_level` (also for the current level),
 * `the_level_has_changed`, with the current level, if the fee differs from the one shown, `amount_was_paid_out_twice`,
 * `amount_is_in_dispute`, and `level_can_be_bought_again_later`, with the day, for 90 days after it or a lower one was given back in full although used.
 */
export async function upgradeLevel(tx: Tx, { member_id, level_id, seen }: Upgrade): Promise<PurchaseRow> {
  const member = await getActiveMemberLocked(tx, member_id)
  const [level, current] = await together(store.findLevel(tx, level_id), store.getLevel(tx, member.level_id))
  if (level.rank <= current.rank) throw refuse('you_cannot_upgrade_to_a_level_lower_than_your_current_level')
  if (seen !== undefined && seen.fee_minor !== level.joining_fee_minor)
    throw refuse('the_level_has_changed', { level: levelOnWire(level, seen.locale) })

  const [, , , replaced, free] = await together(
    refuseHarvesting(tx, { member_id, level }),
    refuseWhileFrozen(tx, moneyOf(member_id)),
    refuseKeptBack(tx, member_id, level.joining_fee_minor),
    store.selectOpenPurchaseLocked.maybe(tx, { member_id }),
    store.freeLevel(tx, member_id),
  )
  const id = newId(tx.now)
  const closing = replaced && (await close(tx, replaced, 'replaced', id))
  const [purchase] = await together(
    store.insertPurchase.one(tx, {
      id,
      member_id,
      level_id,
      from_level_id: free.id,
      fee_minor: level.joining_fee_minor,
      bought_at: tx.now,
    }),
    openAccounts(tx, [{ kind: 'level_fee', holder_id: id }]),
    setLevel(tx, member_id, level_id),
  )
  // The fee first: it must be covered by the balance available before any refund.
  const buying = buyingEntry(tx, purchase)
  await postUpgrade(tx, [...(buying ? [buying] : []), ...(closing?.entries ?? [])])

  if (closing) await notifyFeeReturned(tx, member_id, current, closing)
  const refundableUntil = fullRefundUntil(purchase).toISOString()
  const params = { level: level.name, fee: formatMoney(purchase.fee_minor), until: refundableUntil }
  await together(
    notify(tx, member_id, 'level_bought', params, '/'),
    announce(tx, { to: member_id, kind: 'balance', data: {} }),
  )
  return purchase
}

// Longer than the benefits of one purchase are worth waiting for: discounts cannot be harvested by buying, using and giving
// back the same level, or levels in turn.
const BOUGHT_AGAIN_MS = 90 * 86_400_000

/** When a member can buy this level, if not now. */
export async function canBeBoughtFrom(
  on: Queryable,
  { member_id, level, now }: { member_id: string; level: Pick<LevelRow, 'rank'>; now: Date },
): Promise<Date | undefined> {
  const since = new Date(now.getTime() - BOUGHT_AGAIN_MS)
  const harvested = await store.selectHarvested.maybe(on, { member_id, rank: level.rank, since })
  return harvested && new Date(harvested.closed_at!.getTime() + BOUGHT_AGAIN_MS)
}

async function refuseHarvesting(
  tx: Tx,
  { member_id, level }: { member_id: string; level: LevelRow },
): Promise<void> {
  const until = await canBeBoughtFrom(tx, { member_id, level, now: tx.now })
  if (until !== undefined) throw refuse('level_can_be_bought_again_later', { until: until.toISOString() })
}

/**
 * The purchase that giving this one back restores: the one it replaced, unless the member has earned that level meanwhile,
 * or less is refunded than that one costs again.
 */
export async function restorable(
  on: Queryable,
  purchase: PurchaseRow,
  now: Date,
): Promise<PurchaseRow | undefined> {
  const replaced = await store.replacedBy(on, purchase)
  if (replaced === undefined || replaced.refunded_minor! > refundableOf(purchase, now)) return undefined
  const [level, free] = await Promise.all([
    store.getLevel(on, replaced.level_id),
    store.freeLevel(on, purchase.member_id),
  ])
  return level.rank > free.rank ? replaced : undefined
}

async function postUpgrade(tx: Tx, entries: NewEntry[]): Promise<void> {
  try {
    await postLevelEntries(tx, entries)
  } catch (error) {
    if (error instanceof LedgerRefusal && error.reason === 'insufficient_funds') {
      throw refuse('insufficient_balance_to_upgrade')
    }
    throw error
  }
}

/**
 * Ends the purchase of a member's current level: the refund is credited, and the member gets the level they have without
 * it; the purchase it had replaced is restored. Returns the closed purchase; idempotent. Refuses `there_is_no_level_to_give_back`.
 */
export async function giveLevelBack(
  tx: Tx,
  { member_id, purchase_id }: { member_id: string; purchase_id: string },
): Promise<PurchaseRow> {
  await getMemberLocked(tx, member_id)
  const named = await store.selectPurchase.maybe(tx, { purchase_id, member_id })
  if (named?.status === 'refunded') return named
  const purchase = await store.selectOpenPurchaseLocked.maybe(tx, { member_id })
  if (named === undefined || purchase?.id !== named.id) throw refuse('there_is_no_level_to_give_back')

  const restored = await restorable(tx, purchase, tx.now)
  const { refunded_minor, entries } = await close(tx, purchase, 'refunded')
  const restored_minor = restored?.refunded_minor ?? 0n
  if (restored) {
    await store.reopenPurchase.one(tx, { id: restored.id })
    await store.updateRestored.one(tx, { id: purchase.id, restored_minor })
  }
  await setLevel(tx, member_id, restored?.level_id ?? (await store.freeLevel(tx, member_id)).id)
  await postLevelEntries(tx, [...entries, ...(restored ? restoringEntry(tx, restored, purchase.id) : [])])
  await notifyRefunded(tx, { member_id, purchase, refunded_minor })
  await announce(tx, { to: member_id, kind: 'balance', data: {} })
  return { ...purchase, status: 'refunded', refunded_minor, closed_at: tx.now, restored_minor }
}

interface Refunded {
  member_id: string
  purchase: PurchaseRow
  refunded_minor: bigint
}

/** Says too from when the level can be bought again, if not now. */
async function notifyRefunded(tx: Tx, { member_id, purchase, refunded_minor }: Refunded): Promise<void> {
  const level = await store.getLevel(tx, purchase.level_id)
  const until = await canBeBoughtFrom(tx, { member_id, level, now: tx.now })
  const params = {
    level: level.name,
    at: tx.now.toISOString(),
    refunded: formatMoney(refunded_minor),
    reference: referenceOf(purchase),
  }
  if (until === undefined) await notify(tx, member_id, 'level_refunded', params, '/')
  else {
    const later = { ...params, until: until.toISOString() }
    await notify(tx, member_id, 'level_refunded_after_use', later, '/')
  }
}

/** Reference that a member can quote when asking about a purchase. */
export const referenceOf = (purchase: Pick<PurchaseRow, 'id'>): string =>
  `L-${purchase.id.slice(-12).toUpperCase()}`

/** Where as many placers have had an order taken, one of them counts for a tenth of a level. */
const MAX_PLACERS = 10

export interface LevelCount {
  /** How many orders count for each level, by its id. */
  readonly level_orders: Readonly<Record<string, number>>
  /** Levels that the order does not count towards, because orders of its placer already fill their share; null: none. */
  readonly over_share: string[] | null
}

/**
 * For which levels a verified order counts, each with 1 (spec §3): not below the least award that counts, and orders of one placer for at most a tenth of those
 * needed or, with fewer than ten placers, an equal share. Locks the member. `countPlacers` is asked only where the answer matters: how many placers, at most ten, had
 * an order taken in the last 90 days.
 */
export async function countForLevels(
  tx: Tx,
  order: { member_id: string; placer_id: string; award_minor: bigint },
  countPlacers: (most: number) => Promise<number>,
): Promise<LevelCount> {
  const { member_id, placer_id, award_minor } = order
  if (award_minor < (await settingsOf(tx)).least_counted_award_minor)
    return { level_orders: {}, over_share: null }
  await getMemberLocked(tx, member_id)
  const { found } = await store.hasCountedShare.one(tx, { member_id, placer_id, placers: MAX_PLACERS })
  const placers = found ? Math.max(1, await countPlacers(MAX_PLACERS)) : MAX_PLACERS
  const levels = await store.countOrder.all(tx, { member_id, placer_id, placers })
  const counted = levels.filter((level) => level.counted)
  const over_share = levels.filter((level) => !level.counted).map(({ level_id }) => level_id)
  return {
    level_orders: Object.fromEntries(counted.map(({ level_id }) => [level_id, 1])),
    over_share: over_share.length === 0 ? null : over_share,
  }
}

type TrackRecord = Pick<MemberRow, 'level_orders' | 'verified_visits' | 'counted_visits'>

/** Whether a record earns a level: enough verified orders, and a sufficient share of verified visits. */
function isEarned(
  level: Pick<LevelRow, 'id' | 'orders_to_earn' | 'earn_quality_bp'>,
  track: TrackRecord,
): boolean {
  if (level.orders_to_earn === null || (track.level_orders[level.id] ?? 0) < level.orders_to_earn)
    return false
  return track.verified_visits * 10_000n >= track.counted_visits * BigInt(level.earn_quality_bp)
}

/**
 * Called when a member's order has settled: grants permanently every level that their record has reached. If they had
 * bought this level or a lower one, the refundable fee is returned. Returns the highest newly earned level, if any.
 */
export async function earnLevels(tx: Tx, member_id: string): Promise<LevelRow | undefined> {
  const member = await getMemberLocked(tx, member_id)
  const earned: LevelRow[] = []
  for (const level of await store.levelsOf(tx)) {
    if (!isEarned(level, member)) continue
    if (
      (await store.insertEarned.maybe(tx, { member_id, level_id: level.id, earned_at: tx.now })) !== undefined
    )
      earned.push(level)
  }
  const highest = earned.at(-1)
  if (highest === undefined) return undefined
  await outgrowPurchase(tx, member_id, highest)
  const current = await store.getLevel(tx, member.level_id)
  if (highest.rank > current.rank) await setLevel(tx, member_id, highest.id)
  await notify(tx, member_id, 'level_earned', { level: highest.name }, '/')
  return highest
}

async function outgrowPurchase(tx: Tx, member_id: string, earned: LevelRow): Promise<void> {
  const purchase = await store.selectOpenPurchaseLocked.maybe(tx, { member_id })
  if (purchase === undefined) return
  const bought = await store.getLevel(tx, purchase.level_id)
  if (bought.rank > earned.rank) return
  const closing = await close(tx, purchase, 'earned')
  await postLevelEntries(tx, closing.entries)
  await notifyFeeReturned(tx, member_id, bought, closing)
  await announce(tx, { to: member_id, kind: 'balance', data: {} })
}
