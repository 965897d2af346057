import type { Product } from '@fairturn/contract/orders'
import type { DataOf } from '@fairturn/ui/client.ts'
// Queries of the order screens, and the cache updates of their actions. All of them are under `keys.orders`,
// so that one live event invalidates them.
import { queryOptions } from '@tanstack/react-query'
import { call, queries } from '../shell/client.ts'
import { pagesQuery } from '../shell/pages-query.ts'
import { keys, memberId } from '../shell/queries.ts'

/** The warehouse tabs that are lists. */
export type ListedState = 'distributing' | 'success' | 'done'

export type Overview = DataOf<'POST list-product'>

/** The open offer, the orders not yet started, the number of orders per state, and today's turns. */
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
const POLL_MS = 30_000

export const orderQuery = (order_id: string) =>
  queryOptions({
    queryKey: [...keys.orders, 'one', order_id],
    queryFn: async ({ signal }) =>
      (await call('GET orders/:order_id', { params: { order_id }, signal })).data,
    refetchInterval: ({ state }) => (state.data?.status === 'distributing' ? POLL_MS : false),
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

/** Refetches all orders on the screen. */
export async function refreshOrders(): Promise<void> {
  await Promise.all([keys.orders, keys.turns].map((queryKey) => queries.invalidateQueries({ queryKey })))
}

/** Caches the order returned by an action, and refetches everything else that shows it. */
export function cacheOrder(order: Product): void {
  queries.setQueryData(orderQuery(order._id).queryKey, order)
  void refreshOrders()
}

/** Caches the drawn offer, or that there is none. */
export function cacheOffer(offer: Product | null): void {
  queries.setQueryData(overviewQuery.queryKey, (known) => known && { ...known, offer })
}
