// From distributing to settled: visit counts become the order's progress, and it settles once, at the target or the
// deadline. Earnings never decrease (orders.test.ts).
import { formatMoney } from '@fairturn/contract/minor-units'
import { z } from 'zod'
import { releaseSlices } from '../campaigns/campaigns.ts'
import { countForLevels, earnLevels, type LevelCount, releaseBonus } from '../levels/levels.ts'
import { addToRecord } from '../members/members.ts'
import { announce } from '../notices/notices.ts'
import type { Database, Tx } from '../platform/database/database.ts'
import { settleEach } from '../platform/queue/batches.ts'
import { defineJob } from '../platform/queue/queue.ts'
import { countObjectionableVisits, endLink, isConfirming, orderCounts } from '../tracking/tracking.ts'
import { notifyCarrier } from './brands.ts'
import * as store from './orders.store.ts'
import type { OrderRow } from './orders.store.ts'
import { addUnseenAward, endReviewByTime, openReview, reasonsToReview } from './reviews.ts'
import { awardOf } from './reward.ts'

/** Grace period in which visits of the last moment are judged before a deadline takes effect. */
const JUDGING_MS = 5_000
/** Time limit for objecting after an order's end, and timeout of the decision (spec §6). */
export const OBJECTION_MS = 72 * 3_600_000
const SETTLED_AT_ONCE = 200

export const settleOrders = defineJob({ name: 'settle_orders', payload: z.object({}) })

/** Updates an order's visit counts, and settles it if its target is reached. */
export async function countVisits(tx: Tx, order_id: string): Promise<void> {
  const order = await store.lockOrderForJob.maybe(tx, { id: order_id })
  if (order === undefined || order.status !== 'distributing' || order.review_until !== null) return
  const counted = await readCounts(tx, order)
  if (counted.verified >= counted.target) return await settleDelivered(tx, counted)
  // Past its deadline it waits only for outstanding confirmations.
  if (counted.unconfirmed_until !== null && !(await isConfirming(tx, order_id)))
    return await settleEnded(tx, counted)
  await announceOrder(tx, counted)
}

/** Settles every due order; returns how many. */
export const settleDueOrders = (database: Database): Promise<number> =>
  settleEach(database, {
    size: SETTLED_AT_ONCE,
    find: (failed) => {
      const now = database.clock.now()
      const settled_before = new Date(now.getTime() - JUDGING_MS)
      return store.findDue.all(database, { settled_before, now, failed, limit: SETTLED_AT_ONCE })
    },
    settle: (tx, [order_id]) => settleIfDue(tx, order_id!),
  })

async function settleIfDue(tx: Tx, order_id: string): Promise<void> {
  const order = await store.lockOrderForJob.one(tx, { id: order_id })
  if (order.status === 'pending' && order.deadline <= tx.now) return await settleEmpty(tx, order)
  if (order.status !== 'distributing') return
  if (order.review_until !== null) {
    if (order.review_until > tx.now) return
    await endReviewByTime(tx, order_id)
    return await settleSuccess(tx, order, 'unseen')
  }
  if ((order.unconfirmed_until ?? order.deadline) > tx.now) return
  const counted = await readCounts(tx, order)
  if (order.unconfirmed_until === null && (await isConfirming(tx, order_id)))
    return await announceOrder(tx, await store.waitForConfirmation.one(tx, { order_id }))
  await settleEnded(tx, counted)
}

/** Settles an order that can get no more verified visits. */
async function settleEnded(tx: Tx, order: OrderRow): Promise<void> {
  await (order.verified === 0 ? settleEmpty(tx, order) : settleDelivered(tx, order))
}

/** The order with current visit counts. Verified visits only increase, and never exceed the target. */
export async function readCounts(tx: Tx, order: OrderRow): Promise<OrderRow> {
  const counts = await orderCounts(tx, order.id)
  const verified = Math.min(counts.verified, order.target)
  return await store.writeProgress.one(tx, {
    id: order.id,
    verified,
    visits: counts.visits,
    counted: verified + counts.visitors,
  })
}

/** With at least one verified visit: success, or review if there is a reason for it. */
async function settleDelivered(tx: Tx, order: OrderRow): Promise<void> {
  await endLink(tx, order.id)
  const reasons = await reasonsToReview(tx, order)
  if (reasons.length === 0) return await settleSuccess(tx, order, 'unseen')
  const reviewed = await store.putInReview.one(tx, {
    id: order.id,
    review_until: await openReview(tx, order, reasons),
  })
  await notifyCarrier(tx, order, 'order_review', {})
  await announceOrder(tx, reviewed)
}

/** Succeeds with the verified visits; stores its earnings, and whether a person has looked at them. */
export async function settleSuccess(tx: Tx, order: OrderRow, looked: 'seen' | 'unseen'): Promise<void> {
  const { reward_minor, bonus_minor, bonus_bp, quality_bp } = awardOf(order, order)
  const forLevels = await levelOrders(tx, order, reward_minor + bonus_minor)
  const settled = await store.succeed.one(tx, {
    id: order.id,
    settled_at: tx.now,
    reward_minor,
    bonus_minor,
    bonus_bp,
    quality_bp,
    over_share: forLevels.over_share,
  })
  if (looked === 'unseen') await addUnseenAward(tx, order.member_id, reward_minor + bonus_minor)
  await addToRecord(tx, order.member_id, {
    verified_orders: 1,
    verified_visits: order.verified,
    counted_visits: order.counted,
    ...forLevels,
  })
  await earnLevels(tx, order.member_id)
  await notifyCarrier(tx, order, 'order_success', { award: formatMoney(reward_minor + bonus_minor) })
  await announceOrder(tx, settled)
}

const PLACED_MS = 90 * 86_400_000

/** For which levels of its carrier an order with this award counts, and for which not because of its placer's share. */
export async function levelOrders(tx: Tx, order: OrderRow, award_minor: bigint): Promise<LevelCount> {
  const { member_id, campaign_id } = order
  const { placer_id } = await store.selectPlacer.one(tx, { campaign_id })
  const since = new Date(tx.now.getTime() - PLACED_MS)
  const countPlacers = async (most: number) => (await store.countPlacers.one(tx, { since, most })).placers
  return await countForLevels(tx, { member_id, placer_id, award_minor }, countPlacers)
}

/**
 * Expires, by its deadline or because a person refused every visit, of which the carrier is told otherwise. The visits count in
 * the carrier's record; the money is released, or kept until the deadline for objections.
 */
export async function settleEmpty(
  tx: Tx,
  order: OrderRow,
  { by }: { by: 'deadline' | 'review' } = { by: 'deadline' },
): Promise<void> {
  const mayObject = order.started_at !== null && (await countObjectionableVisits(tx, order.id)) > 0
  const kept_until = mayObject ? new Date(tx.now.getTime() + OBJECTION_MS) : null
  const expired = await store.expire.one(tx, { id: order.id, settled_at: tx.now, kept_until })
  if (order.started_at !== null) await endLink(tx, order.id)
  const counted = { verified_orders: 0, verified_visits: 0, counted_visits: order.counted }
  if (order.counted > 0) await addToRecord(tx, order.member_id, counted)
  if (by === 'deadline') await notifyCarrier(tx, order, 'order_expired', {})
  await announceOrder(tx, expired)
  if (kept_until === null) await releaseOrder(tx, order)
}

/** For an order without an award: releases its slice, and what it reserved of the fee of a bought level. */
export async function releaseOrder(tx: Tx, order: OrderRow): Promise<void> {
  await releaseSlices(tx, [order])
  await releaseBonus(tx, order)
}

export async function announceOrder(tx: Tx, order: OrderRow): Promise<void> {
  const { id: order_id, verified, target, status } = order
  await announce(tx, { to: order.member_id, kind: 'order', data: { order_id, verified, target, status } })
}
