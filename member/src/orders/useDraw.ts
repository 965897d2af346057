// Draws an offer. The result is stored in the overview, as on the server: a reload shows the same offer and
// draws nothing.
import type { Product } from '@fairturn/contract/orders'
import { call, queries } from '../shell/client.ts'
import { toastFailure } from '../shell/failure-text.ts'
import { memberId, overviewQuery } from '../shell/queries.ts'
import { useAction } from '../shell/useAction.ts'
import { cacheOffer, refreshOrders } from './order-queries.ts'

/**
 * Minimum time for which the drawing screen is shown, so that it can be read; a slower response is not
 * delayed. Not applied with reduced motion.
 */
const MIN_SHOWN_MS = 600

/** The open offer is the only one. */
export const NO_OTHER = 'no_other_order_is_available'

function minimumTime(): Promise<void> {
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  return new Promise((resolve) => setTimeout(resolve, still ? 0 : MIN_SHOWN_MS))
}

/** `start(null)` draws; an open offer is skipped, which costs no turn. */
export function useDraw() {
  return useAction<null, Product>({
    async run() {
      const [{ data }] = await Promise.all([
        call('POST random-product', { body: { user_id: memberId() } }),
        minimumTime(),
      ])
      return data
    },
    onDone: cacheOffer,
    onFailed(failure) {
      // If there is no other offer, the current one stays and its screen says so; any other refusal means
      // that there is none.
      if (failure.code === NO_OTHER) return
      if (failure.outcomeIsKnown && failure.status !== 429) cacheOffer(null)
      else if (queries.getQueryData(overviewQuery.queryKey)?.offer) toastFailure(failure)
      void refreshOrders()
    },
  })
}
