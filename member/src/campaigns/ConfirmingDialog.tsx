// How an advertiser's own page or server confirms, in plain words, for whoever decides whether they can do it.
import { Trans, useLingui } from '@lingui/react/macro'
import type { Verification } from '@fairturn/contract/campaigns'
import { Button } from '@fairturn/ui/Button.tsx'
import { Dialog } from '@fairturn/ui/Dialog.tsx'

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
      open
      onClose={onClose}
      title={t`How confirming works`}
      closeLabel={t`Close`}
      maxWidth={480}
      actions={<Button onClick={onClose}>{t`Understood`}</Button>}
    >
      <ol className="mt-3 grid list-decimal gap-2 pl-5">
        <li>
          <Trans>
            Whoever presses Continue arrives at your address with <code>click_id</code> in it.
          </Trans>
        </li>
        {verification === 'beacon' ? (
          <>
            <li>
              <Trans>
                A script of ours on that page tells us once the page was visible for five seconds.
              </Trans>
            </li>
            <li>
              <Trans>It sets no cookie and reads nothing but that number.</Trans>
            </li>
          </>
        ) : (
          <>
            <li>
              <Trans>Keep that number with the visitor until they sign up, buy or ask.</Trans>
            </li>
            <li>
              <Trans>
                Then your server tells ours, signed with the campaign’s own key. It may be told late or twice:
                each is counted once.
              </Trans>
            </li>
          </>
        )}
        <li>
          <Trans>What is not confirmed is not paid, and comes back to you at the end.</Trans>
        </li>
      </ol>
      <p className="mt-3 text-small text-quiet">
        <Trans>Somebody who looks after your page has to set this up before the campaign runs.</Trans>
      </p>
    </Dialog>
  )
}
