// Statements of the bank as they were imported, with what is missing between them.
import { count } from '@fairturn/ui/formats.ts'
import { Button, Chip, Tooltip } from '@mui/material'
import { useState } from 'react'
import {
  DataTable,
  FunctionField,
  InfiniteList,
  SelectInput,
  TopToolbar,
  useCanAccess,
  useTranslate,
} from 'react-admin'
import { Link } from 'react-router-dom'
import type { DataOf } from '../api.ts'
import { KeysLine } from '../KeysLine.tsx'
import { SaveAsCsv } from '../SaveAsCsv.tsx'
import { periodOf, when } from '../words.ts'
import { Amount } from '../Amount.tsx'
import { StatementHold } from './HoldActions.tsx'
import { ImportDialog } from './ImportDialog.tsx'
import { MatchingProgress } from './MatchingProgress.tsx'

type Statement = DataOf<'GET backoffice/bank-statements'>['list'][number] & { id: string }

const FILTERS = [
  <SelectInput
    key="gap"
    source="gap"
    label="bank_statements.gap"
    alwaysOn
    choices={[{ id: 'true', name: 'money.yes' }]}
  />,
  <SelectInput
    key="held"
    source="held"
    label="bank_statements.held"
    alwaysOn
    sx={{ minWidth: 210 }}
    choices={[{ id: 'true', name: 'money.yes' }]}
  />,
]

export const StatementList = () => (
  <InfiniteList
    filters={FILTERS}
    sort={{ field: 'to_day', order: 'DESC' }}
    exporter={false}
    empty={false}
    actions={
      <TopToolbar>
        <Button component={Link} to="/bank-mappings" size="small">
          <Translated text="bank_statements.mappings" />
        </Button>
        <SaveAsCsv path="backoffice/bank-statements.csv" />
        <Import />
      </TopToolbar>
    }
  >
    <Rows />
  </InfiniteList>
)

function Translated({ text }: { text: string }) {
  return useTranslate()(text)
}

/** `aside`: where another button is the main one. */
export function Import({ aside = false }) {
  const translate = useTranslate()
  const [open, setOpen] = useState(false)
  const { canAccess } = useCanAccess({ resource: 'bank-statements', action: 'create' })
  if (!canAccess) return null
  return (
    <>
      <Button variant={aside ? 'outlined' : 'contained'} size="small" onClick={() => setOpen(true)}>
        {translate('bank_statements.import')}
      </Button>
      {open && <ImportDialog onClose={() => setOpen(false)} />}
    </>
  )
}

/** The lines of a statement, as the list of lines shows them. */
const linesOf = (id: string | number) =>
  `/bank-lines?filter=${encodeURIComponent(JSON.stringify({ statement_id: id }))}`

function Rows() {
  const translate = useTranslate()
  return (
    <>
      <DataTable rowClick={linesOf} bulkActionButtons={false} size="small">
        <DataTable.Col label="bank_statements.period" source="to_day">
          <FunctionField<Statement> render={({ from_day, to_day }) => periodOf(from_day, to_day)} />
        </DataTable.Col>
        <DataTable.Col label="bank_statements.id" disableSort>
          <FunctionField<Statement>
            render={({ statement_id, gap, hold, ...rest }) => (
              <>
                {statement_id}{' '}
                {hold && <Chip size="small" color="warning" label={translate('bank_statements.held')} />}{' '}
                {gap && (
                  <Tooltip title={translate('bank_statements.gap_why')}>
                    <Chip size="small" color="error" label={translate('bank_statements.gap')} />
                  </Tooltip>
                )}
                <StatementHold statement={{ statement_id, gap, hold, ...rest }} />
              </>
            )}
          />
        </DataTable.Col>
        <DataTable.Col label="bank_statements.account" source="account" disableSort />
        <DataTable.Col label="bank_statements.opening" disableSort align="right">
          <FunctionField<Statement> render={({ opening }) => <Amount wire={opening} />} />
        </DataTable.Col>
        <DataTable.Col label="bank_statements.closing" disableSort align="right">
          <FunctionField<Statement> render={({ closing }) => <Amount wire={closing} />} />
        </DataTable.Col>
        <DataTable.Col label="bank_statements.lines" disableSort>
          <FunctionField<Statement>
            render={({ _id, lines, known_lines: known, undecided_lines }) => (
              <>
                {known === 0
                  ? count(lines)
                  : translate('bank_statements.known', { lines: count(lines), known: count(known) })}
                <MatchingProgress statement={{ _id, lines, undecided_lines }} />
              </>
            )}
          />
        </DataTable.Col>
        <DataTable.Col label="bank_statements.file" source="file_name" disableSort />
        <DataTable.Col label="bank_statements.imported_at" source="imported_at">
          <FunctionField<Statement> render={({ imported_at }) => when(imported_at)} />
        </DataTable.Col>
      </DataTable>
      <KeysLine />
    </>
  )
}
