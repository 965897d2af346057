import type { ReviewBasis } from '@fairturn/contract/backoffice/reviews'
// Rings: a member with those linked with them, what they did, and one decision on their open reviews (rings.test.ts).
import {
  MAX_RING_LINKS,
  MAX_RING_MEMBERS,
  MAX_RING_ORDERS,
  MAX_RING_REVIEWS,
  MAX_RING_STEPS,
  type Ring,
  RING_DAYS,
  type RingMember,
  type RingOrder,
  ringOrder,
} from '@fairturn/contract/backoffice/rings'
import { formatMoney } from '@fairturn/contract/minor-units'
import type { OrderStatus } from '@fairturn/contract/orders'
import { payoutAccountLabels } from '../banking/banking.ts'
import { brandsOfCampaigns } from '../campaigns/campaigns.ts'
import { findOpenMember, findRing, getMemberLocked, getMembers, linksAmong } from '../members/members.ts'
import type { Queryable, Tx } from '../platform/database/database.ts'
import { toColumn } from '../platform/database/statement.ts'
import { Refusal } from '../platform/http/refusal.ts'
import { onWire } from '../platform/http/wire.ts'
import { originsOfOrders } from '../tracking/tracking.ts'
import { decideReview, type ReviewDecision } from './decisions.ts'
import { lockForReviews } from './reviews.ts'
import * as store from './rings.store.ts'
import type { RingOrderRow } from './rings.store.ts'

const DAY_MS = 86_400_000

/** Refuses `member_is_unknown`. */
async function ringMembers(on: Queryable, member_id: string, now: Date) {
  await findOpenMember(on, member_id)
  return await findRing(on, member_id, { now, maxMembers: MAX_RING_MEMBERS, maxSteps: MAX_RING_STEPS })
}

/** The ring of a member, masked. Refuses `member_is_unknown`. */
export async function ringOf(on: Queryable, member_id: string, now: Date): Promise<Ring> {
  const { members, moreMembers, moreSteps } = await ringMembers(on, member_id, now)
  const member_ids = toColumn(members, 'member_id')
  const links = await linksAmong(on, member_ids, { now, limit: MAX_RING_LINKS + 1 })
  const orders = await ordersOf(on, member_ids, now)
  return {
    members: await membersOnWire(on, members),
    links: links.slice(0, MAX_RING_LINKS).map(({ low_id, high_id, kind, first_at, last_at }) => ({
      member_ids: [low_id, high_id],
      kind,
      first_at: first_at.toISOString(),
      last_at: last_at.toISOString(),
    })),
    orders: await ordersOnWire(on, orders.rows),
    cut: {
      members: moreMembers,
      steps: moreSteps,
      links: links.length > MAX_RING_LINKS,
      orders: orders.moreOrders,
      reviews: orders.moreReviews,
    },
  }
}

async function membersOnWire(
  on: Queryable,
  members: readonly { member_id: string; steps: number }[],
): Promise<RingMember[]> {
  const member_ids = toColumn(members, 'member_id')
  const rows = await getMembers(on, member_ids)
  const accounts = await payoutAccountLabels(on, member_ids)
  const records = new Map(
    (await store.findRecords.all(on, { member_ids })).map((row) => [row.member_id, row]),
  )
  return members.map(({ member_id, steps }) => {
    const { username, created_at, level_id, lock_kind } = rows.get(member_id)!
    const { orders, awards, unseen_minor, seen_minor } = records.get(member_id)!
    return {
      _id: member_id,
      username,
      steps,
      member_since: created_at.toISOString(),
      level_id,
      lock: lock_kind,
      orders,
      awards,
      unseen: formatMoney(unseen_minor),
      seen: formatMoney(seen_minor),
      payout_account: accounts.get(member_id) ?? null,
    }
  })
}

/** Every order with an open review, however old, and the recent ones. */
async function ordersOf(on: Queryable, member_ids: readonly string[], now: Date) {
  const reviews = await store.findOpenReviews.all(on, { member_ids, limit: MAX_RING_REVIEWS + 1 })
  const recent = await store.findRecentOrders.all(on, {
    member_ids,
    since: new Date(now.getTime() - RING_DAYS * DAY_MS),
    limit: MAX_RING_ORDERS + 1,
  })
  const open = toColumn(reviews.slice(0, MAX_RING_REVIEWS), 'order_id')
  const order_ids = new Set([...open, ...toColumn(recent.slice(0, MAX_RING_ORDERS), 'id')])
  return {
    rows: await store.findRingOrders.all(on, { order_ids: [...order_ids] }),
    moreOrders: recent.length > MAX_RING_ORDERS,
    moreReviews: reviews.length > MAX_RING_REVIEWS,
  }
}

async function ordersOnWire(on: Queryable, rows: readonly RingOrderRow[]): Promise<RingOrder[]> {
  const brands = await brandsOfCampaigns(on, toColumn(rows, 'campaign_id'))
  const origins = await originsOfOrders(on, toColumn(rows, 'id'))
  return rows.map((row) => {
    const { addresses = null, networks = null } = origins.get(row.id) ?? {}
    return onWire(ringOrder, row, {
      campaign: { _id: row.campaign_id, brand: brands.get(row.campaign_id)! },
      award: row.award_minor === null ? null : formatMoney(row.award_minor),
      addresses,
      networks,
      review: reviewOnWire(row),
    })
  })
}

function reviewOnWire(row: RingOrderRow): RingOrder['review'] {
  if (row.opened_at === null) return null
  return {
    since: row.opened_at.toISOString(),
    // What waits with another order may be due before its own time.
    due_by: (row.review_until ?? row.due_at!).toISOString(),
    reasons: row.basis as ReviewBasis[],
    with_order: row.with_order,
    outcome: row.outcome,
    decided_at: row.decided_at?.toISOString() ?? null,
    reason: row.review_reason,
  }
}

export interface RingDecision {
  /** Whose ring it is. */
  readonly member_id: string
  readonly order_ids: readonly string[]
  /** Who decides. */
  readonly actor: string
  readonly verdict: 'pay' | 'refuse'
  /** A sentence for each carrier; optional when paying. */
  readonly reason: string
}

type NotDecided = 'order_is_unknown' | 'order_is_not_in_review' | 'order_is_of_another_ring'

export interface DecidedOrder {
  readonly order_id: string
  readonly status: OrderStatus | null
  readonly verified: number
  /** Why not; null if it was decided. */
  readonly not_decided: NotDecided | null
}

/**
 * Decides the named reviews, each as `decideReview` does, in the order of the orders' ids; says of each what became of it.
 * Locks all orders, then the carriers' unseen awards, then the carriers, so that it waits for whoever decides one of them
 * and holds nothing that they need. Refuses `member_is_unknown` and `reason_is_required`.
 */
export async function decideRing(tx: Tx, decision: RingDecision): Promise<DecidedOrder[]> {
  const { member_id, actor, reason } = decision
  const verdict: ReviewDecision['verdict'] = decision.verdict === 'pay' ? 'pay' : { refuse: 'all' }
  const ring = await ringMembers(tx, member_id, tx.now)
  const ofRing = new Set(toColumn(ring.members, 'member_id'))
  const order_ids = [...new Set(decision.order_ids)].toSorted()
  const locked = await store.lockOrders.all(tx, { order_ids })
  const carriers = new Map(locked.map((order) => [order.id, order.member_id]))
  const carrierIds = [...new Set(carriers.values())].filter((id) => ofRing.has(id)).toSorted()
  await lockForReviews(tx, carrierIds)
  for (const id of carrierIds) await getMemberLocked(tx, id)
  const decided: DecidedOrder[] = []
  for (const order_id of order_ids) {
    const carrier_id = carriers.get(order_id)
    if (carrier_id !== undefined && !ofRing.has(carrier_id)) {
      decided.push(notDecided(order_id, 'order_is_of_another_ring'))
      continue
    }
    try {
      const { status, verified } = await decideReview(tx, { order_id, actor, verdict, reason })
      decided.push({ order_id, status, verified, not_decided: null })
    } catch (error) {
      const why = whyNot(error)
      if (why === undefined) throw error
      decided.push(notDecided(order_id, why))
    }
  }
  return decided
}

const notDecided = (order_id: string, why: NotDecided): DecidedOrder => ({
  order_id,
  status: null,
  verified: 0,
  not_decided: why,
})

/** What a decision refuses before it has written anything. */
function whyNot(error: unknown): NotDecided | undefined {
  if (!(error instanceof Refusal)) return undefined
  const { code } = error
  return code === 'order_is_unknown' || code === 'order_is_not_in_review' ? code : undefined
}
