// Importing a file of the bank: chosen or dropped, with what came of each statement in it, or why nothing was taken.
import {
  Alert,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
  MenuItem,
  TextField,
} from '@mui/material'
import { useEffect, useState } from 'react'
import { useRefresh, useTranslate } from 'react-admin'
import { call, type DataOf, upload } from '../api.ts'
import { dayOf } from '../words.ts'
import { FileField, FileRefusal } from './parts.tsx'

type Imported = DataOf<'POST backoffice/bank-statements'>['list']
type Mapping = DataOf<'GET backoffice/bank-mappings'>['list'][number]

const CAMT = 'camt'
const isCsv = (file: File) => /\.(csv|txt)$/i.test(file.name)

export function ImportDialog({ onClose }: { onClose: () => void }) {
  const translate = useTranslate()
  const refresh = useRefresh()
  const [mappings, setMappings] = useState<readonly Mapping[]>([])
  const [read_as, readAs] = useState(CAMT)
  const [file, setFile] = useState<File>()
  const [busy, setBusy] = useState(false)
  const [done, setDone] = useState<Imported>()
  const [failure, setFailure] = useState<unknown>()
  useEffect(() => {
    void call('GET backoffice/bank-mappings').then(({ list }) => setMappings(list), setFailure)
  }, [])

  function choose(chosen: File) {
    setFile(chosen)
    setDone(undefined)
    setFailure(undefined)
    const [first] = mappings
    if (!isCsv(chosen)) readAs(CAMT)
    else if (read_as === CAMT && first !== undefined) readAs(first._id)
  }
  async function send() {
    if (file === undefined) return
    const form = new FormData()
    if (read_as !== CAMT) form.set('mapping_id', read_as)
    form.set('file', file)
    setBusy(true)
    setDone(undefined)
    setFailure(undefined)
    try {
      setDone((await upload('POST backoffice/bank-statements', form)).list)
      refresh()
    } catch (refusal) {
      setFailure(refusal)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby="import-title">
      <DialogTitle id="import-title">{translate('bank_statements.import')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <DialogContentText>{translate('bank_statements.import_why')}</DialogContentText>
        <FileField accept=".xml,.csv,.txt" onFile={choose} />
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
        {done?.map(({ _id, statement_id, from_day, to_day, new_lines, repeated, gap }) => (
          <Alert key={_id} severity={gap ? 'warning' : repeated ? 'info' : 'success'}>
            {translate(`bank_statements.${repeated ? 'repeated' : 'done'}`, {
              statement: statement_id,
              from: dayOf(from_day),
              to: dayOf(to_day),
              fresh: new_lines,
            })}
            {gap && <div>{translate('bank_statements.gap_why')}</div>}
          </Alert>
        ))}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate(done ? 'app.done' : 'ra.action.cancel')}</Button>
        <Button
          variant="contained"
          disabled={busy || file === undefined || done !== undefined}
          onClick={() => void send()}
        >
          {translate('money.file.import')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
