// Importing a statement of the bank: by the standard, or by one of the mappings of our own.
import { count } from '@fairturn/ui/formats.ts'
import { Alert, MenuItem, TextField } from '@mui/material'
import { useEffect, useState } from 'react'
import { useTranslate } from 'react-admin'
import { call, type DataOf, upload } from '../api.ts'
import { periodOf } from '../words.ts'
import { FileDialog } from './FileDialog.tsx'
import { FileRefusal } from '../parts.tsx'
import { MatchingProgress } from './MatchingProgress.tsx'

type Imported = DataOf<'POST backoffice/bank-statements'>['list']
type Mapping = DataOf<'GET backoffice/bank-mappings'>['list'][number]

const CAMT = 'camt'
const isCsv = (file: File) => /\.(csv|txt)$/i.test(file.name)

export function ImportDialog({ onClose }: { onClose: () => void }) {
  const translate = useTranslate()
  const [mappings, setMappings] = useState<readonly Mapping[]>([])
  const [read_as, readAs] = useState(CAMT)
  const [failure, setFailure] = useState<unknown>()
  useEffect(() => {
    void call('GET backoffice/bank-mappings').then(({ list }) => setMappings(list), setFailure)
  }, [])

  function choose(chosen: File) {
    const [first] = mappings
    if (!isCsv(chosen)) readAs(CAMT)
    else if (read_as === CAMT && first !== undefined) readAs(first._id)
  }
  return (
    <FileDialog
      title={translate('bank_statements.import')}
      why={translate('bank_statements.import_why')}
      accept=".xml,.csv,.txt"
      onFile={choose}
      fields={read_as === CAMT ? {} : { mapping_id: read_as }}
      send={async (form) => (await upload('POST backoffice/bank-statements', form)).list}
      renderDone={(done) => <Statements list={done} />}
      onClose={onClose}
    >
      <TextField
        select
        label={translate('bank_statements.read_as')}
        value={read_as}
        onChange={({ target }) => readAs(target.value)}
      >
        <MenuItem value={CAMT}>{translate('bank_statements.camt')}</MenuItem>
        {mappings.map(({ _id, name }) => (
          <MenuItem key={_id} value={_id}>{`CSV: ${name}`}</MenuItem>
        ))}
      </TextField>
      <FileRefusal failure={failure} />
    </FileDialog>
  )
}

function Statements({ list }: { list: Imported }) {
  const translate = useTranslate()
  return list.map(({ _id, statement_id, from_day, to_day, new_lines, repeated, gap, hold, ...progress }) => (
    <Alert key={_id} severity={gap || hold !== null ? 'warning' : repeated ? 'info' : 'success'}>
      {translate(`bank_statements.${repeated ? 'repeated' : 'done'}`, {
        statement: statement_id,
        period: periodOf(from_day, to_day),
        fresh: count(new_lines),
      })}
      {hold === null ? (
        <MatchingProgress statement={{ _id, ...progress }} />
      ) : (
        <>
          <div>{translate(`bank_statements.holds.${hold}`)}</div>
          <div>{translate('bank_statements.imported_waits')}</div>
        </>
      )}
      {gap && hold !== 'does_not_follow' && <div>{translate('bank_statements.gap_why')}</div>}
    </Alert>
  ))
}
