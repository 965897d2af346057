// All SQL of withdrawals. Decides nothing.
import type { WithdrawalStatus } from '@fairturn/contract/withdrawals'
import { statement } from '../database/statement.ts'
import type { Payee } from '../banking/banking.ts'

export interface WithdrawalRow extends Payee {
  readonly id: string
  readonly member_id: string
  readonly amount_minor: bigint
  readonly fee_minor: bigint
  readonly reference: string
  readonly status: WithdrawalStatus
  readonly requested_at: Date
  readonly approved_at: Date | null
  readonly approved_by: string | null
  /** The first of the two who approved it; null where one was enough. */
  readonly proposed_by: string | null
  readonly sent_at: Date | null
  readonly sent_by: string | null
  readonly settled_at: Date | null
  readonly settled_by: string | null
  readonly reason: string | null
}

const COLUMNS = `id, member_id, amount_minor, fee_minor, reference, bank_code, bank_name, country, swift, holder,
  account_number, iban, status, requested_at, approved_at, approved_by, proposed_by, sent_at, sent_by, settled_at,
  settled_by, reason`

/** No row where the reference is taken. */
export const insertWithdrawal = statement<WithdrawalRow>(
  'withdrawals_insert_withdrawal',
  `insert into withdrawal (id, member_id, amount_minor, fee_minor, reference, bank_code, bank_name, country, swift,
     holder, account_number, iban, requested_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
   on conflict (reference) do nothing returning ${COLUMNS}`,
)

export const selectWithdrawal = statement<WithdrawalRow>(
  'withdrawals_withdrawal',
  `select ${COLUMNS} from withdrawal where id = $1`,
)

export const selectWithdrawalLocked = statement<WithdrawalRow>(
  'withdrawals_withdrawal_locked',
  `select ${COLUMNS} from withdrawal where id = $1 for no key update`,
)

export const updateApproved = statement<WithdrawalRow>(
  'withdrawals_approve_withdrawal',
  `update withdrawal set status = 'approved', approved_at = $2, approved_by = $3, proposed_by = $4
   where id = $1 and status = 'requested' returning ${COLUMNS}`,
)

export const updateSent = statement<WithdrawalRow>(
  'withdrawals_send_withdrawal',
  `update withdrawal set status = 'sent', sent_at = $2, sent_by = $3
   where id = $1 and status = 'approved' returning ${COLUMNS}`,
)

export const updateSettled = statement<WithdrawalRow>(
  'withdrawals_settle_withdrawal',
  `update withdrawal set status = $2, settled_at = $3, settled_by = $4, reason = $5
   where id = $1 and settled_at is null returning ${COLUMNS}`,
)

/** $2: who says so, by withdrawal. */
export const updatePaid = statement<WithdrawalRow>(
  'withdrawals_pay_withdrawals',
  `update withdrawal set status = 'paid', settled_at = $3, settled_by = p.actor
   from unnest($1::uuid[], $2::text[]) as p (withdrawal_id, actor)
   where id = p.withdrawal_id and status = 'sent' returning ${COLUMNS}`,
)

/** What the bank sends back, also after it was paid. */
export const updateReturned = statement<WithdrawalRow>(
  'withdrawals_return_withdrawal',
  `update withdrawal set status = 'returned', settled_at = $2, settled_by = $3, reason = $4
   where id = $1 and status in ('sent', 'paid') returning ${COLUMNS}`,
)

/** Whether it stands in a batch, in which the bank has not rejected it. */
export const inPaymentFile = statement<{ found: boolean }>(
  'withdrawals_withdrawal_in_file',
  `select exists (
     select from payout_item where withdrawal_id = $1 and live and bank_status is distinct from 'rejected') as found`,
)

export const selectWithdrawalByReference = statement<WithdrawalRow>(
  'withdrawals_withdrawal_by_reference',
  `select ${COLUMNS} from withdrawal where reference = $1 for no key update`,
)

/** The same for many, in the order of their ids. */
export const selectWithdrawalsByReference = statement<WithdrawalRow>(
  'withdrawals_withdrawals_by_reference',
  `select ${COLUMNS} from withdrawal where reference = any ($1::text[]) order by id for no key update`,
)

/** In the order of their ids, in which they are always locked. */
export const selectWithdrawalsLocked = statement<WithdrawalRow>(
  'withdrawals_withdrawals_locked',
  `select ${COLUMNS} from withdrawal where id = any ($1::uuid[]) order by id for no key update`,
)

export const listWithdrawals = statement<WithdrawalRow>(
  'withdrawals_list_withdrawals',
  `select ${COLUMNS} from withdrawal
   where member_id = $1 and ($2::text is null or status = $2)
     and ($3::timestamptz is null or requested_at >= $3) and ($4::timestamptz is null or requested_at < $4)
     and ($5::uuid is null or id < $5)
   order by id desc limit $6`,
)

export const selectWithdrawalReferences = statement<{ id: string; reference: string; was_sent: boolean }>(
  'withdrawals_withdrawal_references',
  `select id, reference, sent_at is not null as was_sent from withdrawal where id = any ($1::uuid[])`,
)

/** From request to paid, in seconds; null when none was paid since. */
export const medianDuration = statement<{ seconds: number | null }>(
  'withdrawals_median_duration',
  `select percentile_cont(0.5) within group (order by extract(epoch from settled_at - requested_at))::float8 as seconds
   from withdrawal where status = 'paid' and settled_at > $1`,
)
