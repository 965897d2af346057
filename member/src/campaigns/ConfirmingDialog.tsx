import type { Verification } from '@fairturn/contract/campaigns'
import { Button } from '@fairturn/ui/Button.tsx'
import { Trans, useLingui } from '@lingui/react/macro'
import { Dialog } from '../shell/Dialog.tsx'

export function ConfirmingDialog({
  verification,
  onClose,
}: {
  verification: Verification
  onClose: () => void
}) {
  const { t } = useLingui()
  return (
    <Dialog
      onClose={onClose}
      title={t`How confirmation works`}
      maxWidth={480}
      actions={<Button onClick={onClose}>{t`Got it`}</Button>}
    >
      <ol className="mt-3 grid list-decimal gap-2 pl-5">
        <li>
          <Trans>
            Visitors who press Continue arrive at your address with a <code>click_id</code> parameter.
          </Trans>
        </li>
        {verification === 'beacon' ? (
          <>
            <li>
              <Trans>
                Our script on that page reports the visit after the page has been visible for five seconds.
              </Trans>
            </li>
            <li>
              <Trans>It sets no cookies and reads only the click_id.</Trans>
            </li>
          </>
        ) : (
          <>
            <li>
              <Trans>Store the click_id with the visitor until they sign up, buy or send a request.</Trans>
            </li>
            <li>
              <Trans>
                Your server then sends ours a postback signed with the campaign’s key. Late or repeated
                messages are fine: each click_id counts once.
              </Trans>
            </li>
          </>
        )}
        <li>
          <Trans>Unconfirmed visits are not charged and are refunded at the end.</Trans>
        </li>
      </ol>
      <p className="mt-3 text-small text-quiet">
        <Trans>Ask your web developer to set this up before the campaign starts.</Trans>
      </p>
    </Dialog>
  )
}
