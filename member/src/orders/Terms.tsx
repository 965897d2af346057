import type { Product } from '@fairturn/contract/orders'
import { DateTime } from '@fairturn/ui/DateTime.tsx'
import { count } from '@fairturn/ui/formats.ts'
import { Plural, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Amount } from '../shell/Amount.tsx'
import { bonusRange } from './labels.ts'

export function Terms({ order }: { order: Product }) {
  const { t } = useLingui()
  const { hours } = order
  return (
    <dl className="divide-y divide-line">
      <Term label={t`Target visits (verified)`}>
        {count(order.target)} × <Amount amount={order.price} />
      </Term>
      <Term label={t`Bonus, by quality`}>{bonusRange(order)}</Term>
      <Term label={order.deadline ? t`Deadline` : t`Time to complete`}>
        {order.deadline ? (
          <DateTime value={order.deadline} />
        ) : (
          <Plural value={hours} one="# hour" other="# hours" />
        )}
      </Term>
    </dl>
  )
}

function Term({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 px-4 py-2.5">
      <dt className="text-quiet">{label}</dt>
      <dd className="figures ml-auto text-right font-semibold">{children}</dd>
    </div>
  )
}
