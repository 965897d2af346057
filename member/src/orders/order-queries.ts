// The queries of the order screens, and what an action writes into the cache. All of it is under
// `keys.orders`, so that one live event invalidates it.
import { queryOptions } from '@tanstack/react-query'
import type { Product } from '@fairturn/contract/orders'
import type { DataOf } from '@fairturn/ui/client.ts'
import { call, queries } from '../client.ts'
import { keys, memberId } from '../queries.ts'
import { pagesQuery } from '../pages-query.ts'

/** The tabs of the warehouse that are lists. */
export type ListedState = 'distributing' | 'success' | 'done'

export type Overview = DataOf<'POST list-product'>

/** The open offer, the order that waits to be started (its list), how many of each, and today's turns. */
export const overviewQuery = queryOptions({
  queryKey: [...keys.orders, 'overview'],
  queryFn: async ({ signal }) =>
    (await call('POST list-product', { body: { user_id: memberId(), state: 'pending' }, signal })).data,
})

export const ordersQuery = (state: ListedState) =>
  pagesQuery([...keys.orders, 'list', state], (from, signal) =>
    call('POST list-product', { body: { user_id: memberId(), state, ...from }, signal }),
  )

/** Live events update an order; polling is the fallback. */
const ASKED_AGAIN_MS = 30_000

export const orderQuery = (order_id: string) =>
  queryOptions({
    queryKey: [...keys.orders, 'one', order_id],
    queryFn: async ({ signal }) =>
      (await call('GET orders/:order_id', { params: { order_id }, signal })).data,
    refetchInterval: ({ state }) => (state.data?.status === 'distributing' ? ASKED_AGAIN_MS : false),
  })

export const visitsQuery = (order_id: string) =>
  pagesQuery([...keys.orders, 'visits', order_id], (query, signal) =>
    call('GET orders/:order_id/visits', { params: { order_id }, query, signal }),
  )

export const totalsQuery = queryOptions({
  queryKey: [...keys.orders, 'totals'],
  queryFn: async ({ signal }) => {
    const request = { body: { user_id: memberId() }, signal }
    const [today, yesterday] = await Promise.all([
      call('POST total-bonus-today', request),
      call('POST total-bonus-yesterday', request),
    ])
    return { today: today.data.total, yesterday: yesterday.data.total }
  },
})

/** Everything of orders that is on the screen asks again. */
export async function refreshOrders(): Promise<void> {
  await Promise.all([keys.orders, keys.turns].map((queryKey) => queries.invalidateQueries({ queryKey })))
}

/** The order as an action answered with it; what else shows it asks again. */
export function cacheOrder(order: Product): void {
  queries.setQueryData(orderQuery(order._id).queryKey, order)
  void refreshOrders()
}

/** The offer as drawn, or that there is none any more. */
export function cacheOffer(offer: Product | null): void {
  queries.setQueryData(overviewQuery.queryKey, (known) => known && { ...known, offer })
}
