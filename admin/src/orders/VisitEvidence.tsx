// Visits as evidence: on a time line, and in a table of runs that can be selected at once. Networks, addresses and devices
// are numbers within the order.
import type { VisitEvidence as Evidence } from '@fairturn/contract/backoffice/reviews'
import { type Locale, LOCALES } from '@fairturn/contract/locales'
import {
  Box,
  Button,
  Checkbox,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  ToggleButton,
  ToggleButtonGroup,
} from '@mui/material'
import { useState, type ReactNode } from 'react'
import { useTranslate } from 'react-admin'
import { formatSecond } from '../components/format.ts'
import { useLanguageName } from '../components/Languages.tsx'
import { TableBox } from '../components/TableBox.tsx'
import { TimeLine, type TimeLineRow } from '../components/TimeLine.tsx'

export interface ShownVisit extends Omit<Evidence, 'verdict'> {
  /** Of the texts `verdicts`. */
  readonly cause: string
  /** Once decided: whether it counts. */
  readonly outcome?: ReactNode
}

export interface EvidenceSelection {
  readonly selected: ReadonlySet<string>
  readonly onSelect: (selected: ReadonlySet<string>) => void
  readonly can: (visit: ShownVisit) => boolean
}

const GROUPINGS = ['run', 'address', 'network', 'device', 'cause'] as const
type Grouping = (typeof GROUPINGS)[number]

interface Props {
  visits: readonly ShownVisit[]
  selection?: EvidenceSelection | undefined
  /** Heading of the outcomes, where there are any. */
  outcome?: string | undefined
}

export function VisitEvidence({ visits, selection, outcome }: Props) {
  const translate = useTranslate()
  const [grouping, setGrouping] = useState<Grouping>('run')
  if (visits.length === 0) return null
  const headings = ['at', 'origin', 'language', 'reading', 'cause'].map((name) => `orders.evidence.${name}`)
  return (
    <Box sx={{ display: 'grid', gap: 1.5, minWidth: 0 }}>
      <NetworkTimeLine visits={visits} selected={selection?.selected} />
      <ToggleButtonGroup
        exclusive
        size="small"
        value={grouping}
        aria-label={translate('orders.evidence.group_by')}
        onChange={(_event, chosen: Grouping | null) => chosen && setGrouping(chosen)}
        sx={{ flexWrap: 'wrap' }}
      >
        {GROUPINGS.map((name) => (
          <ToggleButton key={name} value={name}>
            {translate(`orders.evidence.groups.${name}`)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <TableBox>
        <Table size="small" aria-label={translate('orders.visits')}>
          <TableHead>
            <TableRow>
              {selection && <TableCell component="td" padding="checkbox" />}
              {[...headings, ...(outcome === undefined ? [] : [outcome])].map((heading) => (
                <TableCell key={heading}>{translate(heading)}</TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {groupsOf(visits, grouping).map((group) => (
              <Group
                key={`${grouping} ${group.at(0)!._id}`}
                visits={group}
                grouping={grouping}
                selection={selection}
                hasOutcome={outcome !== undefined}
              />
            ))}
          </TableBody>
        </Table>
      </TableBox>
    </Box>
  )
}

/** Runs of the same address and cause, in the order of time; otherwise everything of one kind, the largest first. */
function groupsOf(visits: readonly ShownVisit[], grouping: Grouping): ShownVisit[][] {
  if (grouping !== 'run')
    return [...Map.groupBy(visits, (visit) => visit[grouping]).values()].toSorted(
      (one, other) => other.length - one.length,
    )
  const runs: ShownVisit[][] = []
  for (const visit of visits) {
    const run = runs.at(-1)
    const last = run?.at(-1)
    if (run && last && last.address === visit.address && last.cause === visit.cause) run.push(visit)
    else runs.push([visit])
  }
  return runs
}

interface GroupProps {
  visits: readonly ShownVisit[]
  grouping: Grouping
  selection: EvidenceSelection | undefined
  hasOutcome: boolean
}

function Group({ visits, grouping, selection, hasOutcome }: GroupProps) {
  const translate = useTranslate()
  const languageOf = useVisitLanguage()
  const [open, setOpen] = useState(false)
  const first = visits.at(0)!
  if (visits.length === 1)
    return <VisitRow visit={first} selection={selection} hasOutcome={hasOutcome} indent={false} />
  const one = <Value,>(of: (visit: ShownVisit) => Value): Value | undefined =>
    visits.every((visit) => of(visit) === of(first)) ? of(first) : undefined
  const cause = one((visit) => visit.cause)
  const locale = one((visit) => visit.locale)
  const origins = [
    originText(
      translate,
      'network',
      one((visit) => visit.network),
    ),
    originText(
      translate,
      'address',
      one((visit) => visit.address),
    ),
    originText(
      translate,
      'device',
      one((visit) => visit.device),
    ),
  ].filter((text) => text !== undefined)
  return (
    <>
      <TableRow sx={{ bgcolor: 'action.hover' }}>
        {selection && <GroupBox visits={visits} selection={selection} />}
        <TableCell sx={{ whiteSpace: 'nowrap' }}>
          <Button
            size="small"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
            sx={{ minWidth: 0, px: 0.5, fontWeight: 700 }}
          >
            {translate('orders.evidence.count', { smart_count: visits.length })}
          </Button>
          <Box sx={{ fontSize: 12, color: 'text.secondary', px: 0.5 }}>{spanText(visits, grouping)}</Box>
        </TableCell>
        <TableCell>{origins.join('\u00a0· ') || translate('orders.evidence.several')}</TableCell>
        <TableCell>
          {locale === undefined ? translate('orders.evidence.several') : languageOf(locale)}
        </TableCell>
        <TableCell sx={{ whiteSpace: 'nowrap' }}>{readingText(visits)}</TableCell>
        <TableCell>
          {cause === undefined ? translate('orders.evidence.several') : <Cause cause={cause} />}
        </TableCell>
        {hasOutcome && <TableCell />}
      </TableRow>
      {open &&
        visits.map((visit) => (
          <VisitRow key={visit._id} visit={visit} selection={selection} hasOutcome={hasOutcome} indent />
        ))}
    </>
  )
}

function GroupBox({ visits, selection }: { visits: readonly ShownVisit[]; selection: EvidenceSelection }) {
  const translate = useTranslate()
  const { selected, onSelect, can } = selection
  const ids = visits.filter(can).map(({ _id }) => _id)
  const chosen = ids.filter((id) => selected.has(id)).length
  if (ids.length === 0) return <TableCell padding="checkbox" />
  return (
    <TableCell padding="checkbox">
      <Checkbox
        size="small"
        checked={chosen === ids.length}
        indeterminate={chosen > 0 && chosen < ids.length}
        onChange={({ target }) => {
          const rest = [...selected].filter((id) => !ids.includes(id))
          onSelect(new Set(target.checked ? [...rest, ...ids] : rest))
        }}
        slotProps={{
          input: { 'aria-label': translate('orders.evidence.choose_group', { smart_count: ids.length }) },
        }}
      />
    </TableCell>
  )
}

function VisitRow({
  visit,
  selection,
  hasOutcome,
  indent,
}: {
  visit: ShownVisit
  selection: EvidenceSelection | undefined
  hasOutcome: boolean
  indent: boolean
}) {
  const translate = useTranslate()
  const languageOf = useVisitLanguage()
  const origins = (['network', 'address', 'device'] as const).map((kind) =>
    originText(translate, kind, visit[kind]),
  )
  return (
    <TableRow selected={selection?.selected.has(visit._id) === true}>
      {selection && (
        <TableCell padding="checkbox">
          {selection.can(visit) && (
            <Checkbox
              size="small"
              checked={selection.selected.has(visit._id)}
              onChange={({ target }) => {
                const rest = [...selection.selected].filter((id) => id !== visit._id)
                selection.onSelect(new Set(target.checked ? [...rest, visit._id] : rest))
              }}
              slotProps={{
                input: { 'aria-label': `${translate('orders.choose')}: ${formatSecond(visit.at)}` },
              }}
            />
          )}
        </TableCell>
      )}
      <TableCell sx={{ whiteSpace: 'nowrap', ...(indent && { pl: 4 }) }}>{formatSecond(visit.at)}</TableCell>
      <TableCell>{origins.filter((text) => text !== undefined).join('\u00a0· ')}</TableCell>
      <TableCell>{languageOf(visit.locale)}</TableCell>
      <TableCell sx={{ whiteSpace: 'nowrap' }}>{readingText([visit])}</TableCell>
      <TableCell>
        <Cause cause={visit.cause} />
      </TableCell>
      {hasOutcome && <TableCell>{visit.outcome}</TableCell>}
    </TableRow>
  )
}

function Cause({ cause }: { cause: string }) {
  const translate = useTranslate()
  return (
    <Box component="span" sx={{ ...(cause === 'verified' && { color: 'primary.main' }) }}>
      {translate(`verdicts.${cause}`)}
    </Box>
  )
}

type Translate = ReturnType<typeof useTranslate>

/** Breaks nowhere, so that a narrow column has one of them a line. */
const originText = (
  translate: Translate,
  kind: 'network' | 'address' | 'device',
  number: number | null | undefined,
): string | undefined =>
  number === null || number === undefined
    ? undefined
    : translate(`orders.evidence.${kind}_no`, { number }).replaceAll(' ', '\u00a0')

/** A language is a word of the visitor's; the operator reads its name. */
function useVisitLanguage(): (locale: string | null) => string {
  const nameOf = useLanguageName()
  return (locale) => (locale === null ? '—' : isLocale(locale) ? nameOf(locale) : locale)
}
const isLocale = (text: string): text is Locale => (LOCALES as readonly string[]).includes(text)

/** From the shortest to the longest, as they are shown; one value where they are the same. */
function readingText(visits: readonly ShownVisit[]): string {
  const reads = visits.flatMap(({ read_ms }) => read_ms ?? [])
  if (reads.length === 0) return '—'
  const [least, most] = [seconds(Math.min(...reads)), seconds(Math.max(...reads))]
  return least === most ? `${least} s` : `${least} – ${most} s`
}

const seconds = (ms: number): string => (ms / 1000).toFixed(1).replace('.', ',')

function spanText(visits: readonly ShownVisit[], grouping: Grouping): string {
  const [first, last] = [visits.at(0)!.at, visits.at(-1)!.at]
  const from = formatSecond(first)
  const to = formatSecond(last)
  const isSameDay = from.slice(0, 10) === to.slice(0, 10)
  return `${from} – ${isSameDay && grouping === 'run' ? to.slice(11) : to}`
}

const MAX_ROWS = 8

/** A row for each network, the busiest first. */
function NetworkTimeLine({
  visits,
  selected,
}: {
  visits: readonly ShownVisit[]
  selected: ReadonlySet<string> | undefined
}) {
  const translate = useTranslate()
  const networks = [...Map.groupBy(visits, ({ network }) => network)].toSorted(
    ([, one], [, other]) => other.length - one.length,
  )
  const shown = networks.slice(0, networks.length > MAX_ROWS ? MAX_ROWS - 1 : MAX_ROWS)
  const others = networks.slice(shown.length)
  const count = (of: (visit: ShownVisit) => unknown) => new Set(visits.map(of)).size
  const rowOf = (label: string, of: readonly ShownVisit[]): TimeLineRow => ({
    label,
    dots: of.map(({ _id, at, cause }) => ({
      _id,
      at,
      filled: cause === 'verified',
      marked: selected?.has(_id) === true,
    })),
  })
  return (
    <TimeLine
      rows={[
        ...shown.map(([number, of]) => rowOf(translate('orders.evidence.network_no', { number }), of)),
        ...(others.length === 0
          ? []
          : [
              rowOf(
                translate('orders.evidence.other_networks', { smart_count: others.length }),
                others.flatMap(([, of]) => of),
              ),
            ]),
      ]}
      summary={translate('orders.evidence.summary', {
        visits: visits.length,
        networks: networks.length,
        addresses: count(({ address }) => address),
        devices: count(({ device }) => device),
      })}
    />
  )
}
