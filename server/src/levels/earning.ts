// Levels by record, free of charge: whatever a fee buys can also be earned (promise 1).
import type { Tx } from '../database/database.ts'
import { postOrRefuse } from '../ledger/ledger.ts'
import { getMemberLocked, type MemberRow, setLevel } from '../members/members.ts'
import { announce, notify } from '../notices/notices.ts'
import { insertEarned, type LevelRow, selectOpenPurchaseLocked } from './levels.store.ts'
import { close, notifyFeeReturned } from './purchases.ts'
import { getLevel, levelsOf } from './membership.ts'

type TrackRecord = Pick<MemberRow, 'verified_orders' | 'verified_visits' | 'counted_visits'>

/** Whether a record gives a level: so many verified orders, and enough of all their visits verified. */
function isEarned(level: Pick<LevelRow, 'orders_to_earn' | 'earn_quality_bp'>, track: TrackRecord): boolean {
  if (level.orders_to_earn === null || track.verified_orders < level.orders_to_earn) return false
  return track.verified_visits * 10_000n >= track.counted_visits * BigInt(level.earn_quality_bp)
}

/**
 * Gives a member every level their record has reached; called when an order has settled. An earned level
 * stays. Whoever had bought this level or a lower one gets the refundable fee back, for they would now have
 * it free. Returns the highest level newly earned, if any.
 */
export async function earnLevels(tx: Tx, member_id: string): Promise<LevelRow | undefined> {
  const member = await getMemberLocked(tx, member_id)
  const earned: LevelRow[] = []
  for (const level of await levelsOf(tx)) {
    if (!isEarned(level, member)) continue
    if ((await insertEarned.maybe(tx, member_id, level.id, tx.now)) !== undefined) earned.push(level)
  }
  const highest = earned.at(-1)
  if (highest === undefined) return undefined
  await outgrowPurchase(tx, member_id, highest)
  const current = await getLevel(tx, member.level_id)
  if (highest.rank > current.rank) await setLevel(tx, member_id, highest.id)
  await notify(tx, member_id, 'level_earned', { level: highest.name }, '/')
  return highest
}

async function outgrowPurchase(tx: Tx, member_id: string, earned: LevelRow): Promise<void> {
  const purchase = await selectOpenPurchaseLocked.maybe(tx, member_id)
  if (purchase === undefined) return
  const bought = await getLevel(tx, purchase.level_id)
  if (bought.rank > earned.rank) return
  const { refunded_minor, entries } = await close(tx, purchase, 'earned')
  await postOrRefuse(tx, entries)
  await notifyFeeReturned(tx, { member_id, level: bought.name, refunded_minor })
  await announce(tx, { to: member_id, kind: 'balance', data: {} })
}
