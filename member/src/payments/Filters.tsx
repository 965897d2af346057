// What part of a list is wanted: a state, and days from and to.
import { useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import { Select, type Choice } from '@fairturn/ui/Select.tsx'
import type { Period } from './period.ts'

interface FiltersProps<State extends string> {
  /** Without choices there is no state to choose. */
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
      {period && onPeriod && (
        <div className="grid grid-cols-2 gap-3">
          <Day
            label={t({ message: 'From', context: 'first day of a period' })}
            value={period.from}
            max={period.to}
            onChange={(from) => onPeriod({ ...period, from })}
          />
          <Day
            label={t({ message: 'To', context: 'last day of a period' })}
            value={period.to}
            min={period.from}
            onChange={(to) => onPeriod({ ...period, to })}
          />
        </div>
      )}
    </search>
  )
}

interface DayProps {
  label: string
  value: string
  min?: string
  max?: string
  onChange: (day: string) => void
}

function Day({ label, value, min, max, onChange }: DayProps) {
  const id = useId()
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1.5 block text-small font-semibold">
        {label}
      </label>
      <input
        id={id}
        type="date"
        value={value}
        min={min || '2020-01-01'}
        max={max || '2099-12-31'}
        onChange={(event) => onChange(event.target.validity.valid ? event.target.value : value)}
        className="h-12 w-full min-w-0 appearance-none rounded-control border border-control bg-surface px-3 text-[1rem] text-ink"
      />
    </div>
  )
}
