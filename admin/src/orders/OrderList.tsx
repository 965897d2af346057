// Orders with unusual visits, the soonest due first; several can be paid in one go, as the timeout would.
import type { OrderInReview } from '@fairturn/contract/backoffice/reviews'
import { Alert } from '@mui/material'
import { DataTable, FunctionField, InfiniteList, TextInput, useCanAccess, useTranslate } from 'react-admin'
import { BulkAction } from '../BulkAction.tsx'
import { KeysLine } from '../KeysLine.tsx'
import { ListTools } from '../ListTools.tsx'
import { Amount } from '../Amount.tsx'
import { Age, Due } from '../queue.tsx'

type Order = OrderInReview & { id: string }

const FILTERS = [
  <TextInput key="brand" source="brand" label="queue.brand_has" alwaysOn resettable />,
  <TextInput key="member" source="member_id" label="queue.member_id" />,
]

export const OrderList = () => (
  <InfiniteList
    filters={FILTERS}
    exporter={false}
    empty={false}
    actions={<ListTools csv="backoffice/orders/reviews.csv" />}
  >
    <Rows />
  </InfiniteList>
)

function Rows() {
  const translate = useTranslate()
  const { canAccess = false } = useCanAccess({ resource: 'orders', action: 'edit' })
  return (
    <>
      <Alert severity="info" square>
        {translate('orders.silence_list')}
      </Alert>
      <DataTable rowClick="show" bulkActionButtons={canAccess && <PaySelected />} size="small">
        <DataTable.Col label="queue.brand" source="brand">
          <FunctionField<Order> render={({ campaign }) => campaign.brand} />
        </DataTable.Col>
        <DataTable.Col label="orders.carrier" source="carrier.username" disableSort />
        <DataTable.Col label="orders.why" disableSort>
          <FunctionField<Order>
            render={({ why }) => translate(why === null ? 'orders.no_why' : `orders.whys.${why}`)}
          />
        </DataTable.Col>
        <DataTable.Col label="orders.verified" source="verified" align="right">
          <FunctionField<Order>
            render={({ verified, target }) => translate('orders.verified_of', { verified, target })}
          />
        </DataTable.Col>
        <DataTable.Col label="orders.visits" source="visits" align="right" />
        <DataTable.Col label="orders.award" disableSort align="right">
          <FunctionField<Order> render={({ award }) => <Amount wire={award} />} />
        </DataTable.Col>
        <DataTable.Col label="queue.since" disableSort>
          <FunctionField<Order> render={({ since }) => <Age since={since} />} />
        </DataTable.Col>
        <DataTable.Col label="queue.due_by" source="due_by">
          <FunctionField<Order> render={(order) => <Due waiting={order} />} />
        </DataTable.Col>
      </DataTable>
      <KeysLine />
    </>
  )
}

function PaySelected() {
  const translate = useTranslate()
  return (
    <BulkAction
      endpoint="POST backoffice/orders/reviews/:order_id/decide"
      title={translate('orders.pay_selected')}
      why={(orders) => translate('orders.pay_selected_sure', { count: orders.length })}
      input={({ id }: Order) => ({ params: { order_id: id }, body: { verdict: 'pay' as const } })}
      outcome={() => translate('orders.paid')}
      nameOf={({ campaign, carrier }) => `${campaign.brand} · ${carrier.username}`}
    />
  )
}
