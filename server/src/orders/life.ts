// The steps of an order that its carrier makes: taking, starting, returning. None costs a member anything
// (promise 1). Drawing and taking lock the member first; everything else begins with the order.
import { newId } from '@fairturn/contract/ids'
import { campaignsOf, releaseSlices } from '../campaigns/campaigns.ts'
import type { Queryable, Tx } from '../database/database.ts'
import { refuse } from '../http/refusal.ts'
import { getOwnerLocked } from '../members/members.ts'
import { openLink } from '../tracking/tracking.ts'
import {
  findLatestOrderOfCampaign,
  findOpenOffer,
  findOrder,
  findOrderOfOffer,
  giveBack,
  insertOrder,
  lockOrder,
  type OfferRow,
  type OrderRow,
  startDistributing,
  takeOffer,
} from './orders.store.ts'
import { announceOrder } from './progress.ts'
import { readyForTurn } from './turns.ts'

/**
 * Takes an offer, which uses a turn; its money stays reserved. Taking it again returns the same order.
 * Refuses `offer_is_no_longer_available` (another's offer too), `your_account_has_been_locked`,
 * `an_order_is_waiting_to_be_started` and `you_have_completed_your_order_today`.
 */
export async function takeOrder(tx: Tx, taken: { member_id: string; offer_id: string }): Promise<OrderRow> {
  const { member_id, offer_id } = taken
  // Locked first, so that of two taps at once the second finds the first one's order.
  const member = await getOwnerLocked(tx, member_id)
  const before = await findOrderOfOffer.maybe(tx, offer_id, member_id)
  if (before !== undefined) return before
  const { today } = await readyForTurn(tx, member)
  const offer = await takeOffer.maybe(tx, offer_id, member_id, tx.now)
  if (offer === undefined) throw refuse('offer_is_no_longer_available')
  return await insertOrder.one(tx, newId(tx.now), offer.id, today, tx.now)
}

/**
 * Starts distributing: the tracked link goes live until the deadline. Idempotent. Refuses
 * `order_is_unknown` and `order_cannot_be_started`.
 */
export async function startOrder(
  tx: Tx,
  started: { member_id: string; order_id: string },
): Promise<OrderRow> {
  const order = await getOrderLocked(tx, started)
  if (order.status === 'distributing') return order
  if (order.status !== 'pending' || order.deadline <= tx.now) throw refuse('order_cannot_be_started')
  const campaign = (await campaignsOf(tx, [order.campaign_id])).get(order.campaign_id)!
  const code = await openLink(tx, {
    order_id: order.id,
    campaign_id: order.campaign_id,
    carrier_id: order.member_id,
    placer_id: campaign.member_id,
    target: order.target,
    ends_at: order.deadline,
    page: {
      brand: campaign.brand,
      tagline: campaign.tagline,
      creative: campaign.creative,
      landing_url: campaign.landing_url,
    },
  })
  const distributing = await startDistributing.one(tx, order.id, tx.now, code)
  await announceOrder(tx, distributing)
  return distributing
}

/**
 * Returns an order that was not started: its turn and its money are free again. Idempotent. Refuses
 * `order_is_unknown` and `order_cannot_be_returned`.
 */
export async function returnOrder(
  tx: Tx,
  returned: { member_id: string; order_id: string },
): Promise<OrderRow> {
  const order = await getOrderLocked(tx, returned)
  if (order.status === 'returned') return order
  if (order.status !== 'pending') throw refuse('order_cannot_be_returned')
  const given_back = await giveBack.one(tx, order.id, tx.now)
  await releaseSlices(tx, [order])
  return given_back
}

/** A member's own order; refuses `order_is_unknown`, for another's as well. */
export async function getOrder(
  on: Queryable,
  asked: { member_id: string; order_id: string },
): Promise<OrderRow> {
  const order = await findOrder.maybe(on, asked.order_id, asked.member_id)
  if (order === undefined) throw refuse('order_is_unknown')
  return order
}

/**
 * A member's own order, or their open offer, by its own id or by the `product_id` it is shown with: of one
 * campaign, the open offer comes before orders, the latest first. Refuses `order_is_unknown`.
 */
export async function getOrderOrOffer(
  on: Queryable,
  asked: { member_id: string; id: string; now: Date },
): Promise<{ order: OrderRow } | { offer: OfferRow }> {
  const { member_id, id, now } = asked
  const order =
    (await findOrder.maybe(on, id, member_id)) ?? (await findOrderOfOffer.maybe(on, id, member_id))
  if (order !== undefined) return { order }
  const offer = await findOpenOffer.maybe(on, member_id, now)
  if (offer !== undefined && (offer.id === id || offer.campaign_id === id)) return { offer }
  const latest = await findLatestOrderOfCampaign.maybe(on, id, member_id)
  if (latest === undefined) throw refuse('order_is_unknown')
  return { order: latest }
}

async function getOrderLocked(tx: Tx, asked: { member_id: string; order_id: string }): Promise<OrderRow> {
  const order = await lockOrder.maybe(tx, asked.order_id, asked.member_id)
  if (order === undefined) throw refuse('order_is_unknown')
  return order
}
