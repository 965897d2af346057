// Money comes back on the bank's word: a payout that the bank has announced as rejected is returned when the credit that
// returns it is booked (match-payouts.ts), or when accepted statements cover its day of execution and three banking days after
// that day, the day on which its file was marked as sent, and the report, and neither the payment nor a debit that could contain it is among them
// (status-reports.test.ts).
import { addBankingDays, returnRefund, selectRefundsLocked, todayAtBank } from '../banking/banking.ts'
import type { Queryable, Tx } from '../platform/database/database.ts'
import { type RowOf, statement } from '../platform/database/statement.ts'
import { bankReason } from '../platform/texts/reasons.ts'
import { returnWithdrawal } from './settle-withdrawal.ts'

const BANKING_DAYS = 3
const ACTOR = 'system'

/**
 * SQL of the first day on which the bank may have booked a payment of the file `b`: some execute it before the day that was asked
 * for, and one that states instants in UTC books a day early.
 */
export const FIRST_DAY_OF_BATCH = `((b.created_at at time zone 'UTC')::date - 1)`

type OpenRejection = RowOf<typeof selectOpenRejections>

// Those whose file was sent; a rejection of a file not marked as sent yet waits for that.
const selectOpenRejections = statement(
  `-- withdrawals_open_rejections
  select i.batch_id, i.item_no, i.withdrawal_id, i.refund_id, i.amount_minor, i.bank_reason,
    b.execution_day::text as execution_day, ${FIRST_DAY_OF_BATCH}::text as since, i.rejected_on::text as rejected_on, b.sent_at,
    s.covered_from::text as covered_from, s.covered_to::text as covered_to
  from payout_item i join payout_batch b on b.id = i.batch_id
  left join withdrawal w on w.id = i.withdrawal_id left join unmatched_payment_refund r on r.id = i.refund_id
  cross join lateral (
    select min(from_day) as covered_from, max(to_day) as covered_to from bank_statement
    where status = 'accepted'
      and account = upper(regexp_replace(coalesce(b.debtor ->> 'iban', b.debtor ->> 'account_number'), '[\\s-]', '', 'g'))
  ) s
  where i.rejection_open and coalesce(w.status, r.status) = 'sent'
  order by i.batch_id, i.item_no for no key update of i`,
  {
    columns: {
      batch_id: 'uuid',
      item_no: 'int4',
      withdrawal_id: 'uuid?',
      refund_id: 'uuid?',
      amount_minor: 'int8',
      bank_reason: 'text?',
      execution_day: 'text',
      since: 'text',
      rejected_on: 'text',
      sent_at: 'timestamptz!',
      covered_from: 'text?',
      covered_to: 'text?',
    },
  },
)

const closeRejections = statement(
  `-- withdrawals_close_rejections
  update payout_item i set rejection_open = false
  where i.rejection_open and exists (select from payout_batch b where b.id = i.batch_id and b.status in ('sent', 'reconciled'))
    and coalesce((select w.status from withdrawal w where w.id = i.withdrawal_id),
      (select r.status from unmatched_payment_refund r where r.id = i.refund_id)) not in ('requested', 'approved', 'sent')`,
)

/**
 * Whether a debit since that day could be this payment: one that names it, and any that nobody has explained, or that is not
 * decided yet, of at least its amount, such as a collective booking whose sum fits neither way. Those wait for a person.
 */
const selectDoubt = statement(
  `-- withdrawals_debit_in_doubt
  select exists (
    select from bank_line l join bank_statement s on s.id = l.statement_id
    where s.status = 'accepted' and l.direction = 'debit' and l.booking_day >= $since::date
      and (coalesce(l.withdrawal_id = $withdrawal_id, false) or coalesce(l.refund_id = $refund_id, false)
        or l.status in ('new', 'unexplained') and l.amount_minor >= $amount_minor)
  ) as doubtful`,
  {
    params: { since: 'date', withdrawal_id: 'uuid?', refund_id: 'uuid?', amount_minor: 'int8' },
    columns: { doubtful: 'bool' },
  },
)

const later = (one: string, other: string): string => (one > other ? one : other)

async function isConfirmed(on: Queryable, rejection: OpenRejection): Promise<boolean> {
  const { execution_day, rejected_on, sent_at } = rejection
  // Handed in late, it is executed late.
  const from = later(await todayAtBank(on, sent_at), later(execution_day, rejected_on))
  return await isAbsent(on, rejection, from)
}

export interface ExpectedDebit {
  readonly withdrawal_id: string | null
  readonly refund_id: string | null
  readonly amount_minor: bigint
  readonly execution_day: string
  /** The first day on which a debit may be it. */
  readonly since: string
  /** Of the account that the file pays from: what its accepted statements cover. */
  readonly covered_from: string | null
  readonly covered_to: string | null
}

/** Whether statements cover its day of execution until three banking days after `from`, and no debit since its file was made could be it. */
export async function isAbsent(on: Queryable, payment: ExpectedDebit, from: string): Promise<boolean> {
  const { execution_day, since, covered_from, covered_to } = payment
  if (covered_from === null || covered_to === null) return false
  if (covered_from > execution_day || covered_to < addBankingDays(from, BANKING_DAYS)) return false
  const { withdrawal_id, refund_id, amount_minor } = payment
  return !(await selectDoubt.one(on, { since, withdrawal_id, refund_id, amount_minor })).doubtful
}

/** Returns what the statements confirm; idempotent. The caller has locked the deciding of lines, or decides none. */
export async function settleRejections(tx: Tx): Promise<void> {
  for (const rejection of await selectOpenRejections.all(tx)) {
    if (!(await isConfirmed(tx, rejection))) continue
    const { withdrawal_id, refund_id, bank_reason } = rejection
    const reason = bankReason(bank_reason)
    if (withdrawal_id !== null) await returnWithdrawal(tx, { withdrawal_id, actor: ACTOR, reason })
    const [refund] = refund_id === null ? [] : await selectRefundsLocked.all(tx, { ids: [refund_id] })
    if (refund !== undefined) await returnRefund(tx, { refund, actor: ACTOR, reason })
  }
  await closeRejections.all(tx)
}
