import type { Product } from '@fairturn/contract/orders'
import { Trans } from '@lingui/react/macro'
import { Amount } from '../shell/Amount.tsx'

export function AwardFigures({ award, bonus }: Pick<Product, 'award' | 'bonus'>) {
  return (
    <>
      <span className="block">
        <Amount amount={award} />
      </span>
      <span className="block text-small font-medium text-award">
        <Trans>
          bonus <Amount amount={bonus} tone="award" signed />
        </Trans>
      </span>
    </>
  )
}
