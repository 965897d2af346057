import type { Product } from '@fairturn/contract/orders'
import { Button } from '@fairturn/ui/Button.tsx'
import { EmptyState } from '@fairturn/ui/EmptyState.tsx'
import { LinkButton } from '@fairturn/ui/LinkButton.tsx'
import { toast } from '@fairturn/ui/toasts.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useMoneyText } from '../shell/Amount.tsx'
import { HistoryList } from '../shell/history/HistoryList.tsx'
import { paths } from '../shell/paths.ts'
import { overviewQuery } from '../shell/queries.ts'
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
  return (
    <div ref={region} tabIndex={-1} className="outline-none">
      {state === 'success' && <ClaimAll onClaimed={() => region.current?.focus({ preventScroll: true })} />}
      <HistoryList
        query={query}
        list={query.data?.pages.flatMap((page) => page.list_product)}
        renderRow={(order) => <OrderRow key={order._id} order={order} onClaimed={claimed} />}
        empty={<Empty state={state} />}
      />
    </div>
  )
}

/** Above more than one order that can be claimed. */
function ClaimAll({ onClaimed }: { onClaimed: () => void }) {
  const { t } = useLingui()
  const moneyText = useMoneyText()
  const { data } = useQuery(overviewQuery)
  const claim = useAction({
    run: claimAll,
    onDone({ awards }) {
      const amount = moneyText(awards)
      toast(t`${amount} is in your balance`, 'success')
      onClaimed()
    },
  })
  if (!data || data.success < 2) return null
  const amount = moneyText(data.claimable)
  return (
    <Button wide className="mb-3" busy={claim.busy} onClick={() => claim.start(undefined)}>
      {t`Claim all: ${amount}`}
    </Button>
  )
}

function Empty({ state }: { state: ListedStatus }) {
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
