// A list of orders in one state, page after page as it is scrolled.
import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Product } from '@fairturn/contract/orders'
import { Card } from '@fairturn/ui/Card.tsx'
import { EmptyState } from '@fairturn/ui/EmptyState.tsx'
import { LinkButton } from '@fairturn/ui/LinkButton.tsx'
import { toast } from '@fairturn/ui/toasts.ts'
import { Skeleton } from '@fairturn/ui/Skeleton.tsx'
import { useMoneyText } from '../Amount.tsx'
import { paths } from '../paths.ts'
import { BlockFailure } from '../shell/BlockFailure.tsx'
import { More } from '../shell/More.tsx'
import { Loading } from './Loading.tsx'
import { OrderRow } from './OrderRow.tsx'
import { ordersQuery, type ListedState } from './order-queries.ts'

export function OrderList({ state }: { state: ListedState }) {
  const { data, error, refetch, isFetching, fetchStatus, ...more } = useInfiniteQuery(ordersQuery(state))
  const region = useRef<HTMLDivElement>(null)
  const { t } = useLingui()
  const moneyText = useMoneyText()
  /** The row goes to another tab and takes its button along. */
  function claimed({ award }: Product) {
    const amount = moneyText(award)
    toast(t`${amount} is in your balance`, 'success')
    region.current?.focus({ preventScroll: true })
  }
  const list = data?.pages.flatMap((page) => page.list_product)
  if (error && !list) {
    return (
      <Card>
        <BlockFailure error={error} onRetry={refetch} busy={isFetching} />
      </Card>
    )
  }
  if (!list) {
    return (
      <Loading fetchStatus={fetchStatus}>
        <Outline />
      </Loading>
    )
  }
  return (
    <div ref={region} tabIndex={-1} className="outline-none">
      <Card as={list.length > 0 ? 'ul' : 'div'}>
        {list.length === 0 ? (
          <Empty state={state} />
        ) : (
          list.map((order) => <OrderRow key={order._id} order={order} onClaimed={claimed} />)
        )}
      </Card>
      {more.hasNextPage && (
        <More
          busy={more.isFetchingNextPage}
          // After a failure only a press asks again, not scrolling.
          byItself={!more.isFetchNextPageError}
          onMore={() => void more.fetchNextPage()}
        />
      )}
    </div>
  )
}

function Empty({ state }: { state: ListedState }) {
  const { t } = useLingui()
  const receive = <LinkButton href={paths.receive} icon="turn">{t`Receive an order`}</LinkButton>
  if (state === 'distributing') {
    return (
      <EmptyState
        icon="turn"
        title={t`No orders in distribution`}
        body={<Trans>Receive an order, start it and share its link. Its progress is shown here.</Trans>}
        action={receive}
      />
    )
  }
  if (state === 'success') {
    return (
      <EmptyState
        icon="gift"
        title={t`Nothing to claim`}
        body={<Trans>When an order reaches its verified visits, you can claim the award here.</Trans>}
        action={
          <LinkButton href={`${paths.warehouse}?tab=distributing`} variant="secondary">
            {t`View orders in distribution`}
          </LinkButton>
        }
      />
    )
  }
  return (
    <EmptyState
      icon="check"
      title={t`No claimed orders yet`}
      body={<Trans>Orders you have claimed appear here.</Trans>}
      action={receive}
    />
  )
}

function Outline() {
  return (
    <div className="divide-y divide-line rounded-card border border-line bg-surface">
      {[1, 2, 3, 4].map((row) => (
        <div key={row} className="flex min-h-19 items-center gap-3 px-3.5">
          <Skeleton className="size-13 rounded-full" />
          <span className="grid flex-1 gap-1.5">
            <Skeleton className="h-4 w-32" />
            <Skeleton className="h-4 w-24" />
          </span>
          <Skeleton className="h-4 w-16" />
        </div>
      ))}
    </div>
  )
}
