// SQL of the public figures, set-based, over other modules' tables; writes only daily figures.
import type { Figure, Liability } from '@fairturn/contract/transparency'
import { PERCENTILE_MINIMUM } from '@fairturn/contract/withdrawals'
import { WITHDRAWAL_REFUSAL_REASONS } from '@fairturn/contract/withdrawals'
import { delayedByChange, delayedByLock } from '../members/members.ts'
import { type RowOf, typed, statement } from '../platform/database/statement.ts'
import { secondsToBooking } from '../withdrawals/withdrawals.ts'

const REASONS = WITHDRAWAL_REFUSAL_REASONS.map((reason) => `'${reason}'`).join(', ')

/** SQL for the first UTC day that begins at or after an instant. */
const FIRST_DAY_AFTER = (instant: string): string =>
  `((${instant}::timestamptz - interval '1 microsecond') at time zone 'UTC')::date + 1`

/** A stored figure: minor units, a count, seconds or basis points. */
export type FigureRow = RowOf<typeof FIGURE_COLUMNS>

/**
 * Liabilities and assets at $at: daily totals minus what happened later on that UTC day. Claimable awards are excluded
 * from their escrow.
 */
export const selectBalances = statement(
  `-- transparency_balances
  with later as materialized (
    select e.id, e.entry_no from entry e
    where e.event_at >= $at and e.event_at < (${FIRST_DAY_AFTER('$at')})::timestamp at time zone 'UTC'),
  by_kind as (
    select kind, sum(moved_minor) as balance from (
      select kind, moved_minor from ledger_daily_total where day < ${FIRST_DAY_AFTER('$at')}
      union all
      select a.kind, -p.amount_minor from later l join posting p on p.entry_no = l.entry_no and p.entry_id = l.id
      join account a on a.no = p.account_no where p.entry_no >= (select min(entry_no) from later)) moved
    group by kind),
  claimable as (
    select coalesce(sum(due), 0) as due from (
      select reward_minor + bonus_minor as due from orders where status = 'success' and settled_at < $at
      union all
      select a.reward_minor + a.bonus_minor from award a join orders o on o.id = a.order_id
      where a.claimed_at >= $at and a.objection_id is null and o.settled_at < $at) of_orders)
  select k.name as kind, (case k.name
      when 'cash' then -coalesce(b.balance, 0)
      when 'escrow' then coalesce(b.balance, 0) - (select due from claimable)
      when 'open_awards' then (select due from claimable)
      else coalesce(b.balance, 0) end)::bigint as amount_minor
  from (values ('available', 'member_available'), ('held', 'member_held'), ('escrow', 'campaign_escrow'), ('open_awards', null),
    ('campaign_fees', 'campaign_fee'), ('level_fees', 'level_fee'), ('unmatched', 'unmatched_payment'), ('campaign_vat', 'campaign_vat'),
    ('vat', 'vat'), ('cash', 'cash')
  ) as k (name, account_kind)
  left join by_kind b on b.kind = k.account_kind`,
  {
    params: { at: 'timestamptz' },
    columns: { kind: typed<Liability | 'cash'>('text'), amount_minor: 'int8' },
  },
)

/** Each bank account's last statement imported by $at, summed. */
export const selectBank = statement(
  `-- transparency_bank
  select sum(closing_minor)::bigint as amount_minor, min(closing_day)::text as day, max(imported_at) as imported_at,
    string_agg(distinct format, ', ' order by format) as source
  from (
    select distinct on (account) closing_minor, closing_day, imported_at, format from bank_statement
    where closing_minor is not null and status = 'accepted' and imported_at <= $at and closing_day::timestamp at time zone 'UTC' < $at
    order by account, closing_day desc, id desc) last`,
  {
    params: { at: 'timestamptz' },
    columns: { amount_minor: 'int8?', day: 'text?', imported_at: 'timestamptz?', source: 'text?' },
  },
)

/** Withdrawals at an instant: pending ones, and the seconds to the booking of those paid in the 90 days before. */
export const selectWithdrawals = statement(
  `-- transparency_withdrawals
  select pending.count as pending, pending.sum as pending_minor, pending.oldest_at, took.*
  from (
    select count(*)::int as count, coalesce(sum(amount_minor), 0)::bigint as sum, min(requested_at) as oldest_at
    from (select amount_minor, requested_at from withdrawal where settled_at is null
      union all select amount_minor, requested_at from withdrawal where settled_at >= $at) w where requested_at < $at) pending,
  (
    select times, ceil(took[1])::int as median, ceil(took[2])::int as p95, ceil(took[3])::int as p99, ceil(longest)::int as longest
    from (
      -- One sort for all of them, and whole floats: numerics sort ten times slower.
      select count(*)::int as times, percentile_disc(array[0.5, 0.95, 0.99]) within group (order by seconds) as took, max(seconds) as longest
      from (
        select ${secondsToBooking('$time_zone')} as seconds from withdrawal
        where status = 'paid' and settled_at >= $at::timestamptz - interval '90 days' and settled_at < $at
          and card_deposit_id is null) paid) sorted) took`,
  {
    params: { at: 'timestamptz', time_zone: 'text' },
    columns: {
      pending: 'int4',
      pending_minor: 'int8',
      oldest_at: 'timestamptz?',
      times: 'int4',
      median: 'int4?',
      p95: 'int4?',
      p99: 'int4?',
      longest: 'int4?',
    },
  },
)

/** Members whose withdrawals wait at an instant, by exception: each kind of row is found by its own partial index. */
export const selectExceptions = statement(
  `-- transparency_withdrawal_exceptions
  select
    (select count(*)::int from (
      ${delayedByLock('$at')}) locked) as security_lock,
    (select count(*)::int from bank_details d where ${delayedByChange('d', '$at')}) as change_of_account,
    (select count(distinct member_id)::int from card_dispute
      where status = 'open' and opened_at > $at::timestamptz - interval '120 days') as card_dispute,
    (select count(distinct w.member_id)::int from bank_line l join withdrawal w on w.id = l.withdrawal_id
      where l.finding = 'debit_after_return' and l.status = 'unexplained') as paid_out_twice,
    (select count(*)::int from (
      select subject from ledger_freeze where scope = 'member_money' and released_at is null
      union select member_id::text from withdrawal where status in ('requested', 'approved') and exists (
        select from ledger_freeze where scope in ('payouts', 'staff_approvals') and released_at is null)) frozen) as ledger_fault`,
  {
    params: { at: 'timestamptz' },
    columns: {
      security_lock: 'int4',
      change_of_account: 'int4',
      card_dispute: 'int4',
      paid_out_twice: 'int4',
      ledger_fault: 'int4',
    },
  },
)

const FIGURE_COLUMNS = { figure: typed<Figure>('text'), value: 'int8', out_of: 'int8?' } as const

/** Figures of the time from the start of UTC day $since until $before. Zeros are omitted. */
export const selectPeriodFigures = statement(
  `-- transparency_period
  with booked as (
    select m.count_name, m.sum_name,
      sum(case when m.count_name = 'adjustments.count' then t.entry_count when t.to_member then t.receiving_count end) as entries,
      sum(case when m.count_name = 'adjustments.count' or t.to_member then t.received_minor end) as total
    from (
      select type, entry_count, receiving_count, received_minor, kind in ('member_available', 'member_held') as to_member
      from ledger_daily_total
      where day >= ($since::timestamptz at time zone 'UTC')::date and day < ${FIRST_DAY_AFTER('$before')}) t
    join (values
      ('deposit_credited', 'deposits.count', 'deposits.sum'),
      ('withdrawal_requested', 'withdrawals.requested', 'withdrawals.requested_sum'),
      ('award_claimed', 'awards.count', 'awards.sum'), ('objection_upheld', 'awards.count', 'awards.sum'),
      ('campaign_ended', 'refunds.campaigns', 'refunds.campaigns_sum'),
      ('level_refunded', 'refunds.levels', 'refunds.levels_sum'),
      ('adjustment', 'adjustments.count', 'adjustments.sum'), ('reversal', 'adjustments.count', 'adjustments.sum')
    ) as m (type, count_name, sum_name) on m.type = t.type
    group by 1, 2),
  counted as (
    select name, key, sum(count) as count, sum(amount_minor) as total from running_total
    where name in ('withdrawals_settled', 'visits_judged')
      and day >= ($since::timestamptz at time zone 'UTC')::date and day < ${FIRST_DAY_AFTER('$before')}
    group by name, key),
  settled as (select key as status, count, total from counted where name = 'withdrawals_settled'),
  rejected as (
    select count(*) as count from withdrawal w
    where w.status = 'refused' and w.settled_at >= $since and w.settled_at < (${FIRST_DAY_AFTER('$before')})::timestamp at time zone 'UTC'
      and (w.card_deposit_id is not null
        or exists (select from payout_item i where i.withdrawal_id = w.id and i.live and i.bank_status = 'rejected'))),
  judged as (select key as verdict, count from counted where name = 'visits_judged')
  select figure, value::bigint, null::bigint as out_of from (
    select count_name as figure, entries as value from booked
    union all select sum_name, total from booked
    union all select 'withdrawals.paid', count from settled where status = 'paid'
    union all select 'withdrawals.paid_sum', total from settled where status = 'paid'
    union all select 'withdrawals.cancelled', count from settled where status = 'cancelled'
    union all select 'withdrawals.refused_by_staff', s.count - r.count from settled s, rejected r where s.status = 'refused'
    union all select 'withdrawals.rejected_by_bank', count from rejected
    union all select 'withdrawals.refused.' || w.reason, count(*) from withdrawal w
      where w.status = 'refused' and w.card_deposit_id is null and w.reason in (${REASONS})
        and w.settled_at >= $since and w.settled_at < (${FIRST_DAY_AFTER('$before')})::timestamp at time zone 'UTC'
      group by w.reason
    union all select 'withdrawals.decided_late', count(*) from withdrawal
      where status <> 'cancelled' and card_deposit_id is null and coalesce(approved_at, settled_at) - requested_at > interval '72 hours'
        and coalesce(approved_at, settled_at) >= $since
        and coalesce(approved_at, settled_at) < (${FIRST_DAY_AFTER('$before')})::timestamp at time zone 'UTC'
    union all select 'withdrawals.returned_by_bank', count from settled where status = 'returned'
    union all select 'reviews.decided', count(*) from order_review
      where outcome in ('paid', 'partly', 'refused') and decided_at >= $since and decided_at < $before
    union all select 'reviews.by_silence', count(*) from order_review where outcome = 'silence' and decided_at >= $since and decided_at < $before
    union all select 'objections.decided', count(*) from objection where decided_at >= $since and decided_at < $before
    union all select 'objections.upheld', count(*) from objection where decided_at >= $since and decided_at < $before and upheld > 0
    union all select 'reports.received', count(*) from visitor_report where received_at >= $since and received_at < $before
    union all select 'reports.acted_on', count(*) from visitor_report
      where status = 'acted_on' and decided_at >= $since and decided_at < $before
    union all select 'support.answered', count(*) from conversation c where c.first_answered_at >= $since and c.first_answered_at < $before
      and not exists (select from complaint k where k.conversation_id = c.id)
    union all select 'complaints.decided', count(*) from complaint
      where status in ('upheld', 'not_upheld') and decided_at >= $since and decided_at < $before
    union all select 'complaints.upheld', count(*) from complaint where status = 'upheld' and decided_at >= $since and decided_at < $before
    union all select 'complaints.ended_by_time', count(*) from complaint
      where status = 'ended_by_time' and decided_at >= $since and decided_at < $before
    union all select 'approvals.count', count(*) from proposal where status = 'executed' and decided_at >= $since and decided_at < $before
    union all select 'messages.not_ours', sum(count) from message_check
      where day >= ($since::timestamptz at time zone 'UTC')::date and day < ${FIRST_DAY_AFTER('$before')}
    union all select 'visits.verified', count from judged where verdict = 'verified'
    union all select 'visits.refused', sum(count) from judged where verdict <> 'verified'
    union all select 'visits.refused.' || verdict, count from judged where verdict <> 'verified'
  ) happened where value > 0`,
  { params: { since: 'timestamptz', before: 'timestamptz' }, columns: FIGURE_COLUMNS },
)

export const selectApprovals = statement(
  `-- transparency_approvals
  select kind, count(*)::int as count from proposal
  where status = 'executed' and decided_at >= $at::timestamptz - interval '90 days' and decided_at < $at
  group by kind order by kind`,
  { params: { at: 'timestamptz' }, columns: { kind: 'text', count: 'int4' } },
)

/** Inserts a day's figures once: published figures never change. */
export const insertDay = statement(
  `-- transparency_insert_day
  insert into figure_day (day, figure, value, out_of, computed_at)
  select $day::date, f.figure, f.value, f.out_of, $computed_at from unnest($figures::text[], $values::bigint[], $out_of::bigint[]) as f (figure, value, out_of)
  on conflict do nothing`,
  {
    params: {
      day: 'date',
      computed_at: 'timestamptz',
      figures: 'text[]',
      values: 'int8[]',
      out_of: typed<readonly (bigint | null)[]>('int8[]'),
    },
  },
)

/** Up to 90 days before $yesterday without figures: after the last day that has them, or from the first event on. */
export const selectDaysMissing = statement(
  `-- transparency_days_missing
  select d::date::text as day from generate_series(
    greatest(coalesce(
      (select max(day) + 1 from figure_day),
      (select min(day) from ledger_daily_total),
      $yesterday::date), $yesterday::date - 89)::timestamp, $yesterday::date::timestamp, interval '1 day') as d order by d`,
  { params: { yesterday: 'date' }, columns: { day: 'text' } },
)

export const selectHistory = statement(
  `-- transparency_history
  select day::text, value, out_of from figure_day f where figure = $figure and day between $from::date and $to::date
    -- Days stored before percentiles from fewer than PERCENTILE_MINIMUM were left out.
    and (figure not in ('withdrawals.median', 'withdrawals.p95', 'withdrawals.p99') or exists (
      select from figure_day t where t.day = f.day and t.figure = 'withdrawals.times' and t.value >= ${PERCENTILE_MINIMUM}))
  order by day`,
  {
    params: { figure: 'text', from: 'date', to: 'date' },
    columns: { day: 'text', value: 'int8', out_of: 'int8?' },
  },
)

export const selectLastDay = statement(
  `-- transparency_last_day
  select max(day)::text as day from figure_day`,
  { columns: { day: 'text?' } },
)

/** Sums of the days from $first on. */
export const selectSums = statement(
  `-- transparency_sums
  select figure, sum(value)::bigint as value, null::bigint as out_of from figure_day
  where day >= $first::date and figure = any ($figures::text[]) group by figure`,
  { params: { first: 'date', figures: 'text[]' }, columns: FIGURE_COLUMNS },
)

export const selectLatest = statement(
  `-- transparency_latest
  select figure, value, out_of, day::text from figure_day
  where day = (select max(day) from figure_day where figure = $figure) and figure = any ($names::text[])`,
  { params: { figure: 'text?', names: 'text[]' }, columns: { ...FIGURE_COLUMNS, day: 'text' } },
)
