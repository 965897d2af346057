// Orders: offers, turns, the order life cycle, claims, awards and objections. They never cost a member anything (promise
// 1), and nothing is offered or paid that was not reserved before (promise 2, draw.test.ts). Lock order: offer or order,
// member, campaign, level purchase, the ledger's accounts last; drawing and taking lock the member first.
import { newId } from '@fairturn/contract/ids'
import type { Locale } from '@fairturn/contract/locales'
import { z } from 'zod'
import { campaignsOf, drawSlice, releaseSlices } from '../campaigns/campaigns.ts'
import { reserveBonus } from '../levels/levels.ts'
import {
  countryOfPhone,
  getActiveMemberLocked,
  type PhoneCodes,
  requireConfirmedPhone,
} from '../members/members.ts'
import type { Database, Queryable, Tx } from '../platform/database/database.ts'
import { toColumn } from '../platform/database/statement.ts'
import { refuse, orRefuse } from '../platform/http/refusal.ts'
import { settleTogether } from '../platform/queue/batches.ts'
import { defineJob } from '../platform/queue/queue.ts'
import { openLink, RULES_VERSION } from '../tracking/tracking.ts'
import * as store from './orders.store.ts'
import type { OfferRow, OrderRow } from './orders.store.ts'
import { announceOrder, releaseOrder } from './progress.ts'
import { readyForTurn } from './turns.ts'

export { brandsOfOrders } from './brands.ts'
export { recentRewards } from './awards.ts'
export { anyPaidByPerson } from './decisions.ts'
export { claimUnclaimed, openClaims, payUnclaimed } from './claims.ts'
export {
  decideObjection,
  decideReview,
  type ObjectionDecision,
  type ReviewDecision,
  settleDueObjections,
} from './decisions.ts'
export { objectionFigures, objectToVisits } from './objections.ts'
export type { ObjectionFigures } from './objections.store.ts'
export { findOrderForJob, type OrderRow } from './orders.store.ts'
export { checkPromises } from './promises.check.ts'
export { OBJECTION_MS, settleDueOrders, settleOrders } from './progress.ts'
export { dearReviews, weekOfSilence } from './review-alarms.ts'

const EXPIRED_AT_ONCE = 500

export const expireOffers = defineJob({ name: 'expire_offers', payload: z.object({}) })

export interface Draw {
  readonly member_id: string
  /** Default: the member's language. */
  readonly locale?: Locale | undefined
}

/**
 * Draws an offer of another campaign than the open offer's, which is skipped at no cost in turns. Its money is held for
 * `offer_minutes`. Refuses `your_account_has_been_locked`, `an_order_is_waiting_to_be_started`,
 * `you_have_completed_your_order_today`, `no_order_is_available` and, if an offer is open, `no_other_order_is_available`;
 * a refusal changes nothing.
 */
export async function drawOffer(database: Database, draw: Draw): Promise<OfferRow> {
  const seen = await store.findOpenOffers.maybe(database, {
    member_ids: [draw.member_id],
    now: database.clock.now(),
  })
  const drawn =
    (await database.transaction((tx) => drawSliceFor(tx, draw, seen?.id))) ??
    (await drawExpired(database, draw, seen?.id))
  if (drawn === undefined)
    throw refuse(seen === undefined ? 'no_order_is_available' : 'no_other_order_is_available')
  await releaseLeft(database, drawn.left)
  return drawn.offer
}

/**
 * Releases the slices of skipped offers, each in its own transaction: two members who swap campaigns would otherwise
 * deadlock. If it fails, `expireOffers` releases them.
 */
async function releaseLeft(database: Database, left: readonly OfferRow[]): Promise<void> {
  for (const { id } of left)
    await database.transaction(async (tx) => releaseSlices(tx, await store.skipLeftOffer.all(tx, { id })))
}

interface DrawResult {
  readonly offer: OfferRow
  /** The skipped offer, whose slice is still reserved. */
  readonly left: readonly OfferRow[]
}

/** Draws from slices that expired offers still reserve; rolled back if none is found. */
async function drawExpired(
  database: Database,
  draw: Draw,
  seenId: string | undefined,
): Promise<DrawResult | undefined> {
  const rollback = new Error('nothing was drawn')
  try {
    return await database.transaction(async (tx) => {
      const drawn = await drawSliceFor(tx, draw, seenId, expireSome)
      if (drawn === undefined) throw rollback
      return drawn
    })
  } catch (error) {
    if (error === rollback) return undefined
    throw error
  }
}

/**
 * `seen_id`: the open offer to skip. `free` may release slices first; then only their campaigns, whose rows are locked
 * already, are drawn from: locking another one could deadlock.
 */
async function drawSliceFor(
  tx: Tx,
  draw: Draw,
  seenId: string | undefined,
  free?: (tx: Tx) => Promise<OfferRow[]>,
): Promise<DrawResult | undefined> {
  const member = await getActiveMemberLocked(tx, draw.member_id)
  const { level, settings } = await readyForTurn(tx, member)
  // Two concurrent taps: both get the offer that the first one drew.
  const open = await store.lockOpenOffer.maybe(tx, { member_id: member.id })
  const current = open !== undefined && open.expires_at > tx.now ? open : undefined
  if (current !== undefined && current.id !== seenId) return { offer: current, left: [] }

  const freed = free && new Set((await free(tx)).map((offer) => offer.campaign_id))
  const offer_id = newId(tx.now)
  const expires_at = new Date(tx.now.getTime() + settings.offer_minutes * 60_000)
  const slice = await drawSlice(tx, {
    member_id: member.id,
    locale: draw.locale ?? member.locale,
    country: countryOfPhone(member.phone),
    bonus: level,
    hold_id: newId(tx.now),
    refers_to: offer_id,
    expires_at,
    allowed: (campaign_id) =>
      campaign_id !== current?.campaign_id && (freed === undefined || freed.has(campaign_id)),
  })
  if (slice === undefined) return undefined
  const { campaign, hold_id, price_minor, target, bonus_low_bp, bonus_high_bp, highest_award_minor, hours } =
    slice
  const left = await store.leaveOpenOffer.all(tx, { member_id: member.id })
  const offer = await store.insertOffer.one(tx, {
    offer_id,
    member_id: member.id,
    campaign_id: campaign.id,
    hold_id,
    price_minor,
    target,
    bonus_low_bp,
    bonus_high_bp,
    highest_award_minor,
    hours,
    drawn_at: tx.now,
    expires_at,
    rules: RULES_VERSION,
  })
  return { offer, left }
}

/** Overdue offers, and skipped ones to release; at most 500, without those that failed. */
const findToRelease = (on: Queryable, now: Date, failed: readonly string[] = []) =>
  store.findOffersToRelease.all(on, { now, failed, limit: EXPIRED_AT_ONCE })

async function releaseOffers(tx: Tx, ids: readonly string[]): Promise<OfferRow[]> {
  const due = await store.expireOffers.all(tx, { ids, now: tx.now })
  await releaseSlices(tx, due)
  return due
}

const expireSome = async (tx: Tx): Promise<OfferRow[]> =>
  await releaseOffers(tx, toColumn(await findToRelease(tx, tx.now), 'id'))

/** For a security lock: returns the member's open offer, if any. Uses no turn. */
export async function returnOffer(database: Database, member_id: string): Promise<void> {
  await releaseLeft(database, await database.transaction((tx) => store.leaveOpenOffer.all(tx, { member_id })))
}

/** Expires every overdue offer, and releases skipped ones; returns how many. */
export const expireDue = (database: Database): Promise<number> =>
  settleTogether(database, {
    size: EXPIRED_AT_ONCE,
    find: (failed) => findToRelease(database, database.clock.now(), failed),
    settle: releaseOffers,
  })

/**
 * Takes an offer, which uses a turn. Idempotent: taking it again returns the same order. `phone_codes`: what confirms
 * numbers, if anything does. Refuses `offer_is_no_longer_available`, `your_account_has_been_locked`,
 * `an_order_is_waiting_to_be_started`, `you_have_completed_your_order_today` and `phone_is_not_confirmed`.
 */
export async function takeOrder(
  tx: Tx,
  { member_id, offer_id }: { member_id: string; offer_id: string },
  phone_codes?: PhoneCodes,
): Promise<OrderRow> {
  // Locked first, so that of two concurrent taps the second finds the first one's order.
  const member = await getActiveMemberLocked(tx, member_id)
  const before = await store.findOrderOfOffer.maybe(tx, { offer_id, member_id })
  if (before !== undefined) return before
  const { level, today } = await readyForTurn(tx, member)
  const taken = await store.takeOffer.maybe(tx, { offer_id, member_id, now: tx.now })
  const offer = orRefuse(taken, 'offer_is_no_longer_available')
  // Last, so that nobody is sent a code for an order that they cannot take.
  await requireConfirmedPhone(tx, member, phone_codes)
  const reward_minor = offer.price_minor * BigInt(offer.target)
  const bought = await reserveBonus(tx, { member_id, level, reward_minor, range: offer })
  const { level_purchase_id, extra_bonus_minor } = bought
  const id = newId(tx.now)
  return await store.insertOrder.one(tx, {
    id,
    offer_id: offer.id,
    today,
    taken_at: tx.now,
    level_purchase_id,
    extra_bonus_minor,
  })
}

/** Activates the tracked link until the deadline. Idempotent. Refuses `order_is_unknown` and `order_cannot_be_started`. */
export async function startOrder(tx: Tx, own: OwnOrder): Promise<OrderRow> {
  const order = await getOrderLocked(tx, own)
  if (order.status === 'distributing') return order
  if (order.status !== 'pending' || order.deadline <= tx.now) throw refuse('order_cannot_be_started')
  const campaign = (await campaignsOf(tx, [order.campaign_id])).get(order.campaign_id)!
  const { member_id: placer_id, brand, tagline, creative, landing_url } = campaign
  const code = await openLink(tx, {
    order_id: order.id,
    campaign_id: order.campaign_id,
    carrier_id: order.member_id,
    placer_id,
    target: order.target,
    ends_at: order.deadline,
    page: { brand, tagline, creative, landing_url },
    rules: (await store.rulesOfOffer.one(tx, { id: order.offer_id })).rules,
  })
  const distributing = await store.startDistributing.one(tx, { id: order.id, started_at: tx.now, code })
  await announceOrder(tx, distributing)
  return distributing
}

/**
 * Returns an order: its turn is refunded and its hold released. Idempotent. Refuses `order_is_unknown` and
 * `order_cannot_be_returned`.
 */
export async function returnOrder(tx: Tx, own: OwnOrder): Promise<OrderRow> {
  const order = await getOrderLocked(tx, own)
  if (order.status === 'returned') return order
  if (order.status !== 'pending') throw refuse('order_cannot_be_returned')
  const returnedOrder = await store.markReturned.one(tx, { id: order.id, settled_at: tx.now })
  await releaseOrder(tx, order)
  return returnedOrder
}

/** A member's own order. Refuses `order_is_unknown`, also for another member's. */
export const getOrder = async (on: Queryable, { member_id, order_id }: OwnOrder): Promise<OrderRow> =>
  orRefuse(await store.findOrder.maybe(on, { id: order_id, member_id }), 'order_is_unknown')

interface OwnOrder {
  readonly member_id: string
  readonly order_id: string
}

const getOrderLocked = async (tx: Tx, { member_id, order_id }: OwnOrder): Promise<OrderRow> =>
  orRefuse(await store.lockOrder.maybe(tx, { order_id, member_id }), 'order_is_unknown')

/** By id or `product_id`: the open offer first, then the latest order. Refuses `order_is_unknown`. */
export async function getOrderOrOffer(
  on: Queryable,
  { member_id, id, now }: { member_id: string; id: string; now: Date },
): Promise<{ order: OrderRow } | { offer: OfferRow }> {
  const order =
    (await store.findOrder.maybe(on, { id, member_id })) ??
    (await store.findOrderOfOffer.maybe(on, { offer_id: id, member_id }))
  if (order !== undefined) return { order }
  const offer = await store.findOpenOffers.maybe(on, { member_ids: [member_id], now })
  if (offer !== undefined && (offer.id === id || offer.campaign_id === id)) return { offer }
  const latest = await store.findLatestOrderOfCampaign.maybe(on, { campaign_id: id, member_id })
  return { order: orRefuse(latest, 'order_is_unknown') }
}
