// The rows of a list inside a page: columns, choosing of rows, the next page, and what stands there when it is empty.
import {
  Button,
  Checkbox,
  Paper,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableHead,
  TableRow,
  type TableRowProps,
} from '@mui/material'
import { useTranslate } from 'react-admin'
import { alignOf, Cell, type Column } from './columns.tsx'

interface TableColumn<Row> extends Column<Row> {
  /** Broken nowhere; otherwise long words are. */
  whole?: boolean
  /** Of the table; otherwise as its content wants it. */
  width?: string
}

export interface RowSelection<Row> {
  selected: ReadonlySet<string>
  onSelect: (selected: ReadonlySet<string>) => void
  /** What the box of a row is called; undefined where the row cannot be selected. */
  label: (row: Row) => string | undefined
}

interface Props<Row> {
  /** Undefined while they are read. */
  rows: readonly Row[] | undefined
  columns: readonly (TableColumn<Row> | false | undefined)[]
  /** The text that stands there when there are none; without it only the headings do. */
  empty?: string
  more?: (() => void) | undefined
  selection?: RowSelection<Row> | undefined
  label?: string
  /** Of many narrow columns. */
  dense?: boolean
  /** What else its row is. */
  rowProps?: (row: Row) => TableRowProps
}

/** Only what is longer than a word, such as an id, is broken. */
const LONG_WORDS = { overflowWrap: 'anywhere', minWidth: 96 } as const

const idOf = (row: { id?: string | null; _id?: string | number | null }, i: number) =>
  String(row.id ?? row._id ?? i)

export function RecordTable<Row extends object>(props: Props<Row>) {
  const { rows, empty, more, selection, label, dense = false, rowProps } = props
  const translate = useTranslate()
  const columns = props.columns.filter((column) => column !== false && column !== undefined)
  return (
    <TableContainer component={Paper} variant="outlined" sx={{ alignSelf: 'start' }}>
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
    </TableContainer>
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
