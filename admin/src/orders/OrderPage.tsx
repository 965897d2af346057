// One order in review: how its visits were judged, and whether it is paid or visits of it are refused.
import type { OrderInReview } from '@fairturn/contract/backoffice/reviews'
import { Alert, Box, Button, Link, Typography } from '@mui/material'
import { useState } from 'react'
import { useCanAccess, useNotify, useRecordContext, useTranslate } from 'react-admin'
import { Link as RouterLink } from 'react-router-dom'
import { ActDialog } from '../ActionDialog.tsx'
import { call, type DataOf } from '../api.ts'
import { textOf } from '../forms.ts'
import { useKeys } from '../keys.ts'
import { useMoney } from '../Amount.tsx'
import { Facts } from '../parts.tsx'
import { Due, QueueLine, useQueue } from '../queue.tsx'
import { RecordPage } from '../RecordPage.tsx'
import { when } from '../words.ts'
import { OrderVisits } from './OrderVisits.tsx'

/** Its visits are not there while only the list's row is known. */
type Order = OrderInReview &
  Partial<Pick<DataOf<'GET backoffice/orders/reviews/:order_id'>, 'list' | 'cursor'>>
type Decision = 'pay' | 'refuse'

export const OrderPage = () => (
  <RecordPage>
    <Shown />
  </RecordPage>
)

function Shown() {
  const order = useRecordContext<Order & { id: string }>()
  return order === undefined ? null : <Sheet key={order._id} order={order} />
}

function Sheet({ order }: { order: Order }) {
  const translate = useTranslate()
  const { canAccess } = useCanAccess({ resource: 'orders', action: 'edit' })
  const queue = useQueue('orders', order._id)
  const [asking, ask] = useState<Decision>()
  const [chosen, choose] = useState<ReadonlySet<string>>(new Set())
  useKeys({
    j: queue.next,
    k: queue.previous,
    ...(canAccess && { a: () => ask('pay'), r: () => ask('refuse') }),
  })
  return (
    <Box sx={{ display: 'grid', gap: 2, maxWidth: 960, mt: 1 }}>
      <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography variant="h5" component="h1" sx={{ overflowWrap: 'anywhere' }}>
          {order.campaign.brand}
        </Typography>
        <Due waiting={order} />
        {canAccess && (
          <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', ml: 'auto' }}>
            <Button variant="contained" onClick={() => ask('pay')}>
              {translate('orders.pay')}
            </Button>
            <Button variant="outlined" color="error" onClick={() => ask('refuse')}>
              {chosen.size === 0
                ? translate('orders.refuse_all')
                : translate('orders.refuse_chosen', { count: chosen.size })}
            </Button>
          </Box>
        )}
      </Box>
      <QueueLine
        place={queue.place}
        keys={canAccess ? { a: translate('orders.pay'), r: translate('orders.refuse') } : {}}
      />
      <Alert severity="info">
        {translate('orders.silence', { when: when(order.due_by) })}
        {canAccess === false && ` ${translate('orders.not_yours')}`}
      </Alert>
      <OrderFacts order={order} />
      {order.list !== undefined && (
        <OrderVisits
          order_id={order._id}
          first={{ list: order.list, cursor: order.cursor ?? null }}
          chosen={chosen}
          onChoose={canAccess ? choose : undefined}
        />
      )}
      {asking && (
        <Decide
          order={order}
          decision={asking}
          visit_ids={[...chosen]}
          onClose={() => ask(undefined)}
          onDecided={queue.decided}
        />
      )}
    </Box>
  )
}

function OrderFacts({ order }: { order: Order }) {
  const translate = useTranslate()
  const money = useMoney()
  const { carrier, why, verified, target } = order
  const counts = order.counts.map(({ verdict, count }) => `${translate(`verdicts.${verdict}`)}: ${count}`)
  const rows = [
    [
      'orders.carrier',
      <Link key="carrier" component={RouterLink} to={`/members/${carrier._id}/show`}>
        {carrier.username}
      </Link>,
    ],
    ['orders.why', translate(why === null ? 'orders.no_why' : `orders.whys.${why}`)],
    ['orders.verified', translate('orders.verified_of', { verified, target })],
    ['orders.visits', order.visits],
    ['orders.counts', counts.join(' · ')],
    ['orders.largest_network', order.largest_network],
    ['orders.award', money(order.award)],
  ] as const
  return <Facts rows={rows.map(([name, value]) => [translate(name), value] as const)} />
}

interface DecisionDialogProps {
  order: Order
  decision: Decision
  /** Those to be refused; none of them are chosen for all. */
  visit_ids: string[]
  onClose: () => void
  onDecided: () => void
}

function Decide({ order, decision, visit_ids, onClose, onDecided }: DecisionDialogProps) {
  const translate = useTranslate()
  const notify = useNotify()
  const money = useMoney()
  const pays = decision === 'pay'
  async function act(form: FormData) {
    const reason = textOf(form, 'reason')
    await call('POST backoffice/orders/reviews/:order_id/decide', {
      params: { order_id: order._id },
      body: pays
        ? { verdict: 'pay' }
        : { verdict: 'refuse', reason, ...(visit_ids.length > 0 && { visit_ids }) },
    })
    notify(pays ? 'orders.paid' : 'orders.refused', { type: 'success' })
    onDecided()
  }
  const refuse =
    visit_ids.length === 0
      ? translate('orders.refuse_all')
      : translate('orders.refuse_chosen', { count: visit_ids.length })
  return (
    <ActDialog
      title={pays ? translate('orders.pay') : refuse}
      why={
        pays ? translate('orders.pay_sure', { award: money(order.award) }) : translate('orders.refuse_why')
      }
      with_reason={!pays}
      act={act}
      onClose={onClose}
    />
  )
}
