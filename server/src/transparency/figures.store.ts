// The SQL of the public figures, over what other modules keep, in sets. It must never write anything but a day's figures.
import type { Figure, Liability } from '@fairturn/contract/transparency'
import { statement } from '../database/statement.ts'

/** A figure as it is kept: minor units, a count, seconds or basis points. */
export interface FigureRow {
  readonly figure: Figure
  readonly value: bigint
  readonly out_of: bigint | null
}

/**
 * What the ledger owed and had at an instant ($1): as it is now, less what has happened since. So a moment ago costs what a
 * moment brought, and nobody reads the whole ledger: the bounds on entry_no find the postings of a time by their place on disk.
 * What can be claimed is taken out of the escrow that keeps it.
 */
export const selectBalances = statement<{ kind: Liability | 'cash'; amount_minor: bigint }>(
  'transparency_balances',
  `with since as materialized (
     select a.kind, sum(p.amount_minor) as moved
     from entry e join posting p on p.entry_no = e.entry_no and p.entry_id = e.id join account a on a.no = p.account_no
     where e.event_at >= $1 and p.entry_no >= (select min(entry_no) from entry where event_at >= $1) group by a.kind),
   by_kind as (
     select a.kind, sum(a.balance_minor) - coalesce((select moved from since where since.kind = a.kind), 0) as balance
     from account a group by a.kind),
   claimable as (
     select coalesce(sum(due), 0) as due from (
       select reward_minor + bonus_minor as due from orders where status = 'success' and settled_at < $1
       union all
       select a.reward_minor + a.bonus_minor from award a join orders o on o.id = a.order_id
       where a.claimed_at >= $1 and a.objection_id is null and o.settled_at < $1) of_orders)
   select k.name as kind, (case k.name
       when 'cash' then -coalesce(b.balance, 0)
       when 'escrow' then coalesce(b.balance, 0) - (select due from claimable)
       when 'open_awards' then (select due from claimable)
       else coalesce(b.balance, 0) end)::bigint as amount_minor
   from (values ('available', 'member_available'), ('held', 'member_held'), ('escrow', 'campaign_escrow'), ('open_awards', null),
     ('campaign_fees', 'campaign_fee'), ('level_fees', 'level_fee'), ('unmatched', 'unmatched_receipt'), ('cash', 'cash')
   ) as k (name, account_kind)
   left join by_kind b on b.kind = k.account_kind`,
)

/** The last statement of each of our accounts that was imported by then ($1), added up. */
export const selectBank = statement<{
  amount_minor: bigint | null
  day: string | null
  imported_at: Date | null
  source: string | null
}>(
  'transparency_bank',
  `select sum(closing_minor)::bigint as amount_minor, min(closing_day)::text as day, max(imported_at) as imported_at,
     string_agg(distinct format, ', ' order by format) as source
   from (
     select distinct on (account) closing_minor, closing_day, imported_at, format from bank_statement
     where closing_minor is not null and hold is null and imported_at <= $1 and closing_day::timestamp at time zone 'UTC' < $1
     order by account, closing_day desc, id desc) last`,
)

/** Withdrawals at an instant ($1): under way, and how long those took that were paid in the 90 days before. */
export const selectWithdrawals = statement<{
  pending: number
  pending_minor: bigint
  oldest_at: Date | null
  times: number
  median: number | null
  p95: number | null
  p99: number | null
  longest: number | null
}>(
  'transparency_withdrawals',
  `select pending.count as pending, pending.sum as pending_minor, pending.oldest_at, took.*
   from (
     select count(*)::int as count, coalesce(sum(amount_minor), 0)::bigint as sum, min(requested_at) as oldest_at
     from withdrawal where requested_at < $1 and (settled_at is null or settled_at >= $1)) pending,
   (
     select count(*)::int as times, ceil(percentile_disc(0.5) within group (order by seconds))::int as median,
       ceil(percentile_disc(0.95) within group (order by seconds))::int as p95,
       ceil(percentile_disc(0.99) within group (order by seconds))::int as p99, ceil(max(seconds))::int as longest
     from (
       select extract(epoch from settled_at - requested_at) as seconds from withdrawal
       where status = 'paid' and settled_at >= $1::timestamptz - interval '90 days' and settled_at < $1) paid) took`,
)

/** What happened from $1 on, before $2: by the ledger where it moved money. Nothing is listed that did not happen. */
export const selectFlows = statement<FigureRow>(
  'transparency_flows',
  `with moved as (
     select e.id, e.type, sum(p.amount_minor) filter (where p.amount_minor > 0) as all_minor,
       sum(p.amount_minor) filter (where p.amount_minor > 0 and a.kind in ('member_available', 'member_held')) as member_minor
     from entry e join posting p on p.entry_no = e.entry_no and p.entry_id = e.id join account a on a.no = p.account_no
     where e.event_at >= $1 and e.event_at < $2
       and p.entry_no between (select min(entry_no) from entry where event_at >= $1 and event_at < $2)
         and (select max(entry_no) from entry where event_at >= $1 and event_at < $2)
     group by e.id, e.type),
   booked as (
     select m.count_name, m.sum_name, count(*) as entries,
       sum(case when m.count_name = 'adjustments.count' then e.all_minor else e.member_minor end) as total
     from moved e join (values
       ('deposit_credited', 'deposits.count', 'deposits.sum'),
       ('withdrawal_requested', 'withdrawals.requested', 'withdrawals.requested_sum'),
       ('award_claimed', 'awards.count', 'awards.sum'), ('objection_upheld', 'awards.count', 'awards.sum'),
       ('campaign_ended', 'refunds.campaigns', 'refunds.campaigns_sum'),
       ('level_refunded', 'refunds.levels', 'refunds.levels_sum'),
       ('adjustment', 'adjustments.count', 'adjustments.sum'), ('reversal', 'adjustments.count', 'adjustments.sum')
     ) as m (type, count_name, sum_name) on m.type = e.type
     where e.member_minor > 0 or m.count_name = 'adjustments.count' group by 1, 2),
   settled as (
     select w.status, w.amount_minor, exists (
       select from payout_item i where i.withdrawal_id = w.id and i.live and i.bank_status = 'rejected') as by_bank
     from withdrawal w where w.settled_at >= $1 and w.settled_at < $2),
   judged as (
     select verdict, sum(count) as count from campaign_visit_hour where hour >= $1 and hour < $2 group by verdict)
   select figure, value::bigint, null::bigint as out_of from (
     select count_name as figure, entries as value from booked
     union all select sum_name, total from booked
     union all select 'withdrawals.paid', count(*) from settled where status = 'paid'
     union all select 'withdrawals.paid_sum', sum(amount_minor) from settled where status = 'paid'
     union all select 'withdrawals.cancelled', count(*) from settled where status = 'cancelled'
     union all select 'withdrawals.refused_by_staff', count(*) from settled where status = 'refused' and not by_bank
     union all select 'withdrawals.rejected_by_bank', count(*) from settled where status = 'refused' and by_bank
     union all select 'withdrawals.returned_by_bank', count(*) from settled where status = 'returned'
     union all select 'objections.decided', count(*) from objection where decided_at >= $1 and decided_at < $2
     union all select 'objections.upheld', count(*) from objection where decided_at >= $1 and decided_at < $2 and upheld > 0
     union all select 'approvals.count', count(*) from proposal where status = 'executed' and decided_at >= $1 and decided_at < $2
     union all select 'visits.verified', count from judged where verdict = 'verified'
     union all select 'visits.refused', sum(count) from judged where verdict <> 'verified'
     union all select 'visits.refused.' || verdict, count from judged where verdict <> 'verified'
   ) happened where value > 0`,
)

export const selectApprovals = statement<{ kind: string; count: number }>(
  'transparency_approvals',
  `select kind, count(*)::int as count from proposal
   where status = 'executed' and decided_at >= $1::timestamptz - interval '90 days' and decided_at < $1
   group by kind order by kind`,
)

/** Figures of a day, once: what was published is not said again otherwise. */
export const insertDay = statement(
  'transparency_insert_day',
  `insert into figure_day (day, figure, value, out_of, computed_at)
   select $1::date, f.figure, f.value, f.out_of, $2 from unnest($3::text[], $4::bigint[], $5::bigint[]) as f (figure, value, out_of)
   on conflict do nothing`,
)

/** The days up to $1 that have no figures: after the last that has, or from when anything happened first; at most 90. */
export const selectDaysMissing = statement<{ day: string }>(
  'transparency_days_missing',
  `select d::date::text as day from generate_series(
     greatest(coalesce(
       (select max(day) + 1 from figure_day),
       (select (min(event_at) at time zone 'UTC')::date from entry),
       $1::date), $1::date - 89)::timestamp, $1::date::timestamp, interval '1 day') as d order by d`,
)

export const selectHistory = statement<{ day: string; value: bigint; out_of: bigint | null }>(
  'transparency_history',
  `select day::text, value, out_of from figure_day where figure = $1 and day between $2::date and $3::date order by day`,
)

export const selectLastDay = statement<{ day: string | null }>(
  'transparency_last_day',
  `select max(day)::text as day from figure_day`,
)

/** What the days from $1 on added up to. */
export const selectSums = statement<FigureRow>(
  'transparency_sums',
  `select figure, sum(value)::bigint as value, null::bigint as out_of from figure_day
   where day >= $1::date and figure = any ($2::text[]) group by figure`,
)

export const selectLatest = statement<FigureRow & { day: string }>(
  'transparency_latest',
  `select figure, value, out_of, day::text from figure_day
   where day = (select max(day) from figure_day where figure = $1) and figure = any ($2::text[])`,
)
