// The operators' calls on orders with unusual visits and on objections, the soonest due first. The domain decides, records
// every act and refuses whoever judged first; here it is asked and shown.
import {
  officeObjectionCalls as objections,
  type OfficeObjection,
  officeOrderCalls as orders,
  type OrderInReview,
} from '@fairturn/contract/backoffice/reviews'
import { formatMoney } from '@fairturn/contract/money'
import type { VisitReason } from '@fairturn/contract/tracking'
import { brandsOfCampaigns } from '../campaigns/campaigns.ts'
import type { Queryable } from '../database/database.ts'
import type { Operator, Routes } from '../http/app.ts'
import { bind } from '../http/bind.ts'
import { decodeCursor, encodeCursor } from '../http/cursor.ts'
import { Refusal, refuse } from '../http/refusal.ts'
import { suspicion, verdictCounts, visitsOf, visitsOfLargestNetwork } from '../tracking/tracking.ts'
import { decideObjection, decideReview, type ReviewDecision } from './deciding.ts'
import {
  carriersOf,
  findOfficeObjection,
  listDecidedObjections,
  listInReview,
  listObjectedVisits,
  listOpenObjections,
  type OfficeObjectionRow,
} from './orders.admin.store.ts'
import { findOrderForJob, type OrderRow } from './orders.store.ts'
import { OBJECTION_MS, REVIEW_MS } from './progress.ts'
import { awardOf } from './reward.ts'

const A_PAGE = 50
/** When it is due, in milliseconds, and the id. */
const DUE = /^\d{1,15}:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

export function orderAdminRoutes(routes: Routes): void {
  readReviews(routes)
  decideReviews(routes)
  readObjections(routes)
  decideObjections(routes)
}

const actorOf = ({ operator_id }: Operator): string => `operator:${operator_id}`

function dueAfter(cursor: string | undefined): [Date, string] | [null, null] {
  if (cursor === undefined) return [null, null]
  const [ms, id] = decodeCursor(cursor, DUE).split(':')
  return [new Date(Number(ms)), id!]
}
const dueCursor = (due: Date, id: string): string => encodeCursor(`${due.getTime()}:${id}`)

// Reviews ---------------------------------------------------------------------------------------------------------------

function readReviews(routes: Routes): void {
  const { database } = routes.app

  bind(routes, orders.reviews, async ({ query, now }) => {
    const rows = await listInReview.all(database, ...dueAfter(query.cursor), A_PAGE + 1)
    const page = rows.slice(0, A_PAGE)
    const last = page.at(-1)
    return {
      data: {
        list: await reviewsOnWire(database, page, now),
        cursor: rows.length > page.length ? dueCursor(last!.review_until!, last!.id) : null,
      },
    }
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

  bind(routes, objections.list, async ({ query: { state, cursor }, now, operator }) => {
    const open = state === 'open'
    const before = open || cursor === undefined ? null : decodeCursor(cursor)
    const rows = open
      ? await listOpenObjections.all(database, ...dueAfter(cursor), A_PAGE + 1)
      : await listDecidedObjections.all(database, before, A_PAGE + 1)
    const page = rows.slice(0, A_PAGE)
    const last = page.at(-1)!
    const next = () => (open ? dueCursor(last.decide_by, last.id) : encodeCursor(last.id))
    return {
      data: {
        list: await objectionsOnWire(database, page, now, operator),
        cursor: rows.length > page.length ? next() : null,
      },
    }
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

async function objectionsOnWire(
  on: Queryable,
  rows: readonly OfficeObjectionRow[],
  now: Date,
  operator: Operator,
): Promise<OfficeObjection[]> {
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
