// How an order is named to others: by its campaign's brand.
import { brandsOfCampaigns, campaignsOf } from '../campaigns/campaigns.ts'
import type { Queryable } from '../database/database.ts'
import { statement } from '../database/statement.ts'

const campaignsOfOrders = statement<{ id: string; campaign_id: string }>(
  'orders_campaigns',
  `select id, campaign_id from orders where id = any ($1::uuid[])`,
)

/** Brands by order; unknown ids are left out. */
export async function brandsOfOrders(
  on: Queryable,
  order_ids: readonly string[],
): Promise<Map<string, string>> {
  const orders = await campaignsOfOrders.all(on, order_ids)
  const brands = await brandsOfCampaigns(
    on,
    orders.map((order) => order.campaign_id),
  )
  return new Map(orders.map((order) => [order.id, brands.get(order.campaign_id)!]))
}

/** The brand of one order that the caller has read. */
export async function brandOf(on: Queryable, { campaign_id }: { campaign_id: string }): Promise<string> {
  return (await campaignsOf(on, [campaign_id])).get(campaign_id)!.brand
}

/** Where the app shows an order. */
export const orderPath = (order_id: string): string => `/order-detail/${order_id}`
