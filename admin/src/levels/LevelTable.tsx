// The table of levels as it is typed: a row a level, lowest first, with who is at each.
import AddIcon from '@mui/icons-material/Add'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import DownIcon from '@mui/icons-material/KeyboardArrowDown'
import UpIcon from '@mui/icons-material/KeyboardArrowUp'
import {
  Button,
  IconButton,
  Paper,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableHead,
  TableRow,
  TextField,
} from '@mui/material'
import { useTranslate } from 'react-admin'
import type { DataOf } from '../api.ts'
import { type Column, COLUMNS, moved, type TypedRow } from './rows.ts'

export type LevelsNow = DataOf<'GET backoffice/levels'>

interface LevelTableProps {
  rows: readonly TypedRow[]
  now: LevelsNow
  may_change: boolean
  onChange: (rows: TypedRow[]) => void
}

const WIDTH: Record<Column, number> = {
  name: 150,
  joining_fee: 96,
  bonus_ads: 72,
  max_bonus: 72,
  number_ads: 72,
  orders_to_earn: 84,
  earn_quality: 72,
}
/** What the first level has not: it is free, and everybody has it. */
const NOT_OF_THE_FIRST = new Set<Column>(['joining_fee', 'orders_to_earn', 'earn_quality'])

export function LevelTable({ rows, now, may_change, onChange }: LevelTableProps) {
  const translate = useTranslate()
  const add = () => {
    const last = rows.at(-1)
    if (last === undefined) return
    onChange([...rows, { ...last, _id: null, key: crypto.randomUUID(), name: '' }])
  }
  return (
    <>
      <TableContainer component={Paper} variant="outlined">
        <Table size="small" aria-label={translate('levels.title')} sx={{ '& td, & th': { px: 0.75 } }}>
          <TableHead>
            <TableRow>
              {COLUMNS.map((column) => (
                <TableCell key={column} sx={{ whiteSpace: 'nowrap' }}>
                  {translate(`levels.${column}`)}
                </TableCell>
              ))}
              <TableCell align="right">{translate('levels.members')}</TableCell>
              {may_change && <TableCell>{translate('levels.place_of')}</TableCell>}
            </TableRow>
          </TableHead>
          <TableBody>
            {rows.map((row, at) => (
              <Row key={row.key} at={at} row={row} {...{ rows, now, may_change, onChange }} />
            ))}
          </TableBody>
        </Table>
      </TableContainer>
      {may_change && (
        <Button startIcon={<AddIcon />} onClick={add} sx={{ justifySelf: 'start' }}>
          {translate('levels.add')}
        </Button>
      )}
    </>
  )
}

function Row({ at, row, rows, now, may_change, onChange }: LevelTableProps & { at: number; row: TypedRow }) {
  const translate = useTranslate()
  const held = now.levels.find(({ _id }) => _id === row._id)
  const type = (column: Column, typed: string) =>
    onChange(rows.map((one) => (one.key === row.key ? { ...one, [column]: typed } : one)))
  const act = (what: 'up' | 'down' | 'remove') => `${translate(`levels.${what}`)}: ${row.name}`
  return (
    <TableRow sx={{ '&:last-child > *': { borderBottom: 0 } }}>
      {COLUMNS.map((column) => (
        <TableCell key={column}>
          {at === 0 && NOT_OF_THE_FIRST.has(column) ? (
            '—'
          ) : may_change ? (
            <TextField
              variant="outlined"
              size="small"
              margin="none"
              value={row[column]}
              onChange={(event) => type(column, event.target.value)}
              sx={{ width: WIDTH[column], m: 0 }}
              slotProps={{
                htmlInput: {
                  'aria-label': `${row.name} ${translate(`levels.${column}`)}`,
                  maxLength: 40,
                  style: { padding: '6px 8px' },
                  ...(column !== 'name' && { inputMode: 'decimal' }),
                },
              }}
            />
          ) : (
            row[column] || '—'
          )}
        </TableCell>
      ))}
      <TableCell align="right" sx={{ whiteSpace: 'nowrap' }}>
        {held === undefined
          ? translate('levels.is_new')
          : translate('levels.held', { members: held.members, bought: held.bought })}
      </TableCell>
      {may_change && (
        <TableCell align="right" sx={{ whiteSpace: 'nowrap' }}>
          <IconButton
            size="small"
            aria-label={act('up')}
            disabled={at < 2}
            onClick={() => onChange(moved(rows, at, -1))}
          >
            <UpIcon fontSize="small" />
          </IconButton>
          <IconButton
            size="small"
            aria-label={act('down')}
            disabled={at === 0 || at === rows.length - 1}
            onClick={() => onChange(moved(rows, at, 1))}
          >
            <DownIcon fontSize="small" />
          </IconButton>
          <IconButton
            size="small"
            aria-label={act('remove')}
            disabled={at === 0}
            onClick={() => onChange(rows.filter(({ key }) => key !== row.key))}
          >
            <DeleteIcon fontSize="small" />
          </IconButton>
        </TableCell>
      )}
    </TableRow>
  )
}
