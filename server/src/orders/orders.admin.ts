// The operators' calls on orders in review and objections. The domain decides, writes the audit log and
// refuses the first decider (orders.admin.test.ts).
import {
  adminObjectionCalls as objections,
  type AdminObjection,
  adminOrderCalls as orders,
  adminReviewFiles as files,
  type OrderInReview,
} from '@fairturn/contract/backoffice/reviews'
import type { QueryOf } from '@fairturn/contract/endpoint'
import { formatMoney } from '@fairturn/contract/money'
import type { VisitReason } from '@fairturn/contract/tracking'
import { brandsOfCampaigns, campaignsWaiting } from '../campaigns/campaigns.ts'
import type { Queryable } from '../database/database.ts'
import type { Operator, Routes } from '../http/app.ts'
import { bindFile } from '../http/bind-file.ts'
import { bind } from '../http/bind.ts'
import { csvOf } from '../http/csv.ts'
import { decodeCursor, encodeCursor } from '../http/cursor.ts'
import { Refusal, refuse } from '../http/refusal.ts'
import { recordAct } from '../staff/staff.ts'
import { suspicion, verdictCounts, visitsOf, visitsOfLargestNetwork } from '../tracking/tracking.ts'
import { decideObjection, decideReview, type ReviewDecision } from './deciding.ts'
import {
  carriersOf,
  countInReview,
  countOpenObjections,
  findOfficeObjection,
  listInReview,
  listObjectedVisits,
  listObjections,
  type AdminObjectionRow,
} from './orders.admin.store.ts'
import { findOrderForJob, type OrderRow } from './orders.store.ts'
import { OBJECTION_MS, REVIEW_MS } from './progress.ts'
import { refundRoutes } from './refund.proposal.ts'
import { awardOf } from './reward.ts'

const PAGE_SIZE = 50

export function orderAdminRoutes(routes: Routes): void {
  countQueues(routes)
  readReviews(routes)
  decideReviews(routes)
  readObjections(routes)
  decideObjections(routes)
  refundRoutes(routes)
}

const actorOf = ({ operator_id }: Operator): string => `operator:${operator_id}`

const patternOf = (brand: string | undefined): string | null =>
  brand === undefined ? null : `%${brand.replace(/[\\%_]/g, '\\$&')}%`

function countQueues(routes: Routes): void {
  const { database } = routes.app
  bind(routes, orders.queues, async ({ now }) => ({
    data: {
      campaigns: await campaignsWaiting(database, now),
      orders: await countInReview.one(database, now),
      objections: await countOpenObjections.one(database, now),
    },
  }))
}

/** Writes the export to the audit log, and returns its file name. */
async function named({ app: { database } }: Routes, list: string, operator: Operator): Promise<string> {
  await database.transaction((tx) =>
    recordAct(tx, {
      actor: actorOf(operator),
      action: 'reviews_exported',
      object: { kind: 'reviews', id: list },
      member_id: null,
    }),
  )
  return `${list}-${database.clock.now().toISOString().slice(0, 10)}.csv`
}

// Reviews ---------------------------------------------------------------------------------------------------------------

function readReviews(routes: Routes): void {
  const { database } = routes.app

  bind(routes, orders.reviews, async ({ query, now }) => {
    const { brand, member_id = null } = query
    const { rows, cursor } = await listInReview.page(database, query, PAGE_SIZE, patternOf(brand), member_id)
    return { data: { list: await reviewsOnWire(database, rows, now), cursor } }
  })

  bindFile(routes, files.exportReviews, async ({ query, operator, now }) => {
    const { brand, member_id = null } = query
    async function* lines() {
      for await (const rows of listInReview.every(database, query, patternOf(brand), member_id))
        yield (await reviewsOnWire(database, rows, now)).map(reviewLine)
    }
    return { name: await named(routes, 'orders-in-review', operator), body: csvOf(REVIEW, lines()) }
  })

  bind(routes, orders.review, async ({ params, query, now }) => {
    const order = await findOrderForJob.maybe(database, params.order_id)
    if (order === undefined) throw refuse('order_is_unknown')
    if (order.status !== 'distributing' || order.review_until === null) throw refuse('order_is_not_in_review')
    const before = query.cursor === undefined ? undefined : decodeCursor(query.cursor)
    const { list, next } = await visitsOf(database, order.id, before)
    const [shown] = await reviewsOnWire(database, [order], now)
    return {
      data: {
        ...shown!,
        list: list.map(({ visit_id, at, verdict }) => ({ _id: visit_id, at: at.toISOString(), verdict })),
        cursor: next === null ? null : encodeCursor(next),
      },
    }
  })
}

const REVIEW = [
  'order_id',
  'since',
  'due_by',
  'overdue',
  'carrier',
  'carrier_id',
  'brand',
  'campaign_id',
  'why',
  'target',
  'verified',
  'visits',
  'largest_network',
  'award',
] as const

const reviewLine = ({ _id, carrier, campaign, ...order }: OrderInReview) => ({
  ...order,
  order_id: _id,
  carrier: { text: carrier.username },
  carrier_id: carrier._id,
  brand: { text: campaign.brand },
  campaign_id: campaign._id,
  overdue: String(order.overdue),
})

async function reviewsOnWire(on: Queryable, rows: readonly OrderRow[], now: Date): Promise<OrderInReview[]> {
  const names = await namesOf(on, rows)
  const counts = await verdictCounts(
    on,
    rows.map(({ id }) => id),
  )
  const shown: OrderInReview[] = []
  for (const order of rows) {
    const { reward_minor, bonus_minor } = awardOf(order, order)
    shown.push({
      _id: order.id,
      ...names(order),
      ...waiting(order.review_until!, REVIEW_MS, now),
      why: await suspicion(on, order.id),
      target: order.target,
      verified: order.verified,
      visits: order.visits,
      counts: counts.get(order.id) ?? [],
      largest_network: await visitsOfLargestNetwork(on, order.id),
      award: formatMoney(reward_minor + bonus_minor),
    })
  }
  return shown
}

function waiting(due: Date, after_ms: number, now: Date) {
  const since = new Date(due.getTime() - after_ms).toISOString()
  return { since, due_by: due.toISOString(), overdue: due <= now }
}

async function namesOf(on: Queryable, rows: readonly { member_id: string; campaign_id: string }[]) {
  const carriers = await carriersOf.all(on, [...new Set(rows.map(({ member_id }) => member_id))])
  const usernames = new Map(carriers.map(({ id, username }) => [id, username]))
  const brands = await brandsOfCampaigns(on, [...new Set(rows.map(({ campaign_id }) => campaign_id))])
  return ({ member_id, campaign_id }: { member_id: string; campaign_id: string }) => ({
    carrier: { _id: member_id, username: usernames.get(member_id)! },
    campaign: { _id: campaign_id, brand: brands.get(campaign_id)! },
  })
}

function decideReviews(routes: Routes): void {
  const { database } = routes.app

  bind(routes, orders.decide, async ({ params, body, operator, transaction }) => {
    const decision: ReviewDecision = {
      ...params,
      actor: actorOf(operator),
      verdict: body.verdict === 'pay' ? 'pay' : { refuse: body.visit_ids ?? 'all' },
      reason: body.reason ?? '',
    }
    const { status, verified } = await transaction((tx) => decideReview(tx, decision))
    return { data: { status, verified } }
  })

  bind(routes, orders.pay, async ({ body, operator }) => {
    const list = []
    for (const order_id of new Set(body.order_ids)) {
      const decision = { order_id, actor: actorOf(operator), verdict: 'pay' as const, reason: '' }
      const code = await database
        .transaction((tx) => decideReview(tx, decision))
        .then(() => null)
        .catch((error: unknown) => {
          if (error instanceof Refusal) return error.code
          throw error
        })
      list.push({ _id: order_id, paid: code === null, code })
    }
    return { data: { list } }
  })
}

// Objections ------------------------------------------------------------------------------------------------------------

function readObjections(routes: Routes): void {
  const { database } = routes.app

  bind(routes, objections.list, async ({ query, now, operator }) => {
    const { rows, cursor } = await listObjections.page(
      database,
      orderOf(query),
      PAGE_SIZE,
      ...wantedOf(query),
    )
    return { data: { list: await objectionsOnWire(database, rows, now, operator), cursor } }
  })

  bindFile(routes, files.exportObjections, async ({ query, operator, now }) => {
    async function* lines() {
      for await (const rows of listObjections.every(database, orderOf(query), ...wantedOf(query)))
        yield (await objectionsOnWire(database, rows, now, operator)).map(objectionLine)
    }
    return { name: await named(routes, 'objections', operator), body: csvOf(OBJECTION, lines()) }
  })

  bind(routes, objections.detail, async ({ params, now, operator }) => {
    const row = await findOfficeObjection.maybe(database, params.objection_id)
    if (row === undefined) throw refuse('objection_is_unknown')
    const [shown] = await objectionsOnWire(database, [row], now, operator)
    const visits = await listObjectedVisits.all(database, row.id)
    const list = visits.map(({ visit_id, reason, upheld }) => ({
      _id: visit_id,
      reason: reason as VisitReason,
      upheld,
    }))
    return { data: { ...shown!, list } }
  })
}

type AskedObjections = QueryOf<typeof objections.list>

/** The soonest due first; of decided ones the latest decision first. */
const orderOf = ({ sort, state, cursor }: AskedObjections) => ({
  sort: sort ?? (state === 'decided' ? ('made_at.desc' as const) : undefined),
  cursor,
})
const wantedOf = ({ state, brand, member_id }: AskedObjections) => [
  state === 'decided',
  patternOf(brand),
  member_id ?? null,
]

const OBJECTION = [
  'objection_id',
  'order_id',
  'since',
  'due_by',
  'overdue',
  'carrier',
  'carrier_id',
  'brand',
  'note',
  'visits',
  'most_visits',
  'most',
  'review_reason',
  'decided_at',
  'by_silence',
  'upheld',
  'added',
  'reason',
] as const

const objectionLine = (objection: AdminObjection) => ({
  ...objection,
  objection_id: objection._id,
  carrier: { text: objection.carrier.username },
  carrier_id: objection.carrier._id,
  brand: { text: objection.campaign.brand },
  overdue: String(objection.overdue),
  note: { text: objection.note },
  review_reason: { text: objection.review_reason },
  by_silence: String(objection.by_silence),
  reason: { text: objection.reason },
})

async function objectionsOnWire(
  on: Queryable,
  rows: readonly AdminObjectionRow[],
  now: Date,
  operator: Operator,
): Promise<AdminObjection[]> {
  const names = await namesOf(on, rows)
  return rows.map((row) => ({
    _id: row.id,
    order_id: row.order_id,
    ...names(row),
    ...waiting(row.decide_by, OBJECTION_MS, now),
    overdue: row.decided_at === null && row.decide_by <= now,
    note: row.note,
    visits: row.visits,
    most_visits: row.most_visits,
    most: formatMoney(row.most_minor),
    review_reason: row.review_reason,
    decided_at: row.decided_at?.toISOString() ?? null,
    by_silence: row.by_silence ?? false,
    upheld: row.upheld,
    added: row.added_minor === null ? null : formatMoney(row.added_minor),
    reason: row.reason,
    may_decide: row.decided_at === null && row.reviewed_by !== actorOf(operator),
  }))
}

function decideObjections(routes: Routes): void {
  bind(routes, objections.decide, async ({ params, body, operator, transaction }) => {
    const { upheld, reason = '' } = body
    const decision = { ...params, actor: actorOf(operator), upheld, reason }
    const decided = await transaction((tx) => decideObjection(tx, decision))
    return { data: { upheld: decided.upheld!, added: formatMoney(decided.added_minor!) } }
  })
}
