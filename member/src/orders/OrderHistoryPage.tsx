import type { OrderStatus, Product } from '@fairturn/contract/orders'
import { DateTime } from '@fairturn/ui/DateTime.tsx'
import { EmptyState } from '@fairturn/ui/EmptyState.tsx'
import { LinkButton } from '@fairturn/ui/LinkButton.tsx'
import { Row } from '@fairturn/ui/Row.tsx'
import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ExportMenu } from '../documents/ExportMenu.tsx'
import { NotCounted } from '../levels/NotCounted.tsx'
import { Amount } from '../shell/Amount.tsx'
import { call } from '../shell/client.ts'
import { Dotted } from '../shell/Dotted.tsx'
import { Filters } from '../shell/history/Filters.tsx'
import { HistoryList } from '../shell/history/HistoryList.tsx'
import { type Period } from '../shell/history/period.ts'
import { useFilter } from '../shell/history/useFilter.ts'
import { Page } from '../shell/Page.tsx'
import { pagesQuery } from '../shell/pages-query.ts'
import { paths } from '../shell/paths.ts'
import { historyBody } from '../shell/payment-queries.ts'
import { keys } from '../shell/queries.ts'
import { orderNumber, oneStatusText, orderStatusText } from './labels.ts'

const STATUSES: readonly OrderStatus[] = ['pending', 'distributing', 'success', 'done', 'returned', 'expired']

const everyOrderQuery = (state: OrderStatus | undefined, period: Period) =>
  pagesQuery([...keys.orders, 'every', state ?? '', period], (from, signal) =>
    call('POST list-product', { body: historyBody(state, period, from), signal }),
  )

export default function OrderHistoryPage() {
  const { t } = useLingui()
  const { state, period, isSet, choose } = useFilter(STATUSES)
  const { data, ...query } = useInfiniteQuery(everyOrderQuery(state || undefined, period))
  const list = data?.pages.flatMap((page) => page.list_product)
  return (
    <Page
      title={t`Order history`}
      back={paths.individual}
      action={
        list?.length ? (
          <ExportMenu list={{ path: 'list-product.csv', name: 'orders', state }} period={period} />
        ) : undefined
      }
    >
      <Filters
        states={STATUSES.map((value) => ({ value, label: orderStatusText(value) }))}
        state={state}
        onState={(state) => choose({ state })}
        period={period}
        onPeriod={(period) => choose({ period })}
      />
      <HistoryList
        query={query}
        list={list}
        instantOf={(order) => order.taken_at}
        renderRow={(order) => <HistoryRow key={order._id} order={order} />}
        empty={
          <EmptyState
            icon="box"
            title={isSet ? t`No orders with this status on these days` : t`No orders yet`}
            body={
              <Trans>Taking an order costs nothing, and its full reward is reserved before you see it.</Trans>
            }
            action={<LinkButton href={paths.receive} icon="turn">{t`Receive an order`}</LinkButton>}
          />
        }
      />
    </Page>
  )
}

function HistoryRow({ order }: { order: Product }) {
  const number = orderNumber(order)
  const { verified, target } = order
  const reached = (
    <Trans>
      {verified} of {target} verified
    </Trans>
  )
  return (
    <Row
      as="li"
      href={paths.order(order._id)}
      title={
        <>
          <bdi>{order.brand}</bdi> <span className="text-small font-normal text-quiet">{number}</span>
        </>
      }
      detail={
        <>
          <span className="block">{oneStatusText(order)}</span>
          {order.taken_at ? (
            <Dotted then={<DateTime value={order.taken_at} time />}>{reached}</Dotted>
          ) : (
            <span className="block">{reached}</span>
          )}
          {order.over_share.length > 0 && (
            <span className="block">
              <NotCounted {...order} />
            </span>
          )}
        </>
      }
      trailing={<Amount amount={order.award} tone={order.award === '0.00' ? 'quiet' : 'ink'} />}
    />
  )
}
