import { Button } from '@fairturn/ui/Button.tsx'
import { Dialog as KitDialog } from '@fairturn/ui/Dialog.tsx'
// The shared dialogs, with the close button labelled in the language of the screen.
import { useLingui } from '@lingui/react/macro'
import type { ComponentProps, ReactNode } from 'react'

type DialogProps = Omit<ComponentProps<typeof KitDialog>, 'open' | 'closeLabel'> & { open?: boolean }

export function Dialog({ open = true, ...rest }: DialogProps) {
  const { t } = useLingui()
  return <KitDialog {...rest} open={open} closeLabel={t`Close`} />
}

interface ConfirmDialogProps extends Omit<DialogProps, 'actions'> {
  /** Label of the button that changes nothing. */
  keep: string
  /** Label of the confirm button, or another button in its place. */
  confirm: string | Exclude<ReactNode, string>
  onConfirm?: () => void
  /** The action is destructive. */
  loss?: boolean
  /** The action is not available yet. */
  disabled?: boolean
  /** Something else is the next step. */
  quiet?: boolean
}

/** Asks for confirmation of an action. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { keep, confirm, onConfirm, loss = false, disabled = false, quiet = false, ...rest } = props
  return (
    <Dialog
      {...rest}
      actions={
        <>
          <Button variant="secondary" onClick={rest.onClose} disabled={rest.busy}>
            {keep}
          </Button>
          {typeof confirm === 'string' ? (
            <Button
              variant={loss ? 'loss' : quiet ? 'secondary' : 'primary'}
              busy={rest.busy ?? false}
              disabled={disabled}
              onClick={onConfirm}
            >
              {confirm}
            </Button>
          ) : (
            confirm
          )}
        </>
      }
    />
  )
}
