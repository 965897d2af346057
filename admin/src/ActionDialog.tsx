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
import { type ReactNode, type SubmitEvent, useRef, useState } from 'react'
import { Form, required, TextInput, useTranslate } from 'react-admin'
import type { CallInput, CallName, DataOf } from './api.ts'
import { useEndpointMutation } from './endpoint-hooks.ts'
import { useNotifyFailure } from './failures.ts'
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
  onClose: () => void
}

interface ActionProps<Name extends CallName, Values extends object> extends DialogProps {
  endpoint: Name
  /** What is sent, of what was filled in; what was left empty is not in it. */
  input(this: void, values: Values): CallInput<Name>
  /** The text that tells it is done, where that is the same whatever came of it. */
  done?: string
  onDone?: (data: DataOf<Name>, input: CallInput<Name>) => unknown
  leaves?: boolean
  defaultValues?: Partial<Values>
  /** What else is said of a renderRefusal, beside what was asked. */
  renderRefusal?: (failure: ApiFailure) => ReactNode
}

/**
 * Open as long as it is rendered; sends its action as `useEndpointMutation` does, and closes itself once that is done. A
 * renderRefusal that concerns a field stands beside it.
 */
export function ActionDialog<Name extends CallName, Values extends object = ReasonValues>(
  props: ActionProps<Name, Values>,
) {
  const { endpoint, input, done, onDone, leaves, defaultValues = {}, renderRefusal, ...dialog } = props
  const { title, why, children, with_reason = false, onClose } = dialog
  const translate = useTranslate()
  const notifyFailure = useNotifyFailure()
  const [refused, setRefused] = useState<ApiFailure>()
  const settle = useRef<(errors?: Record<string, string>) => void>(undefined)
  const { start, busy } = useEndpointMutation(endpoint, {
    ...(done !== undefined && { done }),
    ...(leaves !== undefined && { leaves }),
    async onDone(data, sent) {
      settle.current?.()
      await onDone?.(data, sent)
      onClose()
    },
    onFailed(failure) {
      notifyFailure(failure)
      if (failure.kind === 'refused') setRefused(failure)
      settle.current?.(Object.fromEntries(Object.keys(failure.fields).map((name) => [name, failure.message])))
    },
  })
  const submit = (values: Values, form: HTMLFormElement) =>
    new Promise<object>((resolve) => {
      setRefused(undefined)
      settle.current = (errors = {}) =>
        resolve(
          Object.fromEntries(
            Object.entries(errors).filter(([name]) => form.elements.namedItem(name) !== null),
          ),
        )
      start(input(values))
    })
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby="action-title">
      <Form
        record={{}}
        defaultValues={defaultValues}
        sanitizeEmptyValues
        disableInvalidFormNotification
        onSubmit={(values: unknown, event?: unknown) =>
          submit(values as Values, (event as SubmitEvent<HTMLFormElement>).target)
        }
      >
        <DialogTitle id="action-title">{title}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 1 }}>
          {why !== undefined && <DialogContentText component="div">{why}</DialogContentText>}
          {children}
          {refused && renderRefusal?.(refused)}
          {with_reason && <ReasonInput first={children === undefined} />}
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
      </Form>
    </Dialog>
  )
}

const MAX_REASON = 500

export const ReasonInput = ({
  first = false,
  help = 'app.reason_help',
}: {
  first?: boolean
  help?: string
}) => (
  <TextInput
    source="reason"
    label="app.reason"
    helperText={help}
    validate={required()}
    multiline
    minRows={2}
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
