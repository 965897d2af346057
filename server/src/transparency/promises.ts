// The promises as figures: each is one query; docs/promises.md says what it counts (figures.test.ts).
import { PROMISE_FIGURES, type PromiseFigure } from '@fairturn/contract/transparency'
import type { Queryable } from '../platform/database/database.ts'
import { statement } from '../platform/database/statement.ts'
import type { FigureRow } from './figures.store.ts'

/** A count and its total at $at, over the previous 90 days if it concerns a period. */
export const PROMISE_QUERIES: Readonly<Record<PromiseFigure, string>> = {
  awards_that_cost: `
select count(*) filter (where costs) as value, count(*) as out_of
from (
  select bool_or(p.amount_minor < 0 and a.kind in ('member_available', 'member_held')) as costs
  from entry e join posting p on p.entry_no = e.entry_no and p.entry_id = e.id join account a on a.no = p.account_no
  where e.type in ('award_claimed', 'objection_upheld')
    and e.event_at >= $at::timestamptz - interval '90 days' and e.event_at < $at
    and e.entry_no > (select coalesce(max(last_entry_no), 0) from ledger_check_run
      where finished_at < $at::timestamptz - interval '91 days')
  group by e.id) awards`,

  levels_not_to_be_earned: `
select count(*) filter (where orders_to_earn is null) as value, count(*) as out_of
from level where rank > 1`,

  taken_unasked: `
select count(*) filter (where not coalesce(asked or corrects, false)) as value, count(*) as out_of
from (
  select
    case
      when e.type in ('campaign_paid', 'level_bought', 'level_restored') then e.actor = 'member:' || a.holder_id
      when e.type = 'withdrawal_requested' then e.actor = 'member:' || a.holder_id and sum(p.amount_minor) = 0
      when e.type = 'withdrawal_sent' then not bool_or(a.kind = 'member_available')
      else false
    end as asked,
    case e.type
      when 'credit_reversed' then exists (select from deposit d where d.id::text = e.refers_to)
        or exists (select from bank_line l where l.id::text = e.refers_to)
        or exists (select from credit_loss l where l.refers_to = e.refers_to and l.member_id::text = a.holder_id)
      when 'adjustment' then sum(p.amount_minor) = 0 or exists (select from correction c
        where c.entry_id = e.id and c.member_id::text = a.holder_id and c.taken_minor = -sum(p.amount_minor))
      else false
    end as corrects
  from entry e join posting p on p.entry_no = e.entry_no and p.entry_id = e.id join account a on a.no = p.account_no
  where a.kind in ('member_available', 'member_held')
    and e.event_at >= $at::timestamptz - interval '90 days' and e.event_at < $at
    and e.entry_no > (select coalesce(max(last_entry_no), 0) from ledger_check_run
      where finished_at < $at::timestamptz - interval '91 days')
  group by e.id, a.holder_id
  having sum(p.amount_minor) < 0 or bool_or(a.kind = 'member_available' and p.amount_minor < 0)) takings`,

  orders_refused_otherwise: `
select coalesce(sum(count) filter (where code not in (
    'no_order_is_available', 'no_other_order_is_available', 'offer_is_no_longer_available', 'an_order_is_waiting_to_be_started',
    'order_is_unknown', 'order_cannot_be_started', 'order_cannot_be_claimed', 'you_have_completed_your_order_today',
    'phone_is_not_confirmed', 'terms_must_be_agreed_first', 'your_account_has_been_locked', 'this_is_paused_while_the_ledger_is_checked',
    'not_your_account', 'request_is_malformed', 'field_is_invalid', 'field_is_required', 'id_is_invalid', 'amount_is_invalid',
    'idempotency_key_is_required', 'idempotency_key_is_invalid', 'idempotency_key_was_used', 'too_many_requests')), 0) as value,
  coalesce(sum(count), 0) as out_of
from refused_call
where call in ('random-product', 'orders', 'orders/:order_id/start', 'product-claim-reward')
  and day >= ($at::timestamptz at time zone 'UTC')::date - 90 and day::timestamp at time zone 'UTC' < $at`,

  offers_funded: `
select count(a.no) as value, count(*) as out_of
from offer o
left join hold h on h.id = o.hold_id
  and h.amount_minor >= o.price_minor * o.target + o.price_minor * o.target * o.bonus_high_bp / 10000
left join account a on a.id = h.account_id and a.kind = 'campaign_escrow' and a.holder_id = o.campaign_id::text
where o.drawn_at >= $at::timestamptz - interval '90 days' and o.drawn_at < $at`,

  escrows_covering: `
select count(*) filter (where a.balance_minor >= promised.minor) as value, count(*) as out_of
from (
  select campaign_id, sum(minor) as minor from (
    select campaign_id, highest_award_minor as minor from offer where status = 'open'
    union all
    select campaign_id, case status when 'success' then reward_minor + bonus_minor else highest_award_minor end
    from orders where status in ('pending', 'distributing', 'success')) promise
  group by campaign_id) promised
left join account a on a.kind = 'campaign_escrow' and a.holder_id = promised.campaign_id::text`,

  awards_in_ledger: `
select count(paid.entry_id) as value, count(*) as out_of
from award w
left join (
  select e.id as entry_id, a.holder_id, p.amount_minor
  from entry e join posting p on p.entry_no = e.entry_no and p.entry_id = e.id
  join account a on a.no = p.account_no and a.kind = 'member_available'
  where e.type in ('award_claimed', 'objection_upheld')
    and e.entry_no > (select coalesce(max(last_entry_no), 0) from ledger_check_run
      where finished_at < $at::timestamptz - interval '91 days')
) paid on paid.entry_id = w.entry_id and paid.holder_id = w.member_id::text
  and paid.amount_minor = w.reward_minor + w.bonus_minor
where w.claimed_at >= $at::timestamptz - interval '90 days' and w.claimed_at < $at`,

  balances_that_differ: `
select count(*) filter (where a.balance_minor <> coalesce(last.balance_after, 0)) as value, count(*) as out_of
from account a
left join lateral (
  select balance_after from posting where account_no = a.no order by version desc limit 1) last on true`,

  corrections_by_two: `
select count(by_two.entry_id) as value, count(*) as out_of
from entry e
left join (
  select encode(set_byte(set_byte(d, 6, (get_byte(d, 6) & 15) | 128), 8, (get_byte(d, 8) & 63) | 128), 'hex')::uuid as entry_id
  from proposal,
    substring(sha256(convert_to('entry ["adjustment","' || id || '",""]', 'UTF8')) for 16) as d
  where status = 'executed' and decided_by <> proposed_by) by_two on by_two.entry_id = e.id
where e.type in ('adjustment', 'reversal')
  and e.event_at >= $at::timestamptz - interval '90 days' and e.event_at < $at
  and e.entry_no > (select coalesce(max(last_entry_no), 0) from ledger_check_run
    where finished_at < $at::timestamptz - interval '91 days')`,

  awards_taken_back: `
with taking as (
  select e.id, e.entry_no, e.refers_to, a.holder_id as member_id
  from entry e join posting p on p.entry_no = e.entry_no and p.entry_id = e.id join account a on a.no = p.account_no
  where e.type in ('adjustment', 'reversal', 'credit_reversed') and a.kind in ('member_available', 'member_held')
    and e.event_at >= $at::timestamptz - interval '90 days' and e.event_at < $at
    and e.entry_no > (select coalesce(max(last_entry_no), 0) from ledger_check_run
      where finished_at < $at::timestamptz - interval '91 days')
  group by e.id, a.holder_id
  having sum(p.amount_minor) < 0),
from_awards as (
  select t.id
  from taking t
  cross join lateral (
    select entry_no, so_far, min(so_far) over (order by entry_no rows between unbounded preceding and 1 preceding) as least_before
    from (
      select p.entry_no, sum(sum(case when m.type in ('award_claimed', 'objection_upheld') then 0 else p.amount_minor end))
        over (order by p.entry_no) as so_far
      from account a join posting p on p.account_no = a.no join entry m on m.id = p.entry_id
      where a.holder_id = t.member_id and a.kind in ('member_available', 'member_held') and p.entry_no <= t.entry_no
      group by p.entry_no) beyond) of_member
  where of_member.entry_no = t.entry_no and of_member.so_far < least(0, of_member.least_before))
select count(*) filter (where exists (
    select from taking t
    where t.member_id = w.member_id::text and t.entry_no > e.entry_no
      and (t.refers_to in (w.entry_id::text, w.order_id::text)
        or exists (select from correction c where c.entry_id = t.id and c.corrects = w.entry_id)
        or exists (select from from_awards f where f.id = t.id)))) as value,
  count(*) as out_of
from award w join entry e on e.id = w.entry_id
where w.claimed_at >= $at::timestamptz - interval '90 days' and w.claimed_at < $at`,

  withdrawals_after_paying: `
select count(*) filter (where w.status in ('refused', 'returned') and exists (
    select from withdrawal again
    where again.member_id = w.member_id and again.requested_at > w.settled_at and (
      exists (select from deposit d where d.member_id = w.member_id and d.status = 'credited'
        and d.settled_at > w.settled_at and d.settled_at < again.requested_at)
      or exists (select from level_purchase l where l.member_id = w.member_id
        and l.bought_at > w.settled_at and l.bought_at < again.requested_at)
      or exists (select from orders o where o.member_id = w.member_id
        and o.taken_at > w.settled_at and o.taken_at < again.requested_at)))) as value,
  count(*) as out_of
from withdrawal w
where w.requested_at >= $at::timestamptz - interval '90 days' and w.requested_at < $at`,

  withdrawals_refused: `
select count(*) filter (where w.status = 'refused' and w.card_deposit_id is null and not exists (
    select from payout_item i where i.withdrawal_id = w.id and i.live and i.bank_status = 'rejected')) as value,
  count(*) as out_of
from withdrawal w
where w.settled_at >= $at::timestamptz - interval '90 days' and w.settled_at < $at`,

  withdrawals_refused_otherwise: `
select coalesce(sum(count) filter (where code not in (
    'your_account_has_not_reached_the_minimum_balance', 'withdrawal_exceeds_the_available_balance',
    'please_add_address_before', 'town_must_be_in_latin_letters', 'the_bank_does_not_exist', 'bic_is_needed',
    'this_is_paused_while_the_ledger_is_checked', 'your_account_has_been_locked', 'withdrawals_wait_for_a_security_check',
    'withdrawals_wait_after_a_change_of_bank', 'amount_is_in_dispute', 'amount_was_paid_out_twice',
    'confirmation_is_required', 'current_password_is_incorrect', 'one_time_code_is_incorrect', 'passkeys_are_not_available',
    'passkey_was_not_accepted', 'passkey_request_has_expired', 'too_many_attempts',
    'not_your_account', 'request_is_malformed', 'field_is_invalid', 'field_is_required', 'id_is_invalid', 'amount_is_invalid',
    'idempotency_key_is_required', 'idempotency_key_is_invalid', 'idempotency_key_was_used', 'too_many_requests', 'withdrawal_is_unknown')), 0) as value,
  coalesce(sum(count), 0) as out_of
from refused_call
where call = 'withdraw'
  and day >= ($at::timestamptz at time zone 'UTC')::date - 90 and day::timestamp at time zone 'UTC' < $at`,

  withdrawals_late: `
select count(*) filter (where coalesce(approved_at, settled_at, $at) - requested_at > interval '72 hours') as value, count(*) as out_of
from withdrawal
where card_deposit_id is null and requested_at >= $at::timestamptz - interval '90 days' and requested_at < $at`,

  level_refunds_in_full: `
select count(*) filter (where refunded_minor = fee_minor) as value, count(*) as out_of
from level_purchase
where status = 'refunded' and closed_at <= bought_at + interval '14 days'
  and closed_at >= $at::timestamptz - interval '90 days' and closed_at < $at`,

  level_fees_taken_early: `
select count(*) filter (where recognised_minor > 0) as value, count(*) as out_of
from level_purchase
where status = 'open' and bought_at > $at::timestamptz - interval '13 days'`,

  entries_between_members: `
select count(*) filter (where members > 1) as value, count(*) as out_of
from (
  select count(distinct a.holder_id) filter (where a.kind in ('member_available', 'member_held')) as members
  from entry e join posting p on p.entry_no = e.entry_no and p.entry_id = e.id join account a on a.no = p.account_no
  where e.type not in ('adjustment', 'reversal')
    and e.event_at >= $at::timestamptz - interval '90 days' and e.event_at < $at
    and e.entry_no > (select coalesce(max(last_entry_no), 0) from ledger_check_run
      where finished_at < $at::timestamptz - interval '91 days')
  group by e.id) entries`,

  corrections_between_members: `
select count(*) filter (where members > 1) as value, count(*) as out_of
from (
  select count(distinct a.holder_id) filter (where a.kind in ('member_available', 'member_held')) as members
  from entry e join posting p on p.entry_no = e.entry_no and p.entry_id = e.id join account a on a.no = p.account_no
  where e.type in ('adjustment', 'reversal')
    and e.event_at >= $at::timestamptz - interval '90 days' and e.event_at < $at
    and e.entry_no > (select coalesce(max(last_entry_no), 0) from ledger_check_run
      where finished_at < $at::timestamptz - interval '91 days')
  group by e.id) entries`,

  days_published: `
select count(*) as value,
  coalesce(least(($at::timestamptz at time zone 'UTC')::date - 1 - (select min(day) from figure_day), 90), 0) as out_of
from (
  select distinct day from figure_day
  where figure = 'liabilities.total' and day < ($at::timestamptz at time zone 'UTC')::date - 1
    and day >= ($at::timestamptz at time zone 'UTC')::date - 91) days`,
}

const queries = new Map(
  PROMISE_FIGURES.map((key) => [
    key,
    // Not every query has an instant.
    statement(
      `-- transparency_promise_${key}
      select value::bigint, out_of::bigint from (${PROMISE_QUERIES[key]}) counted where $at::timestamptz is not null`,
      { params: { at: 'timestamptz' }, columns: { value: 'int8', out_of: 'int8' } },
    ),
  ]),
)

/** All promises at an instant. */
export async function promiseFigures(on: Queryable, at: Date): Promise<FigureRow[]> {
  const rows: FigureRow[] = []
  for (const [key, query] of queries) {
    const { value, out_of } = await query.one(on, { at })
    rows.push({ figure: `promises.${key}`, value, out_of })
  }
  return rows
}
