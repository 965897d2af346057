import type { Deposit } from '@fairturn/contract/deposits'
import { Button } from '@fairturn/ui/Button.tsx'
import { DateTime } from '@fairturn/ui/DateTime.tsx'
import { LinkButton } from '@fairturn/ui/LinkButton.tsx'
import { Note } from '@fairturn/ui/Note.tsx'
import { Spinner } from '@fairturn/ui/Spinner.tsx'
// A card deposit that is not credited yet: the link to the provider's page or, after the checkout, waiting
// for the provider's confirmation.
import { Trans, useLingui } from '@lingui/react/macro'
import { paths } from '../shell/paths.ts'

interface DepositCheckoutProps {
  deposit: Deposit
  /** Whether the provider redirected the member back after paying. */
  wasPaid: boolean
}

export function DepositCheckout({ deposit, wasPaid }: DepositCheckoutProps) {
  const { t } = useLingui()
  const { instructions, reference } = deposit
  const another = (
    <LinkButton href={paths.deposit} variant="secondary" wide>{t`Make another deposit`}</LinkButton>
  )
  if (wasPaid) {
    return (
      <div className="grid gap-4">
        <div role="status">
          <Note tone="action" leading={<Spinner />}>
            <Trans>
              Your payment is being confirmed. This usually takes a few seconds. This page updates
              automatically, and you can leave it. Reference {reference}.
            </Trans>
          </Note>
        </div>
        {another}
      </div>
    )
  }
  if (!instructions || !('checkout_url' in instructions)) {
    return (
      <div className="grid gap-4">
        <Note tone="action">
          <Trans>This card payment has expired. You were not charged.</Trans>
        </Note>
        {another}
      </div>
    )
  }
  const { checkout_url, checkout_expires_at } = instructions
  return (
    <div className="grid gap-4">
      <Button icon="deposit" wide onClick={() => location.assign(checkout_url)}>
        {t`Continue to card payment`}
      </Button>
      <p className="text-small text-quiet">
        <Trans>
          You pay on our payment provider’s page, open until <DateTime value={checkout_expires_at} />. We
          never see your card details. If you change your mind, simply do not pay. Reference {reference}.
        </Trans>
      </p>
      {another}
    </div>
  )
}
