// Imports a bank file, chosen or dropped, once; shows the result, or why nothing was imported.
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
import { useTranslate } from 'react-admin'
import { FileField, FileRefusal } from '../components/FileField.tsx'
import { takeFocus } from '../components/forms.ts'
import type { CallName, DataOf } from '../shell/api.ts'
import { useUpload } from '../shell/endpoint-hooks.ts'

interface Props<Name extends CallName> {
  endpoint: Name
  title: string
  why: string
  accept: string
  /** Inputs besides the file. */
  children?: ReactNode
  onFile?: (file: File) => void
  /** Form fields about the file, sent before it. */
  fields?: Readonly<Record<string, string>>
  /** Renders the result of the import. */
  renderDone: (data: DataOf<Name>) => ReactNode
  onClose: () => void
}

export function FileDialog<Name extends CallName>(props: Props<Name>) {
  const { endpoint, title, why, accept, children, onFile, fields = {}, renderDone, onClose } = props
  const translate = useTranslate()
  const titleId = useId()
  const [file, setFile] = useState<File>()
  const { mutate, isPending: busy, data: done, error: failure, reset } = useUpload(endpoint)

  function choose(chosen: File) {
    setFile(chosen)
    reset()
    onFile?.(chosen)
  }
  function send() {
    if (file === undefined) return
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    form.set('file', file)
    mutate(form)
  }
  return (
    <Dialog open onClose={() => busy || onClose()} fullWidth maxWidth="sm" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{title}</DialogTitle>
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
          <Button
            // With a file chosen, sending it is next.
            key={file?.name}
            ref={file === undefined ? undefined : takeFocus}
            variant="contained"
            disabled={busy || file === undefined}
            onClick={send}
          >
            {translate('money.file.import')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}
