// Confirming an action of an operator: with a reason where one is recorded, and never twice at once.
import {
  Button,
  type ButtonProps,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
  TextField,
} from '@mui/material'
import type { ApiFailure } from '@fairturn/ui/failure.ts'
import { type ReactNode, useState } from 'react'
import { required, TextInput, useTranslate } from 'react-admin'
import { ActionForm } from './ActionForm.tsx'
import type { CallInput, CallName } from './api.ts'
import type { MutationOptions } from './endpoint-hooks.ts'
import { takeFocus } from './forms.ts'

/** What most actions are asked: why. */
export interface ReasonValues {
  reason: string
}

interface DialogProps {
  title: string
  why?: ReactNode
  /** The inputs of what else is asked; the first takes the focus itself. */
  children?: ReactNode
  with_reason?: boolean
  /** There is nothing that it could be done with. */
  disabled?: boolean
  wide?: boolean
  onClose: () => void
}

export interface ActionProps<Name extends CallName, Values extends object = ReasonValues>
  extends DialogProps, MutationOptions<Name> {
  endpoint: Name
  /** What is sent, of what was filled in; what was left empty is not in it. */
  input(this: void, values: Values): CallInput<Name>
  defaultValues?: Partial<Values>
  /** What a refusal that names no field says of one: its text, by the field. */
  fieldsOf?: (this: void, failure: ApiFailure) => Readonly<Record<string, string>> | undefined
  /** What else is said of a refusal that concerns no field. */
  renderRefusal?: (failure: ApiFailure) => ReactNode
}

/**
 * Open as long as it is rendered; sends its action as `useEndpointMutation` does, and closes itself once that is done, or where a
 * refusal concerns the form that opened it.
 */
export function ActionDialog<Name extends CallName, Values extends object = ReasonValues>(
  props: ActionProps<Name, Values>,
) {
  const { title, why, children, with_reason = false, disabled = false, wide = false, ...rest } = props
  const { onClose, renderRefusal, onDone, ...action } = rest
  const translate = useTranslate()
  const [refused, setRefused] = useState<ApiFailure>()
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth={wide ? 'sm' : 'xs'} aria-labelledby="action-title">
      <ActionForm<Name, Values>
        {...action}
        onDone={async (data, sent) => {
          await onDone?.(data, sent)
          onClose()
        }}
        onRefused={(failure, where) =>
          where === 'outside' ? onClose() : setRefused(where === undefined ? failure : undefined)
        }
      >
        {(busy) => (
          <>
            <DialogTitle id="action-title">{title}</DialogTitle>
            <DialogContent sx={{ display: 'grid', gap: 1 }}>
              {why !== undefined && <DialogContentText component="div">{why}</DialogContentText>}
              {children}
              {refused && !busy && renderRefusal?.(refused)}
              {with_reason && <ReasonInput first={children === undefined} />}
            </DialogContent>
            <DialogActions>
              <Button onClick={onClose}>{translate('ra.action.cancel')}</Button>
              <Button
                type="submit"
                variant="contained"
                disabled={busy || disabled}
                ref={!with_reason && children === undefined ? takeFocus : undefined}
              >
                {title}
              </Button>
            </DialogActions>
          </>
        )}
      </ActionForm>
    </Dialog>
  )
}

const MAX_REASON = 500

interface ReasonProps {
  first?: boolean
  label?: string
  help?: string | false
  /** Enter sends the form. */
  one_line?: boolean
}

export const ReasonInput = ({
  first,
  label = 'app.reason',
  help = 'app.reason_help',
  one_line = false,
}: ReasonProps) => (
  <TextInput
    source="reason"
    label={label}
    helperText={help}
    validate={required()}
    {...(!one_line && { multiline: true, minRows: 2 })}
    slotProps={{ htmlInput: { maxLength: MAX_REASON, ...(first && { ref: takeFocus }) } }}
  />
)

/** A button that opens the dialog of its action, whose title it has unless it says otherwise. */
export function ActionButton<Name extends CallName, Values extends object = ReasonValues>({
  button,
  ...dialog
}: Omit<ActionProps<Name, Values>, 'onClose'> & { button?: ButtonProps }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button {...button} onClick={() => setOpen(true)}>
        {button?.children ?? dialog.title}
      </Button>
      {open && <ActionDialog<Name, Values> {...dialog} onClose={() => setOpen(false)} />}
    </>
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
