import { Button } from '@fairturn/ui/Button.tsx'
import { Card } from '@fairturn/ui/Card.tsx'
import { install, installOffer, subscribeInstall } from '@fairturn/ui/install-offer.ts'
// Offers to install the app: with a button if the browser supports it, with instructions on iOS. Once
// dismissed it is not shown again.
import { Trans, useLingui } from '@lingui/react/macro'
import { useState, useSyncExternalStore } from 'react'
import { writeStored, readStored } from '../device.ts'

const DISMISSED = 'install_dismissed'

/** Only Safari on iOS and iPadOS has this property; it is true in an installed app. */
const inSafariOnIos = () => (navigator as { standalone?: boolean }).standalone === false

export function InstallCard() {
  const { t } = useLingui()
  const offer = useSyncExternalStore(subscribeInstall, installOffer)
  const [dismissed, setDismissed] = useState(() => readStored(DISMISSED) !== null)
  if (dismissed || (offer === null && !inSafariOnIos())) return null

  function dismiss() {
    writeStored(DISMISSED, '1')
    setDismissed(true)
  }
  return (
    <section aria-labelledby="install-title" className="mt-6">
      <Card padded className="divide-y-0!">
        <h2 id="install-title" className="text-body font-semibold">
          {t`Add to home screen`}
        </h2>
        <p className="mt-1 text-small text-quiet">
          {offer ? (
            <Trans>Opens like an app, even offline.</Trans>
          ) : (
            <Trans>
              In Safari, tap Share, then “Add to Home Screen”. It opens like an app, even offline.
            </Trans>
          )}
        </p>
        <div className="mt-3 flex gap-2.5">
          {offer && <Button onClick={install}>{t`Install`}</Button>}
          <Button variant="quiet" onClick={dismiss}>
            {t({ message: 'Not now', context: 'dismisses the offer to install the app' })}
          </Button>
        </div>
      </Card>
    </section>
  )
}
