import { LinkButton } from '@fairturn/ui/LinkButton.tsx'
// Pays for a campaign. While the balance is insufficient, a link to the deposit replaces the button.
import { useLingui } from '@lingui/react/macro'
import type { ComponentProps } from 'react'
import { ConfirmDialog } from '../shell/Dialog.tsx'
import { paths } from '../shell/paths.ts'

interface PaymentDialogProps extends Omit<ComponentProps<typeof ConfirmDialog>, 'keep' | 'confirm'> {
  /** Amount missing from the available balance, as a wire string; null if there is enough. */
  missing: string | null
}

export function PaymentDialog({ missing, ...rest }: PaymentDialogProps) {
  const { t } = useLingui()
  return (
    <ConfirmDialog
      {...rest}
      keep={t`Not now`}
      confirm={
        missing ? (
          <LinkButton href={paths.depositAmount(missing)} icon="deposit">{t`Deposit`}</LinkButton>
        ) : (
          t({ message: 'Pay', context: 'a campaign' })
        )
      }
    />
  )
}
