// Every order there ever was, in whatever state, with what it brought.
import { Trans, useLingui } from '@lingui/react/macro'
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { OrderStatus, Product } from '@fairturn/contract/orders'
import { DateTime } from '@fairturn/ui/DateTime.tsx'
import { EmptyState } from '@fairturn/ui/EmptyState.tsx'
import { LinkButton } from '@fairturn/ui/LinkButton.tsx'
import { Row } from '@fairturn/ui/Row.tsx'
import { Amount } from '../Amount.tsx'
import { call } from '../client.ts'
import { orderNumber, orderStatusText, statusText } from '../orders/words.ts'
import { paths } from '../paths.ts'
import { Filters } from '../payments/Filters.tsx'
import { HistoryList } from '../payments/HistoryList.tsx'
import { keys, memberId } from '../queries.ts'
import { Page } from '../shell/Page.tsx'

const STATES: readonly OrderStatus[] = ['pending', 'distributing', 'success', 'done', 'returned', 'expired']

const everyOrderQuery = (state: OrderStatus | undefined) =>
  infiniteQueryOptions({
    queryKey: [...keys.orders, 'every', state ?? ''],
    queryFn: async ({ signal, pageParam }) => {
      const body = { user_id: memberId(), ...(state && { state }), ...(pageParam && { cursor: pageParam }) }
      return (await call('POST list-product', { body, signal })).data
    },
    initialPageParam: '',
    getNextPageParam: (page) => page.cursor,
  })

export default function OrderHistoryPage() {
  const { t } = useLingui()
  const [state, setState] = useState<OrderStatus | ''>('')
  const { data, ...query } = useInfiniteQuery(everyOrderQuery(state || undefined))
  return (
    <Page title={t`Order history`} back={paths.individual}>
      <Filters
        states={[
          { value: '', label: t({ message: 'All', context: 'states of an order' }) },
          ...STATES.map((value) => ({ value, label: orderStatusText(value) })),
        ]}
        state={state}
        onState={setState}
      />
      <HistoryList
        query={query}
        list={data?.pages.flatMap((page) => page.list_product)}
        renderRow={(order) => <HistoryRow key={order._id} order={order} />}
        empty={
          <EmptyState
            icon="box"
            title={state === '' ? t`No order yet` : t`No order in this state`}
            body={<Trans>An order costs nothing, and its whole reward is set aside before you see it.</Trans>}
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
          <span className="block">
            {statusText(order)} ·{' '}
            <Trans>
              {verified} of {target} verified
            </Trans>
          </span>
          {order.taken_at && <DateTime value={order.taken_at} className="block" />}
        </>
      }
      trailing={<Amount amount={order.award} tone={order.award === '0.00' ? 'quiet' : 'ink'} />}
    />
  )
}
