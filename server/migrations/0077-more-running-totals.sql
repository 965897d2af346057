-- Why: the reconciliation read each adjustment of cash, and the dashboard each campaign's hours and each payout of a day
-- (decision 067).

-- What adjustments and reversals put on cash (where it is negative) by day, written with the ledger's daily totals: an entry of any other type adds no row.
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
  with moved as materialized (
    select (e.event_at at time zone 'UTC')::date as day, e.chain, e.type, a.kind, count(*) as postings,
      count(*) filter (where p.posting_no = 1) as entry_count,
      count(distinct p.entry_id) filter (where p.amount_minor > 0) as receiving_count,
      coalesce(sum(p.amount_minor) filter (where p.amount_minor > 0), 0) as received_minor, sum(p.amount_minor) as moved_minor
    from added p
    -- `offset 0`: looked up by key for each posting, whatever the planner believes of a batch's size.
    cross join lateral (select id, event_at, chain, type from entry where id = p.entry_id offset 0) e
    cross join lateral (select kind from account where no = p.account_no offset 0) a
    group by 1, 2, 3, 4
  ), adjusted as (
    insert into running_total (name, key, day, count, amount_minor)
    select 'cash_adjusted', '', day, postings, -moved_minor from moved where kind = 'cash' and type in ('adjustment', 'reversal')
  )
  insert into ledger_daily_total as t
  select day, chain, type, kind, entry_count, receiving_count, received_minor, moved_minor from moved order by 1, 2, 3, 4
  on conflict (day, chain, type, kind) do update set entry_count = t.entry_count + excluded.entry_count,
    receiving_count = t.receiving_count + excluded.receiving_count,
    received_minor = t.received_minor + excluded.received_minor, moved_minor = t.moved_minor + excluded.moved_minor;
  return null;
end $$;

-- Withdrawals by the state and the day in which they were settled: paid, refused, cancelled or returned.
create function running_total_of_withdrawal() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op <> 'INSERT' and old.settled_at is not null then
    insert into running_total (name, key, day, count, amount_minor)
    values ('withdrawals_settled', old.status, (old.settled_at at time zone 'UTC')::date, -1, -old.amount_minor);
  end if;
  if tg_op <> 'DELETE' and new.settled_at is not null then
    insert into running_total (name, key, day, count, amount_minor)
    values ('withdrawals_settled', new.status, (new.settled_at at time zone 'UTC')::date, 1, new.amount_minor);
  end if;
  return null;
end $$;
create trigger running_total after insert or delete on withdrawal for each row execute function running_total_of_withdrawal();
create trigger running_total_changed after update on withdrawal for each row
  when ((old.status, old.settled_at, old.amount_minor) is distinct from (new.status, new.settled_at, new.amount_minor))
  execute function running_total_of_withdrawal();
-- Whether a bank refused is asked of each.
create index withdrawal_refused on withdrawal (settled_at) where status = 'refused';

-- Judged visits by verdict and day: a few rows for each batch of the judge.
create function running_total_of_visits() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op <> 'INSERT' then
    insert into running_total (name, key, day, count, amount_minor)
    select 'visits_judged', verdict, (hour at time zone 'UTC')::date, -sum(count), 0 from removed group by 2, 3;
  end if;
  if tg_op <> 'DELETE' then
    insert into running_total (name, key, day, count, amount_minor)
    select 'visits_judged', verdict, (hour at time zone 'UTC')::date, sum(count), 0 from added group by 2, 3;
  end if;
  return null;
end $$;
create trigger running_total after insert on campaign_visit_hour referencing new table as added
  for each statement execute function running_total_of_visits();
create trigger running_total_changed after update on campaign_visit_hour referencing old table as removed new table as added
  for each statement execute function running_total_of_visits();
create trigger running_total_forgotten after delete on campaign_visit_hour referencing old table as removed
  for each statement execute function running_total_of_visits();
revoke execute on function running_total_of_withdrawal, running_total_of_visits from public, fairturn_app;

create or replace view running_total_counted as
  select 'level_members' as name, level_id::text as key, '-infinity'::date as day, count(*) as count, 0::bigint as amount_minor
  from member where closed_at is null group by level_id
  union all
  select 'level_bought', level_id::text, '-infinity', count(*), 0::bigint from level_purchase where state = 'open' group by level_id
  union all
  select 'cash_without_bank_line', '', (settled_at at time zone 'UTC')::date, count(*), sum(received_minor)::bigint
  from deposit where status = 'credited' and evidence not like 'bank line %' group by 3
  union all
  select 'cash_adjusted', '', (e.event_at at time zone 'UTC')::date, count(*), -sum(p.amount_minor)::bigint
  from entry e join posting p on p.entry_no = e.entry_no and p.entry_id = e.id join account a on a.no = p.account_no and a.kind = 'cash'
  where e.type in ('adjustment', 'reversal') group by 3
  union all
  select 'withdrawals_settled', status, (settled_at at time zone 'UTC')::date, count(*), sum(amount_minor)::bigint
  from withdrawal where settled_at is not null group by 2, 3
  union all
  select 'visits_judged', verdict, (hour at time zone 'UTC')::date, sum(count), 0::bigint from campaign_visit_hour group by 2, 3;
-- No entry comes between the count and the function that goes on counting.
lock table entry in share mode;
insert into running_total (name, key, day, count, amount_minor, folded)
select *, true from running_total_counted where name in ('cash_adjusted', 'withdrawals_settled', 'visits_judged');
