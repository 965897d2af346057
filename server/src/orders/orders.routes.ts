import { orderCalls, type OrderStatus } from '@fairturn/contract/orders'
import { formatMoney } from '@fairturn/contract/money'
import type { FastifyRequest } from 'fastify'
import { campaignsOf } from '../campaigns/campaigns.ts'
import type { Config } from '../config.ts'
import { settingsOf } from '../content/content.ts'
import type { Queryable } from '../database/database.ts'
import type { Routes } from '../http/app.ts'
import { bind } from '../http/bind.ts'
import { bindPublic } from '../http/bind-public.ts'
import { decodeCursor, encodeCursor } from '../http/cursor.ts'
import { verdictCounts, visitsOf } from '../tracking/tracking.ts'
import { awardsByDay, awardsOfDay, listAwards } from './awards.ts'
import { openClaims } from './claims.ts'
import { invitedBy } from './invited.ts'
import { bounds, orderFiles } from './orders.files.ts'
import {
  countDistributing,
  countOrders,
  findOpenOffer,
  listClaimed,
  listOrders,
  listOrdersOfPeriod,
  listOrdersOfStatus,
  type OfferRow,
  type OrderRow,
} from './orders.store.ts'
import { objectionOf, objectToVisits, openObjectionFigures } from './objections.ts'
import { drawOffer, getOrder, getOrderOrOffer, returnOrder, startOrder, takeOrder } from './orders.ts'
import { objectionOnWire, offerOnWire, orderOnWire, type ViewOptions } from './orders.dto.ts'
import { turnsReader } from './turns.ts'

const ORDERS_A_PAGE = 20
const MAX_UUID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

export function orderRoutes(routes: Routes): void {
  const { database, config } = routes.app
  const claimReward = openClaims(database)
  const showing = (call: ViewContext): ViewOptions => ({
    locale: call.locale,
    link_origin: linkOrigin(config, call.request),
  })

  lists(routes, showing)
  orderFiles(routes)

  bind(routes, orderCalls.draw, async (call) => {
    // Without the header the language is the member's own.
    const locale = call.request.headers['langcode'] === undefined ? undefined : call.locale
    const offer = await drawOffer(database, { member_id: call.viewer.member_id, locale })
    return { data: await showOffer(database, offer, showing(call)) }
  })

  bind(routes, orderCalls.detail, async (call) => {
    const { viewer, body, now } = call
    const found = await getOrderOrOffer(database, { member_id: viewer.member_id, id: body.product_id, now })
    if ('offer' in found) return { data: await showOffer(database, found.offer, showing(call)) }
    return { data: await showOrder(database, found.order, showing(call)) }
  })

  bind(routes, orderCalls.take, async (call) => {
    const { viewer, body, transaction } = call
    const data = await transaction(async (tx) => {
      const order = await takeOrder(tx, { member_id: viewer.member_id, offer_id: body.offer_id })
      return await showOrder(tx, order, showing(call))
    })
    return { data, message: 'order_taken_successfully' }
  })

  bind(routes, orderCalls.get, async (call) => {
    const { viewer, params } = call
    const order = await getOrder(database, { member_id: viewer.member_id, order_id: params.order_id })
    return { data: await showOrder(database, order, showing(call)) }
  })

  bind(routes, orderCalls.start, async (call) => {
    const { viewer, params, transaction } = call
    const data = await transaction(async (tx) => {
      const order = await startOrder(tx, { member_id: viewer.member_id, order_id: params.order_id })
      return await showOrder(tx, order, showing(call))
    })
    return { data, message: 'order_started_successfully' }
  })

  bind(routes, orderCalls.giveBack, async (call) => {
    const { viewer, params, transaction } = call
    const data = await transaction(async (tx) => {
      const order = await returnOrder(tx, { member_id: viewer.member_id, order_id: params.order_id })
      return await showOrder(tx, order, showing(call))
    })
    return { data, message: 'order_returned_successfully' }
  })

  bind(routes, orderCalls.object, async (call) => {
    const { viewer, params, body, transaction } = call
    const { member_id } = viewer
    const data = await transaction(async (tx) => {
      const order = await objectToVisits(tx, { member_id, order_id: params.order_id, note: body.note })
      return await showOrder(tx, order, showing(call))
    })
    return { data, message: 'objection_made_successfully' }
  })

  // Open under a conduct lock too: what they have earned is theirs. Under a security lock the claim itself
  // refuses.
  bind(routes, orderCalls.claim, async (call) => {
    const { viewer, body } = call
    const claimed = await claimReward({ member_id: viewer.member_id, order_id: body.order_id })
    const { order, campaign, award_minor, balance_minor } = claimed
    return {
      data: {
        order: orderOnWire(order, campaign, showing(call), null),
        award: formatMoney(award_minor),
        account_balance: formatMoney(balance_minor),
      },
      message: 'reward_claimed_successfully',
    }
  })
}

function lists(routes: Routes, showing: (call: ViewContext) => ViewOptions): void {
  const { database } = routes.app
  const turnsOf = turnsReader(database)

  bind(routes, orderCalls.list, async (call) => {
    const { viewer, body, now } = call
    const { member_id } = viewer
    const [offer, page, counts, turns] = await Promise.all([
      findOpenOffer.maybe(database, member_id, now),
      pageOf(database, { member_id, ...body }, showing(call)),
      countOrders.one(database, member_id),
      turnsOf(member_id),
    ])
    const shown = offer === undefined ? null : await showOffer(database, offer, showing(call))
    return { data: { offer: shown, ...page, ...counts, turns } }
  })

  bind(routes, orderCalls.listCompleted, async (call) => {
    const { from, to, cursor } = call.body
    const rows = await listClaimed.all(
      database,
      call.viewer.member_id,
      afterCursor(cursor),
      ORDERS_A_PAGE + 1,
      ...bounds(from, to),
    )
    return { data: await pageOnWire(database, rows, showing(call)) }
  })

  bind(routes, orderCalls.awardsByDay, async ({ viewer, now }) => {
    const { time_zone } = await settingsOf(database)
    const days = await awardsByDay(database, { member_id: viewer.member_id, now, time_zone })
    const total_minor = days.reduce((sum, day) => sum + day.total_minor, 0n)
    const list = days.map(({ day, total_minor }) => ({ day, total: formatMoney(total_minor) }))
    return { data: { list, total: formatMoney(total_minor) } }
  })

  bind(routes, orderCalls.invited, async ({ viewer, body, now }) => {
    const { time_zone } = await settingsOf(database)
    const { next, ...report } = await invitedBy(database, {
      member_id: viewer.member_id,
      before: afterCursor(body.cursor),
      limit: ORDERS_A_PAGE,
      now,
      time_zone,
    })
    return { data: { ...report, cursor: next === null ? null : encodeCursor(next) } }
  })

  bind(routes, orderCalls.numberProduct, async ({ viewer }) => ({
    data: await turnsOf(viewer.member_id),
  }))

  bind(routes, orderCalls.numberDistributing, async ({ viewer }) => ({
    data: await countDistributing.one(database, viewer.member_id),
  }))

  bind(routes, orderCalls.totalToday, async ({ viewer, now }) => ({
    data: await totalOf(database, viewer.member_id, 0, now),
  }))

  bind(routes, orderCalls.totalYesterday, async ({ viewer, now }) => ({
    data: await totalOf(database, viewer.member_id, 1, now),
  }))

  bindPublic(routes, orderCalls.awards, async () => ({ list: await listAwards(database) }))

  const figuresOfObjections = openObjectionFigures(database)
  bind(routes, orderCalls.visits, async ({ viewer, params, query, now }) => {
    const before = query.cursor === undefined ? undefined : decodeCursor(query.cursor)
    const order = await getOrder(database, { member_id: viewer.member_id, order_id: params.order_id })
    const [by_order, { list, next }, objection, figures] = await Promise.all([
      verdictCounts(database, [order.id]),
      visitsOf(database, order.id, before),
      objectionOf(database, order, now),
      figuresOfObjections(),
    ])
    const verified = { verdict: 'verified' as const, count: 0 }
    const counts = (by_order.get(order.id) ?? [verified]).toSorted(
      (a, b) => Number(b.verdict === 'verified') - Number(a.verdict === 'verified'),
    )
    return {
      data: {
        counts,
        objection: objectionOnWire(order, objection, figures),
        list: list.map((visit) => ({
          _id: visit.visit_id,
          at: visit.at.toISOString(),
          verdict: visit.verdict,
        })),
        cursor: next === null ? null : encodeCursor(next),
      },
    }
  })
}

type ViewContext = { readonly locale: ViewOptions['locale']; readonly request: FastifyRequest }

/** Base URL of links; from the request where it is not configured, relative when the request's is invalid. */
const linkOrigin = (config: Config, request: FastifyRequest): string =>
  config.link_origin ??
  config.public_origin ??
  URL.parse(`${request.protocol}://${request.host}`)?.origin ??
  ''

async function showOffer(on: Queryable, offer: OfferRow, showing: ViewOptions) {
  const campaigns = await campaignsOf(on, [offer.campaign_id])
  return offerOnWire(offer, campaigns.get(offer.campaign_id)!, showing)
}

async function showOrder(on: Queryable, order: OrderRow, showing: ViewOptions) {
  const campaigns = await campaignsOf(on, [order.campaign_id])
  const counts = await verdictCounts(on, [order.id])
  return orderOnWire(order, campaigns.get(order.campaign_id)!, showing, counts.get(order.id) ?? [])
}

interface Filter {
  readonly state?: OrderStatus | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

async function ordersBefore(
  on: Queryable,
  { member_id, state, from, to }: Filter & { readonly member_id: string },
  before: string,
  limit: number,
): Promise<OrderRow[]> {
  if (from !== undefined || to !== undefined)
    return await listOrdersOfPeriod.all(on, member_id, before, limit, state ?? null, ...bounds(from, to))
  if (state !== undefined) return await listOrdersOfStatus.all(on, member_id, before, limit, state)
  return await listOrders.all(on, member_id, before, limit)
}

/** A page of a member's orders, newest first. */
async function pageOf(
  on: Queryable,
  asked: Filter & { readonly member_id: string; readonly cursor?: string | undefined },
  showing: ViewOptions,
) {
  const rows = await ordersBefore(on, asked, afterCursor(asked.cursor), ORDERS_A_PAGE + 1)
  return await pageOnWire(on, rows, showing)
}

/** The id before which a page begins. */
const afterCursor = (cursor: string | undefined): string =>
  cursor === undefined ? MAX_UUID : decodeCursor(cursor)

/** A page of orders, of which one more than shown was read; captions in all languages would be half of the answer. */
async function pageOnWire(on: Queryable, rows: readonly OrderRow[], showing: ViewOptions) {
  const page = rows.slice(0, ORDERS_A_PAGE)
  const campaigns = await campaignsOf(
    on,
    page.map((order) => order.campaign_id),
  )
  const counts = await verdictCounts(
    on,
    page.map((order) => order.id),
  )
  return {
    list_product: page.map((order) => ({
      ...orderOnWire(order, campaigns.get(order.campaign_id)!, showing, counts.get(order.id) ?? []),
      captions: [],
    })),
    cursor: rows.length > page.length ? encodeCursor(page.at(-1)!.id) : null,
  }
}

async function totalOf(on: Queryable, member_id: string, days_ago: number, now: Date) {
  const { time_zone } = await settingsOf(on)
  return { total: formatMoney(await awardsOfDay(on, { member_id, days_ago, now, time_zone })) }
}
