import { Skeleton } from '@fairturn/ui/Skeleton.tsx'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Amount } from '../shell/Amount.tsx'
import { failureText } from '../shell/failure-text.ts'
import { totalsQuery } from './order-queries.ts'

export function Totals() {
  const { t } = useLingui()
  const { data, error } = useQuery(totalsQuery)
  if (error && !data) return <p className="text-small text-quiet">{failureText(error).title}</p>
  return (
    <dl className="side-by-side" aria-busy={!data}>
      <Total label={t`Awarded today`} amount={data?.today} />
      <Total label={t`Yesterday`} amount={data?.yesterday} quiet />
    </dl>
  )
}

function Total(props: { label: string; amount: string | undefined; quiet?: boolean }) {
  const { label, amount, quiet = false } = props
  return (
    <div className={quiet ? 'border-l border-line pl-4 large-text:border-none large-text:pl-0' : ''}>
      <dt className="text-small text-quiet">{label}</dt>
      <dd className="text-heading">
        {amount === undefined ? (
          <Skeleton className="h-[1.2em] w-24" />
        ) : (
          <Amount amount={amount} tone={quiet ? 'quiet' : 'ink'} />
        )}
      </dd>
    </div>
  )
}
