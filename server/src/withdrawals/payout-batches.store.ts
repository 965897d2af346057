import { BATCHES_TO_SEND, type BatchStatus } from '@fairturn/contract/backoffice/withdrawals'
import type { Debtor, Payment, PaymentFormat } from '../banking/banking.ts'
import type { Queryable } from '../platform/database/database.ts'
import { columnNames, type RowOf, typed, statement } from '../platform/database/statement.ts'
import { sortedList } from '../platform/http/sorting.ts'

export type BatchRow = RowOf<typeof BATCH_COLUMNS>

/** A batch's payments, with the payees as of the request. */
export interface ItemRow extends Payment {
  readonly item_no: number
  readonly withdrawal_id: string | null
  readonly refund_id: string | null
  readonly member_id: string | null
  readonly bank_status: 'accepted' | 'settled' | 'rejected' | null
  readonly bank_reason: string | null
  /** Announced by the bank, and neither returned nor paid yet. */
  readonly rejection_open: boolean
  /** Of a refund: who paid the money that goes back. */
  readonly payer: string | null
  readonly status: string
}

/** Whose withdrawals a payment file pays. */
export const selectMembersOfBatch = statement(
  `-- withdrawals_members_of_batch
  select distinct w.member_id from payout_item i join withdrawal w on w.id = i.withdrawal_id where i.batch_id = $batch_id`,
  { params: { batch_id: 'uuid' }, columns: { member_id: 'uuid' } },
)

const BATCH_COLUMNS = {
  id: 'uuid',
  reference: 'text',
  format: typed<PaymentFormat>('text'),
  status: typed<BatchStatus>('text'),
  currency: typed<'USD' | 'EURO'>('text'),
  debtor: typed<Debtor>('jsonb'),
  execution_day: 'date',
  payment_count: 'int4',
  total_minor: 'int8',
  created_at: 'timestamptz',
  created_by: 'text',
  exported_at: 'timestamptz?',
  file_hash: 'bytea?',
  sent_at: 'timestamptz?',
  closed_at: 'timestamptz?',
} as const
const COLUMNS = columnNames(BATCH_COLUMNS)

/** No row if the reference is taken. */
export const insertBatch = statement(
  `-- withdrawals_insert_batch
  insert into payout_batch (id, reference, format, currency, debtor, execution_day, payment_count, total_minor, created_at, created_by)
  values ($id, $reference, $format, $currency, $debtor, $execution_day, $payment_count, $total_minor, $created_at, $created_by) on conflict (reference) do nothing returning ${COLUMNS}`,
  {
    params: {
      id: 'uuid',
      reference: 'text',
      format: 'text',
      currency: 'text',
      debtor: 'jsonb',
      execution_day: 'date',
      payment_count: 'int4',
      total_minor: 'int8',
      created_at: 'timestamptz',
      created_by: 'text',
    },
    columns: BATCH_COLUMNS,
  },
)

/** Fewer rows than items if one is already in a batch. */
export const insertItems = statement(
  `-- withdrawals_insert_items
  insert into payout_item (batch_id, item_no, part_no, withdrawal_id, refund_id, end_to_end_id, amount_minor)
  select $batch_id, e.item_no, e.part_no, e.withdrawal_id, e.refund_id, e.end_to_end_id, e.amount_minor
  from jsonb_to_recordset($items::jsonb) as e (item_no int, part_no int, withdrawal_id uuid, refund_id uuid, end_to_end_id text,
    amount_minor bigint)
  on conflict do nothing returning item_no`,
  { params: { batch_id: 'uuid', items: 'jsonb' }, columns: { item_no: 'int4' } },
)

export const selectBatch = statement(
  `-- withdrawals_batch
  select ${COLUMNS} from payout_batch where id = $id`,
  { params: { id: 'uuid' }, columns: BATCH_COLUMNS },
)

const selectBatchOf = statement(
  `-- withdrawals_batch_of_withdrawal
  select batch_id from payout_item where withdrawal_id = $withdrawal_id and live`,
  { params: { withdrawal_id: 'uuid' }, columns: { batch_id: 'uuid' } },
)

/** The batch a withdrawal is in, if any. */
export const batchOf = async (on: Queryable, withdrawal_id: string): Promise<string | undefined> =>
  (await selectBatchOf.maybe(on, { withdrawal_id }))?.batch_id

/** The file that a payment stands in, and who created it. */
export const selectBatchOfPayment = statement(
  `-- withdrawals_batch_of_payment
  select b.reference, o.username as by from payout_item i join payout_batch b on b.id = i.batch_id
    left join operator o on b.created_by = 'operator:' || o.id
  where i.live and (i.withdrawal_id = $withdrawal_id or i.refund_id = $refund_id) limit 1`,
  {
    params: { withdrawal_id: 'uuid?', refund_id: 'uuid?' },
    columns: { reference: 'text', by: 'text?' },
  },
)

export const selectBatchLocked = statement(
  `-- withdrawals_batch_locked
  select ${COLUMNS} from payout_batch where id = $batch_id for no key update`,
  { params: { batch_id: 'uuid' }, columns: BATCH_COLUMNS },
)

export const selectBatchByReference = statement(
  `-- withdrawals_batch_by_reference
  select ${COLUMNS} from payout_batch where reference = $reference for no key update`,
  { params: { reference: 'text' }, columns: BATCH_COLUMNS },
)

export const selectItems = statement(
  `-- withdrawals_batch_items
  select i.item_no, i.part_no, i.withdrawal_id, i.refund_id, w.member_id, i.end_to_end_id, i.amount_minor, i.bank_status, i.bank_reason,
    i.rejection_open, coalesce(w.status, r.status) as status, coalesce(w.holder, r.holder) as holder, coalesce(w.iban, r.iban) as iban,
    l.counterparty_name as payer, coalesce(w.account_number, r.account_number) as account_number, coalesce(w.swift, r.payee_swift) as bic, w.bank_name, w.country as bank_country,
    coalesce(w.payee_address, case when r.payee_city is not null then jsonb_build_object('street', '', 'city', r.payee_city,
      'postal_code', '', 'region', '', 'country', r.payee_country) end) as address
  from payout_item i left join withdrawal w on w.id = i.withdrawal_id left join unmatched_payment_refund r on r.id = i.refund_id
    left join bank_line l on l.id = r.line_id
  where i.batch_id = $batch_id order by i.item_no`,
  {
    params: { batch_id: 'uuid' },
    columns: {
      item_no: 'int4',
      part_no: 'int4',
      withdrawal_id: 'uuid?',
      refund_id: 'uuid?',
      member_id: 'uuid?',
      end_to_end_id: 'text',
      amount_minor: 'int8',
      bank_status: typed<'accepted' | 'settled' | 'rejected' | null>('text?'),
      bank_reason: 'text?',
      rejection_open: 'bool',
      status: 'text',
      holder: 'text',
      payer: 'text?',
      iban: 'text?',
      account_number: 'text?',
      bic: 'text?',
      bank_name: 'text?',
      bank_country: 'text?',
      address: typed<ItemRow['address']>('jsonb?'),
    },
  },
)

export const updateExported = statement(
  `-- withdrawals_export_batch
  update payout_batch set status = 'exported', exported_at = $exported_at, exported_by = $actor, file_hash = $file_hash
  where id = $batch_id and status = 'created' returning ${COLUMNS}`,
  {
    params: { batch_id: 'uuid', exported_at: 'timestamptz', actor: 'text', file_hash: 'bytea' },
    columns: BATCH_COLUMNS,
  },
)

export const updateBatchSent = statement(
  `-- withdrawals_send_batch
  update payout_batch set status = 'sent', sent_at = $sent_at, sent_by = $actor where id = $batch_id and status = 'exported' returning ${COLUMNS}`,
  { params: { batch_id: 'uuid', sent_at: 'timestamptz', actor: 'text' }, columns: BATCH_COLUMNS },
)

export const updateDropped = statement(
  `-- withdrawals_drop_batch
  update payout_batch set status = 'dropped', closed_at = $closed_at where id = $batch_id and status in ('created', 'exported') returning ${COLUMNS}`,
  { params: { batch_id: 'uuid', closed_at: 'timestamptz' }, columns: BATCH_COLUMNS },
)

export const releaseItems = statement(
  `-- withdrawals_release_items
  update payout_item set live = false where batch_id = $batch_id`,
  { params: { batch_id: 'uuid' } },
)

export const recordBankStatus = statement(
  `-- withdrawals_note_bank_status
  update payout_item set bank_status = $bank_status, bank_reason = $bank_reason where batch_id = $batch_id and item_no = $item_no`,
  { params: { batch_id: 'uuid', item_no: 'int4', bank_status: 'text', bank_reason: 'text?' } },
)

export const recordRejection = statement(
  `-- withdrawals_record_rejection
  update payout_item set rejected_on = $day, rejection_open = true where batch_id = $batch_id and item_no = $item_no`,
  { params: { batch_id: 'uuid', item_no: 'int4', day: 'date' } },
)

/** A batch is complete when none of its payments is in transit. */
export const closeBatches = statement(
  `-- withdrawals_close_batches
  update payout_batch b set status = 'reconciled', closed_at = $closed_at
  where b.status = 'sent' and not exists (
    select from payout_item i left join withdrawal w on w.id = i.withdrawal_id left join unmatched_payment_refund r on r.id = i.refund_id
    where i.batch_id = b.id and coalesce(w.status, r.status) in ('requested', 'approved', 'sent'))`,
  { params: { closed_at: 'timestamptz' } },
)

export const listBatches = sortedList({
  name: 'withdrawals_list_batches',
  rows: BATCH_COLUMNS,
  select: `select ${COLUMNS} from payout_batch`,
  filters: {
    state: {
      where: 'status = any (?::text[])',
      values: (state: string) => [state === 'to_send' ? BATCHES_TO_SEND : [state]],
    },
  },
  columns: {
    created_at: { by: 'created_at', type: 'timestamptz' },
    total: { by: 'total_minor', type: 'bigint' },
  },
  first: 'created_at.desc',
})
