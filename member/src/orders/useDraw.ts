// Drawing an offer. The result is in the overview, where the server has it too: a reload shows the same
// offer and draws nothing.
import type { Product } from '@fairturn/contract/orders'
import { useAction } from '../useAction.ts'
import { call, queries } from '../client.ts'
import { toastFailure } from '../failureText.ts'
import { memberId } from '../queries.ts'
import { cacheOffer, overviewQuery, refreshOrders } from './order-queries.ts'

/** Long enough to be read; an answer that takes longer is not kept waiting. None where motion is not wanted. */
const LEGIBLE_MS = 600

/** There is no other offer than the open one. */
export const NO_OTHER = 'no_other_order_is_available'

function legible(): Promise<void> {
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  return new Promise((resolve) => setTimeout(resolve, still ? 0 : LEGIBLE_MS))
}

/** `start(null)` draws; an open offer is skipped by it, which costs no turn. */
export function useDraw() {
  return useAction<null, Product>({
    async run() {
      const [{ data }] = await Promise.all([
        call('POST random-product', { body: { user_id: memberId() } }),
        legible(),
      ])
      return data
    },
    onDone: cacheOffer,
    onFailed(failure) {
      // The offer stays where there is no other, which its screen says; any other refusal means that there is none to take.
      if (failure.code === NO_OTHER) return
      if (failure.outcomeIsKnown && failure.status !== 429) cacheOffer(null)
      else if (queries.getQueryData(overviewQuery.queryKey)?.offer) toastFailure(failure)
      void refreshOrders()
    },
  })
}
