import type { Product } from '@fairturn/contract/orders'
import { Button } from '@fairturn/ui/Button.tsx'
import { EmptyState } from '@fairturn/ui/EmptyState.tsx'
import { LinkButton } from '@fairturn/ui/LinkButton.tsx'
import { toast } from '@fairturn/ui/toasts.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useMoneyText } from '../shell/Amount.tsx'
import { HistoryList } from '../shell/history/HistoryList.tsx'
import { paths } from '../shell/paths.ts'
import { type Overview, overviewQuery } from '../shell/queries.ts'
import { useAction } from '../shell/useAction.ts'
import { claimAll } from './claim-all.ts'
import { ordersQuery, type ListedStatus } from './order-queries.ts'
import { OrderRow } from './OrderRow.tsx'

export function OrderList({ state }: { state: ListedStatus }) {
  const query = useInfiniteQuery(ordersQuery(state))
  const region = useRef<HTMLDivElement>(null)
  const { t } = useLingui()
  const moneyText = useMoneyText()
  /** A toast, because the claimed row moves to another tab and its button disappears. */
  function claimed({ award }: Product) {
    const amount = moneyText(award)
    toast(t`${amount} is in your balance`, 'success')
    region.current?.focus({ preventScroll: true })
  }
  const { data: overview } = useQuery(overviewQuery)
  const all = useAction({
    run: claimAll,
    onDone({ awards }) {
      const amount = moneyText(awards)
      toast(t`${amount} is in your balance`, 'success')
      region.current?.focus({ preventScroll: true })
    },
  })
  const list = query.data?.pages.flatMap((page) => page.list_product)
  // The count may arrive before the list of what is left: what was claimed is not offered again.
  const isClaimed = state === 'success' && overview?.success === 0 && (query.isFetching || all.busy)
  return (
    <div ref={region} tabIndex={-1} className="outline-none">
      {state === 'success' && overview && (all.busy || overview.success > 1) && (
        <ClaimAll overview={overview} busy={all.busy} onClick={() => all.start(undefined)} />
      )}
      <HistoryList
        query={query}
        list={isClaimed ? [] : list}
        renderRow={(order) => <OrderRow key={order._id} order={order} waits={all.busy} onClaimed={claimed} />}
        empty={<Empty state={state} />}
      />
    </div>
  )
}

interface ClaimAllProps {
  overview: Overview
  busy: boolean
  onClick: () => void
}

/** Above more than one order that can be claimed; while it claims, with the sum that it began with. */
function ClaimAll({ overview, busy, onClick }: ClaimAllProps) {
  const { t } = useLingui()
  const [sum, setSum] = useState(overview.claimable)
  if (!busy && sum !== overview.claimable) setSum(overview.claimable)
  const amount = useMoneyText()(sum)
  return (
    <Button wide className="mb-3" busy={busy} onClick={onClick}>
      {t`Claim all: ${amount}`}
    </Button>
  )
}

function Empty({ state }: { state: ListedStatus }) {
  const { t } = useLingui()
  const { data } = useQuery(overviewQuery)
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
          data && data.distributing > 0 ? (
            <LinkButton href={`${paths.warehouse}?tab=distributing`} variant="secondary">
              {t`View orders in distribution`}
            </LinkButton>
          ) : (
            receive
          )
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
