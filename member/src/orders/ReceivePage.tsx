import type { Product } from '@fairturn/contract/orders'
import type { ApiFailure } from '@fairturn/ui/failure.ts'
// Receiving: draws an offer, shows it, takes it or draws another. Drawing starts automatically; an open offer
// is shown instead of being skipped.
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { useMoneyText } from '../shell/Amount.tsx'
import { call } from '../shell/client.ts'
import { toastFailure } from '../shell/failure-text.ts'
import { Page } from '../shell/Page.tsx'
import { paths } from '../shell/paths.ts'
import { overviewQuery, type Overview } from '../shell/queries.ts'
import { QueryResult } from '../shell/QueryResult.tsx'
import { useScreens } from '../shell/screens.ts'
import { useAction } from '../shell/useAction.ts'
import { Drawing } from './Drawing.tsx'
import { Refused, RunOut, TurnsUsed, UnstartedOrder } from './NoOfferAvailable.tsx'
import { Offer } from './Offer.tsx'
import { cacheOffer, cacheOrder, refreshOrders, unstartedOf } from './order-queries.ts'
import { NO_OTHER, useDraw } from './useDraw.ts'

const PhoneCodeDialog = lazy(() => import('../members/security/PhoneCode.tsx'))

export default function ReceivePage() {
  const { t } = useLingui()
  const query = useQuery({ ...overviewQuery, refetchOnMount: 'always' })
  const { data } = query
  return (
    <Page title={t`Receive an order`} back={null} subtitle={data ? <TurnsLeft turns={data.turns} /> : null}>
      <QueryResult query={query} outline={<Drawing />}>
        {(overview) => <Receiving overview={overview} />}
      </QueryResult>
    </Page>
  )
}

function TurnsLeft({ turns: { left, total } }: { turns: Overview['turns'] }) {
  return (
    <Plural
      value={total}
      one={<Trans>{left} of # turn left today</Trans>}
      other={<Trans>{left} of # turns left today</Trans>}
    />
  )
}

function Receiving({ overview }: { overview: Overview }) {
  const { offer, turns } = overview
  const waiting = unstartedOf(overview)
  const draw = useDraw()
  const { t } = useLingui()
  const { take, refused, unconfirmed, setUnconfirmed } = useTake()
  const { prefetch } = useScreens()
  // Prefetches the screen that taking the offer leads to.
  useEffect(() => void prefetch(paths.order(offer?._id ?? '')), [prefetch, offer?._id])
  // An offer that was shown and is gone has expired: the screen says so instead of replacing it silently.
  const [hadOffer, setHadOffer] = useState(false)
  if (offer && !hadOffer) setHadOffer(true)

  const mayDraw = !offer && !waiting && turns.left > 0
  const begins = mayDraw && !hadOffer && !draw.busy && !draw.failure && !refused
  useAutomaticDraw(begins, draw.start)

  const another = () => {
    take.forget()
    draw.start(null)
  }
  return (
    <>
      <Announced offer={draw.busy ? null : offer} />
      {panel()}
      {unconfirmed !== null && (
        <Suspense>
          <PhoneCodeDialog
            lead={t`Once, before your first order: we send a code to your number. It is free of charge.`}
            onDone={() => {
              setUnconfirmed(null)
              take.start(unconfirmed)
            }}
            onUnsent={() => take.start(unconfirmed)}
            onClose={() => setUnconfirmed(null)}
          />
        </Suspense>
      )}
    </>
  )

  function panel() {
    if (waiting) return <UnstartedOrder order={waiting} />
    if (refused) return <Refused failure={refused} onAgain={another} busy={draw.busy} />
    if (offer) {
      return (
        <Offer
          offer={offer}
          taking={take.busy}
          drawing={draw.busy}
          only_one={draw.failure?.code === NO_OTHER}
          onTake={() => take.start(offer._id)}
          onAnother={another}
          onRunOut={() => void refreshOrders()}
        />
      )
    }
    if (draw.failure && draw.failure.code !== NO_OTHER)
      return <Refused failure={draw.failure} onAgain={another} busy={draw.busy} />
    if (turns.left === 0) return <TurnsUsed />
    if (hadOffer && !draw.busy) return <RunOut onAgain={another} busy={draw.busy} />
    return <Drawing />
  }
}

/** Draws as soon as it may. */
function useAutomaticDraw(begins: boolean, start: ReturnType<typeof useDraw>['start']) {
  useEffect(() => {
    if (!begins) return undefined
    // Deferred, so that a screen that is left at once, or mounted twice (strict mode), draws at most once.
    const timer = setTimeout(() => start(null))
    return () => clearTimeout(timer)
    // `start` has a new identity on each render but always does the same.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [begins])
}

/** Announces the drawn offer to screen readers. */
function Announced({ offer }: { offer: Product | null }) {
  const moneyText = useMoneyText()
  const brand = offer?.brand
  const amount = offer && moneyText(offer.highest_award)
  return (
    <p role="status" className="sr-only">
      {offer && (
        <Trans>
          Offer from {brand}: up to {amount}
        </Trans>
      )}
    </p>
  )
}

/** Taking an offer leads to its order. */
function useTake() {
  const [, navigate] = useLocation()
  const [refused, setRefused] = useState<ApiFailure | null>(null)
  /** The offer that waits for a confirmed phone number. */
  const [unconfirmed, setUnconfirmed] = useState<string | null>(null)
  const take = useAction({
    run: (offer_id: string, key) => call('POST orders', { body: { offer_id }, key }),
    onDone({ data }) {
      cacheOrder(data)
      // Replaces the history entry: Back must not draw the next offer.
      navigate(paths.order(data._id), { replace: true })
    },
    onFailed(failure, offer_id) {
      if (!failure.outcomeIsKnown) return toastFailure(failure)
      if (failure.code === 'phone_is_not_confirmed') return setUnconfirmed(offer_id)
      // The screen shows the reason in place of the offer.
      setRefused(failure)
      cacheOffer(null)
      void refreshOrders()
    },
  })
  const forget = () => {
    setRefused(null)
    take.forget()
  }
  return { take: { ...take, forget }, refused, unconfirmed, setUnconfirmed }
}
