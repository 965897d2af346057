import type { ApiFailure } from '@fairturn/ui/failure.ts'
// Confirmation dialog of an operator's action: asks for a reason if one is recorded, and prevents double
// submission.
import {
  Alert,
  Box,
  Button,
  type ButtonProps,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
  Skeleton,
  TextField,
} from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { type ComponentType, lazy, type ReactNode, Suspense, useId, useState } from 'react'
import { required, TextInput, useTranslate } from 'react-admin'
import { type CallInput, type CallName, type DataOf, SESSION_OVER } from '../shell/api.ts'
import type { MutationOptions } from '../shell/endpoint-hooks.ts'
import { decisionIn, isOutdated, openProposalIn, useFailureText } from '../shell/failures.ts'
import { useMay } from '../shell/may.ts'
import { ProposalAlert } from '../staff/ProposalAlert.tsx'
import { ActionForm } from './ActionForm.tsx'
import { takeFocus } from './forms.ts'
import { useKeys } from './keys.ts'
import type { Reader } from './ReasonTemplates.tsx'

/** In every language of the members, so it is loaded on demand; without it a reason can still be typed. */
const ReasonTemplates = lazy(async (): Promise<{ default: ComponentType<Reader> }> => {
  try {
    return { default: (await import('./ReasonTemplates.tsx')).ReasonTemplates }
  } catch {
    return { default: () => null }
  }
})

/** The form values of most actions: only a reason. */
export interface ReasonValues {
  reason: string
}

interface DialogProps {
  /** What is done; its button says the same. */
  title: string
  /** What it is done to: a brand, a reference, a name. Null where the title says it, which a test has a list of. */
  of: string | null
  why?: ReactNode
  /** Inputs besides the reason; the first one takes the focus itself. */
  children?: ReactNode
  withReason?: boolean
  /** The member who reads the reason, and the templates for it. */
  reader?: Reader
  /** The action has no valid input at the moment. */
  disabled?: boolean
  wide?: boolean
  /** Filled in already: its button takes the focus, although it has inputs. */
  filled?: boolean
  /** Takes something away or ends it: its button is red. */
  ends?: boolean
  onClose: () => void
}

export interface ActionProps<Name extends CallName, Values extends object = ReasonValues>
  extends DialogProps, MutationOptions<Name> {
  endpoint: Name
  /** Maps the form values to the request; empty inputs are omitted from the values. */
  input(this: void, values: Values): CallInput<Name>
  defaultValues?: Partial<Values>
  /** Tells forms of one call about one record apart. */
  form?: string
  /** For refusals that name no field: error texts by field. */
  fieldsOf?: (this: void, failure: ApiFailure) => Readonly<Record<string, string>> | undefined
  /** The text of an answer that is a refusal: shown here, with what was typed. */
  refusalIn?: (this: void, data: DataOf<Name>) => string | undefined
  /** A refusal that concerns no field, with its figures; by default its text. */
  renderRefusal?: (failure: ApiFailure) => ReactNode
  /** After a refusal that concerns no field, which a notification shows: the dialog is closed then. */
  onRefused?: () => void
}

/** Behind what is done, in the name of the dialog too. */
export const TitleOf = ({ children }: { children: ReactNode }) => (
  <Box component="span" sx={{ color: 'text.secondary', fontWeight: 400, overflowWrap: 'anywhere' }}>
    {' · '}
    {children}
  </Box>
)

interface ButtonsProps {
  title: string
  disabled: boolean
  /** Somebody else has decided: there is nothing to send any more. */
  over: boolean
  ends: boolean
  onClose: () => void
  /** Of the button that sends. */
  ref: ((button: HTMLButtonElement | null) => void) | undefined
}

function Buttons({ title, disabled, over, ends, onClose, ref }: ButtonsProps) {
  const translate = useTranslate()
  if (over)
    return (
      <DialogActions>
        <Button variant="contained" onClick={onClose} ref={takeFocus}>
          {translate('ra.action.close')}
        </Button>
      </DialogActions>
    )
  return (
    <DialogActions>
      <Button onClick={onClose}>{translate('ra.action.cancel')}</Button>
      <Button
        type="submit"
        variant="contained"
        color={ends ? 'error' : 'primary'}
        disabled={disabled}
        ref={ref}
      >
        {title}
      </Button>
    </DialogActions>
  )
}

/** The page behind does not show a colleague's proposal yet: it is fetched when the dialog no longer holds what was typed. */
function useOutdated(close: () => void) {
  const cache = useQueryClient()
  const [outdated, setOutdated] = useState(false)
  const onClose = () => {
    close()
    if (outdated) void cache.invalidateQueries()
  }
  return { onClose, setOutdated: () => setOutdated(true) }
}

/**
 * Open while it is rendered. Sends its action like `useEndpointMutation`, and closes itself on success, if a refusal concerns
 * the form that opened it, and if somebody else has decided already and nothing was typed. Otherwise it says who has decided,
 * keeps what was typed, and has nothing to send. Any other failure is shown in it.
 */
export function ActionDialog<Name extends CallName, Values extends object = ReasonValues>(
  props: ActionProps<Name, Values>,
) {
  const { title, of, why, children, withReason = false, reader, ...options } = props
  const { disabled = false, wide = false, filled = false, ends = false, ...rest } = options
  const { onClose: close, renderRefusal, onRefused, onDone, ...action } = rest
  const { onClose, setOutdated } = useOutdated(close)
  const translate = useTranslate()
  const textOf = useFailureText()
  const [refused, setRefused] = useState<ReactNode>()
  const [over, setOver] = useState(false)
  // One dialog may open another.
  const titleId = useId()
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth={wide ? 'sm' : 'xs'} aria-labelledby={titleId}>
      <ActionForm<Name, Values>
        {...action}
        onDone={async (data, sent) => {
          await onDone?.(data, sent)
          onClose()
        }}
        onAnswerRefused={setRefused}
        shows={(failure, where, typed) => {
          const text = textOf(failure)
          if (decisionIn(failure) && typed) {
            setRefused(decidedMeanwhile(`${text} ${translate('app.decided_typed')}`))
            setOver(true)
            setOutdated()
            return true
          }
          const elsewhere = where === 'outside' || decisionIn(failure) || failure.code === SESSION_OVER
          if (elsewhere || onRefused) return false
          const open = openProposalIn(failure)
          if (open !== undefined || isOutdated(failure)) setOutdated()
          const own = () => renderRefusal?.(failure) ?? translate(text, { _: text })
          setRefused(open === undefined ? own() : proposedAlready(open._id, text))
          return true
        }}
        onRefused={(failure, where, typed) => {
          const isDecided = decisionIn(failure) !== undefined
          // The page behind shows what was decided.
          if (where === 'outside' || (isDecided && !typed)) onClose()
          else if (!isDecided && where === 'here') setRefused(undefined)
          else if (!isDecided) onRefused?.()
        }}
      >
        {(busy) => (
          <>
            <DialogTitle id={titleId}>
              {title}
              {of !== null && <TitleOf>{of}</TitleOf>}
            </DialogTitle>
            <DialogContent sx={{ display: 'grid', gap: 1 }}>
              {why !== undefined && <DialogContentText component="div">{why}</DialogContentText>}
              {children}
              {withReason && <Reason reader={reader} first={children === undefined} />}
            </DialogContent>
            {/* Outside what is scrolled. */}
            {refused !== undefined && !busy && <Refusal>{refused}</Refusal>}
            <Buttons
              {...{ title, onClose, ends, over }}
              disabled={busy || disabled}
              ref={filled || (!withReason && children === undefined) ? takeFocus : undefined}
            />
          </>
        )}
      </ActionForm>
    </Dialog>
  )
}

function Reason({ reader, first }: { reader: Reader | undefined; first: boolean }) {
  return (
    <>
      {reader && (
        <Suspense fallback={<Skeleton height={72} />}>
          <ReasonTemplates {...reader} />
        </Suspense>
      )}
      <ReasonInput first={first} />
    </>
  )
}

const proposedAlready = (id: string, text: string) => (
  <ProposalAlert id={id} severity="warning">
    {text}
  </ProposalAlert>
)

const decidedMeanwhile = (text: string) => <Alert severity="warning">{text}</Alert>

const Refusal = ({ children }: { children: ReactNode }) => (
  <Box sx={{ px: 3, pt: 1 }}>
    {typeof children === 'string' ? <Alert severity="error">{children}</Alert> : children}
  </Box>
)

const MAX_REASON = 500

interface ReasonProps {
  first?: boolean
  label?: string
  help?: string | false
  /** Single-line input, in which Enter submits the form. */
  oneLine?: boolean
}

export const ReasonInput = ({
  first,
  label = 'app.reason',
  help = 'app.reason_help',
  oneLine = false,
}: ReasonProps) => (
  <TextInput
    source="reason"
    label={label}
    helperText={help}
    validate={required()}
    {...(!oneLine && { multiline: true, minRows: 2 })}
    slotProps={{ htmlInput: { maxLength: MAX_REASON, ...(first && { ref: takeFocus }) } }}
  />
)

/**
 * A button that opens its action's dialog; labelled with the dialog's title by default. Not there for who may not make the
 * call.
 */
export function ActionButton<Name extends CallName, Values extends object = ReasonValues>({
  button,
  shortcut,
  ...dialog
}: Omit<ActionProps<Name, Values>, 'onClose'> & {
  button?: ButtonProps
  /** A key that opens it too; the page names it. */
  shortcut?: string | undefined
}) {
  const [open, setOpen] = useState(false)
  const offered = useMay()(dialog.endpoint)
  useKeys(shortcut === undefined || !offered ? {} : { [shortcut]: () => setOpen(true) })
  if (!offered) return null
  return (
    <>
      <Button {...button} aria-keyshortcuts={shortcut} onClick={() => setOpen(true)}>
        {button?.children ?? dialog.title}
      </Button>
      {open && (
        <ActionDialog<Name, Values>
          ends={button?.color === 'error'}
          {...dialog}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

/** A secret that is shown once and cannot be shown again after the dialog is closed. */
export function ShownOnce({
  title,
  of,
  why,
  values,
  onClose,
}: {
  title: string
  /** Whose secret it is. */
  of: string
  why: string
  values: Record<string, string>
  onClose: () => void
}) {
  const translate = useTranslate()
  return (
    <Dialog open fullWidth maxWidth="xs" aria-labelledby="shown-title">
      <DialogTitle id="shown-title">
        {title}
        <TitleOf>{of}</TitleOf>
      </DialogTitle>
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
