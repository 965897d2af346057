-- Why: what the dashboard and the menu ask for every minute costs what waits, or a day, and not the history (decision 089).

-- The queue of refunds: without this it reads every refund ever made.
create index unmatched_payment_refund_to_send on unmatched_payment_refund (approved_at) where status = 'approved';

-- Members joined and closed by UTC day, as running totals (decision 067).
create function running_total_of_member_day() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op <> 'INSERT' then
    insert into running_total (name, key, day, count, amount_minor)
    select 'members', r.key, (r.at at time zone 'UTC')::date, -1, 0
    from (values ('joined', old.created_at), ('closed', old.closed_at)) as r (key, at) where r.at is not null;
  end if;
  if tg_op <> 'DELETE' then
    insert into running_total (name, key, day, count, amount_minor)
    select 'members', r.key, (r.at at time zone 'UTC')::date, 1, 0
    from (values ('joined', new.created_at), ('closed', new.closed_at)) as r (key, at) where r.at is not null;
  end if;
  return null;
end $$;
create trigger running_total_by_day after insert or delete on member for each row execute function running_total_of_member_day();
create trigger running_total_by_day_changed after update on member for each row
  when (old.created_at is distinct from new.created_at or old.closed_at is distinct from new.closed_at)
  execute function running_total_of_member_day();

-- After the triggers: creating them has locked the table against other writers until this is committed.
insert into running_total (name, key, day, count, amount_minor)
select 'members', 'joined', (created_at at time zone 'UTC')::date, count(*), 0 from member group by 3
union all
select 'members', 'closed', (closed_at at time zone 'UTC')::date, count(*), 0 from member where closed_at is not null group by 3;

create or replace view running_total_counted as
  select 'level_members' as name, level_id::text as key, '-infinity'::date as day, count(*) as count, 0::bigint as amount_minor
  from member where closed_at is null group by level_id
  union all
  select 'members', 'joined', (created_at at time zone 'UTC')::date, count(*), 0::bigint from member group by 3
  union all
  select 'members', 'closed', (closed_at at time zone 'UTC')::date, count(*), 0::bigint from member where closed_at is not null group by 3
  union all
  select 'level_bought', level_id::text, '-infinity', count(*), 0::bigint from level_purchase where status = 'open' group by level_id
  union all
  select 'cash_without_bank_line', '', day, count(*), sum(amount_minor)::bigint
  from (
    select (settled_at at time zone 'UTC')::date as day, received_minor as amount_minor
    from deposit where status = 'credited' and evidence not like 'bank line %'
    union all
    select (sent_at at time zone 'UTC')::date, -amount_minor from withdrawal where card_deposit_id is not null and sent_at is not null
    union all
    select (settled_at at time zone 'UTC')::date, amount_minor from withdrawal where card_deposit_id is not null and status = 'returned'
    union all
    select (decided_at at time zone 'UTC')::date, -amount_minor from card_dispute where status = 'lost'
  ) cash group by day
  union all
  select 'cash_adjusted', '', (e.event_at at time zone 'UTC')::date, count(*), -sum(p.amount_minor)::bigint
  from entry e join posting p on p.entry_no = e.entry_no and p.entry_id = e.id join account a on a.no = p.account_no and a.kind = 'cash'
  where e.type in ('adjustment', 'reversal') group by 3
  union all
  select 'withdrawals_settled', status, (settled_at at time zone 'UTC')::date, count(*), sum(amount_minor)::bigint
  from withdrawal where settled_at is not null group by 2, 3
  union all
  select 'visits_judged', verdict, (hour at time zone 'UTC')::date, sum(count), 0::bigint from campaign_visit_hour group by 2, 3;

-- Grants.
revoke execute on function running_total_of_member_day from public, fairturn_app;
