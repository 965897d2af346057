-- Why: counts and sums over all members, deposits and payouts must cost the same at any number of them (decision 067).

-- Changes are appended, so nobody waits for a counter's row; a job adds them up into the folded rows.
create table running_total (
  name text not null,
  key text not null, -- what it is counted by
  day date not null, -- UTC; '-infinity' where it is counted by no day
  count bigint not null,
  amount_minor bigint not null,
  folded boolean not null default false
);
create unique index running_total_folded on running_total (name, key, day) where folded;
create index running_total_new on running_total (name) where not folded;

-- What the totals must be. Reads everything: for the checker, and to begin with.
create view running_total_counted as
  select 'level_members' as name, level_id::text as key, '-infinity'::date as day, count(*) as count, 0::bigint as amount_minor
  from member where closed_at is null group by level_id
  union all
  select 'level_bought', level_id::text, '-infinity', count(*), 0::bigint from level_purchase where state = 'open' group by level_id
  union all
  select 'cash_without_bank_line', '', (settled_at at time zone 'UTC')::date, count(*), sum(received_minor)::bigint
  from deposit where status = 'credited' and evidence not like 'bank line %' group by 3;
insert into running_total (name, key, day, count, amount_minor, folded) select *, true from running_total_counted;

create function running_total_of_level() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_name text := case tg_table_name when 'member' then 'level_members' else 'level_bought' end;
  v_open text := tg_argv[0]; -- the column and the value of a row that counts
  v_old jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  v_new jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
begin
  insert into running_total (name, key, day, count, amount_minor)
  select v_name, r.row ->> 'level_id', '-infinity', r.count, 0 from (values (v_old, -1), (v_new, 1)) as r (row, count)
  where r.row is not null and (r.row ->> v_open) is not distinct from nullif(tg_argv[1], '');
  return null;
end $$;
create trigger running_total after insert or delete on member for each row
  execute function running_total_of_level('closed_at', '');
create trigger running_total_changed after update on member for each row
  when (old.level_id is distinct from new.level_id or old.closed_at is distinct from new.closed_at)
  execute function running_total_of_level('closed_at', '');
create trigger running_total after insert or delete on level_purchase for each row
  execute function running_total_of_level('state', 'open');
create trigger running_total_changed after update on level_purchase for each row
  when (old.level_id is distinct from new.level_id or old.state is distinct from new.state)
  execute function running_total_of_level('state', 'open');

create function running_total_of_deposit() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op <> 'INSERT' and old.status = 'credited' and old.evidence not like 'bank line %' then
    insert into running_total (name, key, day, count, amount_minor)
    values ('cash_without_bank_line', '', (old.settled_at at time zone 'UTC')::date, -1, -old.received_minor);
  end if;
  if tg_op <> 'DELETE' and new.status = 'credited' and new.evidence not like 'bank line %' then
    insert into running_total (name, key, day, count, amount_minor)
    values ('cash_without_bank_line', '', (new.settled_at at time zone 'UTC')::date, 1, new.received_minor);
  end if;
  return null;
end $$;
create trigger running_total after insert or update or delete on deposit for each row execute function running_total_of_deposit();

-- Adds up what was appended, so that a sum reads few rows.
create function running_total_fold() returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with appended as (delete from running_total where not folded returning name, key, day, count, amount_minor)
  insert into running_total as t (name, key, day, count, amount_minor, folded)
  select name, key, day, sum(count), sum(amount_minor), true from appended group by name, key, day order by name, key, day
  on conflict (name, key, day) where folded
  do update set count = t.count + excluded.count, amount_minor = t.amount_minor + excluded.amount_minor
$$;

revoke insert, update, delete, truncate on running_total from fairturn_app;
revoke execute on function running_total_of_level, running_total_of_deposit from public, fairturn_app;
revoke execute on function running_total_fold from public;
grant execute on function running_total_fold to fairturn_app;

-- Served only sums that these are instead of.
drop index deposit_without_bank_line, withdrawal_sent_at;

-- When the bank booked a payout: what is in transit on a day is what was not booked by then, without reading the lines of all others.
alter table withdrawal add column booked_on date not null default 'infinity';
update withdrawal w set booked_on = l.booking_day from (
  select withdrawal_id, min(booking_day) as booking_day from (
    select withdrawal_id, booking_day from bank_line where direction = 'debit' and finding = 'payout_paid' and withdrawal_id is not null
    union all
    select i.withdrawal_id, l.booking_day from bank_line l join payout_batch b on l.batch_id like b.reference || '%'
    join payout_item i on i.batch_id = b.id and i.live and i.withdrawal_id is not null where l.finding = 'batch_paid') booked
  group by withdrawal_id) l
where l.withdrawal_id = w.id;
create index withdrawal_in_transit on withdrawal (booked_on) include (sent_at, amount_minor, fee_minor, status, settled_at)
  where sent_at is not null;
