// Importing what the bank says of a payment file, pain.002: what was accepted, settled, rejected.
import {
  Alert,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
} from '@mui/material'
import { useState } from 'react'
import { useRefresh, useTranslate } from 'react-admin'
import { type DataOf, upload } from '../api.ts'
import { FileField, FileRefusal } from './parts.tsx'

type Reported = DataOf<'POST backoffice/payout-reports'>

export function ReportDialog({ onClose }: { onClose: () => void }) {
  const translate = useTranslate()
  const refresh = useRefresh()
  const [file, setFile] = useState<File>()
  const [busy, setBusy] = useState(false)
  const [done, setDone] = useState<Reported>()
  const [failure, setFailure] = useState<unknown>()
  async function send() {
    if (file === undefined) return
    const form = new FormData()
    form.set('file', file)
    setBusy(true)
    setFailure(undefined)
    try {
      setDone(await upload('POST backoffice/payout-reports', form))
      refresh()
    } catch (refusal) {
      setFailure(refusal)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby="report-title">
      <DialogTitle id="report-title">{translate('batches.report')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <DialogContentText>{translate('batches.report_why')}</DialogContentText>
        <FileField
          accept=".xml"
          onFile={(chosen) => {
            setFile(chosen)
            setDone(undefined)
            setFailure(undefined)
          }}
        />
        <FileRefusal failure={failure} />
        {done && <Alert severity="success">{translate('batches.reported', { ...done })}</Alert>}
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
