import { EVENT_STATUSES } from '@fairturn/contract/backoffice/deposits'
import { useCanAccess, useTranslate } from 'react-admin'
import { ActionButton } from '../components/ActionDialog.tsx'
import { Name } from '../components/Name.tsx'
import { RecordList } from '../components/RecordList.tsx'
import type { DataOf } from '../shell/api.ts'

type Event = DataOf<'GET backoffice/card-events'>['list'][number] & { id: string }

export function CardEventList() {
  return (
    <RecordList<Event>
      sort={{ field: 'happened_at', order: 'DESC' }}
      tabs={{
        source: 'state',
        values: EVENT_STATUSES,
        texts: 'card_events.statuses',
        waiting: { needs_review: 'card_events' },
      }}
      rowClick={false}
      columns={[
        { label: 'card_events.happened_at', time: 'happened_at', sort: true },
        { label: 'card_events.type', render: ({ type }) => <EventType type={type} /> },
        { label: 'money.amount', amount: 'amount', sort: true },
        { label: 'card_events.payment_intent', source: 'payment_intent' },
        {
          label: 'card_events.deposit',
          render: ({ deposit_id }) => deposit_id && <Name id={deposit_id} bare />,
        },
        {
          label: 'card_events.note',
          render: ({ note, resolution }) => resolution ?? <EventNote note={note} />,
        },
        { label: 'money.state', status: 'state', texts: 'card_events.statuses' },
        { label: 'app.actions', render: (event) => <Resolve event={event} /> },
      ]}
    />
  )
}

/** The provider's own name where there are no words for it. */
function EventType({ type }: Pick<Event, 'type'>) {
  return (
    <span title={type}>{useTranslate()(`card_events.types.${type.replaceAll('.', '_')}`, { _: type })}</span>
  )
}

function EventNote({ note }: Pick<Event, 'note'>) {
  return useTranslate()(`card_events.notes.${note}`, { _: note ?? '' })
}

function Resolve({ event: { _id, state, type } }: { event: Event }) {
  const translate = useTranslate()
  const { canAccess } = useCanAccess({ resource: 'card-events', action: 'edit' })
  if (!canAccess || state !== 'needs_review') return null
  return (
    <ActionButton
      button={{ size: 'small' }}
      endpoint="POST backoffice/card-events/:event_id/resolve"
      input={(body) => ({ params: { event_id: _id }, body })}
      title={translate('card_events.resolve')}
      of={translate(`card_events.types.${type.replaceAll('.', '_')}`, { _: type })}
      why={translate('card_events.resolve_why')}
      withReason
      done="card_events.resolved"
    />
  )
}
