import { Alert, Box, Button } from '@mui/material'
import { useState } from 'react'
import { useCanAccess, useTranslate } from 'react-admin'
import { ActionDialog, type ReasonValues } from '../components/ActionDialog.tsx'
import { useMoney } from '../components/Amount.tsx'
import { formatTime } from '../components/format.ts'
import { GoTo } from '../components/GoTo.tsx'
import { RecordHead } from '../components/headings.tsx'
import { useKeys } from '../components/keys.ts'
import { useLocaleOf } from '../components/Name.tsx'
import { usePanel } from '../components/panel.ts'
import { PropertyTable } from '../components/PropertyTable.tsx'
import { Due, QueueLine, useQueue } from '../components/queue.tsx'
import { RecordPage } from '../components/RecordPage.tsx'
import { useRing } from '../members/ring.ts'
import { RingLink } from '../members/RingLink.tsx'
import type { DataOf } from '../shell/api.ts'
import { useReasonText } from './reasons.ts'
import { type ShownVisit, VisitEvidence } from './VisitEvidence.tsx'

type Order = DataOf<'GET backoffice/orders/reviews/:order_id'>
type Decision = 'pay' | 'refuse'

export const OrderPage = () => (
  <RecordPage has="list">{(order: Order) => <Details key={order._id} order={order} />}</RecordPage>
)

function Details({ order }: { order: Order }) {
  const translate = useTranslate()
  const { canAccess } = useCanAccess({ resource: 'orders', action: 'edit' })
  const queue = useQueue('orders', {}, order._id, { name: 'orders' })
  const [open, setOpen] = useState<Decision>()
  const [selected, select] = useState<ReadonlySet<string>>(new Set())
  // After visits are selected, the filled button and its key mean those.
  const first: Decision = selected.size === 0 ? 'pay' : 'refuse'
  useKeys({
    j: queue.next,
    k: queue.previous,
    ...(canAccess && { a: () => setOpen(first), r: () => setOpen('refuse') }),
  })
  const refuse =
    selected.size === 0
      ? translate('orders.refuse_all')
      : translate('orders.refuse_chosen', { count: selected.size })
  const titles = { pay: translate('orders.pay'), refuse }
  return (
    <Box sx={{ display: 'grid', gap: 2, maxWidth: 960, mt: 1 }}>
      <RecordHead title={order.campaign.brand}>
        <Due waiting={order} />
        {canAccess && (
          <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', ml: 'auto' }}>
            {(['pay', 'refuse'] as const).map((decision) => (
              <Button
                key={decision}
                variant={decision === first ? 'contained' : 'outlined'}
                color={decision === 'refuse' ? 'error' : 'primary'}
                onClick={() => setOpen(decision)}
              >
                {titles[decision]}
              </Button>
            ))}
          </Box>
        )}
      </RecordHead>
      <QueueLine
        position={queue.position}
        keys={canAccess ? { a: titles[first], r: translate('orders.refuse') } : {}}
      />
      <Alert severity="info">
        {translate('orders.silence', { when: formatTime(order.due_by) })}
        {canAccess === false && ` ${translate('orders.not_yours')}`}
      </Alert>
      <Reasons order={order} />
      <Properties order={order} />
      <VisitEvidence
        visits={order.list.map(({ verdict, ...visit }) => ({ ...visit, cause: verdict }))}
        selection={
          canAccess
            ? { selected, onSelect: select, can: ({ cause }: ShownVisit) => cause === 'verified' }
            : undefined
        }
      />
      {open && (
        <DecisionDialog
          order={order}
          decision={open}
          title={titles[open]}
          visit_ids={[...selected]}
          onDone={() => queue.goOn(translate(open === 'pay' ? 'orders.paid' : 'orders.refused'))}
          onClose={() => setOpen(undefined)}
        />
      )}
    </Box>
  )
}

interface DecisionProps {
  order: Order
  decision: Decision
  title: string
  /** Of a refusal: the visits that do not count; none for all. */
  visit_ids: string[]
  onDone: () => Promise<void>
  onClose: () => void
}

function DecisionDialog({ order, decision, title, visit_ids, ...answers }: DecisionProps) {
  const translate = useTranslate()
  const localeOf = useLocaleOf()
  const money = useMoney()
  const beside = usePanel() !== null
  return (
    <ActionDialog
      endpoint="POST backoffice/orders/reviews/:order_id/decide"
      input={({ reason }: Partial<ReasonValues>) => ({
        params: { order_id: order._id },
        body: {
          verdict: decision,
          ...(decision === 'refuse' && { reason, ...(visit_ids.length > 0 && { visit_ids }) }),
        },
      })}
      title={title}
      of={`${order.campaign.brand} · ${order.carrier.username}`}
      ends={decision === 'refuse'}
      why={
        decision === 'pay'
          ? translate('orders.pay_sure', { award: money(order.award) })
          : translate('orders.refuse_why')
      }
      withReason={decision === 'refuse'}
      reader={{ locale: localeOf(order.carrier._id), templates: 'visits' }}
      leaves={!beside}
      {...answers}
    />
  )
}

/** Reasons that other members have a part in. */
const OF_A_RING: ReadonlySet<string> = new Set(['ring', 'unseen'])

/** Why it is reviewed, the deciding reason first, each with what it rests on. */
function Reasons({ order: { carrier, reasons, waiting_with_it } }: { order: Order }) {
  const translate = useTranslate()
  const reasonText = useReasonText()
  return (
    <Box component="section" aria-labelledby="reasons">
      <Box component="h2" id="reasons" sx={{ fontSize: 15, fontWeight: 700, m: 0, mb: 0.5 }}>
        {translate('orders.why')}
      </Box>
      <Box component="ol" sx={{ m: 0, pl: 2.5 }}>
        {reasons.map((reason) => (
          <li key={reason.reason}>
            {reasonText(reason)}
            {OF_A_RING.has(reason.reason) && (
              <>
                {' · '}
                <RingLink member_id={carrier._id}>{translate('rings.open')}</RingLink>
              </>
            )}
          </li>
        ))}
        {reasons.length === 0 && <li>{translate('orders.earlier_rules')}</li>}
      </Box>
      {waiting_with_it > 0 && (
        <Box sx={{ mt: 0.5, color: 'text.secondary' }}>
          {translate('orders.waiting_with_it', { smart_count: waiting_with_it })}
        </Box>
      )}
    </Box>
  )
}

/** A link to the members that the carrier is linked with, if there are any. */
function CarrierRing({ carrier: { _id } }: Pick<Order, 'carrier'>) {
  const translate = useTranslate()
  const { canAccess } = useCanAccess({ resource: 'members', action: 'show' })
  const { others = [] } = useRing(_id)
  return canAccess === true && others.length > 0 ? (
    <>
      {' · '}
      <RingLink member_id={_id}>{translate('rings.open')}</RingLink>
    </>
  ) : null
}

function Properties({ order }: { order: Order }) {
  const translate = useTranslate()
  const money = useMoney()
  const { carrier, placer, linked_with_placer, campaign, verified, target } = order
  const counts = order.counts.map(({ verdict, count }) => `${translate(`verdicts.${verdict}`)}: ${count}`)
  return (
    <PropertyTable
      values={{
        'orders.carrier': (
          <>
            <GoTo to={`/members/${carrier._id}/show`}>{carrier.username}</GoTo>
            {/* Also where the reasons name nobody else: the ring is the same from each of its orders. */}
            {!order.reasons.some(({ reason }) => OF_A_RING.has(reason)) && <CarrierRing carrier={carrier} />}
          </>
        ),
        'orders.placer': (
          <>
            <GoTo to={`/members/${placer._id}/show`}>{placer.username}</GoTo>
            {linked_with_placer.length > 0 && (
              <Box component="span" sx={{ ml: 1, color: 'warning.main' }}>
                {translate('orders.linked_with_carrier', {
                  how: linked_with_placer.map((kind) => translate(`rings.kinds.${kind}`)).join(', '),
                })}{' '}
                <RingLink member_id={carrier._id}>{translate('rings.open')}</RingLink>
              </Box>
            )}
          </>
        ),
        'orders.campaign': <GoTo to={`/campaigns/${campaign._id}/show`}>{campaign.brand}</GoTo>,
        'orders.verified': translate('orders.verified_of', { verified, target }),
        'orders.visits': order.visits,
        'orders.counts': counts.join(' · '),
        'orders.award': money(order.award),
      }}
    />
  )
}
