import { formatMoney } from '@fairturn/contract/minor-units'
import { orderCalls as calls } from '@fairturn/contract/orders'
import type { FastifyRequest } from 'fastify'
import { findCampaignSummaries } from '../campaigns/campaigns.ts'
import { settingsOf } from '../content/content.ts'
import type { PhoneCodes } from '../members/members.ts'
import type { Config } from '../platform/config.ts'
import { createReader, valuesOf } from '../platform/database/batcher.ts'
import type { Queryable, Tx } from '../platform/database/database.ts'
import type { Routes } from '../platform/http/app.ts'
import { bindPublic } from '../platform/http/bind-public.ts'
import { bind, type Call } from '../platform/http/bind.ts'
import { verdictCounts, visitsOf } from '../tracking/tracking.ts'
import { awardsByDay, awardsOfDay, awardsReader } from './awards.ts'
import { openClaims } from './claims.ts'
import { invitedBy } from './invited.ts'
import { objectionOf, objectToVisits, openObjectionFigures } from './objections.ts'
import { orderPages, pageOnWire } from './order-pages.ts'
import { objectionOnWire, offerOnWire, orderOnWire, type ViewOptions } from './orders.dto.ts'
import { orderFiles } from './orders.files.ts'
import * as store from './orders.store.ts'
import type { OfferRow, OrderRow } from './orders.store.ts'
import { drawOffer, getOrder, getOrderOrOffer, returnOrder, startOrder, takeOrder } from './orders.ts'
import { turnsReader } from './turns.ts'

export function orderRoutes(routes: Routes, phone_codes: PhoneCodes | undefined): void {
  const { database, config } = routes.app
  const claimReward = openClaims(database)
  const view = (call: ViewContext): ViewOptions => ({
    locale: call.locale,
    linkOrigin: linkOrigin(config, call.request),
    allCaptions: true,
  })

  lists(routes, view)
  figures(routes)
  changes(routes, phone_codes, view)
  orderFiles(routes)

  bind(routes, calls.draw, async (call) => {
    // Without the header, the member's own language.
    const locale = call.request.headers['langcode'] === undefined ? undefined : call.locale
    const offer = await drawOffer(database, { member_id: call.viewer.member_id, locale })
    return { data: await showOffer(database, offer, view(call)) }
  })

  bind(routes, calls.detail, async (call) => {
    const { viewer, body, now } = call
    const found = await getOrderOrOffer(database, { member_id: viewer.member_id, id: body.product_id, now })
    if ('offer' in found) return { data: await showOffer(database, found.offer, view(call)) }
    return { data: await showOrder(database, found.order, view(call)) }
  })

  bind(routes, calls.get, async (call) => ({
    data: await showOrder(database, await getOrder(database, { ...call.viewer, ...call.params }), view(call)),
  }))

  // Allowed under a conduct lock, since earned money belongs to the member. Under a security lock the claim itself refuses.
  bind(routes, calls.claim, async (call) => {
    const { viewer, body } = call
    const claimed = await claimReward({ member_id: viewer.member_id, order_id: body.order_id })
    const { order, campaign, award_minor, balance_minor } = claimed
    return {
      data: {
        order: orderOnWire(order, campaign, view(call), null),
        award: formatMoney(award_minor),
        account_balance: formatMoney(balance_minor),
      },
      message: 'reward_claimed_successfully',
    }
  })
}

/** Taking, starting and giving back an order, and objecting to its visits: each responds with the order's new state. */
function changes(
  routes: Routes,
  phone_codes: PhoneCodes | undefined,
  view: (call: ViewContext) => ViewOptions,
): void {
  type Change = Pick<Call<typeof calls.start>, 'locale' | 'request' | 'transaction'>
  const change = (call: Change, work: (tx: Tx) => Promise<OrderRow>) =>
    call.transaction(async (tx) => showOrder(tx, await work(tx), view(call)))

  bind(routes, calls.take, async (call) => {
    const taken = { ...call.viewer, ...call.body }
    return {
      data: await change(call, (tx) => takeOrder(tx, taken, phone_codes)),
      message: 'order_taken_successfully',
    }
  })

  bind(routes, calls.start, async (call) => {
    const own = { ...call.viewer, ...call.params }
    return { data: await change(call, (tx) => startOrder(tx, own)), message: 'order_started_successfully' }
  })

  bind(routes, calls.giveBack, async (call) => {
    const own = { ...call.viewer, ...call.params }
    return { data: await change(call, (tx) => returnOrder(tx, own)), message: 'order_returned_successfully' }
  })

  bind(routes, calls.object, async (call) => {
    const own = { ...call.viewer, ...call.params, ...call.body }
    return {
      data: await change(call, (tx) => objectToVisits(tx, own)),
      message: 'objection_made_successfully',
    }
  })
}

function lists(routes: Routes, view: (call: ViewContext) => ViewOptions): void {
  const { database } = routes.app
  const turnsOf = turnsReader(database)
  const countsOf = createReader(async (member_ids: string[]) => {
    const rows = await store.countOrders.all(database, { member_ids })
    return valuesOf(member_ids, new Map(rows.map(({ member_id, ...counts }) => [member_id, counts])))
  })
  const openOfferOf = createReader(async (member_ids: string[]) => {
    const offers = await store.findOpenOffers.all(database, { member_ids, now: database.clock.now() })
    const byMember = new Map(offers.map((offer) => [offer.member_id, offer]))
    return member_ids.map((id) => byMember.get(id) ?? null)
  })

  const pages = orderPages(database)

  bind(routes, calls.list, async (call) => {
    const { viewer, body } = call
    const { member_id } = viewer
    const [offer, page, counts, turns] = await Promise.all([
      openOfferOf(member_id),
      pages.before(member_id, body),
      countsOf(member_id),
      turnsOf(member_id),
    ])
    const shown = offer === null ? null : await showOffer(database, offer, view(call))
    const { claimable_minor, ...byStatus } = counts
    const claimable = formatMoney(claimable_minor)
    return { data: { offer: shown, ...pageOnWire(page, view(call)), ...byStatus, claimable, turns } }
  })

  bind(routes, calls.listCompleted, async (call) => {
    const page = await pages.claimedBefore(call.viewer.member_id, call.body)
    return { data: pageOnWire(page, view(call)) }
  })

  bind(routes, calls.numberProduct, async ({ viewer }) => ({
    data: await turnsOf(viewer.member_id),
  }))

  bind(routes, calls.numberDistributing, async ({ viewer }) => ({
    data: { distributing: (await countsOf(viewer.member_id)).distributing },
  }))
}

/** What a member earned, who they invited, and the visits of an order. */
function figures(routes: Routes): void {
  const { database } = routes.app

  bind(routes, calls.awardsByDay, async ({ viewer, now }) => {
    const { time_zone } = await settingsOf(database)
    const days = await awardsByDay(database, { member_id: viewer.member_id, now, time_zone })
    const total_minor = days.reduce((sum, day) => sum + day.total_minor, 0n)
    const list = days.map(({ day, total_minor }) => ({ day, total: formatMoney(total_minor) }))
    return { data: { list, total: formatMoney(total_minor) } }
  })

  bind(routes, calls.invited, async ({ viewer, body, now }) => {
    const { time_zone } = await settingsOf(database)
    const { member_id } = viewer
    return { data: await invitedBy(database, { member_id, cursor: body.cursor, now, time_zone }) }
  })

  bind(routes, calls.totalToday, async ({ viewer, now }) => ({
    data: await totalOf(database, viewer.member_id, 0, now),
  }))

  bind(routes, calls.totalYesterday, async ({ viewer, now }) => ({
    data: await totalOf(database, viewer.member_id, 1, now),
  }))

  bindPublic(routes, calls.awards, awardsReader(database))

  const figuresOfObjections = openObjectionFigures(database)
  bind(routes, calls.visits, async ({ viewer, params, query, now }) => {
    const order = await getOrder(database, { ...viewer, ...params })
    const [byOrder, visits, objection, figures] = await Promise.all([
      verdictCounts(database, [order.id]),
      visitsOf(database, order.id, query.cursor),
      objectionOf(database, order, now),
      figuresOfObjections(),
    ])
    const found = byOrder.get(order.id)!
    const counts =
      found.length === 0
        ? [{ verdict: 'verified' as const, count: 0 }]
        : found.toSorted((a, b) => Number(b.verdict === 'verified') - Number(a.verdict === 'verified'))
    return { data: { counts, objection: objectionOnWire(order, objection, figures), ...visits } }
  })
}

type ViewContext = { readonly locale: ViewOptions['locale']; readonly request: FastifyRequest }

/** Base URL of links; derived from the request if not configured, relative if the request's host is invalid. */
const linkOrigin = (config: Config, request: FastifyRequest): string =>
  config.linkOrigin ?? config.publicOrigin ?? URL.parse(`${request.protocol}://${request.host}`)?.origin ?? ''

async function showOffer(on: Queryable, offer: OfferRow, view: ViewOptions) {
  const campaigns = await findCampaignSummaries(on, [offer.campaign_id])
  return offerOnWire(offer, campaigns.get(offer.campaign_id)!, view)
}

async function showOrder(on: Queryable, order: OrderRow, view: ViewOptions) {
  const campaigns = await findCampaignSummaries(on, [order.campaign_id])
  const counts = await verdictCounts(on, [order.id])
  return orderOnWire(order, campaigns.get(order.campaign_id)!, view, counts.get(order.id)!)
}

async function totalOf(on: Queryable, member_id: string, days_ago: number, now: Date) {
  const { time_zone } = await settingsOf(on)
  return { total: formatMoney(await awardsOfDay(on, { member_id, days_ago, now, time_zone })) }
}
