// A button that acts after a confirmation: with a reason where one is recorded, and never twice at once.
import {
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
  TextField,
} from '@mui/material'
import { type ReactNode, type SubmitEvent, useState } from 'react'
import { useTranslate } from 'react-admin'
import { useSayFailure } from './failures.ts'
import { takeFocus } from './forms.ts'

interface ActionDialogProps {
  title: string
  why?: string | undefined
  /** What else is asked, with names that `act` finds in the form. */
  children?: ReactNode
  with_reason?: boolean
  act: (form: FormData) => Promise<void>
  onClose: () => void
}

/** The dialog alone, open as long as it is rendered; closes itself once the action is done. */
export function ActDialog({ title, why, children, with_reason = false, act, onClose }: ActionDialogProps) {
  const translate = useTranslate()
  const say = useSayFailure()
  const [busy, setBusy] = useState(false)
  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    // A dialog inside a form of the page would send that one too.
    event.stopPropagation()
    setBusy(true)
    try {
      await act(new FormData(event.currentTarget))
      onClose()
    } catch (failure) {
      say(failure)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby="act-title">
      <form onSubmit={(event) => void submit(event)}>
        <DialogTitle id="act-title">{title}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2 }}>
          {why !== undefined && <DialogContentText>{why}</DialogContentText>}
          {children}
          {with_reason && (
            <TextField
              name="reason"
              label={translate('app.reason')}
              helperText={translate('app.reason_help')}
              required
              inputRef={children === undefined ? takeFocus : undefined}
              multiline
              minRows={2}
              slotProps={{ htmlInput: { maxLength: 500 } }}
            />
          )}
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{translate('ra.action.cancel')}</Button>
          <Button
            type="submit"
            variant="contained"
            disabled={busy}
            ref={!with_reason && children === undefined ? takeFocus : undefined}
          >
            {title}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

/** Shown once, and gone when it is closed. */
export function ShownOnce({
  title,
  why,
  values,
  onClose,
}: {
  title: string
  why: string
  values: Record<string, string>
  onClose: () => void
}) {
  const translate = useTranslate()
  return (
    <Dialog open fullWidth maxWidth="xs" aria-labelledby="shown-title">
      <DialogTitle id="shown-title">{title}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <DialogContentText>{why}</DialogContentText>
        {Object.entries(values).map(([name, value]) => (
          <TextField
            key={name}
            label={name}
            value={value}
            margin="dense"
            slotProps={{ htmlInput: { readOnly: true } }}
            onFocus={(event) => event.target.select()}
          />
        ))}
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose}>
          {translate('app.done')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
