// What the member can do now: the first that is true of an open offer, awards to claim, an order not started, running
// orders, receiving one. Updated by live events (shell/live.ts).
import type { Product } from '@fairturn/contract/orders'
import { Button } from '@fairturn/ui/Button.tsx'
import { Card } from '@fairturn/ui/Card.tsx'
import { count, countdown, remaining } from '@fairturn/ui/formats.ts'
import { LinkButton } from '@fairturn/ui/LinkButton.tsx'
import { Ring } from '@fairturn/ui/Ring.tsx'
import { Skeleton } from '@fairturn/ui/Skeleton.tsx'
import { toast } from '@fairturn/ui/toasts.ts'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useState, type ReactNode } from 'react'
import { useNow } from '../../orders/clock.ts'
import { shareCaption } from '../../tracking/share.ts'
import { Amount, useMoneyText } from '../Amount.tsx'
import { BlockFailure } from '../BlockFailure.tsx'
import { queries } from '../client.ts'
import { later, laterOrNever } from '../later.ts'
import { LoadingBlock } from '../LoadingBlock.tsx'
import { paths } from '../paths.ts'
import { overviewQuery, viewerQuery, type Overview } from '../queries.ts'
import { useAction } from '../useAction.ts'
import { FirstSteps } from './FirstSteps.tsx'

const ShareDialog = later(() => import('../../tracking/ShareDialog.tsx'))
const TurnsUsedUp = laterOrNever(() => import('../../orders/TurnsUsedUp.tsx'))

/** More of them are on the Orders screen, one tap away; each has one stop of the keyboard. */
const MAX_RUNNING = 2

const NOW = 'now'

/** A part of the card: its ring, one line, one button. */
const PART = 'flex items-center gap-3.5 px-4 py-3.5 large-text:flex-col large-text:items-stretch'

interface NowCardProps {
  /** Absent once the member has claimed an award, or closed the steps. */
  onCloseSteps: (() => void) | undefined
}

export function NowCard({ onCloseSteps }: NowCardProps) {
  const { t } = useLingui()
  const { data, error, refetch, isFetching, isPaused } = useQuery(overviewQuery)
  return (
    <section
      id={NOW}
      // Focused when the button that was pressed has disappeared.
      tabIndex={-1}
      aria-label={t({ message: 'Now', context: 'what the member can do at this moment' })}
      className="outline-none"
    >
      <Card className="mt-4">
        {error && !data ? (
          <BlockFailure error={error} onRetry={refetch} busy={isFetching} />
        ) : !data ? (
          <LoadingBlock paused={isPaused}>
            <div className="min-h-21 px-4 py-5">
              <Skeleton className="h-11 w-full rounded-control" />
            </div>
          </LoadingBlock>
        ) : (
          <>
            {onCloseSteps && <FirstSteps overview={data} onClose={onCloseSteps} />}
            <Now overview={data} />
          </>
        )}
      </Card>
    </section>
  )
}

function Now({ overview }: { overview: Overview }) {
  const { offer, success, list_product, turns } = overview
  const locked = useQuery(viewerQuery).data?.lock != null
  const [expired, setExpired] = useState<string>()
  const pending = list_product.find(({ status }) => status === 'pending')
  const running = list_product.filter(({ status, in_review }) => status === 'distributing' && !in_review)
  if (offer && offer._id !== expired) return <OpenOffer offer={offer} onExpired={setExpired} />
  if (success > 0) return <Claimable overview={overview} />
  if (pending) return <Unstarted order={pending} />
  if (running.length > 0) return <Running orders={running} all={overview.distributing} />
  return <Receive turns={turns} locked={locked} />
}

/** By the device's estimate of the server's time; the server is asked what became of the offer. */
function OpenOffer({ offer, onExpired }: { offer: Product; onExpired: (offer_id: string) => void }) {
  const { t } = useLingui()
  const left = remaining(offer.expires_at ?? '', useNow(500))
  const { _id } = offer
  useEffect(() => {
    if (!left.over) return
    onExpired(_id)
    void queries.invalidateQueries({ queryKey: overviewQuery.queryKey })
  }, [left.over, _id, onExpired])
  return (
    <div className={PART}>
      <Ring
        value={left.minutes * 60 + left.seconds}
        max={Math.max(1, offer.reserved_seconds ?? 0)}
        size={52}
        thickness={4}
      >
        <span role="timer" aria-label={t`Time left to decide`} className="text-small font-bold">
          {countdown(left)}
        </span>
      </Ring>
      <Words title={<bdi>{offer.brand}</bdi>}>
        <Trans>
          up to <Amount amount={offer.highest_award} tone="ink" />, reserved for you
        </Trans>
      </Words>
      <LinkButton href={paths.receive}>{t({ message: 'View', context: 'the open offer' })}</LinkButton>
    </div>
  )
}

function Claimable({ overview: { success, claimable } }: { overview: Overview }) {
  const { t } = useLingui()
  const moneyText = useMoneyText()
  const claim = useAction({
    // Its code is loaded when it is needed, to keep it out of the first screen's.
    run: async () => (await import('../../orders/claim-all.ts')).claimAll(),
    onDone({ awards }) {
      const amount = moneyText(awards)
      toast(t`${amount} is in your balance`, 'success')
      document.getElementById(NOW)?.focus({ preventScroll: true })
    },
  })
  return (
    <div className={PART}>
      <div className="min-w-0 flex-1">
        <p className="text-small text-quiet">
          <Plural value={success} one="# award to claim" other="# awards to claim" />
        </p>
        <p>
          <Amount amount={claimable} size="heading" tone="award" />
        </p>
      </div>
      <Button busy={claim.busy} onClick={() => claim.start(null)}>
        {success > 1 ? t`Claim all` : t({ message: 'Claim', context: 'an award' })}
      </Button>
    </div>
  )
}

function Unstarted({ order }: { order: Product }) {
  const { t } = useLingui()
  return (
    <div className={PART}>
      <Ring value={0} max={1} size={52} thickness={5} />
      <Words title={<bdi>{order.brand}</bdi>}>
        <Trans>This order waits for you. Start it to activate your link.</Trans>
      </Words>
      <LinkButton href={paths.order(order._id)}>{t({ message: 'Open', context: 'an order' })}</LinkButton>
    </div>
  )
}

function Running({ orders, all }: { orders: readonly Product[]; all: number }) {
  const { t } = useLingui()
  const [shared, setShared] = useState<Product | null>(null)
  // Those that end first.
  const shown = orders
    .toSorted((a, b) => Date.parse(a.deadline ?? '') - Date.parse(b.deadline ?? ''))
    .slice(0, MAX_RUNNING)
  const others = all - shown.length
  const share = async (order: Product) => {
    if (!(await shareCaption(order.caption))) setShared(order)
  }
  return (
    <>
      {shown.map((order) => (
        <div key={order._id} className={PART}>
          <RunningOrder order={order} />
          <Button icon="share" onClick={() => void share(order)}>
            {t({ message: 'Share', context: 'the link' })}
          </Button>
        </div>
      ))}
      {others > 0 && (
        <p className="px-4 py-2.5 text-small text-quiet">
          <Plural value={others} one="# more is in Orders." other="# more are in Orders." />
        </p>
      )}
      {shared?.link && (
        <Suspense fallback={null}>
          <ShareDialog link={shared.link} caption={shared.caption} onClose={() => setShared(null)} />
        </Suspense>
      )}
    </>
  )
}

function RunningOrder({ order: { brand, verified, target } }: { order: Product }) {
  return (
    <>
      <Ring value={verified} max={target} size={52} thickness={5}>
        <span className="text-small font-bold">{count(verified)}</span>
      </Ring>
      <Words title={<bdi>{brand}</bdi>}>
        <Trans>
          {verified} of {target} verified
        </Trans>
      </Words>
    </>
  )
}

/** Without turns, or under a lock, there is nothing to receive; the lock's reason is above. */
function Receive({ turns: { left, total }, locked }: { turns: Overview['turns']; locked: boolean }) {
  const { t } = useLingui()
  if (locked) return null
  return (
    <div className="grid gap-3 px-4 py-3.5">
      <div className="flex items-center gap-3.5">
        <Ring value={left} max={total} size={52} thickness={5}>
          <span className="text-small font-bold">{left}</span>
        </Ring>
        {left > 0 ? (
          <Words title={<Plural value={left} one="# turn left today" other="# turns left today" />}>
            <Trans>Each turn is one order, free of charge.</Trans>
          </Words>
        ) : (
          <Suspense fallback={null}>
            <TurnsUsedUp />
          </Suspense>
        )}
      </div>
      {left > 0 && (
        <LinkButton href={paths.receive} icon="turn" wide>
          {t`Receive an order`}
        </LinkButton>
      )}
    </div>
  )
}

function Words({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <p className="min-w-0 flex-1">
      <span className="block font-semibold wrap-anywhere">{title}</span>
      <span className="block text-small text-quiet">{children}</span>
    </p>
  )
}
