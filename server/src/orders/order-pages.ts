// Pages of a member's orders, newest first, with what is shown beside them.
import type { OrderStatus } from '@fairturn/contract/orders'
import { findCampaignSummaries } from '../campaigns/campaigns.ts'
import { createReader } from '../platform/database/batcher.ts'
import type { Database } from '../platform/database/database.ts'
import { toColumn } from '../platform/database/statement.ts'
import { idBefore, pageOf } from '../platform/http/cursor.ts'
import { verdictCounts } from '../tracking/tracking.ts'
import { orderOnWire, type ViewOptions } from './orders.dto.ts'
import { bounds } from './orders.files.ts'
import * as store from './orders.store.ts'
import type { ShownOrderRow } from './orders.store.ts'

const PAGE_SIZE = 20

interface Filter {
  readonly state?: OrderStatus | 'open' | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly cursor?: string | undefined
}

/** Reads pages of `limit + 1` orders; concurrent requests for a page share a query. */
export function orderPages(database: Database) {
  /** Adds what is shown with these orders: campaigns, and visit counts by verdict. */
  async function withContext(rows: readonly ShownOrderRow[]) {
    const [campaigns, counts] = await Promise.all([
      findCampaignSummaries(database, toColumn(rows, 'campaign_id')),
      verdictCounts(database, toColumn(rows, 'id')),
    ])
    return { rows, campaigns, counts }
  }

  const pagesReader = (list: typeof store.listOrders) =>
    createReader(async (pages: { member_id: string; before_id: string }[]): Promise<OrderPage[]> => {
      const members = toColumn(pages, 'member_id')
      const befores = toColumn(pages, 'before_id')
      const rows = await list.all(database, { members, befores, limit: PAGE_SIZE + 1 })
      const { campaigns, counts } = await withContext(rows)
      const byPage = Map.groupBy(rows, ({ no }) => no)
      return pages.map((_, at) => ({ rows: byPage.get(at + 1) ?? [], campaigns, counts }))
    })
  const pageOfAll = pagesReader(store.listOrders)
  const pageOfOpen = pagesReader(store.listOpenOrders)

  async function before(member_id: string, { state, from, to, cursor }: Filter): Promise<OrderPage> {
    const before_id = idBefore(cursor)
    if (state === 'open') return await pageOfOpen({ member_id, before_id })
    const page = { member_id, before_id, limit: PAGE_SIZE + 1 }
    if (from !== undefined || to !== undefined)
      return await withContext(
        await store.listOrdersOfPeriod.all(database, { ...page, status: state ?? null, ...bounds(from, to) }),
      )
    if (state !== undefined)
      return await withContext(await store.listOrdersOfStatus.all(database, { ...page, status: state }))
    return await pageOfAll({ member_id, before_id })
  }

  async function claimedBefore(member_id: string, { from, to, cursor }: Filter): Promise<OrderPage> {
    const page = { member_id, before_id: idBefore(cursor), limit: PAGE_SIZE + 1 }
    return await withContext(await store.listClaimed.all(database, { ...page, ...bounds(from, to) }))
  }

  return { before, claimedBefore }
}

export interface OrderPage {
  readonly rows: readonly ShownOrderRow[]
  readonly campaigns: Awaited<ReturnType<typeof findCampaignSummaries>>
  readonly counts: Awaited<ReturnType<typeof verdictCounts>>
}

/** A page from `limit + 1` orders, with the cursor of the next one. */
export function pageOnWire({ rows, campaigns, counts }: OrderPage, view: ViewOptions) {
  const { list, cursor } = pageOf(rows, PAGE_SIZE)
  const shown = { ...view, allCaptions: false }
  const list_product = list.map((order) =>
    orderOnWire(order, campaigns.get(order.campaign_id)!, shown, counts.get(order.id)!),
  )
  return { list_product, cursor }
}
