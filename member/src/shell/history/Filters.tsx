import { Select, type Choice } from '@fairturn/ui/Select.tsx'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { DayField } from './DayField.tsx'
import { ALWAYS, QUICK_RANGES, type Period, quickPeriod, type QuickRange } from './period.ts'

interface FiltersProps<State extends string> {
  /** Absent if the list has no states to filter by. */
  states?: readonly Choice<State | ''>[]
  state?: State | ''
  onState?: (state: State | '') => void
  period?: Period
  onPeriod?: (period: Period) => void
}

export function Filters<State extends string>(props: FiltersProps<State>) {
  const { t } = useLingui()
  const { states, state = '', onState, period, onPeriod } = props
  return (
    <search className="mb-4 grid gap-3">
      {states && onState && <Select label={t`Status`} choices={states} value={state} onChange={onState} />}
      {period && onPeriod && <Days period={period} onPeriod={onPeriod} />}
    </search>
  )
}

interface DaysProps {
  period: Period
  onPeriod: (period: Period) => void
}

function Days({ period, onPeriod }: DaysProps) {
  const { t } = useLingui()
  return (
    <>
      <QuickRanges period={period} onPeriod={onPeriod} />
      <div className="grid grid-cols-2 gap-3">
        <DayField
          label={t({ message: 'From', context: 'first day of a period' })}
          value={period.from}
          // Moves the other bound along: a period never ends before it begins.
          onChange={(from) => onPeriod({ from, to: period.to && period.to < from ? from : period.to })}
        />
        <DayField
          label={t({ message: 'To', context: 'last day of a period' })}
          value={period.to}
          onChange={(to) => onPeriod({ from: to && period.from > to ? to : period.from, to })}
        />
      </div>
    </>
  )
}

function QuickRanges({ period, onPeriod }: DaysProps) {
  const { t } = useLingui()
  const [now] = useState(() => new Date())
  const names: Readonly<Record<QuickRange, string>> = {
    today: t`Today`,
    '7_days': t({ message: '7 days', context: 'the last 7 days, as a filter' }),
    '30_days': t({ message: '30 days', context: 'the last 30 days, as a filter' }),
    this_month: t`This month`,
    last_month: t`Last month`,
  }
  const ranges = [
    { name: t({ message: 'All', context: 'days: no bound' }), range: ALWAYS },
    ...QUICK_RANGES.map((key) => ({ name: names[key], range: quickPeriod(key, now) })),
  ]
  return (
    <div
      role="group"
      aria-label={t({ message: 'Days', context: 'a filter' })}
      className="-mx-gutter flex gap-2 overflow-x-auto px-gutter py-0.5 [scrollbar-width:none]"
    >
      {ranges.map(({ name, range }) => {
        const chosen = range.from === period.from && range.to === period.to
        return (
          <button
            key={name}
            type="button"
            aria-pressed={chosen}
            onClick={() => onPeriod(range)}
            className={`target shrink-0 cursor-pointer rounded-control border px-3.5 text-small font-semibold transition-colors duration-100 ${
              chosen
                ? 'border-action bg-action-soft text-action'
                : 'border-line bg-surface text-ink hover:border-control'
            }`}
          >
            {name}
          </button>
        )
      })}
    </div>
  )
}
