// All SQL of what the card provider tells us. Decides nothing.
import { statement } from '../database/statement.ts'

export type EventState = 'applied' | 'ignored' | 'needs_review'

/** No row when it was told before. */
export const insertCardEvent = statement<{ id: string }>(
  'payments_insert_card_event',
  `insert into card_event (id, type, happened_at, received_at) values ($1, $2, $3, $4)
   on conflict (id) do nothing returning id`,
)

export const judgeCardEvent = statement(
  'payments_judge_card_event',
  `update card_event set state = $2, note = $3, deposit_id = $4, payment_intent = $5, amount_minor = $6, currency = $7
   where id = $1`,
)

/** Whether a payment was given back or is disputed, as far as we were told. */
export const paymentContested = statement<{ contested: boolean }>(
  'payments_payment_contested',
  `select exists (select from card_event where payment_intent = $1 and type like 'charge.%') as contested`,
)

export const selectDepositOfEvidence = statement<{ id: string }>(
  'payments_deposit_of_evidence',
  `select id from deposit where evidence = $1`,
)
