import { Alert, Box, Button } from '@mui/material'
import { useState } from 'react'
import { useCanAccess, useTranslate } from 'react-admin'
import { ActionDialog, type ReasonValues } from '../components/ActionDialog.tsx'
import { useMoney } from '../components/Amount.tsx'
import { formatTime } from '../components/format.ts'
import { GoTo } from '../components/GoTo.tsx'
import { RecordHead } from '../components/headings.tsx'
import { useKeys } from '../components/keys.ts'
import { PropertyTable } from '../components/PropertyTable.tsx'
import { Due, QueueLine, useQueue } from '../components/queue.tsx'
import { RecordPage } from '../components/RecordPage.tsx'
import { RecordTable } from '../components/RecordTable.tsx'
import type { DataOf } from '../shell/api.ts'
import { useEndpointPages } from '../shell/endpoint-hooks.ts'

type Order = DataOf<'GET backoffice/orders/reviews/:order_id'>
type Decision = 'pay' | 'refuse'

export const OrderPage = () => (
  <RecordPage>{(order: Order) => <Details key={order._id} order={order} />}</RecordPage>
)

function Details({ order }: { order: Order }) {
  const translate = useTranslate()
  const money = useMoney()
  const { canAccess } = useCanAccess({ resource: 'orders', action: 'edit' })
  const queue = useQueue('orders', {}, order._id)
  const [open, setOpen] = useState<Decision>()
  const [selected, select] = useState<ReadonlySet<string>>(new Set())
  useKeys({
    j: queue.next,
    k: queue.previous,
    ...(canAccess && { a: () => setOpen('pay'), r: () => setOpen('refuse') }),
  })
  const refuse =
    selected.size === 0
      ? translate('orders.refuse_all')
      : translate('orders.refuse_chosen', { count: selected.size })
  return (
    <Box sx={{ display: 'grid', gap: 2, maxWidth: 960, mt: 1 }}>
      <RecordHead title={order.campaign.brand}>
        <Due waiting={order} />
        {canAccess && (
          <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', ml: 'auto' }}>
            <Button variant="contained" onClick={() => setOpen('pay')}>
              {translate('orders.pay')}
            </Button>
            <Button variant="outlined" color="error" onClick={() => setOpen('refuse')}>
              {refuse}
            </Button>
          </Box>
        )}
      </RecordHead>
      <QueueLine
        place={queue.place}
        keys={canAccess ? { a: translate('orders.pay'), r: translate('orders.refuse') } : {}}
      />
      <Alert severity="info">
        {translate('orders.silence', { when: formatTime(order.due_by) })}
        {canAccess === false && ` ${translate('orders.not_yours')}`}
      </Alert>
      <Properties order={order} />
      <Visits order_id={order._id} selected={selected} onSelect={canAccess ? select : undefined} />
      {open && (
        <ActionDialog
          endpoint="POST backoffice/orders/reviews/:order_id/decide"
          input={({ reason }: Partial<ReasonValues>) => ({
            params: { order_id: order._id },
            body: {
              verdict: open,
              ...(open === 'refuse' && { reason, ...(selected.size > 0 && { visit_ids: [...selected] }) }),
            },
          })}
          title={open === 'pay' ? translate('orders.pay') : refuse}
          why={
            open === 'pay'
              ? translate('orders.pay_sure', { award: money(order.award) })
              : translate('orders.refuse_why')
          }
          with_reason={open === 'refuse'}
          done={open === 'pay' ? 'orders.paid' : 'orders.refused'}
          leaves
          onDone={queue.goOn}
          onClose={() => setOpen(undefined)}
        />
      )}
    </Box>
  )
}

function Properties({ order }: { order: Order }) {
  const translate = useTranslate()
  const money = useMoney()
  const { carrier, why, verified, target } = order
  const counts = order.counts.map(({ verdict, count }) => `${translate(`verdicts.${verdict}`)}: ${count}`)
  return (
    <PropertyTable
      values={{
        'orders.carrier': <GoTo to={`/members/${carrier._id}/show`}>{carrier.username}</GoTo>,
        'orders.why': translate(why === null ? 'orders.no_why' : `orders.whys.${why}`),
        'orders.verified': translate('orders.verified_of', { verified, target }),
        'orders.visits': order.visits,
        'orders.counts': counts.join(' · '),
        'orders.largest_network': order.largest_network,
        'orders.award': money(order.award),
      }}
    />
  )
}

/** The visits of an order in review, newest first; verified ones can be selected for refusal. */
function Visits({
  order_id,
  selected,
  onSelect,
}: {
  order_id: string
  selected: ReadonlySet<string>
  onSelect: ((selected: ReadonlySet<string>) => void) | undefined
}) {
  const translate = useTranslate()
  const visits = useEndpointPages('GET backoffice/orders/reviews/:order_id', { params: { order_id } })
  return (
    <RecordTable
      {...visits}
      columns={[
        { label: 'orders.at', time: 'at' },
        {
          label: 'orders.verdict',
          render: ({ verdict }) => (
            <Box component="span" sx={{ ...(verdict === 'verified' && { color: 'primary.main' }) }}>
              {translate(`verdicts.${verdict}`)}
            </Box>
          ),
        },
      ]}
      selection={
        onSelect && {
          selected,
          onSelect,
          label: ({ at, verdict }) =>
            verdict === 'verified' ? `${translate('orders.choose')}: ${formatTime(at)}` : undefined,
        }
      }
    />
  )
}
