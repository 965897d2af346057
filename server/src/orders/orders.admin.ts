// Admin calls for reviews and objections (orders.admin.test.ts).
import {
  adminObjectionCalls as objections,
  type AdminObjection,
  adminObjection,
  adminOrderCalls as orders,
  adminReviewFiles as files,
  type OrderInReview,
  orderInReview,
  type ReviewBasis,
} from '@fairturn/contract/backoffice/reviews'
import { formatMoney } from '@fairturn/contract/minor-units'
import { brandsOfCampaigns, campaignsWaiting } from '../campaigns/campaigns.ts'
import { linksAmong, usernamesOf } from '../members/members.ts'
import type { Queryable } from '../platform/database/database.ts'
import { toColumn } from '../platform/database/statement.ts'
import type { Operator, Routes } from '../platform/http/app.ts'
import { bind } from '../platform/http/bind.ts'
import { orRefuse } from '../platform/http/refusal.ts'
import { onWire } from '../platform/http/wire.ts'
import { actorOf, bindList, bindMemberText, queueOnWire, refuseDecided } from '../staff/staff.ts'
import { reportsWaiting, verdictCounts, visitEvidence } from '../tracking/tracking.ts'
import { decideObjection, decideReview, type ReviewDecision } from './decisions.ts'
import * as store from './orders.admin.store.ts'
import type { AdminObjectionRow } from './orders.admin.store.ts'
import { findOrderForJob, type OrderRow, selectPlacer } from './orders.store.ts'
import { OBJECTION_MS } from './progress.ts'
import { findReviews } from './reviews.store.ts'
import { awardOf } from './reward.ts'
import { ringRoutes } from './rings.admin.ts'

export function orderAdminRoutes(routes: Routes): void {
  countQueues(routes)
  readReviews(routes)
  decideReviews(routes)
  ringRoutes(routes)
  readObjections(routes)
  decideObjections(routes)
}

function countQueues(routes: Routes): void {
  const { database } = routes.app
  bind(routes, orders.queues, async ({ now, operator }) => {
    const actor = actorOf(operator)
    const { own_waiting, own_overdue, own_due_at, ...objectionsOpen } = await store.countOpenObjections.one(
      database,
      { now, actor },
    )
    const own = { waiting: own_waiting, overdue: own_overdue, due_at: own_due_at }
    return {
      data: {
        campaigns: queueOnWire('campaigns', operator, await campaignsWaiting(database, now)),
        orders: queueOnWire('orders', operator, await store.countInReview.one(database, { now })),
        objections: queueOnWire('objections', operator, objectionsOpen, own),
        reports: queueOnWire('reports', operator, await reportsWaiting(database, now)),
      },
    }
  })
}

// Reviews ---------------------------------------------------------------------------------------------------------------

function readReviews(routes: Routes): void {
  const { database } = routes.app

  bindList(routes, {
    call: orders.reviews,
    file: files.exportReviews,
    kind: 'reviews',
    name: 'orders-in-review',
    rows: store.listInReview,
    items: (rows, { on, now }) => reviewsOnWire(on, rows, now),
    columns: {
      order_id: (order) => order._id,
      since: (order) => order.since,
      due_by: (order) => order.due_by,
      overdue: (order) => String(order.overdue),
      carrier: (order) => ({ text: order.carrier.username }),
      carrier_id: (order) => order.carrier._id,
      brand: (order) => ({ text: order.campaign.brand }),
      campaign_id: (order) => order.campaign._id,
      reasons: (order) => order.reasons.map(({ reason }) => reason).join(' '),
      waiting_with_it: (order) => order.waiting_with_it,
      target: (order) => order.target,
      verified: (order) => order.verified,
      visits: (order) => order.visits,
      award: (order) => order.award,
    },
  })

  bind(routes, orders.review, async ({ params, now }) => {
    const order = orRefuse(await findOrderForJob.maybe(database, { id: params.order_id }), 'order_is_unknown')
    if (order.status !== 'distributing' || order.review_until === null)
      throw await refuseDecided(database, 'order_is_not_in_review', order.id)
    const list = await visitEvidence(database, order.id)
    const [shown] = await reviewsOnWire(database, [order], now)
    return { data: { ...shown!, ...(await placerOf(database, order, now)), list } }
  })
}

const MAX_LINKS = 20

/** Who placed the order's campaign, and how the carrier is linked with them. */
async function placerOf(on: Queryable, { campaign_id, member_id }: OrderRow, now: Date) {
  const { placer_id } = await selectPlacer.one(on, { campaign_id })
  const usernames = await usernamesOf(on, [placer_id])
  const links = await linksAmong(on, [placer_id, member_id], { now, limit: MAX_LINKS })
  return {
    placer: { _id: placer_id, username: usernames.get(placer_id)! },
    linked_with_placer: [...new Set(links.map(({ kind }) => kind))],
  }
}

async function reviewsOnWire(on: Queryable, rows: readonly OrderRow[], now: Date): Promise<OrderInReview[]> {
  const ids = toColumn(rows, 'id')
  const [names, counts] = [await namesOf(on, rows), await verdictCounts(on, ids)]
  const reviews = new Map(
    (await findReviews.all(on, { order_ids: ids })).map((review) => [review.order_id, review]),
  )
  return rows.map((order) => {
    const { reward_minor, bonus_minor } = awardOf(order, order)
    const review = reviews.get(order.id)!
    return onWire(orderInReview, order, {
      ...names(order),
      since: review.opened_at.toISOString(),
      due_by: order.review_until!.toISOString(),
      overdue: order.review_until! <= now,
      reasons: review.basis as ReviewBasis[],
      waiting_with_it: review.waiting_with_it,
      counts: counts.get(order.id)!,
      award: formatMoney(reward_minor + bonus_minor),
    })
  })
}

function waiting(due: Date, afterMs: number, now: Date) {
  const since = new Date(due.getTime() - afterMs).toISOString()
  return { since, due_by: due.toISOString(), overdue: due <= now }
}

async function namesOf(on: Queryable, rows: readonly { member_id: string; campaign_id: string }[]) {
  const usernames = await usernamesOf(on, toColumn(rows, 'member_id'))
  const brands = await brandsOfCampaigns(on, toColumn(rows, 'campaign_id'))
  return ({ member_id, campaign_id }: { member_id: string; campaign_id: string }) => ({
    carrier: { _id: member_id, username: usernames.get(member_id)! },
    campaign: { _id: campaign_id, brand: brands.get(campaign_id)! },
  })
}

function decideReviews(routes: Routes): void {
  bindMemberText(routes, orders.decide, async ({ params, body, operator, transaction }) => {
    const decision: ReviewDecision = {
      ...params,
      actor: actorOf(operator),
      verdict: body.verdict === 'refuse' ? { refuse: body.visit_ids ?? 'all' } : body.verdict,
      reason: body.reason ?? '',
    }
    const { status, verified } = await transaction((tx) => decideReview(tx, decision))
    return { data: { status, verified } }
  })
}

// Objections ------------------------------------------------------------------------------------------------------------

function readObjections(routes: Routes): void {
  const { database } = routes.app

  bindList(routes, {
    call: objections.list,
    file: files.exportObjections,
    kind: 'reviews',
    name: 'objections',
    rows: store.listObjections,
    // Earliest deadline first; decided ones newest first.
    sort: ({ state }) => (state === 'decided' ? 'made_at.desc' : undefined),
    items: (rows, { on, now, operator }) => objectionsOnWire(on, rows, now, operator),
    named: ['order_id'],
    columns: {
      objection_id: (objection) => objection._id,
      order_id: (objection) => objection.order_id,
      since: (objection) => objection.since,
      due_by: (objection) => objection.due_by,
      overdue: (objection) => String(objection.overdue),
      carrier: (objection) => ({ text: objection.carrier.username }),
      carrier_id: (objection) => objection.carrier._id,
      brand: (objection) => ({ text: objection.campaign.brand }),
      note: (objection) => ({ text: objection.note }),
      visits: (objection) => objection.visits,
      most_visits: (objection) => objection.most_visits,
      most: (objection) => objection.most,
      review_reason: (objection) => ({ text: objection.review_reason }),
      decided_at: (objection) => objection.decided_at,
      by_silence: (objection) => String(objection.by_silence),
      upheld: (objection) => objection.upheld,
      added: (objection) => objection.added,
      reason: (objection) => ({ text: objection.reason }),
    },
  })

  bind(routes, objections.detail, async ({ params, now, operator }) => {
    const row = orRefuse(
      await store.findAdminObjection.maybe(database, { id: params.objection_id }),
      'objection_is_unknown',
    )
    const [shown] = await objectionsOnWire(database, [row], now, operator)
    const visits = await store.listObjectedVisits.all(database, { objection_id: row.id })
    const seen = new Map((await visitEvidence(database, row.order_id)).map((visit) => [visit._id, visit]))
    const list = visits.flatMap(({ visit_id, reason, upheld }) => {
      const visit = seen.get(visit_id)
      return visit === undefined ? [] : [{ ...visit, reason, upheld }]
    })
    return { data: { ...shown!, list } }
  })
}

async function objectionsOnWire(
  on: Queryable,
  rows: readonly AdminObjectionRow[],
  now: Date,
  operator: Operator,
): Promise<AdminObjection[]> {
  const names = await namesOf(on, rows)
  return rows.map((row) =>
    onWire(adminObjection, row, {
      ...names(row),
      ...waiting(row.decide_by, OBJECTION_MS, now),
      overdue: row.decided_at === null && row.decide_by <= now,
      by_silence: row.by_silence ?? false,
      may_decide: row.decided_at === null && row.reviewed_by !== actorOf(operator),
    }),
  )
}

const operatorsOf = (actor: string | null = null): string[] =>
  actor?.startsWith('operator:') ? [actor.slice('operator:'.length)] : []

function decideObjections(routes: Routes): void {
  bindMemberText(
    routes,
    objections.decide,
    async ({ params, body, operator, actors, transaction }) => {
      const { upheld, reason = '' } = body
      const decision = { ...params, actor: actorOf(operator), actors, upheld, reason }
      const decided = await transaction((tx) => decideObjection(tx, decision))
      return { data: { upheld: decided.upheld!, added: formatMoney(decided.added_minor!) } }
    },
    async (on, { params: { objection_id: id }, body: { reason = '' } }) => ({
      texts: { reason },
      excluded: operatorsOf((await store.findAdminObjection.maybe(on, { id }))?.reviewed_by),
    }),
  )
}
