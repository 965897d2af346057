import type { QueueName } from '@fairturn/contract/backoffice/dashboard'
import type { Side } from '@fairturn/contract/backoffice/roles'
import type { Figure } from '@fairturn/contract/transparency'
import { LINE_IS_OWN } from '../banking/banking.ts'
import { type RowOf, typed, statement } from '../platform/database/statement.ts'

export type QueueRow = RowOf<typeof selectQueues>

interface Waiting {
  /** Expressions of a row; rows without `due` are never overdue. */
  readonly since: string
  readonly due?: string
  readonly from: string
  /** Whether $actor, who is on $side, may decide it; $barred are conversations that they may not decide because of their ring. */
  readonly own?: string
}

const countOf = (queue: QueueName, { since, due = 'null::timestamptz', from, own = 'true' }: Waiting) =>
  `select '${queue}' as queue, count(*)::int as waiting, min(since) as oldest_at, min(due) as due_at,
    count(*) filter (where due <= $now)::int as overdue, count(*) filter (where own)::int as own_waiting,
    min(due) filter (where own) as own_due_at, min(due) filter (where own is not true) as others_due_at, count(*) filter (where own and due <= $now)::int as own_overdue
  from (select ${since} as since, ${due} as due, ${own} as own from ${from}) rows`

/**
 * Who brought a payment's money in is followed through the ledger, credit by credit: asked for the most urgent ones, and for
 * nobody who is not on the side that sends it. Those after them count as the operator's own.
 */
const FOLLOWED = 200
const followed = (barred: string) =>
  `case when $side is distinct from 'out' or n > ${FOLLOWED} then true else not (${barred}) end`
const urgent = (due: string, from: string) =>
  `(select *, row_number() over (order by ${due}) as n from ${from}) waiting`

const PROPOSED_WITHDRAWALS = `(select p.content->>'withdrawal_id' from proposal p where p.status = 'open' and p.expires_at > $now
    and p.kind = 'withdrawal_over_threshold')`

/**
 * Each queue by a partial or status index, so that it costs what waits and not the history. Due: reviews, objections, reports and
 * proposals by their own term of 72 hours, withdrawals 72 hours after the request (promise 5), approved payments and
 * payment files a day later (files at the latest with their day of execution), unconfirmed statements and payments above
 * their announcement after an hour, other bank lines and card payments after two days. A payment is counted once: by
 * itself until it is in a payment file, then by its file. `own`: as the calls that decide allow it (own-queues.test.ts).
 */
export const selectQueues = statement(
  `-- overview_queues
  ${countOf('campaigns', {
    since: 'since',
    from: `(select paid_at as since from campaign where status = 'review'
    union all select reported_at from campaign where reported_at is not null and status <> 'review') waiting`,
  })}
  union all
  ${countOf('orders', {
    since: `review_until - interval '72 hours'`,
    due: 'review_until',
    // Those that wait with another one succeed when it does.
    from: `orders o where status = 'distributing' and review_until is not null
    and not exists (select from order_review r where r.order_id = o.id and r.with_order is not null)`,
  })}
  union all
  ${countOf('objections', {
    since: 'b.made_at',
    due: 'b.decide_by',
    from: `objection b join orders o on o.id = b.order_id where b.decided_at is null`,
    own: 'o.reviewed_by is distinct from $actor',
  })}
  union all
  ${countOf('reports', {
    since: 'received_at',
    due: `received_at + interval '72 hours'`,
    from: `visitor_report where status = 'received'`,
  })}
  union all
  ${countOf('conversations', {
    since: 'v.created_at',
    due: 'v.due_by',
    from: `conversation v where v.due_by is not null`,
    own: `v.id <> all ($barred) and not exists (select from complaint k cross join lateral complaint_deciders(k.conversation_id) d
      where k.conversation_id = v.id and k.status = 'open' and d.actor = $actor)`,
  })}
  union all
  ${countOf('approvals', {
    since: 'proposed_at',
    due: 'expires_at',
    from: `proposal where status = 'open' and expires_at > $now`,
    own: 'proposed_by <> $operator_id and not $operator_id = any(excluded) and kind = any($kinds)',
  })}
  union all
  ${countOf('withdrawals', {
    since: 'requested_at',
    due: `requested_at + interval '72 hours'`,
    from: urgent('requested_at', `withdrawal where status = 'requested' and card_deposit_id is null`),
    // What is proposed waits for its approver, among the approvals.
    own: followed(`id::text in ${PROPOSED_WITHDRAWALS}
      or exists (select from money_brought_in(member_id, $now) b where b.actor = $actor)
      or exists (select from money_brought_in_for_awards(member_id, $now) b where b.actor = $actor)`),
  })}
  union all
  ${countOf('payouts', {
    since: 'approved_at',
    due: `approved_at + interval '1 day'`,
    from: urgent(
      'approved_at',
      `withdrawal w where status = 'approved' and card_deposit_id is null
      and not exists (select from payout_item i where i.withdrawal_id = w.id and i.live)`,
    ),
    own: followed('exists (select from payouts_not_releasable(array[id], array[]::uuid[], $actor, $now))'),
  })}
  union all
  ${countOf('refunds', {
    since: 'approved_at',
    due: `approved_at + interval '1 day'`,
    from: `unmatched_payment_refund r where status = 'approved'
    and not exists (select from payout_item i where i.refund_id = r.id and i.live)`,
    own: 'not exists (select from payouts_not_releasable(array[]::uuid[], array[r.id], $actor, $now))',
  })}
  union all
  ${countOf('payout_batches', {
    since: 'coalesce(exported_at, created_at)',
    due: `least(coalesce(exported_at, created_at) + interval '1 day', (execution_day + 1)::timestamp at time zone 'UTC')`,
    from: urgent('created_at', `payout_batch where status in ('created', 'exported')`),
    own: followed('exists (select from payout_batch_not_releasable(id, $actor, $now))'),
  })}
  union all
  ${countOf('bank_statements', {
    since: 'imported_at',
    due: `imported_at + interval '1 hour'`,
    from: `bank_statement where status = 'unconfirmed'`,
    own: 'imported_by <> $actor',
  })}
  union all
  ${countOf('bank_lines', {
    since: 'decided_at',
    due: `decided_at + case status when 'unconfirmed' then interval '1 hour' else interval '2 days' end`,
    // Two partial indexes, each found by its own predicate.
    from: `(select id, decided_at, status, finding from bank_line where status in ('differs', 'unmatched', 'unexplained')
    union all select id, decided_at, status, finding from bank_line where status = 'unconfirmed') lines`,
    own: LINE_IS_OWN,
  })}
  union all
  ${countOf('card_events', {
    since: 'received_at',
    due: `received_at + interval '2 days'`,
    from: `card_event where status = 'needs_review'`,
  })}`,
  {
    params: {
      now: 'timestamptz',
      actor: 'text',
      operator_id: 'uuid',
      side: typed<Side | null>('text?'),
      kinds: 'text[]',
      barred: 'uuid[]',
    },
    columns: {
      queue: typed<QueueName>('text'),
      waiting: 'int4',
      oldest_at: 'timestamptz?',
      /** When the most urgent item is due; null for campaigns, whose 24 hours of working days are counted elsewhere. */
      due_at: 'timestamptz?',
      overdue: 'int4',
      /** Of these, what no earlier step of the operator bars them from deciding. */
      own_waiting: 'int4',
      own_due_at: 'timestamptz?',
      others_due_at: 'timestamptz?',
      own_overdue: 'int4',
    },
  },
)

export const selectSeries = statement(
  `-- overview_series
  select day::text, figure, value, out_of from figure_day where day >= $from::date and figure = any ($figures::text[])`,
  {
    params: { from: 'date', figures: 'text[]' },
    columns: { day: 'text', figure: typed<Figure>('text'), value: 'int8', out_of: 'int8?' },
  },
)

/** What the figures of the days before add up to. */
export const selectSums = statement(
  `-- overview_sums
  select figure, sum(value)::bigint as total from figure_day
  where day >= $from::date and day < $until::date and figure = any ($figures::text[]) group by figure`,
  {
    params: { from: 'date', until: 'date', figures: typed<readonly Figure[]>('text[]') },
    columns: { figure: typed<Figure>('text'), total: 'int8' },
  },
)

/** What the platform earned by day, less what it gave back: the ledger's totals of its revenue. */
export const selectFees = statement(
  `-- overview_fees
  select day::text, sum(moved_minor)::bigint as fees_minor from ledger_daily_total
  where day >= $from::date and kind = 'revenue' group by day`,
  { params: { from: 'date' }, columns: { day: 'text', fees_minor: 'int8' } },
)

/**
 * What statements that were revoked had credited of deposits, by the day of the revocation. The published figure of a day stays as
 * it was.
 */
export const selectDepositsTakenBack = statement(
  `-- overview_deposits_taken_back
  select day::text, sum(received_minor)::bigint as taken_minor from (
    select distinct d.id, (s.revoked_at at time zone 'UTC')::date as day, d.received_minor
    from bank_statement s join bank_line l on l.statement_id = s.id join deposit d on d.id = l.deposit_id and d.taken_back_at = s.revoked_at
    where s.status = 'revoked' and s.revoked_at >= ($from::date)::timestamp at time zone 'UTC') of_deposits group by day`,
  { params: { from: 'date' }, columns: { day: 'text', taken_minor: 'int8' } },
)

/** Members now, and who came and went since a UTC day: from running totals, by the indexes of folded and of new ones. */
export const selectMembers = statement(
  `-- overview_members
  with totals as (
    select name, key, day, count from running_total where folded and name = 'level_members'
    union all
    select name, key, day, count from running_total
    where folded and name = 'members' and key in ('joined', 'closed') and day >= $from::date
    union all
    select name, key, day, count from running_total where not folded and name in ('level_members', 'members'))
  select coalesce(sum(count) filter (where name = 'level_members'), 0)::int as count,
    coalesce(sum(count) filter (where name = 'members' and key = 'joined' and day >= $from::date), 0)::int as joined,
    coalesce(sum(count) filter (where name = 'members' and key = 'closed' and day >= $from::date), 0)::int as closed
  from totals`,
  { params: { from: 'date' }, columns: { count: 'int4', joined: 'int4', closed: 'int4' } },
)

export const selectFirstDay = statement(
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
export const selectConfirmed = statement(
  `-- overview_first_day_confirmed
  select distinct on (a.object_id) a.object_id as step, a.at, coalesce(o.username, a.actor) as by
  from audit_event a left join operator o on 'operator:' || o.id = a.actor
  where a.action = 'first_day_confirmed' order by a.object_id, a.id`,
  { columns: { step: 'text', at: 'timestamptz', by: 'text' } },
)

export type TestMailRow = RowOf<typeof selectTestMails>
export const selectTestMails = statement(
  `-- overview_test_mails
  select mailbox, requested_at, accepted_at, refusal from test_mail`,
  {
    columns: { mailbox: 'text', requested_at: 'timestamptz', accepted_at: 'timestamptz?', refusal: 'text?' },
  },
)
