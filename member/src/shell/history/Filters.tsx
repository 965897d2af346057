// The filters of a list in one line that scrolls sideways, so that the first row is on the first screen.
import { date } from '@fairturn/ui/formats.ts'
import { Icon } from '@fairturn/ui/Icon.tsx'
import { Select, type Choice } from '@fairturn/ui/Select.tsx'
import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useId, useState } from 'react'
import { useUser } from '../useSession.ts'
import { DayField } from './DayField.tsx'
import { ALWAYS, QUICK_RANGES, type Period, quickPeriod, type QuickRange } from './period.ts'

interface FiltersProps<State extends string> {
  /** Absent if the list has no states to filter by; the one of every state is added. */
  states?: readonly Choice<State | ''>[]
  state?: State | ''
  onState?: (state: State | '') => void
  period?: Period
  onPeriod?: (period: Period) => void
}

const isSame = (one: Period, other: Period): boolean => one.from === other.from && one.to === other.to

export function Filters<State extends string>(props: FiltersProps<State>) {
  const { t } = useLingui()
  const { states, state = '', onState, period, onPeriod } = props
  const [now] = useState(() => new Date())
  const isCustom =
    period !== undefined &&
    ![ALWAYS, ...QUICK_RANGES.map((key) => quickPeriod(key, now))].some((range) => isSame(range, period))
  const [isOpen, setOpen] = useState(isCustom)
  const fieldsId = useId()
  return (
    <search className="mb-4 grid gap-3">
      <Printed {...props} />
      {/* Scrolls for the keyboard too, because what has the focus is scrolled into view. */}
      <div className="-mx-gutter flex print:hidden items-center gap-2 overflow-x-auto large-text:flex-wrap px-gutter py-1 [scrollbar-width:none]">
        {states && onState && (
          <Select
            compact
            label={t`Status`}
            choices={[{ value: '', label: t`All statuses` }, ...states]}
            value={state}
            onChange={onState}
          />
        )}
        {period && onPeriod && (
          <>
            <Chip
              pressed={isCustom}
              expands={{ id: fieldsId, is_open: isOpen }}
              onPress={() => setOpen(!isOpen)}
            >
              <Icon name="calendar" size={18} />
              {isCustom ? <Days period={period} /> : t({ message: 'Dates', context: 'a filter' })}
            </Chip>
            <QuickRanges period={period} onPeriod={onPeriod} now={now} />
          </>
        )}
      </div>
      {period && onPeriod && isOpen && (
        <div
          id={fieldsId}
          className="grid print:hidden grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] gap-3"
        >
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
      )}
    </search>
  )
}

/** On paper, what was chosen in place of the choices. */
function Printed<State extends string>({ states, state, period }: FiltersProps<State>) {
  const { t } = useLingui()
  const username = useUser()?.username
  const chosen = states?.find(({ value }) => value === state && value !== '')?.label
  return (
    <p className="hidden print:block">
      {username && (
        <span className="block">
          <Trans>
            Member: <bdi>{username}</bdi>
          </Trans>
        </span>
      )}
      {period && (
        <span className="block">
          {isSame(period, ALWAYS) ? (
            t`Period: everything until today`
          ) : (
            <Trans>
              Period: <Days period={period} />
            </Trans>
          )}
        </span>
      )}
      {chosen && <span className="block">{t`Status: ${chosen}`}</span>}
    </p>
  )
}

/** The chosen days; a missing bound is left out. */
function Days({ period: { from, to } }: { period: Period }) {
  const day = (text: string) => (text === '' ? '' : date(`${text}T12:00`))
  return (
    <span className="figures">
      {day(from)} – {day(to)}
    </span>
  )
}

interface QuickRangesProps {
  period: Period
  onPeriod: (period: Period) => void
  now: Date
}

function QuickRanges({ period, onPeriod, now }: QuickRangesProps) {
  const { t } = useLingui()
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
      className="flex gap-2 large-text:flex-wrap"
    >
      {ranges.map(({ name, range }) => (
        <Chip key={name} pressed={isSame(range, period)} onPress={() => onPeriod(range)}>
          {name}
        </Chip>
      ))}
    </div>
  )
}

interface ChipProps {
  pressed: boolean
  /** The chip shows or hides the element of this id. */
  expands?: { id: string; is_open: boolean }
  onPress: () => void
  children: ReactNode
}

function Chip({ pressed, expands, onPress, children }: ChipProps) {
  return (
    <button
      type="button"
      {...(expands
        ? { 'aria-expanded': expands.is_open, 'aria-controls': expands.id }
        : { 'aria-pressed': pressed })}
      onClick={onPress}
      className={`target flex shrink-0 cursor-pointer items-center gap-1.5 rounded-control border px-3.5 text-small font-semibold whitespace-nowrap transition-colors duration-100 ${
        pressed
          ? 'border-action bg-action-soft text-action'
          : 'border-line bg-surface text-ink hover:border-control'
      }`}
    >
      {children}
    </button>
  )
}
