// A bank file, chosen or dropped, and imported once: with its result, or why nothing was imported.
import {
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
  LinearProgress,
  Typography,
} from '@mui/material'
import { type ReactNode, useId, useState } from 'react'
import { useRefresh, useTranslate } from 'react-admin'
import { FileField, FileRefusal } from '../parts.tsx'

interface Props<Done> {
  title: string
  why: string
  accept: string
  /** What else is asked of the file. */
  children?: ReactNode
  onFile?: (file: File) => void
  /** What is said of the file; sent before it. */
  fields?: Readonly<Record<string, string>>
  send: (form: FormData) => Promise<Done>
  /** What is said of it once it was taken in. */
  renderDone: (done: Done) => ReactNode
  onClose: () => void
}

export function FileDialog<Done>(props: Props<Done>) {
  const { title, why, accept, children, onFile, fields = {}, send, renderDone, onClose } = props
  const translate = useTranslate()
  const refresh = useRefresh()
  const title_id = useId()
  const [file, setFile] = useState<File>()
  const [busy, setBusy] = useState(false)
  const [done, setDone] = useState<Done>()
  const [failure, setFailure] = useState<unknown>()

  function choose(chosen: File) {
    setFile(chosen)
    setDone(undefined)
    setFailure(undefined)
    onFile?.(chosen)
  }
  async function take() {
    if (file === undefined) return
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    form.set('file', file)
    setBusy(true)
    setFailure(undefined)
    try {
      setDone(await send(form))
      refresh()
    } catch (refusal) {
      setFailure(refusal)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog open onClose={() => busy || onClose()} fullWidth maxWidth="sm" aria-labelledby={title_id}>
      <DialogTitle id={title_id}>{title}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <DialogContentText>{why}</DialogContentText>
        <FileField accept={accept} onFile={choose} />
        {children}
        {busy && (
          <div>
            <Typography variant="body2" role="status" sx={{ mb: 0.5 }}>
              {translate('bank_statements.reading')}
            </Typography>
            <LinearProgress aria-label={translate('bank_statements.reading')} />
          </div>
        )}
        <FileRefusal failure={failure} />
        {done !== undefined && renderDone(done)}
      </DialogContent>
      <DialogActions>
        <Button disabled={busy} variant={done === undefined ? 'text' : 'contained'} onClick={onClose}>
          {translate(done ? 'app.done' : 'ra.action.cancel')}
        </Button>
        {done === undefined && (
          <Button variant="contained" disabled={busy || file === undefined} onClick={() => void take()}>
            {translate('money.file.import')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}
