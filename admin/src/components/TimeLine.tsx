// Dots on a time line, a row for each group: regular gaps and bursts are seen at once.
import { Box, Paper, useTheme } from '@mui/material'
import { formatTime } from './format.ts'

export interface TimeLineRow {
  readonly label: string
  readonly dots: readonly {
    readonly _id: string
    readonly at: string
    readonly filled: boolean
    readonly marked: boolean
  }[]
}

const ROW = 16
const WIDTH = 900
const LABEL = 110
const MAX_LABEL = 18

/** `rows` with at least one dot between them; `summary` in words. */
export function TimeLine({ rows, summary }: { rows: readonly TimeLineRow[]; summary: string }) {
  const { palette } = useTheme()
  const instants = rows.flatMap(({ dots }) => dots.map(({ at }) => at)).toSorted()
  const [first, last] = [instants.at(0)!, instants.at(-1)!]
  const [from, to] = [Date.parse(first), Date.parse(last)]
  const x = (at: string) =>
    LABEL + 8 + ((Date.parse(at) - from) / Math.max(1, to - from)) * (WIDTH - LABEL - 16)
  return (
    <Paper variant="outlined" component="section" sx={{ p: 1.5, minWidth: 0 }}>
      <Box sx={{ fontSize: 14, mb: 1 }}>{summary}</Box>
      <svg
        viewBox={`0 0 ${WIDTH} ${rows.length * ROW + 8}`}
        width="100%"
        role="img"
        aria-label={`${summary} ${formatTime(first)} – ${formatTime(last)}`}
      >
        {rows.map(({ label, dots }, row) => (
          <g key={label}>
            <text x={0} y={row * ROW + ROW - 3} fontSize={11} fill={palette.text.secondary}>
              {label.length > MAX_LABEL ? `${label.slice(0, MAX_LABEL - 1)}…` : label}
            </text>
            <line
              x1={LABEL}
              x2={WIDTH}
              y1={row * ROW + ROW / 2 + 2}
              y2={row * ROW + ROW / 2 + 2}
              stroke={palette.divider}
            />
            {dots.map(({ _id, at, filled, marked }) => (
              <circle
                key={_id}
                cx={x(at)}
                cy={row * ROW + ROW / 2 + 2}
                r={marked ? 5.5 : 3.5}
                fill={filled ? palette.primary.main : 'none'}
                stroke={
                  marked ? palette.error.main : filled ? palette.background.paper : palette.text.secondary
                }
                strokeWidth={marked ? 2 : 1}
              />
            ))}
          </g>
        ))}
      </svg>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', fontSize: 12, color: 'text.secondary' }}>
        <span>{formatTime(first)}</span>
        <span>{formatTime(last)}</span>
      </Box>
    </Paper>
  )
}
