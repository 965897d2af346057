import type { Product } from '@fairturn/contract/orders'
import { Card } from '@fairturn/ui/Card.tsx'
import { EmptyState } from '@fairturn/ui/EmptyState.tsx'
import { LinkButton } from '@fairturn/ui/LinkButton.tsx'
import { dismissEarlierToasts } from '@fairturn/ui/toasts.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useParams } from 'wouter'
import { useMoneyText } from '../shell/Amount.tsx'
import { DottedOrStacked } from '../shell/Dotted.tsx'
import { Page } from '../shell/Page.tsx'
import { paths } from '../shell/paths.ts'
import { QueryResult } from '../shell/QueryResult.tsx'
import { useFocusAfterAction } from '../shell/useFocusAfterAction.ts'
import { CaptionCard } from '../tracking/CaptionCard.tsx'
import { LinkCard } from '../tracking/LinkCard.tsx'
import { VisitsBlock } from '../tracking/VisitsBlock.tsx'
import { CreativeRow } from './Creative.tsx'
import { oneStatusText, orderNumber } from './labels.ts'
import { NextStep } from './NextStep.tsx'
import { orderQuery } from './order-queries.ts'
import { OrderFigures } from './OrderFigures.tsx'
import { OrderNote } from './OrderNote.tsx'
import { OrderRing } from './OrderRing.tsx'
import { Terms } from './Terms.tsx'

const OUTLINE = ['mx-auto size-50 rounded-full', 'mt-3 h-16 rounded-control', 'mt-3 h-24', 'mt-3 h-48']

export default function OrderPage() {
  const { t } = useLingui()
  const { order_id } = useParams<{ order_id: string }>()
  const query = useQuery(orderQuery(order_id))
  const order = query.data
  return (
    <Page
      title={order?.brand ?? t`Order`}
      subtitle={
        order ? <DottedOrStacked then={oneStatusText(order)}>{orderNumber(order)}</DottedOrStacked> : null
      }
      back={paths.warehouse}
    >
      <QueryResult
        query={query}
        outline={OUTLINE}
        unknown={{
          codes: ['order_is_unknown', 'id_is_invalid'],
          shown: (
            <EmptyState
              icon="box"
              title={t`Order not found`}
              body={<Trans>The link may be outdated or belong to another account.</Trans>}
              action={<LinkButton href={paths.warehouse} icon="box">{t`My orders`}</LinkButton>}
            />
          ),
        }}
      >
        {(shown) => <OrderShown key={shown._id} order={shown} />}
      </QueryResult>
    </Page>
  )
}

function OrderShown({ order }: { order: Product }) {
  const { t } = useLingui()
  const { status, in_review } = order
  const [firstStatus] = useState(status)
  const [captionLocale, setCaptionLocale] = useState<string>()
  const caption =
    order.captions.find(({ locale }) => locale === captionLocale) ??
    order.captions.find(({ text }) => text === order.caption)
  useFocusAfterAction(status)
  const live = status === 'distributing' && !in_review
  // What was said of the status before no longer holds.
  useEffect(() => {
    if (status !== firstStatus) dismissEarlierToasts()
  }, [status, firstStatus])
  const started = order.started_at !== null
  const earns = status === 'distributing' || status === 'success' || status === 'done'
  return (
    <div className="grid gap-3">
      <OrderRing order={order} justClaimed={status === 'done' && firstStatus !== 'done'} />
      <ProgressAnnouncement order={order} />
      <OrderNote order={order} />
      <NextStep order={order} />
      {live && order.link && (
        <LinkCard
          link={order.link}
          caption={caption?.text ?? order.caption}
          focused={firstStatus === 'pending'}
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

/** Announces progress to screen readers, which cannot see the ring move. */
function ProgressAnnouncement({ order }: { order: Product }) {
  const { verified, target } = order
  const moneyText = useMoneyText()
  const amount = moneyText(order.award)
  const status = oneStatusText(order)
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
