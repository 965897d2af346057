import { columnNames, type RowOf, typed, statement } from '../platform/database/statement.ts'
import { yesOrNo } from '../platform/http/filters.ts'
import { sortedList } from '../platform/http/sorting.ts'

export type RefundRow = RowOf<typeof REFUND_COLUMNS>

const REFUND_COLUMNS = {
  id: 'uuid',
  line_id: 'uuid',
  reference: 'text',
  amount_minor: 'int8',
  holder: 'text',
  iban: 'text?',
  account_number: 'text?',
  /** Of the holder, for the payment file; given outside SEPA. */
  payee_city: 'text?',
  payee_country: 'text?',
  /** BIC of the holder's bank; given where the account is no IBAN. */
  payee_swift: 'text?',
  status: typed<'approved' | 'sent' | 'paid' | 'returned'>('text'),
  reason: 'text',
  approved_at: 'timestamptz',
  sent_at: 'timestamptz?',
  settled_at: 'timestamptz?',
  settled_reason: 'text?',
} as const
const COLUMNS = columnNames(REFUND_COLUMNS)

/** No row if the reference is taken. */
export const insertRefund = statement(
  `-- banking_insert_refund
  insert into unmatched_payment_refund (id, line_id, reference, amount_minor, holder, iban, account_number, payee_city,
    payee_country, payee_swift, reason, proposed_by, approved_by, approved_at)
  values ($id, $line_id, $reference, $amount_minor, $holder, $iban, $account_number, $payee_city, $payee_country, $payee_swift, $reason, $proposed_by, $approved_by, $approved_at) on conflict (reference) do nothing returning ${COLUMNS}`,
  {
    params: {
      id: 'uuid',
      line_id: 'uuid',
      reference: 'text',
      amount_minor: 'int8',
      holder: 'text',
      iban: 'text?',
      account_number: 'text?',
      payee_city: 'text?',
      payee_country: 'text?',
      payee_swift: 'text?',
      reason: 'text',
      proposed_by: 'text',
      approved_by: 'text',
      approved_at: 'timestamptz',
    },
    columns: REFUND_COLUMNS,
  },
)

export const selectRefundByReference = statement(
  `-- banking_refund_by_reference
  select ${COLUMNS} from unmatched_payment_refund where reference = $reference for no key update`,
  { params: { reference: 'text' }, columns: REFUND_COLUMNS },
)

/** Locked in id order (lock order, avoids deadlocks). */
export const selectRefundsLocked = statement(
  `-- banking_refunds_locked
  select ${COLUMNS} from unmatched_payment_refund where id = any ($ids::uuid[]) order by id for no key update`,
  { params: { ids: typed<readonly (string | null)[]>('uuid[]') }, columns: REFUND_COLUMNS },
)

/** Of these refunds, those whose line another accepted statement gives to another payer's account. */
export const selectRefundsInDoubt = statement(
  `-- banking_refunds_in_doubt
  select r.id, r.reference from unmatched_payment_refund r join bank_line l on l.id = r.line_id
  where r.id = any ($ids::uuid[])
    and exists (select from bank_statement d where d.id = any (l.account_disputed_by) and d.status = 'accepted')
  order by r.id`,
  { params: { ids: 'uuid[]' }, columns: { id: 'uuid', reference: 'text' } },
)

/** Whether it stands in a payment file that was not deleted. */
export const isRefundInFile = statement(
  `-- banking_refund_in_file
  select exists (select from payout_item where refund_id = $refund_id and live) as found`,
  { params: { refund_id: 'uuid' }, columns: { found: 'bool' } },
)

export const updateRefundSent = statement(
  `-- banking_send_refund
  update unmatched_payment_refund set status = 'sent', sent_at = $sent_at where id = $id and status = 'approved' returning ${COLUMNS}`,
  { params: { id: 'uuid', sent_at: 'timestamptz' }, columns: REFUND_COLUMNS },
)

export const updateRefundSettled = statement(
  `-- banking_settle_refund
  update unmatched_payment_refund set status = $status, sent_at = coalesce(sent_at, $settled_at), settled_at = $settled_at, settled_reason = $settled_reason,
    booked_on = coalesce($booked_on, booked_on)
  where id = $id and status <> 'returned' returning ${COLUMNS}`,
  {
    params: {
      id: 'uuid',
      status: 'text',
      settled_at: 'timestamptz',
      settled_reason: 'text?',
      booked_on: 'date?',
    },
    columns: REFUND_COLUMNS,
  },
)

export type ListedRefund = RowOf<typeof LISTED_REFUND_COLUMNS>

const LISTED_REFUND_COLUMNS = { ...REFUND_COLUMNS, batch_id: 'uuid?' } as const

export const listRefunds = sortedList({
  name: 'banking_list_refunds',
  rows: LISTED_REFUND_COLUMNS,
  select: `select * from (
     select ${COLUMNS}, (select i.batch_id from payout_item i where i.refund_id = r.id and i.live) as batch_id
     from unmatched_payment_refund r) refund`,
  /** `undrawn`: those in no payment file. */
  filters: { status: 'status = ?', undrawn: yesOrNo('batch_id is null') },
  columns: {
    approved_at: { by: 'approved_at', type: 'timestamptz' },
    amount: { by: 'amount_minor', type: 'bigint' },
  },
  first: 'approved_at.desc',
})
