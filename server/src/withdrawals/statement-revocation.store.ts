// The rows that a revocation changes (statement-revocation.ts).
import { asRead, textOfLine } from '../banking/banking.ts'
import { statement } from '../platform/database/statement.ts'

/**
 * Withdrawals of a member ($member_id) requested after a credit ($settled_at) that can still be refused, newest first, with the
 * payment file that they are in and that nobody has exported.
 */
export const selectRefusable = statement(
  `-- withdrawals_refusable
  select w.id, w.reference, u.batch_id from withdrawal w left join lateral (
    select i.batch_id from payout_item i join payout_batch b on b.id = i.batch_id and b.status = 'created'
    where i.withdrawal_id = w.id and i.live) u on true
  where w.member_id = $member_id and w.status in ('requested', 'approved') and w.requested_at >= $settled_at and w.card_deposit_id is null
    and not exists (select from payout_item i where i.withdrawal_id = w.id and i.live and i.bank_status is distinct from 'rejected'
      and i.batch_id is distinct from u.batch_id)
  order by w.id desc`,
  {
    params: { member_id: 'uuid', settled_at: 'timestamptz' },
    columns: { id: 'uuid', reference: 'text', batch_id: 'uuid?' },
  },
)

/** Payment files that nobody has exported with a refund that dropRefunds would drop. */
export const selectUnexported = statement(
  `-- withdrawals_unexported_with_refunds
  select distinct b.id as batch_id from unmatched_payment_refund r join payout_item i on i.refund_id = r.id and i.live
  join payout_batch b on b.id = i.batch_id and b.status = 'created'
  where r.status = 'approved' and r.line_id in (
    select id from bank_line where statement_id = $statement_id
    union all
    select o.line_id from bank_line l join unmatched_payment_refund o on o.id = l.refund_id
    where l.statement_id = $statement_id and l.finding = 'refund_came_back')
  order by b.id`,
  { params: { statement_id: 'uuid' }, columns: { batch_id: 'uuid' } },
)

/** The last entry that credited a member with a payout that came back. */
export const selectReturn = statement(
  `-- withdrawals_last_return
  select id as entry_id from entry where refers_to = $withdrawal_id and type = 'withdrawal_returned' order by entry_no desc limit 1`,
  { params: { withdrawal_id: 'text' }, columns: { entry_id: 'uuid' } },
)

export const selectCredited = statement(
  `-- withdrawals_credited_by_line
  select id, member_id, reference, settled_at from deposit where id = $id and status = 'credited' and evidence = $evidence`,
  {
    params: { id: 'uuid', evidence: 'text' },
    columns: { id: 'uuid', member_id: 'uuid', reference: 'text', settled_at: 'timestamptz!' },
  },
)

/** Payouts that the lines of a statement ($statement_id) booked as paid, one by one or with their file. */
export const unbookPayouts = statement(
  `-- withdrawals_unbook_payouts
  update withdrawal w set booked_on = 'infinity',
    status = case w.status when 'paid' then 'sent' else w.status end,
    settled_at = case w.status when 'paid' then null else w.settled_at end,
    settled_by = case w.status when 'paid' then null else w.settled_by end
  where w.id in (
    select l.withdrawal_id from bank_line l where l.statement_id = $statement_id and l.finding = 'payout_paid'
    union all
    select i.withdrawal_id from bank_line l join payout_batch b on strpos(${textOfLine('l')}, ${asRead('b.reference')}) > 0
    join payout_item i on i.batch_id = b.id and i.live
    join withdrawal o on o.id = i.withdrawal_id and o.booked_on = l.booking_day
    where l.statement_id = $statement_id and l.finding = 'batch_paid'
      -- Unless another line has booked it by itself, before its file's other payments came in one sum.
      and not exists (select from bank_line a where a.withdrawal_id = o.id and a.finding = 'payout_paid' and a.statement_id <> l.statement_id))
  returning id, reference, status`,
  { params: { statement_id: 'uuid' }, columns: { id: 'uuid', reference: 'text', status: 'text' } },
)

export const unbookRefunds = statement(
  `-- withdrawals_unbook_refunds
  update unmatched_payment_refund r set booked_on = 'infinity',
    status = case r.status when 'paid' then 'sent' else r.status end,
    settled_at = case r.status when 'paid' then null else r.settled_at end
  where r.id in (
    select l.refund_id from bank_line l where l.statement_id = $statement_id and l.finding = 'refund_paid'
    union all
    select i.refund_id from bank_line l join payout_batch b on strpos(${textOfLine('l')}, ${asRead('b.reference')}) > 0
    join payout_item i on i.batch_id = b.id and i.live
    join unmatched_payment_refund o on o.id = i.refund_id and o.booked_on = l.booking_day
    where l.statement_id = $statement_id and l.finding = 'batch_paid'
      -- Unless another line has booked it by itself, before its file's other payments came in one sum.
      and not exists (select from bank_line a where a.refund_id = o.id and a.finding = 'refund_paid' and a.statement_id <> l.statement_id))
  returning id`,
  { params: { statement_id: 'uuid' }, columns: { id: 'uuid' } },
)

/** Their files wait for the bank's booking again. */
export const reopenBatches = statement(
  `-- withdrawals_reopen_batches
  update payout_batch b set status = 'sent', closed_at = null
  where b.status = 'reconciled' and b.id in (
    select i.batch_id from payout_item i where i.live and (i.withdrawal_id = any ($ids::uuid[]) or i.refund_id = any ($ids::uuid[])))`,
  { params: { ids: 'uuid[]' } },
)

/** What the bank is said to have returned, and has not: on its way until the bank has booked it. */
export const sendAgain = statement(
  `-- withdrawals_send_again
  update withdrawal set status = case when booked_on = 'infinity' then 'sent' else 'paid' end, reason = null,
    settled_at = case when booked_on = 'infinity' then null else $now::timestamptz end,
    settled_by = case when booked_on = 'infinity' then null else $actor end
  where id = $id and status = 'returned' returning status`,
  { params: { id: 'uuid', actor: 'text', now: 'timestamptz' }, columns: { status: 'text' } },
)

/** No row if its money is on its way in another refund, which this one gave way to. */
export const sendRefundAgain = statement(
  `-- withdrawals_send_refund_again
  update unmatched_payment_refund r set status = case when booked_on = 'infinity' then 'sent' else 'paid' end, settled_reason = null,
    settled_at = case when booked_on = 'infinity' then null else $now::timestamptz end
  where id = $id and status = 'returned'
    and not exists (select from unmatched_payment_refund o where o.line_id = r.line_id and o.status <> 'returned')
  returning status`,
  { params: { id: 'uuid', now: 'timestamptz' }, columns: { status: 'text' } },
)

/** Refunds in no payment file: of its unmatched payments, and of what it said came back from a refund before. */
export const dropRefunds = statement(
  `-- withdrawals_drop_refunds
  update unmatched_payment_refund r set status = 'returned', sent_at = $sent_at, settled_at = $sent_at, settled_reason = 'credited_by_mistake'
  where r.status = 'approved' and r.line_id in (
    select id from bank_line where statement_id = $statement_id
    union all
    select o.line_id from bank_line l join unmatched_payment_refund o on o.id = l.refund_id
    where l.statement_id = $statement_id and l.finding = 'refund_came_back')
    and not exists (select from payout_item i where i.refund_id = r.id and i.live)
  returning r.line_id`,
  { params: { statement_id: 'uuid', sent_at: 'timestamptz' }, columns: { line_id: 'uuid' } },
)

export const isLeaving = statement(
  `-- withdrawals_refund_leaves
  select exists (select from unmatched_payment_refund where line_id = $line_id and status <> 'returned'
    and id is distinct from $except) as leaves`,
  { params: { line_id: 'uuid', except: 'uuid?' }, columns: { leaves: 'bool' } },
)

/** What a payment of VAT had settled: the bank's amount less the exchange difference. */
export const selectSettled = statement(
  `-- withdrawals_vat_settled
  select -sum(p.amount_minor)::bigint as settled_minor from entry e
  join posting p on p.entry_no = e.entry_no and p.entry_id = e.id join account a on a.no = p.account_no and a.kind = 'vat'
  where e.id = $entry_id`,
  { params: { entry_id: 'uuid' }, columns: { settled_minor: 'int8' } },
)

export const selectCredits = statement(
  `-- withdrawals_credits_of_statement
  select coalesce(sum(amount_minor), 0)::bigint as credits_minor from bank_line where statement_id = $statement_id and direction = 'credit'`,
  { params: { statement_id: 'uuid' }, columns: { credits_minor: 'int8' } },
)

export const beginTrial = statement(`-- withdrawals_begin_trial_revocation
  savepoint trial_revocation`)

export const undoTrial = statement(`-- withdrawals_undo_trial_revocation
  rollback to savepoint trial_revocation`)
