import type { Product } from '@fairturn/contract/orders'
// Queries of the order screens, and the cache updates of their actions. All of them are under `keys.orders`,
// so that one live event invalidates them.
import { queryOptions } from '@tanstack/react-query'
import { call, queries } from '../shell/client.ts'
import { pagesQuery } from '../shell/pages-query.ts'
import { keys, memberId, overviewQuery, type Overview } from '../shell/queries.ts'

/** The warehouse tabs that are lists. */
export type ListedStatus = 'distributing' | 'success' | 'done'

export const ordersQuery = (state: ListedStatus) =>
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
  await queries.invalidateQueries({ queryKey: keys.orders })
}

/** The order that was taken and not started: there is at most one. */
export const unstartedOf = ({ list_product }: Overview): Product | undefined =>
  list_product.find(({ status }) => status === 'pending')

/** Caches the order returned by an action, and refetches everything else that shows it. */
export function cacheOrder(order: Product): void {
  queries.setQueryData(orderQuery(order._id).queryKey, order)
  void refreshOrders()
}

/** Caches the drawn offer, or that there is none. A read that is under way may be from before it: a race that it must not win. */
export function cacheOffer(offer: Product | null): void {
  void queries.cancelQueries({ queryKey: overviewQuery.queryKey })
  queries.setQueryData(overviewQuery.queryKey, (known) => known && { ...known, offer })
}
