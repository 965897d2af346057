// The name of an order shown to others: its campaign's brand.
import { brandsOfCampaigns, campaignsOf } from '../campaigns/campaigns.ts'
import { type NoticeKind, type NoticeParams, notify } from '../notices/notices.ts'
import type { Queryable, Tx } from '../platform/database/database.ts'
import { statement, toColumn } from '../platform/database/statement.ts'

const campaignsOfOrders = statement(
  `-- orders_campaigns
  select id, campaign_id from orders where id = any ($order_ids::uuid[])`,
  { params: { order_ids: 'uuid[]' }, columns: { id: 'uuid', campaign_id: 'uuid' } },
)

/** Brands by order; unknown ids are omitted. */
export async function brandsOfOrders(
  on: Queryable,
  order_ids: readonly string[],
): Promise<Map<string, string>> {
  const orders = await campaignsOfOrders.all(on, { order_ids })
  const brands = await brandsOfCampaigns(on, toColumn(orders, 'campaign_id'))
  return new Map(orders.map((order) => [order.id, brands.get(order.campaign_id)!]))
}

async function brandOf(on: Queryable, { campaign_id }: { campaign_id: string }): Promise<string> {
  return (await campaignsOf(on, [campaign_id])).get(campaign_id)!.brand
}

export async function notifyCarrier<Kind extends NoticeKind>(
  tx: Tx,
  order: { id: string; member_id: string; campaign_id: string },
  kind: Kind,
  params: Omit<NoticeParams<Kind>, 'brand'>,
): Promise<void> {
  const named = { brand: await brandOf(tx, order), ...params } as object as NoticeParams<Kind>
  await notify(tx, order.member_id, kind, named, `/order-detail/${order.id}`)
}
