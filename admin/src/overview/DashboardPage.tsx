import { formatMoney, parseMoney } from '@fairturn/contract/minor-units'
import { count as countText } from '@fairturn/ui/formats.ts'
import { Alert, Box, Typography } from '@mui/material'
import { Suspense } from 'react'
import { Title, useTranslate } from 'react-admin'
import { useSearchParams } from 'react-router-dom'
import { useMoney } from '../components/Amount.tsx'
import { Choice } from '../components/Choice.tsx'
import { DayChart, type DaySeries } from '../components/DayChart.tsx'
import { formatDay, formatTime } from '../components/format.ts'
import type { DataOf } from '../shell/api.ts'
import { useEndpointQuery } from '../shell/endpoint-hooks.ts'
import { lazily } from '../shell/screen.ts'
import { SidesMissing } from '../staff/SideNote.tsx'
import { Queues } from './Queues.tsx'

/** Only needed while a deployment is being set up, so it is loaded on demand. */
const FirstDay = lazily(() => import('./FirstDay.tsx'), 'FirstDay')
type Dashboard = DataOf<'GET backoffice/dashboard'>
const RANGES = ['7', '30', '90'] as const
const POLL_MS = 60_000
/** Less frequent reasons share one colour. */
const MAX_REASONS = 6

export function DashboardPage() {
  const translate = useTranslate()
  const [chosen, choose] = useSearchParams()
  const days = RANGES.find((range) => range === chosen.get('days')) ?? '30'
  const options = { pollMs: POLL_MS, keep: true }
  const { data: shown } = useEndpointQuery('GET backoffice/dashboard', { query: { days } }, options)
  return (
    <Box sx={{ display: 'grid', gap: 2, py: 2, minWidth: 0 }}>
      <Title title="dashboard.name" />
      <SidesMissing />
      <Suspense>
        <FirstDay />
      </Suspense>
      <Box sx={{ display: 'flex', gap: 2, flexWrap: 'wrap', alignItems: 'center' }}>
        <Typography variant="h6" component="h1" sx={{ fontSize: 15, fontWeight: 700, flex: 1 }}>
          {translate('dashboard.waiting')}
        </Typography>
        <Choice
          label="dashboard.range"
          value={days}
          values={RANGES}
          written={(range) => translate('dashboard.days', { days: range })}
          onChoose={(range) => choose({ days: range })}
        />
      </Box>
      {shown && (
        <>
          {shown.paused > 0 && (
            <Alert severity="error">{translate('dashboard.paused', { count: shown.paused })}</Alert>
          )}
          <Queues queues={shown.queues} at={shown.at} />
          <KeyFigures shown={shown} />
          <Charts shown={shown} />
          <Typography variant="caption" color="text.secondary">
            {translate('dashboard.as_of', { when: formatTime(shown.at) })}{' '}
            {shown.last_check_at === null
              ? translate('dashboard.never_checked')
              : translate('dashboard.last_check', { when: formatTime(shown.last_check_at) })}
          </Typography>
        </>
      )}
    </Box>
  )
}

interface Figure {
  readonly value: string
  readonly note: string
}

const signed = (value: number, text: string) => (value > 0 ? `+${text}` : text)
const percent = (value: number) => `${figure(value)}\u00a0%`
/** With the minus that amounts have. */
const figure = (value: number) => String(value).replace('.', ',').replace('-', '−')

/** Where things stand with their change, and what moved in the period beside the one before. */
function useKeyFigures({ members, money, days: { length: days } }: Dashboard): Record<string, Figure> {
  const translate = useTranslate()
  const moneyText = useMoney()
  const changeOf = (minor: bigint) => signed(Number(minor), moneyText(formatMoney(minor)))
  const stands = (sums: readonly string[]): Figure => {
    const minor = sums.map(parseMoney)
    const change = changeOf((minor.at(-1) ?? 0n) - (minor[0] ?? 0n))
    return { value: moneyText(sums.at(-1) ?? null), note: translate('dashboard.since', { change, days }) }
  }
  const moved = (sums: readonly string[], before: string): Figure => {
    const minor = sums.reduce((sum, one) => sum + parseMoney(one), 0n)
    const change = changeOf(minor - parseMoney(before))
    return {
      value: moneyText(formatMoney(minor)),
      note: translate('dashboard.in_period_change', { days, change }),
    }
  }
  const figures: Record<string, Figure> = {}
  if (money) {
    figures['liabilities'] = stands(money.liabilities)
    figures['cash'] = stands(money.cash)
    if (money.coverage_percent !== null)
      figures['coverage'] = { value: percent(money.coverage_percent), note: coverageNote(money) }
  }
  if (members) {
    const { count, joined, closed } = members
    const change = signed(joined - closed, figure(joined - closed))
    figures['members'] = {
      value: countText(count),
      note: translate('dashboard.members_change', { change, days, joined, closed }),
    }
  }
  if (money) {
    const { before } = money
    figures['deposits'] = moved(money.deposits, before.deposits)
    figures['awards'] = moved(money.awards, before.awards)
    figures['withdrawals'] = moved(money.withdrawals, before.withdrawals)
    figures['fees'] = moved(money.fees, before.fees)
  }
  return figures

  function coverageNote({
    coverage_percent: now,
    coverage_percent_before: before,
  }: NonNullable<typeof money>) {
    if (now === null || before === null) return ''
    // Basis points, so that the difference has no rounding of floats.
    const points = (Math.round(now * 100) - Math.round(before * 100)) / 100
    return translate('dashboard.since', {
      change: translate('dashboard.points', { points: signed(points, figure(points)) }),
      days,
    })
  }
}

function KeyFigures({ shown }: { shown: Dashboard }) {
  const translate = useTranslate()
  const figures = Object.entries(useKeyFigures(shown))
  if (figures.length === 0) return null
  return (
    <Box
      component="dl"
      sx={{ display: 'grid', gap: 2, m: 0, gridTemplateColumns: 'repeat(auto-fill, minmax(150px, 1fr))' }}
    >
      {figures.map(([name, { value, note }]) => (
        <Box key={name} sx={{ display: 'flex', flexDirection: 'column' }}>
          <Box
            component="dt"
            sx={{ fontSize: 12, color: 'text.secondary', '&::first-letter': { textTransform: 'uppercase' } }}
          >
            {translate(`dashboard.${name}`)}
          </Box>
          <Box
            component="dd"
            sx={{ m: 0, fontSize: 17, fontWeight: 700, fontVariantNumeric: 'tabular-nums' }}
          >
            {value}
          </Box>
          <Box component="dd" sx={{ m: 0, fontSize: 12, color: 'text.secondary' }}>
            {note}
          </Box>
        </Box>
      ))}
    </Box>
  )
}

const SIDE_BY_SIDE = { display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', lg: '1fr 1fr' } } as const
const plain = (value: number): string => String(value)
const sumOf = (counts: readonly number[]): number => counts.reduce((sum, one) => sum + one, 0)

function Charts({ shown }: { shown: Dashboard }) {
  const translate = useTranslate()
  const { days, money, verified, refused, objections } = shown
  const refusedCount = sumOf(refused.map(({ count }) => sumOf(count)))
  return (
    <Box sx={SIDE_BY_SIDE}>
      {money && <MoneyCharts days={days} money={money} />}
      <DayChart
        title={translate('dashboard.visits')}
        days={days}
        shape="stacked"
        written={plain}
        series={useReasons(refused)}
      >
        {translate('dashboard.verified', { verified: sumOf(verified), refused: refusedCount })}
      </DayChart>
      <DayChart
        title={translate('dashboard.objections')}
        days={days}
        shape="stacked"
        written={plain}
        series={[
          { label: translate('dashboard.upheld'), data: objections.upheld },
          {
            label: translate('dashboard.not_upheld'),
            data: objections.decided.map((decided, i) => decided - (objections.upheld.at(i) ?? 0)),
          },
        ]}
      />
    </Box>
  )
}

function MoneyCharts({ days, money }: { days: Dashboard['days']; money: NonNullable<Dashboard['money']> }) {
  const translate = useTranslate()
  const moneyText = useMoney()
  const amount = (value: number) => moneyText(value.toFixed(2))
  // Numbers determine only the drawn height; amounts shown as text are the server's strings.
  const drawn = (sums: readonly string[]) => sums.map(Number)
  const series = (name: 'liabilities' | 'cash' | 'deposits' | 'withdrawals' | 'awards'): DaySeries => ({
    label: translate(`dashboard.${name}`),
    data: drawn(money[name]),
  })
  return (
    <>
      <DayChart
        title={translate('dashboard.cover')}
        days={days}
        shape="lines"
        written={amount}
        series={[series('liabilities'), series('cash')]}
      >
        {money.coverage_percent !== null &&
          translate('dashboard.covered', { percent: String(money.coverage_percent).replace('.', ',') })}{' '}
        {money.bank === null
          ? translate('dashboard.bank_silent')
          : translate('dashboard.bank_says', {
              day: formatDay(money.bank.day),
              amount: moneyText(money.bank.amount),
            })}
      </DayChart>
      <DayChart
        title={translate('dashboard.flows')}
        days={days}
        shape="bars"
        written={amount}
        series={[series('deposits'), series('awards'), series('withdrawals')]}
      />
      <DayChart
        title={translate('dashboard.not_paid')}
        days={days}
        shape="stacked"
        written={plain}
        series={(['refused_by_staff', 'rejected_by_bank', 'returned_by_bank'] as const).map((reason) => ({
          label: translate(`dashboard.${reason}`),
          data: money.withdrawals_not_paid[reason],
        }))}
      />
    </>
  )
}

/** The most frequent reasons as separate series, the rest combined. */
function useReasons(refused: Dashboard['refused']): DaySeries[] {
  const translate = useTranslate()
  const sorted = refused.toSorted((a, b) => sumOf(b.count) - sumOf(a.count))
  const series = sorted
    .slice(0, MAX_REASONS)
    .map(({ reason, count }) => ({ label: translate(`verdicts.${reason}`), data: count }))
  const rest = sorted.slice(MAX_REASONS)
  if (rest.length === 0) return series
  const data = rest[0]!.count.map((_, i) => sumOf(rest.map(({ count }) => count[i]!)))
  return [...series, { label: translate('dashboard.others'), data }]
}
