// SQL of the back office's lists of deposits, withdrawals and card events. Decides nothing.
import type { EVENT_STATES } from '@fairturn/contract/backoffice/payments'
import { statement } from '../database/statement.ts'
import type { DepositRow } from './deposits.store.ts'
import type { WithdrawalRow } from './withdrawals.store.ts'

export const listOfficeDeposits = statement<DepositRow>(
  'payments_office_deposits',
  `select id, member_id, method, amount_minor, reference, status, created_at, expires_at, settled_at, received_minor, evidence,
     settled_by, reason, checkout_session, checkout_url, checkout_expires_at
   from deposit
   where ($1::text is null or status = $1) and ($2::uuid is null or member_id = $2) and ($3::text is null or reference = $3)
     and ($4::uuid is null or id < $4)
   order by id desc limit $5`,
)

export interface OfficeWithdrawalRow extends WithdrawalRow {
  readonly username: string
  readonly batch_id: string | null
}

const WITHDRAWAL = `w.id, w.member_id, w.amount_minor, w.fee_minor, w.reference, w.bank_code, w.bank_name, w.country, w.swift,
  w.holder, w.account_number, w.iban, w.status, w.requested_at, w.approved_at, w.approved_by, w.sent_at, w.sent_by,
  w.settled_at, w.settled_by, w.reason, m.username,
  (select i.batch_id from payout_item i where i.withdrawal_id = w.id and i.live) as batch_id`

export const listOfficeWithdrawals = statement<OfficeWithdrawalRow>(
  'payments_office_withdrawals',
  `select ${WITHDRAWAL} from withdrawal w join member m on m.id = w.member_id
   where ($1::text is null or w.status = $1) and ($2::uuid is null or w.member_id = $2)
     and ($3::bigint is null or w.amount_minor >= $3) and ($4::uuid is null or w.id < $4)
   order by w.id desc limit $5`,
)

export const selectOfficeWithdrawal = statement<OfficeWithdrawalRow>(
  'payments_office_withdrawal',
  `select ${WITHDRAWAL} from withdrawal w join member m on m.id = w.member_id where w.id = $1`,
)

export interface CardEventRow {
  readonly id: string
  readonly type: string
  readonly happened_at: Date
  readonly payment_intent: string | null
  readonly deposit_id: string | null
  readonly amount_minor: bigint | null
  readonly currency: string | null
  readonly state: (typeof EVENT_STATES)[number]
  readonly note: string
  readonly resolution: string | null
}

const EVENT = `id, type, happened_at, payment_intent, deposit_id, amount_minor, currency, state, note, resolution`

// The provider's ids are in no order, so a page continues after the instant and id that the cursor names.
export const listCardEvents = statement<CardEventRow>(
  'payments_office_card_events',
  `select ${EVENT} from card_event
   where ($1::text is null or state = $1)
     and ($2::text is null or (received_at, id) < (select received_at, id from card_event where id = $2))
   order by received_at desc, id desc limit $3`,
)

export const selectCardEventLocked = statement<CardEventRow>(
  'payments_card_event_locked',
  `select ${EVENT} from card_event where id = $1 for no key update`,
)

export const resolveCardEvent = statement<CardEventRow>(
  'payments_resolve_card_event',
  `update card_event set state = 'resolved', resolved_by = $2, resolved_at = $3, resolution = $4 where id = $1
   returning ${EVENT}`,
)
