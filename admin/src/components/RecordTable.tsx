import type { Named } from '@fairturn/contract/backoffice/names'
// A table inside a page: columns, row selection, next page and empty state.
import {
  Button,
  Checkbox,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  type TableRowProps,
} from '@mui/material'
import { useTranslate } from 'react-admin'
import { alignOf, Cell, type Column } from './columns.tsx'
import { Names } from './Name.tsx'
import { TableBox } from './TableBox.tsx'

interface TableColumn<Row> extends Column<Row> {
  /** Never wraps; other columns break long words. */
  whole?: boolean
  /** Width of the column; by content if absent. */
  width?: string
}

export interface RowSelection<Row> {
  selected: ReadonlySet<string>
  onSelect: (selected: ReadonlySet<string>) => void
  /** Accessible name of the row's checkbox; undefined if the row cannot be selected. */
  label: (row: Row) => string | undefined
}

interface Props<Row> {
  /** Undefined while loading. */
  rows: readonly Row[] | undefined
  columns: readonly (TableColumn<Row> | false | undefined)[]
  /** Text key of the empty state; without it only the headings are shown. */
  empty?: string
  more?: (() => void) | undefined
  /** Of the ids in the rows. */
  names?: readonly Named[] | undefined
  selection?: RowSelection<Row> | undefined
  label?: string
  /** Reduced padding, for many narrow columns. */
  dense?: boolean
  /** Additional props of a row. */
  rowProps?: (row: Row) => TableRowProps
}

/** Breaks only what is longer than a normal word, such as an id. */
const LONG_WORDS = { overflowWrap: 'anywhere', minWidth: 96 } as const

const idOf = (row: { id?: string | null; _id?: string | number | null }, i: number) =>
  String(row.id ?? row._id ?? i)

export const RecordTable = <Row extends object>({ names, ...table }: Props<Row>) => (
  <Names of={names}>
    <Rows {...table} />
  </Names>
)

function Rows<Row extends object>(props: Omit<Props<Row>, 'names'>) {
  const { rows, empty, more, selection, label, dense = false, rowProps } = props
  const translate = useTranslate()
  const columns = props.columns.filter((column) => column !== false && column !== undefined)
  return (
    <TableBox sx={{ alignSelf: 'start' }}>
      <Table
        size="small"
        aria-label={label && translate(label)}
        sx={dense ? { '& td, & th': { px: 0.75 } } : {}}
      >
        <TableHead>
          <TableRow>
            {selection && <TableCell component="td" padding="checkbox" />}
            {columns.map((column, i) => (
              <TableCell
                key={column.label ?? i}
                component={column.label === undefined ? 'td' : 'th'}
                align={alignOf(column)}
              >
                {column.label && translate(column.label, { _: column.label })}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows?.length === 0 && empty !== undefined && (
            <TableRow>
              <TableCell colSpan={columns.length}>{translate(empty)}</TableCell>
            </TableRow>
          )}
          {rows?.map((row, i) => (
            <TableRow
              key={idOf(row, i)}
              selected={selection?.selected.has(idOf(row, i)) === true}
              {...rowProps?.(row)}
            >
              {selection && <SelectCell row={row} id={idOf(row, i)} selection={selection} />}
              {columns.map((column, at) => (
                <TableCell
                  key={column.label ?? at}
                  align={alignOf(column)}
                  sx={{
                    ...(column.whole || column.time || alignOf(column) === 'right'
                      ? { whiteSpace: 'nowrap' }
                      : LONG_WORDS),
                    width: column.width,
                  }}
                >
                  <Cell column={column} row={row} at={i} />
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
      {more && (
        <Button size="small" onClick={more} sx={{ m: 1 }}>
          {translate('app.more')}
        </Button>
      )}
    </TableBox>
  )
}

function SelectCell<Row>({ row, id, selection }: { row: Row; id: string; selection: RowSelection<Row> }) {
  const { selected, onSelect, label } = selection
  const name = label(row)
  return (
    <TableCell padding="checkbox">
      {name !== undefined && (
        <Checkbox
          size="small"
          checked={selected.has(id)}
          onChange={({ target }) => {
            const others = [...selected].filter((other) => other !== id)
            onSelect(new Set(target.checked ? [...others, id] : others))
          }}
          slotProps={{ input: { 'aria-label': name } }}
        />
      )}
    </TableCell>
  )
}
