// All SQL of refunds of money that was nobody's. Decides nothing.
import { statement } from '../database/statement.ts'

export interface RefundRow {
  readonly id: string
  readonly line_id: string
  readonly reference: string
  readonly amount_minor: bigint
  readonly holder: string
  readonly iban: string | null
  readonly account_number: string | null
  readonly status: 'approved' | 'sent' | 'paid' | 'returned'
  readonly reason: string
  readonly approved_at: Date
  readonly sent_at: Date | null
  readonly settled_at: Date | null
  readonly settled_reason: string | null
}

const COLUMNS = `id, line_id, reference, amount_minor, holder, iban, account_number, status, reason, approved_at, sent_at,
  settled_at, settled_reason`

/** No row where the reference is taken. */
export const insertRefund = statement<RefundRow>(
  'payments_insert_refund',
  `insert into receipt_refund (id, line_id, reference, amount_minor, holder, iban, account_number, reason, proposed_by,
     approved_by, approved_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) on conflict (reference) do nothing returning ${COLUMNS}`,
)

export const selectRefundByReference = statement<RefundRow>(
  'payments_refund_by_reference',
  `select ${COLUMNS} from receipt_refund where reference = $1 for no key update`,
)

/** In the order of their ids, in which they are always locked. */
export const selectRefundsLocked = statement<RefundRow>(
  'payments_refunds_locked',
  `select ${COLUMNS} from receipt_refund where id = any ($1::uuid[]) order by id for no key update`,
)

export const updateRefundSent = statement<RefundRow>(
  'payments_send_refund',
  `update receipt_refund set status = 'sent', sent_at = $2 where id = $1 and status = 'approved' returning ${COLUMNS}`,
)

export const updateRefundSettled = statement<RefundRow>(
  'payments_settle_refund',
  `update receipt_refund set status = $2, sent_at = coalesce(sent_at, $3), settled_at = $3, settled_reason = $4
   where id = $1 and status <> 'returned' returning ${COLUMNS}`,
)

export const listRefunds = statement<RefundRow>(
  'payments_list_refunds',
  `select ${COLUMNS} from receipt_refund where ($1::text is null or status = $1) and ($2::uuid is null or id < $2)
   order by id desc limit $3`,
)
