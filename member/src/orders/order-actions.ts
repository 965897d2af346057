import type { MemberMessageCode } from '@fairturn/contract/messages'
// A carrier's actions on an order, each sent with an idempotency key. Never optimistic: all of them involve
// money, so nothing is shown as done before the server confirms it.
import type { Product } from '@fairturn/contract/orders'
import type { CallAnswer } from '@fairturn/ui/client.ts'
import type { ApiFailure } from '@fairturn/ui/failure.ts'
import { call, queries } from '../shell/client.ts'
import { toastFailure } from '../shell/failure-text.ts'
import { toastMessage } from '../shell/messages.ts'
import { keys, memberId, viewerQuery } from '../shell/queries.ts'
import { session } from '../shell/session.ts'
import { useAction } from '../shell/useAction.ts'
import { cacheOrder, refreshOrders } from './order-queries.ts'

/** The screen may be stale, so refetch. */
function failed(failure: ApiFailure): void {
  toastFailure(failure)
  void refreshOrders()
}

interface ActionOptions {
  onDone?: (order: Product) => void
}

/** An action that returns the updated order. */
const useOrderAction = <Input>(
  run: (input: Input, key: string) => Promise<CallAnswer<Product>>,
  done: MemberMessageCode,
  { onDone }: ActionOptions = {},
) =>
  useAction({
    run,
    onDone({ data }) {
      cacheOrder(data)
      onDone?.(data)
      toastMessage(done).catch(toastFailure)
    },
    onFailed: failed,
  })

/** Activates the tracked link. */
export const useStart = (options?: ActionOptions) =>
  useOrderAction(
    (order_id: string, key) => call('POST orders/:order_id/start', { params: { order_id }, key }),
    'order_started_successfully',
    options,
  )

/** Allowed only before the order is started; the turn is given back. */
export const useGiveBack = (options?: ActionOptions) =>
  useOrderAction(
    (order_id: string, key) => call('POST orders/:order_id/return', { params: { order_id }, key }),
    'order_returned_successfully',
    options,
  )

/** Objects to the refused visits; once per order. */
export const useObject = (options?: ActionOptions) =>
  useOrderAction(
    ({ order_id, note }: { order_id: string; note: string }, key) =>
      call('POST orders/:order_id/object', { params: { order_id }, body: { note }, key }),
    'objection_made_successfully',
    options,
  )

/** Credits the award to the balance; idempotent: claiming twice returns the same award. */
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
