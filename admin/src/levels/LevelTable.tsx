import AddIcon from '@mui/icons-material/Add'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import DownIcon from '@mui/icons-material/KeyboardArrowDown'
import UpIcon from '@mui/icons-material/KeyboardArrowUp'
import { Box, Button, IconButton } from '@mui/material'
import { TextInput, useTranslate } from 'react-admin'
import { useFieldArray, useWatch } from 'react-hook-form'
import { RecordTable } from '../components/RecordTable.tsx'
import type { DataOf } from '../shell/api.ts'
import { type Column, COLUMNS, type TypedRow } from './rows.ts'

export type LevelsNow = DataOf<'GET backoffice/levels'>

const WIDTH: Record<Column, number> = {
  name: 150,
  joining_fee: 96,
  bonus_ads: 72,
  max_bonus: 72,
  number_ads: 72,
  orders_to_earn: 84,
  earn_quality: 72,
}
/** Columns that do not apply to the first level: it is free and everybody has it. */
const NOT_OF_THE_FIRST = new Set<Column>(['joining_fee', 'orders_to_earn', 'earn_quality'])

export function LevelTable({ now, mayChange }: { now: LevelsNow; mayChange: boolean }) {
  const translate = useTranslate()
  const { fields, append, move, remove } = useFieldArray<{ levels: TypedRow[] }>({ name: 'levels' })
  const typed = useWatch({ name: 'levels' }) as TypedRow[]
  const usersOf = (_id: string | null) => {
    const used = now.levels.find((level) => level._id === _id)
    return used === undefined
      ? translate('levels.is_new')
      : translate('levels.in_use', { members: used.members, bought: used.bought })
  }
  const act = (what: 'up' | 'down' | 'remove', at: number, start: () => void, possible: boolean) => (
    <IconButton
      size="small"
      aria-label={`${translate(`levels.${what}`)}: ${typed[at]?.name}`}
      disabled={!possible}
      onClick={start}
    >
      {ICONS[what]}
    </IconButton>
  )
  return (
    <>
      <RecordTable
        label="levels.title"
        dense
        rows={fields}
        columns={[
          // First, where a narrow screen shows it too.
          mayChange && {
            label: 'levels.place_of',
            render: (_row, at) => (
              <Box sx={{ display: 'flex' }}>
                {act('up', at, () => move(at, at - 1), at > 1)}
                {act('down', at, () => move(at, at + 1), at > 0 && at < fields.length - 1)}
                {act('remove', at, () => remove(at), at > 0)}
              </Box>
            ),
          },
          ...COLUMNS.map((column) => ({
            label: `levels.${column}`,
            render: (_row: TypedRow, at: number) => (
              <Cell column={column} at={at} level={typed[at]} mayChange={mayChange} />
            ),
            whole: true,
          })),
          { label: 'levels.members', render: ({ _id }) => usersOf(_id), end: true },
        ]}
      />
      {mayChange && (
        <Button
          startIcon={<AddIcon />}
          onClick={() => append({ ...typed.at(-1)!, _id: null, name: '' })}
          sx={{ justifySelf: 'start' }}
        >
          {translate('levels.add')}
        </Button>
      )}
    </>
  )
}

interface CellProps {
  column: Column
  at: number
  level: TypedRow | undefined
  mayChange: boolean
}

function Cell({ column, at, level, mayChange }: CellProps) {
  const translate = useTranslate()
  if (at === 0 && NOT_OF_THE_FIRST.has(column)) return '—'
  if (!mayChange) return level?.[column] || '—'
  return (
    <TextInput
      source={`levels.${at}.${column}`}
      label={false}
      parse={(text: string) => text}
      variant="outlined"
      size="small"
      margin="none"
      helperText={false}
      sx={{ width: WIDTH[column] }}
      slotProps={{
        htmlInput: {
          'aria-label': `${level?.name} ${translate(`levels.${column}`)}`,
          maxLength: 40,
          style: { padding: '6px 8px' },
          ...(column !== 'name' && { inputMode: 'decimal' }),
        },
      }}
    />
  )
}

const ICONS = {
  up: <UpIcon fontSize="small" />,
  down: <DownIcon fontSize="small" />,
  remove: <DeleteIcon fontSize="small" />,
}
