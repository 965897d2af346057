// The card provider's events, and those that need a person.
import { EVENT_STATES } from '@fairturn/contract/backoffice/deposits'
import { DataTable, FunctionField, InfiniteList, TopToolbar, useCanAccess, useTranslate } from 'react-admin'
import { ActionButton } from '../ActionDialog.tsx'
import type { DataOf } from '../api.ts'
import { SaveAsCsv } from '../SaveAsCsv.tsx'
import { when } from '../words.ts'
import { Amount } from '../Amount.tsx'
import { FilterTabs, StateChip, GoTo } from '../parts.tsx'

type Event = DataOf<'GET backoffice/card-events'>['list'][number] & { id: string }

export const CardEventList = () => (
  <InfiniteList
    sort={{ field: 'happened_at', order: 'DESC' }}
    exporter={false}
    empty={false}
    actions={
      <TopToolbar>
        <SaveAsCsv path="backoffice/card-events.csv" />
      </TopToolbar>
    }
  >
    <Rows />
  </InfiniteList>
)

function Rows() {
  const translate = useTranslate()
  return (
    <>
      <FilterTabs
        source="state"
        values={EVENT_STATES}
        label={(state) => translate(`card_events.states.${state}`)}
      />
      <DataTable rowClick={false} bulkActionButtons={false} size="small">
        <DataTable.Col label="card_events.happened_at" source="happened_at">
          <FunctionField<Event> render={({ happened_at }) => when(happened_at)} />
        </DataTable.Col>
        <DataTable.Col label="card_events.type" source="type" disableSort />
        <DataTable.Col label="money.amount" source="amount" align="right">
          <FunctionField<Event> render={({ amount }) => <Amount wire={amount} />} />
        </DataTable.Col>
        <DataTable.Col label="card_events.payment_intent" source="payment_intent" disableSort />
        <DataTable.Col label="card_events.deposit" disableSort>
          <FunctionField<Event>
            render={({ deposit_id }) =>
              deposit_id && (
                <GoTo to={`/deposits/${deposit_id}/show`}>{translate('card_events.deposit')}</GoTo>
              )
            }
          />
        </DataTable.Col>
        <DataTable.Col label="card_events.note" disableSort>
          <FunctionField<Event> render={({ note, resolution }) => resolution ?? note} />
        </DataTable.Col>
        <DataTable.Col label="money.state" disableSort>
          <FunctionField<Event>
            render={({ state }) => (
              <StateChip
                label={translate(`card_events.states.${state}`)}
                tone={state === 'needs_review' ? 'error' : 'default'}
              />
            )}
          />
        </DataTable.Col>
        <DataTable.Col label="app.actions" disableSort>
          <FunctionField<Event> render={(event) => <Resolve event={event} />} />
        </DataTable.Col>
      </DataTable>
    </>
  )
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
      why={`${type}. ${translate('card_events.resolve_why')}`}
      with_reason
      done="card_events.resolved"
    />
  )
}
