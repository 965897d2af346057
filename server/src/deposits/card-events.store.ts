import type { EVENT_STATES } from '@fairturn/contract/backoffice/deposits'
import { statement } from '../platform/database/statement.ts'
import { sortedList } from '../platform/http/sorting.ts'

export type EventState = 'applied' | 'ignored' | 'needs_review'

/** No row for a duplicate event. */
export const insertCardEvent = statement<{ id: string }>(`-- deposits_insert_card_event
  insert into card_event (id, type, happened_at, received_at) values ($1, $2, $3, $4)
  on conflict (id) do nothing returning id`)

export const writeEventOutcome = statement(`-- deposits_judge_card_event
  update card_event set status = $2, note = $3, deposit_id = $4, payment_intent = $5, amount_minor = $6, currency = $7
  where id = $1`)

/** Whether a payment was refunded or disputed, according to the events received. */
export const paymentContested = statement<{ contested: boolean }>(`-- deposits_payment_contested
  select exists (select from card_event where payment_intent = $1 and type like 'charge.%') as contested`)

/** What withdrawals to its card take of a payment; begun ones too, because the provider's event may precede our answer. */
export const returnedToCard = statement<{ returned_minor: bigint }, { deposit_id: string }>(
  `-- deposits_returned_to_card
  select coalesce(sum(amount_minor), 0)::bigint as returned_minor from withdrawal
  where card_deposit_id = $deposit_id and status in ('approved', 'sent', 'paid')`,
  { params: { deposit_id: 'uuid' }, columns: { returned_minor: 'int8' } },
)

export const selectDepositOfEvidence = statement<{ id: string }>(`-- deposits_deposit_of_evidence
  select id from deposit where evidence = $1`)

export interface CardEventRow {
  /** The provider's id. */
  readonly event_id: string
  readonly type: string
  readonly happened_at: Date
  readonly payment_intent: string | null
  readonly deposit_id: string | null
  readonly amount_minor: bigint | null
  readonly currency: string | null
  readonly status: (typeof EVENT_STATES)[number]
  readonly note: string
  readonly resolution: string | null
}

const EVENT = `id as event_id, type, happened_at, payment_intent, deposit_id, amount_minor, currency, status, note, resolution`

// The provider's ids are texts; cursors are built from them.
export const listCardEvents = sortedList<CardEventRow>()({
  name: 'deposits_admin_card_events',
  select: `select md5(id)::uuid as id, ${EVENT} from card_event`,
  filters: { state: 'status = ?' },
  columns: {
    happened_at: { by: 'happened_at', type: 'timestamptz' },
    amount: { by: 'coalesce(amount_minor, 0)', type: 'bigint' },
  },
  first: 'happened_at.desc',
})

export const selectCardEventLocked = statement<CardEventRow>(`-- deposits_card_event_locked
  select ${EVENT} from card_event where id = $1 for no key update`)

export const resolveCardEvent = statement<CardEventRow>(`-- deposits_resolve_card_event
  update card_event set status = 'resolved', resolved_by = $2, resolved_at = $3, resolution = $4 where id = $1
  returning ${EVENT}`)
