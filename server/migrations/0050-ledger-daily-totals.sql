-- Why: public figures must not cost more the longer the history is, so the ledger keeps its own sums by day (decision 046).

-- Sums of postings by UTC day of the event, type of entry and kind of account. Each chain has rows of its own: whoever posts
-- holds the chain's lock already, so no two transactions wait for each other here.
create table ledger_daily_total (
  day date not null,
  chain int not null, -- 0 once the days of all chains are folded into one
  type text not null,
  kind text not null,
  entry_count bigint not null, -- entries whose first posting is here: added over the kinds, all entries of the type
  receiving_count bigint not null, -- entries with a positive posting here
  received_minor bigint not null, -- the positive postings
  moved_minor bigint not null, -- all postings
  primary key (day, chain, type, kind)
) with (fillfactor = 50);

insert into ledger_daily_total
select (e.event_at at time zone 'UTC')::date, e.chain, e.type, a.kind,
  count(*) filter (where p.posting_no = 1), count(distinct e.id) filter (where p.amount_minor > 0),
  coalesce(sum(p.amount_minor) filter (where p.amount_minor > 0), 0), sum(p.amount_minor)
from posting p join entry e on e.id = p.entry_id join account a on a.no = p.account_no
group by 1, 2, 3, 4;

create or replace function ledger_postings_move_balances() returns trigger language plpgsql as $$
begin
  if exists (
    select from (
      select a.entry_id, sum(a.amount_minor) as total, count(*) as postings, max(a.posting_no) as last, min(a.entry_no) as entry_no
      from added a group by a.entry_id
    ) s
    left join entry e on e.id = s.entry_id
    where s.total <> 0 or s.postings is distinct from e.posting_count or s.last is distinct from e.posting_count
      or s.entry_no is distinct from e.entry_no or e.created_at < transaction_timestamp()
  ) then
    raise exception 'the postings of an entry must come together, with it, and sum to zero' using errcode = 'check_violation';
  end if;
  update account a set balance_minor = a.balance_minor + s.amount, version = a.version + s.postings
  from (select account_no, sum(amount_minor)::bigint as amount, count(*) as postings from added group by account_no) s
  where a.no = s.account_no;
  insert into ledger_daily_total as t
  select (e.event_at at time zone 'UTC')::date, e.chain, e.type, a.kind,
    count(*) filter (where p.posting_no = 1), count(distinct p.entry_id) filter (where p.amount_minor > 0),
    coalesce(sum(p.amount_minor) filter (where p.amount_minor > 0), 0), sum(p.amount_minor)
  from added p
  -- `offset 0`: looked up by key for each posting, whatever the planner believes of a batch's size.
  cross join lateral (select id, event_at, chain, type from entry where id = p.entry_id offset 0) e
  cross join lateral (select kind from account where no = p.account_no offset 0) a
  group by 1, 2, 3, 4 order by 1, 2, 3, 4
  on conflict (day, chain, type, kind) do update set entry_count = t.entry_count + excluded.entry_count,
    receiving_count = t.receiving_count + excluded.receiving_count,
    received_minor = t.received_minor + excluded.received_minor, moved_minor = t.moved_minor + excluded.moved_minor;
  return null;
end $$;

-- Nobody sets a total: only the trigger above and the function below write them.
create function ledger_total_is_not_set() returns trigger language plpgsql as $$
begin
  raise exception 'a total is only the sum of its postings' using errcode = 'check_violation';
end $$;
create trigger total_is_not_set before insert or update or delete or truncate on ledger_daily_total for each statement
  when (pg_trigger_depth() = 0 and current_setting('fairturn.folding', true) is distinct from 'on')
  execute function ledger_total_is_not_set();

-- Adds the rows of all chains into one, for the days before p_day, so that a sum over all history reads few rows a day.
create function ledger_fold_totals(p_day date) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform set_config('fairturn.folding', 'on', true);
  with folded as (delete from ledger_daily_total where day < p_day and chain <> 0 returning *)
  insert into ledger_daily_total as t
  select day, 0, type, kind, sum(entry_count), sum(receiving_count), sum(received_minor), sum(moved_minor)
  from folded group by day, type, kind
  on conflict (day, chain, type, kind) do update set entry_count = t.entry_count + excluded.entry_count,
    receiving_count = t.receiving_count + excluded.receiving_count,
    received_minor = t.received_minor + excluded.received_minor, moved_minor = t.moved_minor + excluded.moved_minor;
  perform set_config('fairturn.folding', 'off', true);
end $$;

revoke insert, update, delete, truncate on ledger_daily_total from fairturn_app;
revoke execute on function ledger_total_is_not_set from public, fairturn_app;
revoke execute on function ledger_fold_totals from public;
grant execute on function ledger_fold_totals to fairturn_app;

-- Figures at a day's end read what was not settled then; that of a period what was.
create index withdrawal_settled on withdrawal (settled_at);
drop index withdrawal_paid;
create index objection_decided on objection (decided_at);
create index proposal_decided on proposal (decided_at);
