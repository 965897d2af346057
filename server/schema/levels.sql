-- Written by schema.test.ts from a migrated database: a table is read here. UPDATE_SCHEMA=1 writes it.

create table level (
  id uuid not null,
  rank integer not null,
  name text not null,
  joining_fee_minor bigint not null,
  bonus_low_bp integer not null,
  bonus_high_bp integer,
  turns_a_day integer not null,
  orders_to_earn integer,
  earn_quality_bp integer not null default 8000,
  constraint level_name_is_unique unique (name) deferrable,
  constraint level_rank_is_unique unique (rank) deferrable,
  constraint levels_fit_the_service_fee trigger deferrable initially deferred,
  constraint level_pkey primary key (id),
  constraint level_bonus_low_bp_check check (bonus_low_bp >= 0 and bonus_low_bp <= 10000),
  constraint level_check check (bonus_high_bp > bonus_low_bp and bonus_high_bp <= 10000),
  constraint level_check1 check (rank > 1 or joining_fee_minor = 0 and orders_to_earn is null),
  constraint level_check2 check (rank = 1 or orders_to_earn is not null),
  constraint level_earn_quality_bp_check check (earn_quality_bp >= 0 and earn_quality_bp <= 10000),
  constraint level_joining_fee_minor_check check (joining_fee_minor >= 0),
  constraint level_name_check check (name <> ''),
  constraint level_orders_to_earn_check check (orders_to_earn > 0),
  constraint level_rank_check check (rank > 0),
  constraint level_turns_a_day_check check (turns_a_day > 0)
)
create constraint trigger levels_fit_the_service_fee after insert or update on level deferrable initially deferred for each row execute function refuse_unfunded_levels()
grant delete, insert, select to fairturn_app
grant update (rank, name, joining_fee_minor, bonus_low_bp, bonus_high_bp, turns_a_day, orders_to_earn, earn_quality_bp) to fairturn_app

create table level_earned (
  member_id uuid not null,
  level_id uuid not null,
  earned_at timestamptz not null,
  constraint level_earned_pkey primary key (member_id, level_id),
  constraint level_earned_level_id_fkey foreign key (level_id) references level(id),
  constraint level_earned_member_id_fkey foreign key (member_id) references member(id)
)
grant insert, select to fairturn_app

create table level_purchase (
  id uuid not null,
  member_id uuid not null,
  level_id uuid not null,
  from_level_id uuid not null,
  fee_minor bigint not null,
  bought_at timestamptz not null,
  given_minor bigint not null default 0,
  recognised_minor bigint not null default 0,
  status text not null default 'open',
  refunded_minor bigint,
  closed_at timestamptz,
  open_discount_minor bigint not null default 0,
  open_bonus_minor bigint not null default 0,
  restored_minor bigint not null default 0,
  constraint level_purchase_pkey primary key (id),
  constraint level_purchase_from_level_id_fkey foreign key (from_level_id) references level(id),
  constraint level_purchase_level_id_fkey foreign key (level_id) references level(id),
  constraint level_purchase_member_id_fkey foreign key (member_id) references member(id),
  constraint level_purchase_check check (recognised_minor >= 0 and recognised_minor <= least(fee_minor, given_minor)),
  constraint level_purchase_check1 check (refunded_minor >= 0 and refunded_minor <= fee_minor),
  constraint level_purchase_check2 check ((status = 'open') = (closed_at is null) and (status = 'open') = (refunded_minor is null)),
  constraint level_purchase_fee_minor_check check (fee_minor >= 0),
  constraint level_purchase_given_minor_check check (given_minor >= 0),
  constraint level_purchase_is_settled check (status = 'open' or (recognised_minor + refunded_minor) = fee_minor or (open_discount_minor + open_bonus_minor) > 0 and (recognised_minor + refunded_minor) < fee_minor),
  constraint level_purchase_open_bonus_minor_check check (open_bonus_minor >= 0),
  constraint level_purchase_open_discount_minor_check check (open_discount_minor >= 0),
  constraint level_purchase_restored_minor_check check (restored_minor >= 0),
  constraint level_purchase_status_check check (status in ('open', 'refunded', 'replaced', 'earned'))
)
create index level_purchase_of_member on level_purchase using btree (member_id, id desc)
create unique index level_purchase_open on level_purchase using btree (member_id) where status = 'open'
create index level_purchase_to_recognise on level_purchase using btree (bought_at) where status = 'open' and recognised_minor < least(fee_minor, given_minor)
create trigger running_total after insert or delete on level_purchase for each row execute function running_total_of_level('status', 'open')
create trigger running_total_changed after update on level_purchase for each row when (old.level_id is distinct from new.level_id or old.status is distinct from new.status) execute function running_total_of_level('status', 'open')
grant insert, select to fairturn_app
grant update (given_minor, recognised_minor, status, refunded_minor, closed_at, open_discount_minor, open_bonus_minor, restored_minor) to fairturn_app

create table placer_record (
  member_id uuid not null,
  placer_id uuid not null,
  level_id uuid not null,
  orders integer not null,
  constraint placer_record_pkey primary key (member_id, placer_id, level_id),
  constraint placer_record_level_id_fkey foreign key (level_id) references level(id),
  constraint placer_record_member_id_fkey foreign key (member_id) references member(id),
  constraint placer_record_placer_id_fkey foreign key (placer_id) references member(id),
  constraint placer_record_orders_check check (orders > 0)
)
create index placer_record_of_placer on placer_record using btree (placer_id)
grant insert, select to fairturn_app
grant update (orders) to fairturn_app

CREATE OR REPLACE FUNCTION public.refuse_unfunded_levels()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  fee_bp int := coalesce((select (value #>> '{}')::int from setting where key = 'service_fee_bp'), 2500);
  promised_bp int := (select max(coalesce(bonus_high_bp, bonus_low_bp)) + max(bonus_low_bp) from level);
begin
  if promised_bp > fee_bp then
    raise exception 'levels promise % bp of bonus and discount, the service fee is % bp', promised_bp, fee_bp
      using errcode = 'check_violation', constraint = 'levels_fit_the_service_fee';
  end if;
  return null;
end $function$

grant execute to fairturn_app

CREATE OR REPLACE FUNCTION public.running_total_of_level()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
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
end $function$

