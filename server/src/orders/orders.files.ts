// Files of orders and awards: list exports, and the receipt of an award.
import { fileCalls } from '@fairturn/contract/files'
import { formatMoney } from '@fairturn/contract/minor-units'
import { brandsOfCampaigns } from '../campaigns/campaigns.ts'
import { settingsOf } from '../content/content.ts'
import { drawPdf, letterTo, type Reader, type Sheet } from '../documents/documents.ts'
import type { Queryable } from '../platform/database/database.ts'
import { toColumn } from '../platform/database/statement.ts'
import type { Routes } from '../platform/http/app.ts'
import { bindFile } from '../platform/http/bind-file.ts'
import { csvOf, type CsvTable } from '../platform/http/csv.ts'
import { EXPORT_PAGE_SIZE, everyPage, idBefore, pageOf } from '../platform/http/cursor.ts'
import { refuse } from '../platform/http/refusal.ts'
import { formatRate } from '../platform/texts/documents.ts'
import { listClaimed, listOrdersOfPeriod, type OrderRow } from './orders.store.ts'
import { getOrder } from './orders.ts'
import { awardOf } from './reward.ts'

const pageParams = (cursor: string | undefined) => ({
  before_id: idBefore(cursor),
  limit: EXPORT_PAGE_SIZE + 1,
})

export function orderFiles(routes: Routes): void {
  const { database, config } = routes.app
  const { awardReceipt, exportAwards, exportOrders } = fileCalls.orders

  bindFile(routes, exportOrders, async ({ viewer, query: { state, from, to } }) => {
    const on = await database.replica()
    const filter = { member_id: viewer.member_id, status: state ?? null, ...bounds(from, to) }
    const pages = everyPage(async (cursor) =>
      pageOf(await listOrdersOfPeriod.all(on, { ...filter, ...pageParams(cursor) }), EXPORT_PAGE_SIZE),
    )
    return { name: 'orders.csv', body: await table(on, pages) }
  })

  bindFile(routes, exportAwards, async ({ viewer, query: { from, to } }) => {
    const on = await database.replica()
    const filter = { member_id: viewer.member_id, ...bounds(from, to) }
    const pages = everyPage(async (cursor) =>
      pageOf(await listClaimed.all(on, { ...filter, ...pageParams(cursor) }), EXPORT_PAGE_SIZE),
    )
    return { name: 'awards.csv', body: await table(on, pages) }
  })

  bindFile(routes, awardReceipt, async ({ viewer, query, params, locale, now }) => {
    const reader = { member_id: viewer.member_id, locale, now, demo: config.demo, time_zone: query.time_zone }
    const sheet = await awardSheet(await database.replica(), reader, params.order_id)
    return { name: 'award.pdf', body: await drawPdf(sheet, now) }
  })
}

/** Parameters for the period of a list's statement. */
export const bounds = (from: string | undefined, to: string | undefined) => ({
  since: from === undefined ? null : new Date(from),
  before: to === undefined ? null : new Date(to),
})

async function table(on: Queryable, pages: AsyncIterable<OrderRow[]>): Promise<CsvTable> {
  const { currency } = await settingsOf(on)
  const code = currency === 'EURO' ? 'EUR' : currency
  async function* rows() {
    for await (const orders of pages) {
      const brands = await brandsOfCampaigns(on, toColumn(orders, 'campaign_id'))
      yield orders.map((order) => rowOf(order, brands.get(order.campaign_id) ?? null, code))
    }
  }
  return csvOf(COLUMNS, rows())
}

const COLUMNS = [
  ...(['taken_at', 'state', 'brand', 'target', 'verified', 'visits', 'price', 'reward'] as const),
  ...(['bonus', 'award', 'currency', 'settled_at', 'claimed_at', 'order'] as const),
]

function rowOf(order: OrderRow, brand: string | null, currency: string) {
  const so_far = awardOf(order, order)
  const reward_minor = order.reward_minor ?? so_far.reward_minor
  const bonus_minor = order.bonus_minor ?? so_far.bonus_minor
  return {
    taken_at: order.taken_at.toISOString(),
    state: order.status,
    brand: { text: brand },
    target: order.target,
    verified: order.verified,
    visits: order.visits,
    price: formatMoney(order.price_minor),
    reward: formatMoney(reward_minor),
    bonus: formatMoney(bonus_minor),
    award: formatMoney(reward_minor + bonus_minor),
    currency,
    settled_at: order.settled_at?.toISOString() ?? null,
    claimed_at: order.claimed_at?.toISOString() ?? null,
    order: order.id,
  }
}

/** Refuses `order_is_unknown`, also for an unclaimed order: it has no award. */
async function awardSheet(on: Queryable, reader: Reader, order_id: string): Promise<Sheet> {
  const order = await getOrder(on, { member_id: reader.member_id, order_id })
  const { reward_minor, bonus_minor, bonus_bp, claimed_at } = order
  if (reward_minor === null || bonus_minor === null || bonus_bp === null || claimed_at === null)
    throw refuse('order_is_unknown')
  const [letter, brands] = await Promise.all([
    letterTo(on, reader),
    brandsOfCampaigns(on, [order.campaign_id]),
  ])
  const { words, money, instant } = letter
  const { labels } = words
  const rate = formatRate(bonus_bp, reader.locale)
  const sheet = letter.sheet('award', [
    { label: labels.award, text: money(reward_minor + bonus_minor), main: true },
    { label: labels.reward, text: money(reward_minor) },
    { label: labels.bonus, text: `${money(bonus_minor)} (${rate})` },
    { label: labels.verified_visits, text: `${order.verified} × ${money(order.price_minor)}` },
    { label: labels.brand, text: brands.get(order.campaign_id) ?? null },
    { label: labels.claimed_on, text: instant(claimed_at) },
    { label: labels.number, text: order.id },
  ])
  return { ...sheet, notes: [words.notes.receipt] }
}
