import { formatMoney, parseMoney } from '@fairturn/contract/minor-units'
// Columns of lists and tables: how a field of a row is rendered.
import { Box } from '@mui/material'
import { type ReactElement, type ReactNode } from 'react'
import { useTranslate } from 'react-admin'
import { get } from 'react-hook-form'
import { Amount } from './Amount.tsx'
import { formatDay, formatTime } from './format.ts'
import { Status } from './Status.tsx'

type Field<Row> = keyof Row & string

export interface Column<Row> {
  /** Text key of the heading; absent for the column of buttons. */
  label?: string
  /** Path of a field that is shown unformatted. */
  source?: string
  amount?: Field<Row>
  time?: Field<Row>
  day?: Field<Row>
  /** Fields with a server key, translated below `texts`; a `status` is shown as a badge. */
  text?: Field<Row>
  status?: Field<Row>
  texts?: string
  render?: (row: Row, at: number) => ReactNode
  /** In lists: the contract's sort column, `true` for this field's own. */
  sort?: true | string
  /** Aligned to the end, for figures. */
  end?: boolean
  /** In lists: summed below the rows, by this field or by what the function answers. */
  total?: true | ((row: Row) => string)
}

/** The most that a cell takes below 1200 pixels, so that the list is not scrolled sideways at 768; its status wraps. */
export const narrow = (maxWidth: number) => ({
  '@media (max-width: 1199px)': {
    '&& > .MuiTypography-root': { maxWidth },
    '& .MuiChip-root': { height: 'auto', maxWidth: '100%' },
    '& .MuiChip-label': { whiteSpace: 'normal' },
  },
})

/** The field that the column shows, if it shows a single one. */
export const fieldOf = <Row,>({ source, amount, time, day, text, status }: Column<Row>): string | undefined =>
  source ?? amount ?? time ?? day ?? text ?? status

export const alignOf = <Row,>({ end, amount }: Column<Row>) => (end || amount ? 'right' : 'left')

/** The sum of the rows as a wire amount; undefined for a column without a total. */
export function totalOf<Row>({ total, amount }: Column<Row>, rows: readonly Row[]): string | undefined {
  if (total === undefined) return undefined
  const of = (row: Row): string | null => (total === true ? get(row, amount) : total(row))
  return formatMoney(rows.reduce((sum, row) => sum + parseMoney(of(row) ?? '0.00'), 0n))
}

interface CellProps<Row> {
  column: Column<Row>
  row: Row
  at: number
}

export function Cell<Row>({ column, row, at }: CellProps<Row>): ReactElement {
  const translate = useTranslate()
  const { amount, time, day, text, status, texts = '', render } = column
  if (render) return <>{render(row, at)}</>
  const field = fieldOf(column)
  const value: string | null = field === undefined ? null : get(row, field)
  if (amount) return <Amount wire={value} />
  if (status) return <Status texts={texts} value={value ?? ''} />
  if (text) return <>{translate(`${texts}.${value}`)}</>
  if (time) return <>{formatTime(value)}</>
  if (day) return <Box sx={{ whiteSpace: 'nowrap' }}>{formatDay(value)}</Box>
  return <>{value}</>
}
