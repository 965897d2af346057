// A chart by day: title, a sentence, lines or stacked bars, and the same figures as a table for screen
// readers.
import { Box, Paper, Typography, useTheme } from '@mui/material'
import { lazy, type ReactNode, Suspense } from 'react'
import { useTranslate } from 'react-admin'
import { cutOf } from './chart-cut.ts'
import { formatDay } from './format.ts'

export interface DaySeries {
  readonly label: string
  /**
   * One value per day, null for none. In line charts the first series is filled, so that it stays visible
   * when another covers it.
   */
  readonly data: readonly (number | null)[]
}

interface DayChartProps {
  readonly title: string
  readonly children?: ReactNode
  readonly days: readonly string[]
  readonly series: readonly DaySeries[]
  /** `steps`: a value holds until the next day. */
  readonly shape: 'lines' | 'steps' | 'bars' | 'stacked'
  readonly written: (value: number) => string
}

const HEIGHT = 220
const MAX_TICKS = 8
const MARGIN = { top: 12, right: 12, bottom: 4, left: 4 }
const LineChart = lazy(async () => ({ default: (await import('@mui/x-charts/LineChart')).LineChart }))
const BarChart = lazy(async () => ({ default: (await import('@mui/x-charts/BarChart')).BarChart }))

export function DayChart({ title, children, days, series, shape, written }: DayChartProps) {
  const translate = useTranslate()
  const colours = useColours()
  const isLine = shape === 'lines' || shape === 'steps'
  const textOf = (value: number | null) => (value === null ? '—' : written(value))
  const none = series.every(({ data }) => data.every((value) => !value))
  const cut = isLine ? undefined : cutOf(series, shape === 'stacked')
  const valueAxis = {
    ...(cut && { max: cut.max }),
    width: 76,
    valueFormatter: (value: number) => written(value).replace(/,00$/, ''),
  }
  const shared = {
    height: HEIGHT,
    skipAnimation: true,
    margin: MARGIN,
    grid: { horizontal: true },
    yAxis: [valueAxis],
  }
  const drawn = series.map(({ label, data }, i) => ({
    label,
    data: [...data],
    color: colours.at(i % colours.length) ?? '',
    valueFormatter: textOf,
    ...(isLine && {
      showMark: false,
      area: i === 0,
      curve: shape === 'steps' ? ('stepAfter' as const) : ('linear' as const),
    }),
    ...(shape === 'stacked' && { stack: 'all' }),
  }))
  return (
    <Paper variant="outlined" component="section" sx={{ p: 1.5, minWidth: 0, position: 'relative' }}>
      <Typography variant="h6" component="h2" sx={{ fontSize: 15, fontWeight: 700 }}>
        {title}
      </Typography>
      <Box sx={{ color: 'text.secondary', fontSize: 13, minHeight: 20 }}>
        {children}
        {cut && (
          <>
            {' '}
            {translate('dashboard.cut', { day: formatDay(days[cut.at] ?? null), value: written(cut.value) })}
          </>
        )}
      </Box>
      {none ? (
        <Box sx={{ py: 6, textAlign: 'center', color: 'text.secondary' }}>{translate('dashboard.none')}</Box>
      ) : (
        <Suspense fallback={<Box sx={{ height: HEIGHT }} />}>
          {isLine ? (
            <LineChart
              {...shared}
              xAxis={[{ scaleType: 'point' as const, ...axisOf(days) }]}
              series={drawn}
              sx={{ '& .MuiAreaElement-root, & .MuiLineChart-area': { opacity: 0.25 } }}
            />
          ) : (
            <BarChart {...shared} xAxis={[{ scaleType: 'band' as const, ...axisOf(days) }]} series={drawn} />
          )}
        </Suspense>
      )}
      {!none && <Table title={title} days={days.map(formatDay)} series={series} written={textOf} />}
    </Paper>
  )
}

function axisOf(days: readonly string[]) {
  const step = Math.ceil(days.length / MAX_TICKS)
  return {
    data: [...days],
    // Day and month on the axis; with the year in the tooltip.
    valueFormatter: (day: string, { location }: { location: string }) =>
      location === 'tick' ? formatDay(day).slice(0, 5) : formatDay(day),
    tickInterval: (_day: string, at: number) => at % step === 0,
    tickLabelInterval: () => true,
    height: 26,
  }
}

/** From the back office's palette; the colours also differ in lightness. */
function useColours(): readonly string[] {
  const { palette } = useTheme()
  return palette.mode === 'dark'
    ? ['#93a4ff', '#f4c866', '#6f7785', '#ff8a80', '#c9d0ff', '#a2a9b6', '#8a6b22']
    : ['#2740e6', '#f2b32e', '#80858f', '#b3261e', '#93a4ff', '#c4bfae', '#8a5a00']
}

/** Hidden visually, available to screen readers. */
const VISUALLY_HIDDEN = {
  position: 'absolute',
  width: '1px',
  height: '1px',
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
} as const

/** The chart's figures, for screen readers. */
function Table({
  title,
  days,
  series,
  written,
}: {
  title: string
  days: readonly string[]
  series: readonly DaySeries[]
  written: (value: number | null) => string
}) {
  const translate = useTranslate()
  return (
    <Box sx={VISUALLY_HIDDEN}>
      <table>
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{translate('dashboard.day')}</th>
            {series.map(({ label }) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map((day, i) => (
            <tr key={day}>
              <th scope="row">{day}</th>
              {series.map(({ label, data }) => (
                <td key={label}>{written(data[i] ?? null)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Box>
  )
}
