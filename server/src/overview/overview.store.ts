import type { QueueName } from '@fairturn/contract/backoffice/dashboard'
import { statement } from '../platform/database/statement.ts'
import type { FigureRow } from '../transparency/transparency.ts'

export interface QueueRow {
  readonly queue: QueueName
  readonly waiting: number
  readonly oldest_at: Date | null
  readonly overdue: number
}

/**
 * At $1. Overdue: reviews and objections about to time out, proposals with less than 12 of their 72 hours left,
 * withdrawals and refunds older than a day, payment files not marked as sent after a day or after their day of execution, unconfirmed statements and payments above their announcement older than an hour, other bank
 * lines and card payments older than two days; campaigns have a separate rule.
 */
export const selectQueues = statement<QueueRow>(`-- overview_queues
  select 'campaigns' as queue, count(*)::int as waiting, min(paid_at) as oldest_at, 0 as overdue from campaign where status = 'review'
  union all
  select 'orders', count(*)::int, min(review_until) - interval '72 hours', count(*) filter (where review_until <= $1)::int
  from orders where status = 'distributing' and review_until is not null
  union all
  select 'objections', count(*)::int, min(made_at), count(*) filter (where decide_by <= $1)::int
  from objection where decided_at is null
  union all
  select 'approvals', count(*)::int, min(proposed_at), count(*) filter (where expires_at <= $1::timestamptz + interval '12 hours')::int
  from proposal where status = 'open' and expires_at > $1
  union all
  select 'withdrawals', count(*)::int, min(requested_at), count(*) filter (where requested_at <= $1::timestamptz - interval '1 day')::int
  from withdrawal where status = 'requested' and card_deposit_id is null
  union all
  select 'payouts', count(*)::int, min(approved_at), count(*) filter (where approved_at <= $1::timestamptz - interval '1 day')::int
  from withdrawal w where status = 'approved' and card_deposit_id is null
    -- Then it is the payment file that waits.
    and not exists (select from payout_item i where i.withdrawal_id = w.id and i.live)
  union all
  select 'refunds', count(*)::int, min(approved_at), count(*) filter (where approved_at <= $1::timestamptz - interval '1 day')::int
  from unmatched_payment_refund r where status = 'approved'
    and not exists (select from payout_item i where i.refund_id = r.id and i.live)
  union all
  select 'payout_batches', count(*)::int, min(coalesce(exported_at, created_at)),
    count(*) filter (where coalesce(exported_at, created_at) <= $1::timestamptz - interval '1 day' or execution_day < ($1::timestamptz)::date)::int
  from payout_batch where status in ('created', 'exported')
  union all
  select 'bank_statements', count(*)::int, min(imported_at), count(*) filter (where imported_at <= $1::timestamptz - interval '1 hour')::int
  from bank_statement where status = 'unconfirmed'
  union all
  select 'bank_lines', count(*)::int, min(decided_at), count(*) filter (where decided_at <=
    $1::timestamptz - case status when 'unconfirmed' then interval '1 hour' else interval '2 days' end)::int
  from bank_line where status in ('unconfirmed', 'differs', 'unmatched', 'unexplained')
  union all
  select 'card_events', count(*)::int, min(received_at), count(*) filter (where received_at <= $1::timestamptz - interval '2 days')::int
  from card_event where status = 'needs_review'`)

export const selectSeries = statement<
  FigureRow & { day: string },
  { from: string; figures: readonly string[] }
>(
  `-- overview_series
  select day::text, figure, value, out_of from figure_day where day >= $from::date and figure = any ($figures::text[])`,
  {
    params: { from: 'date', figures: 'text[]' },
    columns: { day: 'text', figure: 'text', value: 'int8', out_of: 'int8?' },
  },
)

export const selectFirstDay = statement<
  { owners: number; joinable: boolean; backup_at: Date | null },
  { now: Date }
>(
  `-- overview_first_day
  select
    (select count(*)::int from operator where role = 'owner' and disabled_at is null and set_up) as owners,
    exists (select from member where closed_at is null)
      or exists (select from invitation where ended_at is null and coalesce(expires_at > $now, true)
        and coalesce(uses < max_uses, true)) as joinable,
    (select max(restored_at) from backup_restored) as backup_at`,
  {
    params: { now: 'timestamptz' },
    columns: { owners: 'int4', joinable: 'bool', backup_at: 'timestamptz?' },
  },
)

/** The first confirmation of each step: `levels_and_fees`, `backup`, `pages <locale>`. */
export const selectConfirmed = statement<{
  step: string
  at: Date
  by: string
}>(`-- overview_first_day_confirmed
  select distinct on (a.object_id) a.object_id as step, a.at, coalesce(o.username, a.actor) as by
  from audit_event a left join operator o on 'operator:' || o.id = a.actor
  where a.action = 'first_day_confirmed' order by a.object_id, a.id`)

export interface TestMailRow {
  readonly mailbox: string
  readonly requested_at: Date
  readonly accepted_at: Date | null
  readonly refusal: string | null
}
export const selectTestMails = statement<TestMailRow, object>(
  `-- overview_test_mails
  select mailbox, requested_at, accepted_at, refusal from test_mail`,
  {
    params: {},
    columns: { mailbox: 'text', requested_at: 'timestamptz', accepted_at: 'timestamptz?', refusal: 'text?' },
  },
)
