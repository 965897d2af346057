import { Trans, useLingui } from '@lingui/react/macro'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { SiteDays } from '../orders/SiteDays.tsx'
import { Amount, useMoneyText } from '../shell/Amount.tsx'
import { Bars } from '../shell/Bars.tsx'
import { call } from '../shell/client.ts'
import { keys } from '../shell/queries.ts'
import { QueryResult } from '../shell/QueryResult.tsx'

const earningsQuery = queryOptions({
  queryKey: [...keys.orders, 'by-day'],
  queryFn: async ({ signal }) => (await call('GET awards/by-day', { signal })).data,
})

/** `2026-11-21` as `21-11`. */
const dayText = (day: string): string => day.split('-').slice(1).toReversed().join('-')

export function EarningsChart() {
  const { t } = useLingui()
  const moneyText = useMoneyText()
  return (
    <QueryResult bare query={useQuery(earningsQuery)} outline={['h-32 rounded-small']}>
      {({ list, total }) => (
        <section aria-labelledby="earnings-title" className="px-4 pt-2.5 pb-3">
          <div className="flex items-baseline justify-between gap-x-3 large-text:flex-wrap">
            <h2 id="earnings-title" className="text-small font-normal text-quiet">
              {t`Earned in the last 30 days`}
            </h2>
            <Amount amount={total} />
          </div>
          <Bars
            low
            label={t`Awards by day`}
            bars={list.map(({ day, total }) => ({
              key: day,
              // The number determines only the height of a bar; the figure is shown as received.
              height: Number(total),
              text: `${dayText(day)}: ${moneyText(total)}`,
            }))}
            from={dayText(list[0]?.day ?? '')}
            to={dayText(list.at(-1)?.day ?? '')}
            between={<SiteDays />}
          />
          {total === '0.00' && (
            <p className="mt-2 text-small text-quiet">
              <Trans>Awards you claim appear in this chart.</Trans>
            </p>
          )}
        </section>
      )}
    </QueryResult>
  )
}
