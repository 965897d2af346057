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

/** No row if the reference is taken. */
export const insertBatch = statement<BatchRow>(`-- withdrawals_insert_batch
  insert into payout_batch (id, reference, format, currency, debtor, execution_day, payment_count, total_minor, created_at, created_by)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict (reference) do nothing returning ${COLUMNS}`)

/** Fewer rows than items if one is already in a batch. */
export const insertItems = statement<{ item_no: number }>(`-- withdrawals_insert_items
  insert into payout_item (batch_id, item_no, part_no, withdrawal_id, refund_id, end_to_end_id, amount_minor)
  select $1, e.item_no, e.part_no, e.withdrawal_id, e.refund_id, e.end_to_end_id, e.amount_minor
  from jsonb_to_recordset($2::jsonb) as e (item_no int, part_no int, withdrawal_id uuid, refund_id uuid, end_to_end_id text,
    amount_minor bigint)
  on conflict do nothing returning item_no`)

export const selectBatch = statement<BatchRow>(`-- withdrawals_batch
  select ${COLUMNS} from payout_batch where id = $1`)

const selectBatchOf = statement<{ batch_id: string }, { withdrawal_id: string }>(
  `-- withdrawals_batch_of_withdrawal
  select batch_id from payout_item where withdrawal_id = $withdrawal_id and live`,
  { params: { withdrawal_id: 'uuid' }, columns: { batch_id: 'uuid' } },
)

/** The batch a withdrawal is in, if any. */
export const batchOf = async (on: Queryable, withdrawal_id: string): Promise<string | undefined> =>
  (await selectBatchOf.maybe(on, { withdrawal_id }))?.batch_id

export const selectBatchLocked = statement<BatchRow>(`-- withdrawals_batch_locked
  select ${COLUMNS} from payout_batch where id = $1 for no key update`)

export const selectBatchByReference = statement<BatchRow>(`-- withdrawals_batch_by_reference
  select ${COLUMNS} from payout_batch where reference = $1 for no key update`)

export const selectItems = statement<ItemRow>(`-- withdrawals_batch_items
  select i.item_no, i.part_no, i.withdrawal_id, i.refund_id, w.member_id, i.end_to_end_id, i.amount_minor, i.bank_status, i.bank_reason,
    i.rejection_open, coalesce(w.status, r.status) as status, coalesce(w.holder, r.holder) as holder, coalesce(w.iban, r.iban) as iban,
    coalesce(w.account_number, r.account_number) as account_number, w.swift as bic, w.bank_name,
    coalesce(w.payee_address, case when r.payee_city is not null then jsonb_build_object('street', '', 'city', r.payee_city,
      'postal_code', '', 'region', '', 'country', r.payee_country) end) as address
  from payout_item i left join withdrawal w on w.id = i.withdrawal_id left join unmatched_payment_refund r on r.id = i.refund_id
  where i.batch_id = $1 order by i.item_no`)

export const updateExported = statement<BatchRow>(`-- withdrawals_export_batch
  update payout_batch set status = 'exported', exported_at = $2, exported_by = $3, file_hash = $4
  where id = $1 and status = 'created' returning ${COLUMNS}`)

export const updateBatchSent = statement<BatchRow>(`-- withdrawals_send_batch
  update payout_batch set status = 'sent', sent_at = $2, sent_by = $3 where id = $1 and status = 'exported' returning ${COLUMNS}`)

export const updateDropped = statement<BatchRow>(`-- withdrawals_drop_batch
  update payout_batch set status = 'dropped', closed_at = $2 where id = $1 and status in ('created', 'exported') returning ${COLUMNS}`)

export const releaseItems = statement(`-- withdrawals_release_items
  update payout_item set live = false where batch_id = $1`)

export const recordBankStatus = statement(`-- withdrawals_note_bank_status
  update payout_item set bank_status = $3, bank_reason = $4 where batch_id = $1 and item_no = $2`)

export const recordRejection = statement<object, { batch_id: string; item_no: number; day: string }>(
  `-- withdrawals_record_rejection
  update payout_item set rejected_on = $day, rejection_open = true where batch_id = $batch_id and item_no = $item_no`,
  { params: { batch_id: 'uuid', item_no: 'int4', day: 'date' }, columns: {} },
)

/** A batch is complete when none of its payments is in transit. */
export const closeBatches = statement(`-- withdrawals_close_batches
  update payout_batch b set status = 'reconciled', closed_at = $1
  where b.status = 'sent' and not exists (
    select from payout_item i left join withdrawal w on w.id = i.withdrawal_id left join unmatched_payment_refund r on r.id = i.refund_id
    where i.batch_id = b.id and coalesce(w.status, r.status) in ('requested', 'approved', 'sent'))`)

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
