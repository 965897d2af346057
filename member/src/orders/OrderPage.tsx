// One order in its carrier's hands: how far it is, what it earns, and the one thing to do next.
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useParams } from 'wouter'
import type { Product } from '@fairturn/contract/orders'
import { Card } from '@fairturn/ui/Card.tsx'
import { EmptyState } from '@fairturn/ui/EmptyState.tsx'
import { ApiFailure } from '@fairturn/ui/failure.ts'
import { LinkButton } from '@fairturn/ui/LinkButton.tsx'
import { Skeleton } from '@fairturn/ui/Skeleton.tsx'
import { useMoneyText } from '../Amount.tsx'
import { paths } from '../paths.ts'
import { BlockFailure } from '../shell/BlockFailure.tsx'
import { Page } from '../shell/Page.tsx'
import { CaptionCard } from '../tracking/CaptionCard.tsx'
import { LinkCard } from '../tracking/LinkCard.tsx'
import { VisitsBlock } from '../tracking/VisitsBlock.tsx'
import { CreativeRow } from './Creative.tsx'
import { Loading } from './Loading.tsx'
import { NextStep } from './NextStep.tsx'
import { OrderFigures } from './OrderFigures.tsx'
import { OrderNote } from './OrderNote.tsx'
import { OrderRing } from './OrderRing.tsx'
import { orderQuery } from './order-queries.ts'
import { Terms } from './Terms.tsx'
import { orderNumber, statusText } from './words.ts'

export default function OrderPage() {
  const { t } = useLingui()
  const { order_id } = useParams<{ order_id: string }>()
  const { data: order, error, refetch, isFetching, fetchStatus } = useQuery(orderQuery(order_id))
  const unknown =
    error instanceof ApiFailure && ['order_is_unknown', 'id_is_invalid'].includes(error.code) && !order
  return (
    <Page
      title={order?.brand ?? t`Order`}
      subtitle={order && `${orderNumber(order)} · ${statusText(order)}`}
      back={paths.warehouse}
    >
      {unknown ? (
        <Unknown />
      ) : error && !order ? (
        <Card>
          <BlockFailure error={error} onRetry={refetch} busy={isFetching} />
        </Card>
      ) : order ? (
        <OrderShown key={order._id} order={order} />
      ) : (
        <Loading fetchStatus={fetchStatus}>
          <Outline />
        </Loading>
      )}
    </Page>
  )
}

function OrderShown({ order }: { order: Product }) {
  const { t } = useLingui()
  const { status, in_review } = order
  const [first_status] = useState(status)
  const [caption_locale, setCaptionLocale] = useState<string>()
  const caption =
    order.captions.find(({ locale }) => locale === caption_locale) ??
    order.captions.find(({ text }) => text === order.caption)
  const section = useFocusKept(status)
  const live = status === 'distributing' && !in_review
  const started = order.started_at !== null
  const earns = status === 'distributing' || status === 'success' || status === 'done'
  return (
    <div ref={section} tabIndex={-1} className="grid gap-3 outline-none">
      <OrderRing order={order} justClaimed={status === 'done' && first_status !== 'done'} />
      <Said order={order} />
      <OrderNote order={order} />
      <NextStep order={order} />
      {live && order.link && (
        <LinkCard
          link={order.link}
          caption={caption?.text ?? order.caption}
          focused={first_status === 'pending'}
        />
      )}
      {earns && <OrderFigures order={order} />}
      {live && caption && (
        <CaptionCard
          captions={order.captions}
          chosen={caption}
          onChoose={({ locale }) => setCaptionLocale(locale)}
        />
      )}
      {started && <VisitsBlock order={order} />}
      <Card as="section" aria-label={t`What visitors see`}>
        <CreativeRow order={order} />
        {!started && <Terms order={order} />}
      </Card>
    </div>
  )
}

/** Progress for those who do not see the ring move. */
function Said({ order }: { order: Product }) {
  const { verified, target } = order
  const moneyText = useMoneyText()
  const amount = moneyText(order.award)
  const status = statusText(order)
  return (
    <p role="status" className="sr-only">
      {order.status === 'done' ? (
        <Trans>{amount} is in your balance</Trans>
      ) : (
        <Trans>
          {verified} of {target} visits verified, {status}
        </Trans>
      )}
    </p>
  )
}

/** A button that did its work goes away and takes the focus with it: the order takes it over. */
function useFocusKept(status: string) {
  const section = useRef<HTMLDivElement>(null)
  const known = useRef(status)
  useEffect(() => {
    if (known.current === status) return
    known.current = status
    if (document.activeElement === document.body) section.current?.focus({ preventScroll: true })
  }, [status])
  return section
}

function Unknown() {
  const { t } = useLingui()
  return (
    <Card>
      <EmptyState
        icon="box"
        title={t`Order not found`}
        body={<Trans>The link may be outdated or belong to another account.</Trans>}
        action={<LinkButton href={paths.warehouse} icon="box">{t`My orders`}</LinkButton>}
      />
    </Card>
  )
}

function Outline() {
  return (
    <div className="grid gap-3">
      <Skeleton className="mx-auto size-50 rounded-full" />
      <Skeleton className="h-16 rounded-control" />
      <Skeleton className="h-24 rounded-card" />
      <Skeleton className="h-48 rounded-card" />
    </div>
  )
}
