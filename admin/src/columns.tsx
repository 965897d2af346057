// What a column of a list or table shows of its row: a field as it is, or as what it is.
import { type ReactElement, type ReactNode } from 'react'
import { useTranslate } from 'react-admin'
import { get } from 'react-hook-form'
import { Amount } from './Amount.tsx'
import { Status } from './components.tsx'
import { formatDay, formatTime } from './format.ts'

type Field<Row> = keyof Row & string

export interface Column<Row> {
  /** The text of its heading; the column of the buttons has none. */
  label?: string
  /** The path of a field that is shown as it is. */
  source?: string
  amount?: Field<Row>
  time?: Field<Row>
  day?: Field<Row>
  /** Keys of the server, by their texts below `texts`; as a status they are marked. */
  text?: Field<Row>
  status?: Field<Row>
  texts?: string
  render?: (row: Row, at: number) => ReactNode
  /** Of a list, the column of the contract by which it is sorted: this field's own, or another. */
  sort?: true | string
  /** Figures stand at the end. */
  end?: boolean
}

/** The field that is shown, where it is one. */
export const fieldOf = <Row,>({ source, amount, time, day, text, status }: Column<Row>): string | undefined =>
  source ?? amount ?? time ?? day ?? text ?? status

export const alignOf = <Row,>({ end, amount }: Column<Row>) => (end || amount ? 'right' : 'left')

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
  return <>{day ? formatDay(value) : value}</>
}
