// Orders with unusual visits, earliest due date first; several can be paid at once, as the timeout would do.
import type { OrderInReview } from '@fairturn/contract/backoffice/reviews'
import { formatMoney, parseMoney } from '@fairturn/contract/minor-units'
import { useCanAccess, useTranslate } from 'react-admin'
import { useMoney } from '../components/Amount.tsx'
import { BulkAction } from '../components/BulkAction.tsx'
import { member, search } from '../components/filters.tsx'
import { Age, Due } from '../components/queue.tsx'
import { RecordList } from '../components/RecordList.tsx'

type Order = OrderInReview & { id: string }

const FILTERS = [search('queue.brand_has', 'brand'), member('queue.member_id')]

/** Where the due time would be cut off otherwise. */
const WIDE_ONLY = { display: { xs: 'none', xl: 'table-cell' } }

export function OrderList() {
  const translate = useTranslate()
  const { canAccess = false } = useCanAccess({ resource: 'orders', action: 'edit' })
  return (
    <RecordList<Order>
      filters={FILTERS}
      note={translate('orders.silence_list')}
      renderBulkActions={() => canAccess && <PaySelected />}
      columns={[
        { label: 'queue.brand', render: ({ campaign }) => campaign.brand, sort: 'brand' },
        { label: 'orders.carrier', source: 'carrier.username' },
        {
          label: 'orders.why',
          render: ({ reasons }) =>
            reasons.length === 0
              ? translate('orders.earlier_rules')
              : reasons.map(({ reason }) => translate(`orders.whys.${reason}`)).join(' · '),
        },
        {
          label: 'orders.verified',
          render: ({ verified, target }) => translate('orders.verified_of', { verified, target }),
          sort: 'verified',
          end: true,
        },
        { label: 'orders.visits', source: 'visits', sort: true, end: true },
        { label: 'orders.award', amount: 'award', total: true },
        { label: 'queue.since', render: ({ since }) => <Age since={since} />, sx: WIDE_ONLY },
        { label: 'queue.due_by', render: (order) => <Due waiting={order} />, sort: 'due_by' },
      ]}
    />
  )
}

function PaySelected() {
  const translate = useTranslate()
  const money = useMoney()
  return (
    <BulkAction
      endpoint="POST backoffice/orders/reviews/:order_id/decide"
      title={translate('orders.pay_selected')}
      of={(orders) => translate('orders.selected', { smart_count: orders.length })}
      why={(orders) =>
        translate('orders.pay_selected_sure', {
          count: orders.length,
          sum: money(formatMoney(orders.reduce((sum, { award }) => sum + parseMoney(award), 0n))),
        })
      }
      input={({ id }: Order) => ({ params: { order_id: id }, body: { verdict: 'pay_unlooked' as const } })}
      outcome={() => translate('orders.paid')}
      nameOf={({ campaign, carrier }) => `${campaign.brand} · ${carrier.username}`}
    />
  )
}
