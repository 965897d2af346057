import { STATEMENT_STATUSES } from '@fairturn/contract/backoffice/bank-statements'
import { count } from '@fairturn/ui/formats.ts'
import { Box, Button, Chip, Tooltip } from '@mui/material'
import { useState } from 'react'
import { SelectInput, useCanAccess, useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import { Amount } from '../components/Amount.tsx'
import { narrow } from '../components/columns.tsx'
import { formatPeriod, formatTime } from '../components/format.ts'
import { pressShortcut, useKeys } from '../components/keys.ts'
import { type ListColumn, RecordList } from '../components/RecordList.tsx'
import { Status } from '../components/Status.tsx'
import type { DataOf } from '../shell/api.ts'
import { ConfirmStatementDialog } from './ConfirmStatementDialog.tsx'
import { ConnectionNote } from './ConnectionNote.tsx'
import { ImportDialog } from './ImportDialog.tsx'
import { MatchingProgress } from './MatchingProgress.tsx'
import { isToConfirm, StatementActions } from './StatementActions.tsx'
import { UnconfirmedLines } from './UnconfirmedLines.tsx'

type Statement = DataOf<'GET backoffice/bank-statements'>['list'][number] & { id: string }

const FILTERS = [
  <SelectInput
    key="gap"
    source="gap"
    label="bank_statements.gap"
    alwaysOn
    choices={[{ id: 'true', name: 'money.yes' }]}
  />,
]

const COLUMNS: readonly ListColumn<Statement>[] = [
  {
    label: 'bank_statements.period',
    render: ({ from_day, to_day }) => formatPeriod(from_day, to_day),
    sort: 'to_day',
  },
  {
    label: 'bank_statements.id',
    render: (statement) => <Named statement={statement} />,
    sx: { overflowWrap: 'anywhere', ...narrow(216) },
  },
  {
    label: 'bank_statements.balances',
    render: ({ opening, closing }) => (
      <>
        <Box sx={{ color: 'text.secondary' }}>
          <Amount wire={opening} />
        </Box>
        <Amount wire={closing} />
      </>
    ),
    end: true,
  },
  {
    label: 'bank_statements.lines',
    render: (statement) => <Lines statement={statement} />,
  },
  {
    label: 'bank_statements.imported_at',
    render: ({ imported_at, file_name }) => (
      <>
        {formatTime(imported_at)}
        {/* Of its column only the instant stays in one line. */}
        <Box sx={{ color: 'text.secondary', whiteSpace: 'normal' }}>{file_name}</Box>
      </>
    ),
    sort: 'imported_at',
    sx: { overflowWrap: 'anywhere', ...narrow(116) },
  },
]

/** What the bank calls it, its account, and what there is to do. */
function Named({ statement }: { statement: Statement }) {
  const translate = useTranslate()
  return (
    <>
      {statement.statement_id}{' '}
      {statement.status !== 'accepted' && (
        <Status texts="bank_statements.statuses" value={statement.status} />
      )}{' '}
      {statement.gap && (
        <Tooltip title={translate('bank_statements.gap_why')}>
          <Chip size="small" color="error" label={translate('bank_statements.gap')} />
        </Tooltip>
      )}
      <Box sx={{ color: 'text.secondary' }}>{statement.account}</Box>
      <StatementActions statement={statement} />
    </>
  )
}

function Lines({ statement: { _id, lines, known_lines: known, undecided_lines } }: { statement: Statement }) {
  const translate = useTranslate()
  return (
    <>
      {known === 0
        ? count(lines)
        : translate('bank_statements.known', { lines: count(lines), known: count(known) })}
      <MatchingProgress statement={{ _id, lines, undecided_lines }} />
    </>
  )
}

export function StatementList() {
  const translate = useTranslate()
  const { canAccess } = useCanAccess({ resource: 'bank-statements', action: 'create' })
  useKeys({ c: () => pressShortcut('c') })
  const [opened, setOpened] = useState<Statement>()
  const close = () => setOpened(undefined)
  return (
    <>
      <ConnectionNote />
      <RecordList<Statement>
        filters={FILTERS}
        sort={{ field: 'to_day', order: 'DESC' }}
        actions={
          <>
            <Button component={Link} to="/bank-mappings" size="small">
              {translate('bank_statements.mappings')}
            </Button>
            <Import />
          </>
        }
        tabs={{
          source: 'status',
          values: STATEMENT_STATUSES,
          texts: 'bank_statements.statuses',
          waiting: { unconfirmed: 'bank_statements' },
        }}
        rowClick={(_id, _resource, statement) => {
          if (statement['status'] === 'accepted') return linesOf(statement.id)
          setOpened(statement as Statement)
          return false
        }}
        keys={(rows) =>
          canAccess === true
            ? {
                ...(rows.some(isToConfirm) && { c: translate('bank_statements.confirm') }),
                i: translate('bank_statements.import'),
              }
            : {}
        }
        columns={COLUMNS}
      />
      {opened &&
        (canAccess === true && isToConfirm(opened) && !opened.older ? (
          <ConfirmStatementDialog statement={opened} onClose={close} />
        ) : (
          <UnconfirmedLines statement={opened} onClose={close} />
        ))}
    </>
  )
}

/** `aside`: styled as secondary, because another button is the primary one. */
export function Import({ aside = false }) {
  const translate = useTranslate()
  const [open, setOpen] = useState(false)
  const { canAccess } = useCanAccess({ resource: 'bank-statements', action: 'create' })
  useKeys(canAccess === true && !aside ? { i: () => setOpen(true) } : {})
  if (!canAccess) return null
  return (
    <>
      <Button
        aria-keyshortcuts={aside ? undefined : 'i'}
        variant={aside ? 'outlined' : 'contained'}
        size="small"
        onClick={() => setOpen(true)}
      >
        {translate('bank_statements.import')}
      </Button>
      {open && <ImportDialog onClose={() => setOpen(false)} />}
    </>
  )
}

/** Link to the list of lines, filtered by this statement. */
export const statementsIn = (status: string | null) =>
  `/bank-statements?filter=${encodeURIComponent(JSON.stringify({ status }))}`

export const linesOf = (id: string | number) =>
  `/bank-lines?filter=${encodeURIComponent(JSON.stringify({ statement_id: id }))}`
