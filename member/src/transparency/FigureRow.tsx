import type { Figure } from '@fairturn/contract/transparency'
import type { DataOf } from '@fairturn/ui/client.ts'
import { count } from '@fairturn/ui/formats.ts'
import { Icon } from '@fairturn/ui/Icon.tsx'
// One public figure. Expanded, it shows the last 90 days as bars and as text.
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useMoneyText } from '../shell/Amount.tsx'
import { Bars } from '../shell/Bars.tsx'
import { QueryResult } from '../shell/QueryResult.tsx'
import { historyQuery } from './figures-query.ts'
import { dayText, duration, exactPercent } from './labels.ts'

type Unit = DataOf<'GET transparency/history'>['unit']

interface FigureRowProps {
  title: ReactNode
  detail?: ReactNode
  value: ReactNode
  figure: Figure
  /** What a bar of the history shows, where the title does not say it. */
  bars?: string
  /** Why the history has no day yet; otherwise the first has not ended. */
  without?: string
}

export function FigureRow({ title, detail, value, ...history }: FigureRowProps) {
  const [opened, setOpened] = useState(false)
  return (
    <details className="group" onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary className="flex min-h-13 cursor-pointer list-none items-center gap-3 px-3.5 py-3 -outline-offset-2 transition-colors duration-100 hover:bg-action-soft [&::-webkit-details-marker]:hidden">
        <span className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <span className="min-w-0 flex-[1_1_6rem]">
            <span className="block">{title}</span>
            {detail && <span className="mt-0.5 block text-small text-quiet">{detail}</span>}
          </span>
          <span className="figures max-w-[max(55%,7rem)] text-right font-bold">{value}</span>
        </span>
        <Icon
          name="chevron"
          size={18}
          className="text-quiet transition-transform duration-150 group-open:rotate-90 motion-reduce:transition-none"
        />
      </summary>
      {opened && (
        <div className="px-3.5 pb-4">
          <History {...history} />
        </div>
      )}
    </details>
  )
}

function History({ figure, bars, without }: Pick<FigureRowProps, 'figure' | 'bars' | 'without'>) {
  const { t } = useLingui()
  const query = useQuery(historyQuery(figure))
  const written = useWritten(query.data?.unit)
  return (
    <QueryResult bare query={query} outline={['mt-3 h-30 rounded-control']}>
      {({ list }) => {
        const [first, last] = [list[0], list.at(-1)]
        if (!first || !last) {
          return (
            <p className="text-small text-quiet">
              {without ?? (
                <Trans>The first day has not ended yet. Published days will remain here unchanged.</Trans>
              )}
            </p>
          )
        }
        if (list.every(({ value }) => Number(value) === 0)) {
          return (
            <p className="text-small text-quiet">
              <Trans>
                None on any day from {dayText(first.day)} to {dayText(last.day)}.
              </Trans>
            </p>
          )
        }
        return (
          <Bars
            label={bars ?? t`By day, as published`}
            bars={list.map(({ day, value, out_of }) => ({
              key: day,
              // The number determines only the height of a bar; the figure is shown as received.
              height: Math.max(0, Number(value)),
              text: `${dayText(day)}: ${out_of === null ? written(value) : t`${written(value)} of ${written(out_of)}`}`,
            }))}
            from={dayText(first.day)}
            to={dayText(last.day)}
          />
        )
      }}
    </QueryResult>
  )
}

/** Formats a value of the history in the unit of its figure. */
function useWritten(unit: Unit | undefined): (value: string) => string {
  const moneyText = useMoneyText()
  if (unit === 'money') return moneyText
  if (unit === 'seconds') return (value) => duration(Number(value))
  if (unit === 'basis_points') return (value) => exactPercent(Number(value) / 100)
  return (value) => count(Number(value))
}
