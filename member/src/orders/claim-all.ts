import { newKey } from '@fairturn/ui/transport.ts'
import { sum } from '../shell/cents.ts'
import { call, queries } from '../shell/client.ts'
import { keys, memberId } from '../shell/queries.ts'

/**
 * Claims every order that can be claimed, page by page. Each claim is independent: those that were made stay, and the
 * first that was refused or failed is thrown. Claiming an order again pays nothing, so a repetition is harmless.
 * Returns the sum of what was claimed.
 */
export async function claimAll(): Promise<{ awards: string }> {
  const user_id = memberId()
  let awards = '0.00'
  try {
    for (;;) {
      const { data } = await call('POST list-product', { body: { user_id, state: 'success' } })
      if (data.list_product.length === 0) break
      const claims = await Promise.allSettled(
        data.list_product.map(({ _id }) =>
          call('POST product-claim-reward', { body: { user_id, order_id: _id }, key: newKey() }),
        ),
      )
      for (const claim of claims)
        if (claim.status === 'fulfilled') awards = sum(awards, claim.value.data.award)
      const failed = claims.find((claim) => claim.status === 'rejected')
      if (failed) throw failed.reason
    }
  } finally {
    await Promise.all(
      [keys.orders, keys.viewer, keys.awards].map((queryKey) => queries.invalidateQueries({ queryKey })),
    )
  }
  return { awards }
}
