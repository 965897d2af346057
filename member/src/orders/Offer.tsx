import type { Product } from '@fairturn/contract/orders'
import { Button } from '@fairturn/ui/Button.tsx'
import { Card } from '@fairturn/ui/Card.tsx'
import { countdown, remaining } from '@fairturn/ui/formats.ts'
import { Note } from '@fairturn/ui/Note.tsx'
import { Ring } from '@fairturn/ui/Ring.tsx'
// An offer, which is a fixed quote: what can be earned, on which terms, and how long it is reserved.
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { NotCounted } from '../levels/NotCounted.tsx'
import { Amount } from '../shell/Amount.tsx'
import { useNow } from './clock.ts'
import { Creative } from './Creative.tsx'
import { Terms } from './Terms.tsx'

interface OfferProps {
  offer: Product
  taking: boolean
  drawing: boolean
  /** There is no other offer. */
  only_one: boolean
  onTake: () => void
  onAnother: () => void
  /**
   * Called when the offer has expired by the device's clock, and repeatedly until the server confirms that it
   * is gone.
   */
  onRunOut: () => void
}

export function Offer({ offer, taking, drawing, only_one, onTake, onAnother, onRunOut }: OfferProps) {
  const { t } = useLingui()
  return (
    <>
      <div aria-busy={drawing} className="transition-opacity duration-150 starting:opacity-0" key={offer._id}>
        <Card as="article" className={drawing ? 'opacity-40' : ''}>
          <Creative order={offer} />
          <div className="px-4 pt-3 pb-2.5">
            <p className="text-small text-quiet">
              <Trans>You can earn up to</Trans>
            </p>
            <p className="mt-0.5">
              <Amount amount={offer.highest_award} size="balance" />
            </p>
            <p className="text-small text-quiet">
              <NotCounted award={offer.highest_award} over_share={[]} />
            </p>
          </div>
        </Card>
        <div className="my-3">
          <KeptWhileDeciding offer={offer} drawing={drawing} onRunOut={onRunOut} />
        </div>
        <Card
          as="section"
          aria-label={t({ message: 'Terms', context: 'what an offer pays and asks' })}
          className={drawing ? 'opacity-40' : ''}
        >
          <Terms order={offer} />
        </Card>
      </div>
      {/* Sticky, and clear of the round button below. */}
      <div
        data-bar="actions"
        className="sticky bottom-[calc(4rem+env(safe-area-inset-bottom))] z-10 -mx-gutter bg-paper px-gutter pt-2 pb-6 large-text:static low-screen:static low-roomy:sticky low-roomy:flex low-roomy:items-center low-roomy:gap-4 low-roomy:pb-4"
      >
        <p className="mb-1 text-center font-bold large-text:hidden low-screen:hidden low-roomy:mb-0 low-roomy:block">
          <Amount amount={offer.highest_award} />
        </p>
        <p role="status" className="mb-2 text-center text-small text-balance text-quiet low-roomy:sr-only">
          {only_one ? (
            <Trans>There is no other order right now. This one stays reserved for you.</Trans>
          ) : (
            <Trans>Skipping costs no turn. Taking an order is free.</Trans>
          )}
        </p>
        <div className="side-by-side items-end gap-3 low-roomy:flex-1">
          <Button variant="secondary" busy={drawing} disabled={taking} onClick={onAnother}>
            {t({ message: 'Another', context: 'draw another offer instead of this one' })}
          </Button>
          {/* Where the bar scrolls with the page, the amount is in the button's own row, so that both are seen or neither. */}
          <div className="grid flex-wrap items-center gap-x-4 large-text:flex low-screen:flex low-roomy:grid">
            <span className="hidden grow text-center large-text:inline low-screen:inline low-roomy:hidden">
              <Amount amount={offer.highest_award} />
            </span>
            <TakeButton offer={offer} busy={taking} disabled={drawing} onClick={onTake} />
          </div>
        </div>
      </div>
    </>
  )
}

interface TakeProps {
  offer: Product
  busy: boolean
  disabled: boolean
  onClick: () => void
}

/** Disabled once the time to decide is over, also while no connection says what became of the offer. */
function TakeButton({ offer, disabled, ...button }: TakeProps) {
  const { t } = useLingui()
  const { over } = remaining(offer.expires_at ?? '', useNow(500))
  return (
    <Button {...button} className="grow" disabled={disabled || over}>
      {t({ message: 'Take', context: 'accept this offer' })}
    </Button>
  )
}

const ASK_AGAIN_MS = 4000

interface KeptProps {
  offer: Product
  drawing: boolean
  onRunOut: () => void
}

function KeptWhileDeciding({ offer, drawing, onRunOut }: KeptProps) {
  const { t } = useLingui()
  const left = remaining(offer.expires_at ?? '', useNow(500))
  const keptS = Math.max(1, offer.reserved_seconds ?? 0)
  const leftS = ((left.days * 24 + left.hours) * 60 + left.minutes) * 60 + left.seconds
  const runOut = useRef(onRunOut)
  useEffect(() => {
    runOut.current = onRunOut
  })
  useEffect(() => {
    if (!left.over) return undefined
    runOut.current()
    const timer = setInterval(() => runOut.current(), ASK_AGAIN_MS)
    return () => clearInterval(timer)
  }, [left.over])

  const time = countdown(left)
  return (
    <Note
      leading={
        <div className="relative grid place-items-center">
          <Ring
            value={drawing ? keptS / 3 : leftS}
            max={keptS}
            size={52}
            thickness={4}
            className={drawing ? 'animate-turn' : ''}
          />
          <span
            role="timer"
            aria-label={t`Time left to decide`}
            className="figures absolute text-small font-bold text-ink"
          >
            {drawing ? '' : time}
          </span>
        </div>
      }
    >
      {drawing ? (
        <Trans>Searching for another offer…</Trans>
      ) : left.over ? (
        <Trans>The time to decide is over: this offer is no longer reserved for you.</Trans>
      ) : (
        <Trans>
          The full <Amount amount={offer.highest_award} tone="inherit" /> is reserved for you while you
          decide. Nobody else sees this offer.
        </Trans>
      )}
    </Note>
  )
}
