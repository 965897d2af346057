import { statement } from '../platform/database/statement.ts'
import { yesOrNo } from '../platform/http/filters.ts'
import { sortedList } from '../platform/http/sorting.ts'

export interface RefundRow {
  readonly id: string
  readonly line_id: string
  readonly reference: string
  readonly amount_minor: bigint
  readonly holder: string
  readonly iban: string | null
  readonly account_number: string | null
  /** Of the holder, for the payment file; given outside SEPA. */
  readonly payee_city: string | null
  readonly payee_country: string | null
  readonly status: 'approved' | 'sent' | 'paid' | 'returned'
  readonly reason: string
  readonly approved_at: Date
  readonly sent_at: Date | null
  readonly settled_at: Date | null
  readonly settled_reason: string | null
}

const COLUMNS = `id, line_id, reference, amount_minor, holder, iban, account_number, payee_city, payee_country, status, reason, approved_at, sent_at,
  settled_at, settled_reason`

/** No row if the reference is taken. */
export const insertRefund = statement<RefundRow>(`-- banking_insert_refund
  insert into unmatched_payment_refund (id, line_id, reference, amount_minor, holder, iban, account_number, payee_city,
    payee_country, reason, proposed_by, approved_by, approved_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) on conflict (reference) do nothing returning ${COLUMNS}`)

export const selectRefundByReference = statement<RefundRow>(`-- banking_refund_by_reference
  select ${COLUMNS} from unmatched_payment_refund where reference = $1 for no key update`)

/** Locked in id order (lock order, avoids deadlocks). */
export const selectRefundsLocked = statement<RefundRow>(`-- banking_refunds_locked
  select ${COLUMNS} from unmatched_payment_refund where id = any ($1::uuid[]) order by id for no key update`)

export const updateRefundSent = statement<RefundRow>(`-- banking_send_refund
  update unmatched_payment_refund set status = 'sent', sent_at = $2 where id = $1 and status = 'approved' returning ${COLUMNS}`)

export const updateRefundSettled = statement<RefundRow>(`-- banking_settle_refund
  update unmatched_payment_refund set status = $2, sent_at = coalesce(sent_at, $3), settled_at = $3, settled_reason = $4
  where id = $1 and status <> 'returned' returning ${COLUMNS}`)

export interface ListedRefund extends RefundRow {
  readonly batch_id: string | null
}

export const listRefunds = sortedList<ListedRefund>()({
  name: 'banking_list_refunds',
  select: `select * from (
     select ${COLUMNS}, (select i.batch_id from payout_item i where i.refund_id = r.id and i.live) as batch_id
     from unmatched_payment_refund r) refund`,
  /** Undrawn: those in no payment file. */
  filters: { status: 'status = ?', undrawn: yesOrNo('batch_id is null') },
  columns: {
    approved_at: { by: 'approved_at', type: 'timestamptz' },
    amount: { by: 'amount_minor', type: 'bigint' },
  },
  first: 'approved_at.desc',
})
