-- Written by schema.test.ts from a migrated database: a table is read here. UPDATE_SCHEMA=1 writes it.

create table backup_copy (
  finished_at timestamptz not null,
  constraint backup_copy_pkey primary key (finished_at)
)
grant insert, select to fairturn_app

create table backup_restored (
  restored_at timestamptz not null,
  copy_taken_at timestamptz not null,
  constraint backup_restored_pkey primary key (restored_at, copy_taken_at)
)
grant insert, select to fairturn_app

create table test_mail (
  mailbox text not null,
  id uuid not null,
  requested_at timestamptz not null,
  accepted_at timestamptz,
  refusal text,
  constraint test_mail_pkey primary key (mailbox),
  constraint test_mail_mailbox_check check (length(mailbox) <= 254),
  constraint test_mail_refusal_check check (length(refusal) <= 300)
)
grant insert, select to fairturn_app
grant update (id, requested_at, accepted_at, refusal) to fairturn_app

create view running_total_counted as
 select 'level_members' as name,
    member.level_id::text as key,
    '-infinity'::date as day,
    count(*) as count,
    0::bigint as amount_minor
   from member
  where member.closed_at is null
  group by member.level_id
union all
 select 'members' as name,
    'joined' as key,
    (member.created_at at time zone 'UTC')::date as day,
    count(*) as count,
    0::bigint as amount_minor
   from member
  group by ((member.created_at at time zone 'UTC')::date)
union all
 select 'members' as name,
    'closed' as key,
    (member.closed_at at time zone 'UTC')::date as day,
    count(*) as count,
    0::bigint as amount_minor
   from member
  where member.closed_at is not null
  group by ((member.closed_at at time zone 'UTC')::date)
union all
 select 'level_bought' as name,
    level_purchase.level_id::text as key,
    '-infinity'::date as day,
    count(*) as count,
    0::bigint as amount_minor
   from level_purchase
  where level_purchase.status = 'open'
  group by level_purchase.level_id
union all
 select 'cash_without_bank_line' as name,
    '' as key,
    cash.day,
    count(*) as count,
    sum(cash.amount_minor)::bigint as amount_minor
   from ( select (deposit.settled_at at time zone 'UTC')::date as day,
            deposit.received_minor as amount_minor
           from deposit
          where deposit.status = 'credited' and deposit.evidence !~~ 'bank line %'
        union all
         select (withdrawal.sent_at at time zone 'UTC')::date as timezone,
            - withdrawal.amount_minor
           from withdrawal
          where withdrawal.card_deposit_id is not null and withdrawal.sent_at is not null
        union all
         select (withdrawal.settled_at at time zone 'UTC')::date as timezone,
            withdrawal.amount_minor
           from withdrawal
          where withdrawal.card_deposit_id is not null and withdrawal.status = 'returned'
        union all
         select (card_dispute.decided_at at time zone 'UTC')::date as timezone,
            - card_dispute.amount_minor
           from card_dispute
          where card_dispute.status = 'lost') cash
  group by cash.day
union all
 select 'cash_adjusted' as name,
    '' as key,
    (e.event_at at time zone 'UTC')::date as day,
    count(*) as count,
    - sum(p.amount_minor)::bigint as amount_minor
   from entry e
     join posting p on p.entry_no = e.entry_no and p.entry_id = e.id
     join account a on a.no = p.account_no and a.kind = 'cash'
  where e.type::text in ('adjustment', 'reversal')
  group by ((e.event_at at time zone 'UTC')::date)
union all
 select 'withdrawals_settled' as name,
    withdrawal.status as key,
    (withdrawal.settled_at at time zone 'UTC')::date as day,
    count(*) as count,
    sum(withdrawal.amount_minor)::bigint as amount_minor
   from withdrawal
  where withdrawal.settled_at is not null
  group by withdrawal.status, ((withdrawal.settled_at at time zone 'UTC')::date)
union all
 select 'visits_judged' as name,
    campaign_visit_hour.verdict as key,
    (campaign_visit_hour.hour at time zone 'UTC')::date as day,
    sum(campaign_visit_hour.count) as count,
    0::bigint as amount_minor
   from campaign_visit_hour
  group by campaign_visit_hour.verdict, ((campaign_visit_hour.hour at time zone 'UTC')::date);

CREATE OR REPLACE FUNCTION public.running_total_of_member_day()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
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
end $function$

