import { BATCHES_TO_SEND, type BatchState } from '@fairturn/contract/backoffice/withdrawals'
import type { Debtor, Payment, PaymentFormat } from '../banking/banking.ts'
import type { Queryable } from '../platform/database/database.ts'
import { statement } from '../platform/database/statement.ts'
import { sortedList } from '../platform/http/sorting.ts'

export interface BatchRow {
  readonly id: string
  readonly reference: string
  readonly format: PaymentFormat
  readonly status: BatchState
  readonly currency: 'USD' | 'EURO'
  readonly debtor: Debtor
  readonly execution_day: string
  readonly payment_count: number
  readonly total_minor: bigint
  readonly created_at: Date
  readonly created_by: string
  readonly exported_at: Date | null
  readonly file_hash: Buffer | null
  readonly sent_at: Date | null
  readonly closed_at: Date | null
}

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
  readonly status: string
}

const COLUMNS = `id, reference, format, status, currency, debtor, execution_day, payment_count, total_minor, created_at, created_by,
  exported_at, file_hash, sent_at, closed_at`

/** Whose withdrawals a payment file pays. */
export const selectMembersOfBatch = statement<{ member_id: string }, { batch_id: string }>(
  `-- withdrawals_members_of_batch
  select distinct w.member_id from payout_item i join withdrawal w on w.id = i.withdrawal_id where i.batch_id = $batch_id`,
  { params: { batch_id: 'uuid' }, columns: { member_id: 'uuid' } },
)

const BATCH_COLUMNS = {
  id: 'uuid',
  reference: 'text',
  format: 'text',
  status: 'text',
  currency: 'text',
  debtor: 'jsonb',
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

/** No row if the reference is taken. */
export const insertBatch = statement<
  BatchRow,
  {
    id: string
    reference: string
    format: string
    currency: string
    debtor: string
    execution_day: string
    payment_count: number
    total_minor: bigint
    created_at: Date
    created_by: string
  }
>(
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
export const insertItems = statement<{ item_no: number }, { batch_id: string; items: string }>(
  `-- withdrawals_insert_items
  insert into payout_item (batch_id, item_no, part_no, withdrawal_id, refund_id, end_to_end_id, amount_minor)
  select $batch_id, e.item_no, e.part_no, e.withdrawal_id, e.refund_id, e.end_to_end_id, e.amount_minor
  from jsonb_to_recordset($items::jsonb) as e (item_no int, part_no int, withdrawal_id uuid, refund_id uuid, end_to_end_id text,
    amount_minor bigint)
  on conflict do nothing returning item_no`,
  { params: { batch_id: 'uuid', items: 'jsonb' }, columns: { item_no: 'int4' } },
)

export const selectBatch = statement<BatchRow, { id: string }>(
  `-- withdrawals_batch
  select ${COLUMNS} from payout_batch where id = $id`,
  { params: { id: 'uuid' }, columns: BATCH_COLUMNS },
)

const selectBatchOf = statement<{ batch_id: string }, { withdrawal_id: string }>(
  `-- withdrawals_batch_of_withdrawal
  select batch_id from payout_item where withdrawal_id = $withdrawal_id and live`,
  { params: { withdrawal_id: 'uuid' }, columns: { batch_id: 'uuid' } },
)

/** The batch a withdrawal is in, if any. */
export const batchOf = async (on: Queryable, withdrawal_id: string): Promise<string | undefined> =>
  (await selectBatchOf.maybe(on, { withdrawal_id }))?.batch_id

export const selectBatchLocked = statement<BatchRow, { batch_id: string }>(
  `-- withdrawals_batch_locked
  select ${COLUMNS} from payout_batch where id = $batch_id for no key update`,
  { params: { batch_id: 'uuid' }, columns: BATCH_COLUMNS },
)

export const selectBatchByReference = statement<BatchRow, { reference: string }>(
  `-- withdrawals_batch_by_reference
  select ${COLUMNS} from payout_batch where reference = $reference for no key update`,
  { params: { reference: 'text' }, columns: BATCH_COLUMNS },
)

export const selectItems = statement<ItemRow, { batch_id: string }>(
  `-- withdrawals_batch_items
  select i.item_no, i.part_no, i.withdrawal_id, i.refund_id, w.member_id, i.end_to_end_id, i.amount_minor, i.bank_status, i.bank_reason,
    i.rejection_open, coalesce(w.status, r.status) as status, coalesce(w.holder, r.holder) as holder, coalesce(w.iban, r.iban) as iban,
    coalesce(w.account_number, r.account_number) as account_number, w.swift as bic, w.bank_name,
    coalesce(w.payee_address, case when r.payee_city is not null then jsonb_build_object('street', '', 'city', r.payee_city,
      'postal_code', '', 'region', '', 'country', r.payee_country) end) as address
  from payout_item i left join withdrawal w on w.id = i.withdrawal_id left join unmatched_payment_refund r on r.id = i.refund_id
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
      bank_status: 'text?',
      bank_reason: 'text?',
      rejection_open: 'bool',
      status: 'text',
      holder: 'text',
      iban: 'text?',
      account_number: 'text?',
      bic: 'text?',
      bank_name: 'text?',
      address: 'jsonb?',
    },
  },
)

export const updateExported = statement<
  BatchRow,
  { batch_id: string; exported_at: Date; actor: string; file_hash: Uint8Array }
>(
  `-- withdrawals_export_batch
  update payout_batch set status = 'exported', exported_at = $exported_at, exported_by = $actor, file_hash = $file_hash
  where id = $batch_id and status = 'created' returning ${COLUMNS}`,
  {
    params: { batch_id: 'uuid', exported_at: 'timestamptz', actor: 'text', file_hash: 'bytea' },
    columns: BATCH_COLUMNS,
  },
)

export const updateBatchSent = statement<BatchRow, { batch_id: string; sent_at: Date; actor: string }>(
  `-- withdrawals_send_batch
  update payout_batch set status = 'sent', sent_at = $sent_at, sent_by = $actor where id = $batch_id and status = 'exported' returning ${COLUMNS}`,
  { params: { batch_id: 'uuid', sent_at: 'timestamptz', actor: 'text' }, columns: BATCH_COLUMNS },
)

export const updateDropped = statement<BatchRow, { batch_id: string; closed_at: Date }>(
  `-- withdrawals_drop_batch
  update payout_batch set status = 'dropped', closed_at = $closed_at where id = $batch_id and status in ('created', 'exported') returning ${COLUMNS}`,
  { params: { batch_id: 'uuid', closed_at: 'timestamptz' }, columns: BATCH_COLUMNS },
)

export const releaseItems = statement<object, { batch_id: string }>(
  `-- withdrawals_release_items
  update payout_item set live = false where batch_id = $batch_id`,
  { params: { batch_id: 'uuid' }, columns: {} },
)

export const recordBankStatus = statement<
  object,
  { batch_id: string; item_no: number; bank_status: string; bank_reason: string | null }
>(
  `-- withdrawals_note_bank_status
  update payout_item set bank_status = $bank_status, bank_reason = $bank_reason where batch_id = $batch_id and item_no = $item_no`,
  { params: { batch_id: 'uuid', item_no: 'int4', bank_status: 'text', bank_reason: 'text?' }, columns: {} },
)

export const recordRejection = statement<object, { batch_id: string; item_no: number; day: string }>(
  `-- withdrawals_record_rejection
  update payout_item set rejected_on = $day, rejection_open = true where batch_id = $batch_id and item_no = $item_no`,
  { params: { batch_id: 'uuid', item_no: 'int4', day: 'date' }, columns: {} },
)

/** A batch is complete when none of its payments is in transit. */
export const closeBatches = statement<object, { closed_at: Date }>(
  `-- withdrawals_close_batches
  update payout_batch b set status = 'reconciled', closed_at = $closed_at
  where b.status = 'sent' and not exists (
    select from payout_item i left join withdrawal w on w.id = i.withdrawal_id left join unmatched_payment_refund r on r.id = i.refund_id
    where i.batch_id = b.id and coalesce(w.status, r.status) in ('requested', 'approved', 'sent'))`,
  { params: { closed_at: 'timestamptz' }, columns: {} },
)

export const listBatches = sortedList<BatchRow>()({
  name: 'withdrawals_list_batches',
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
