// An award as lists show it: the whole of it, and the bonus that is in it.
import { Trans } from '@lingui/react/macro'
import type { Product } from '@fairturn/contract/orders'
import { Amount } from '../Amount.tsx'

export function AwardFigures({ order }: { order: Pick<Product, 'award' | 'bonus'> }) {
  return (
    <>
      <span className="block">
        <Amount amount={order.award} />
      </span>
      <span className="block text-small text-award">
        <Trans>
          bonus <Amount amount={order.bonus} tone="award" signed />
        </Trans>
      </span>
    </>
  )
}
