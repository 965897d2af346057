// A carrier's actions on an order, each sent once under its own key. Nothing is shown as done before the
// server has confirmed it: there is money in every one of them.
import type { Product } from '@fairturn/contract/orders'
import type { ApiFailure } from '@fairturn/ui/failure.ts'
import { useAction } from '@fairturn/ui/useAction.ts'
import { call, queries } from '../client.ts'
import { toastFailure } from '../failureText.ts'
import { toastMessage } from '../messages.ts'
import { keys, memberId, viewerQuery } from '../queries.ts'
import { session } from '../session.ts'
import { cacheOrder, refreshOrders } from './order-queries.ts'

/** The screen may be older than the server's decision. */
function failed(failure: ApiFailure): void {
  toastFailure(failure)
  void refreshOrders()
}

interface ActionOptions {
  onDone?: (order: Product) => void
}

/** The tracked link goes live. */
export function useStart({ onDone }: ActionOptions = {}) {
  return useAction({
    run: (order_id: string, key) => call('POST orders/:order_id/start', { params: { order_id }, key }),
    onDone({ data }) {
      cacheOrder(data)
      onDone?.(data)
      toastMessage('order_started_successfully').catch(toastFailure)
    },
    onFailed: failed,
  })
}

/** Only before it was started; the turn comes back. */
export function useGiveBack({ onDone }: ActionOptions = {}) {
  return useAction({
    run: (order_id: string, key) => call('POST orders/:order_id/return', { params: { order_id }, key }),
    onDone({ data }) {
      cacheOrder(data)
      onDone?.(data)
      toastMessage('order_returned_successfully').catch(toastFailure)
    },
    onFailed: failed,
  })
}

/** Another look at the refused visits; once for an order. */
export function useObject({ onDone }: ActionOptions = {}) {
  return useAction({
    run: ({ order_id, note }: { order_id: string; note: string }, key) =>
      call('POST orders/:order_id/object', { params: { order_id }, body: { note }, key }),
    onDone({ data }) {
      cacheOrder(data)
      onDone?.(data)
      toastMessage('objection_made_successfully').catch(toastFailure)
    },
    onFailed: failed,
  })
}

/** The award goes into the balance; claiming twice answers the same award. */
export function useClaim({ onDone }: ActionOptions = {}) {
  return useAction({
    run: (order_id: string, key) =>
      call('POST product-claim-reward', { body: { user_id: memberId(), order_id }, key }),
    onDone({ data: { order, account_balance } }) {
      cacheOrder(order)
      onDone?.(order)
      const user = session.user()
      if (user) session.replaceUser({ ...user, account_balance })
      queries.setQueryData(viewerQuery.queryKey, (known) => known && { ...known, account_balance })
      for (const queryKey of [keys.viewer, keys.awards]) void queries.invalidateQueries({ queryKey })
    },
    onFailed: failed,
  })
}
