import type { EVENT_STATUSES } from '@fairturn/contract/backoffice/deposits'
import { type RowOf, typed, statement } from '../platform/database/statement.ts'
import { sortedList } from '../platform/http/sorting.ts'

export type EventStatus = 'applied' | 'ignored' | 'needs_review'

/** No row for a duplicate event. */
export const insertCardEvent = statement(
  `-- deposits_insert_card_event
  insert into card_event (id, type, happened_at, received_at) values ($id, $type, $happened_at, $received_at)
  on conflict (id) do nothing returning id`,
  {
    params: { id: 'text', type: 'text', happened_at: 'timestamptz', received_at: 'timestamptz' },
    columns: { id: 'text' },
  },
)

export const writeEventOutcome = statement(
  `-- deposits_judge_card_event
  update card_event set status = $status, note = $note, deposit_id = $deposit_id, payment_intent = $payment_id, amount_minor = $amount_minor, currency = $currency
  where id = $id`,
  {
    params: {
      id: 'text',
      status: 'text',
      note: 'text',
      deposit_id: 'uuid?',
      payment_id: 'text?',
      amount_minor: 'int8?',
      currency: 'text?',
    },
  },
)

/** Whether a payment was refunded or disputed, according to the events received. */
export const paymentContested = statement(
  `-- deposits_payment_contested
  select exists (select from card_event where payment_intent = $payment_id and type like 'charge.%') as contested`,
  { params: { payment_id: 'text' }, columns: { contested: 'bool' } },
)

/** What withdrawals to its card take of a payment; begun ones too, because the provider's event may precede our answer. */
export const returnedToCard = statement(
  `-- deposits_returned_to_card
  select coalesce(sum(amount_minor), 0)::bigint as returned_minor from withdrawal
  where card_deposit_id = $deposit_id and status in ('approved', 'sent', 'paid')`,
  { params: { deposit_id: 'uuid' }, columns: { returned_minor: 'int8' } },
)

export const selectDepositOfEvidence = statement(
  `-- deposits_deposit_of_evidence
  select id from deposit where evidence = $evidence`,
  { params: { evidence: 'text' }, columns: { id: 'uuid' } },
)

export type CardEventRow = RowOf<typeof CARD_EVENT_COLUMNS>

const EVENT = `id as event_id, type, happened_at, payment_intent, deposit_id, amount_minor, currency, status, note, resolution`

const CARD_EVENT_COLUMNS = {
  /** The provider's id. */
  event_id: 'text',
  type: 'text',
  happened_at: 'timestamptz',
  payment_intent: 'text?',
  deposit_id: 'uuid?',
  amount_minor: 'int8?',
  currency: 'text?',
  status: typed<(typeof EVENT_STATUSES)[number]>('text'),
  note: 'text',
  resolution: 'text?',
} as const

// The provider's ids are texts; cursors are built from them.
export const listCardEvents = sortedList({
  name: 'deposits_admin_card_events',
  rows: CARD_EVENT_COLUMNS,
  select: `select md5(id)::uuid as id, ${EVENT} from card_event`,
  filters: { state: 'status = ?' },
  columns: {
    happened_at: { by: 'happened_at', type: 'timestamptz' },
    amount: { by: 'coalesce(amount_minor, 0)', type: 'bigint' },
  },
  first: 'happened_at.desc',
})

export const selectCardEventLocked = statement(
  `-- deposits_card_event_locked
  select ${EVENT} from card_event where id = $event_id for no key update`,
  { params: { event_id: 'text' }, columns: CARD_EVENT_COLUMNS },
)

export const resolveCardEvent = statement(
  `-- deposits_resolve_card_event
  update card_event set status = 'resolved', resolved_by = $actor, resolved_at = $resolved_at, resolution = $resolution where id = $event_id
  returning ${EVENT}`,
  {
    params: { event_id: 'text', actor: 'text', resolved_at: 'timestamptz', resolution: 'text' },
    columns: CARD_EVENT_COLUMNS,
  },
)
