-- Written by schema.test.ts from a migrated database: a table is read here. UPDATE_SCHEMA=1 writes it.

create table campaign_visit_hour (
  campaign_id uuid not null,
  hour timestamptz not null,
  locale text not null,
  verdict text not null,
  count integer not null,
  constraint campaign_visit_hour_pkey primary key (campaign_id, hour, locale, verdict),
  constraint campaign_visit_hour_count_check check (count > 0)
)
create index campaign_visit_hour_at on campaign_visit_hour using brin (hour)
create trigger running_total after insert on campaign_visit_hour referencing new table as added for each statement execute function running_total_of_visits()
create trigger running_total_changed after update on campaign_visit_hour referencing old table as removed new table as added for each statement execute function running_total_of_visits()
create trigger running_total_forgotten after delete on campaign_visit_hour referencing old table as removed for each statement execute function running_total_of_visits()
grant delete, insert, select to fairturn_app
grant update (count) to fairturn_app

create table continuation (
  visit_id uuid not null,
  day date not null,
  at timestamptz not null,
  link_id uuid not null,
  constraint continuation_pkey primary key (day, visit_id, link_id)
) partition by range (day)
create trigger add_link before insert on continuation for each row when (new.link_id is null) execute function visit_add_link()
grant insert, select to fairturn_app

create table counted_visit (
  visit_id uuid not null,
  campaign_id uuid not null,
  link_id uuid not null,
  at timestamptz not null,
  visitor_hash bytea not null,
  visitor_before bytea not null,
  network_hash bytea not null,
  carrier_id uuid,
  address_hash bytea,
  network_before bytea,
  address_before bytea,
  constraint counted_visit_pkey primary key (visit_id)
)
create index counted_visit_after_midnight on counted_visit using btree (network_before) where network_before is not null
create index counted_visit_at on counted_visit using brin (at)
create index counted_visit_carrier on counted_visit using btree (carrier_id, at)
create index counted_visit_carrier_network on counted_visit using btree (carrier_id, network_hash)
create index counted_visit_link on counted_visit using btree (link_id, at)
create index counted_visit_network on counted_visit using btree (campaign_id, network_hash)
create index counted_visit_visitor on counted_visit using btree (campaign_id, visitor_hash)
create index counted_visit_visitor_before on counted_visit using btree (campaign_id, visitor_before)
grant delete, insert, select to fairturn_app

create table link (
  id uuid not null,
  code text not null,
  campaign_id uuid not null,
  carrier_id uuid not null,
  placer_id uuid not null,
  target integer not null,
  brand text not null,
  tagline jsonb not null,
  creative text not null,
  landing_url text not null,
  opened_at timestamptz not null,
  ends_at timestamptz not null,
  ended_at timestamptz,
  campaign_visits integer,
  verification text not null default 'page',
  kind text not null default 'visit',
  confirm_seconds integer not null default 0,
  confirm_until timestamptz,
  rules smallint not null default 4,
  landing_hosts text[] not null default '{}',
  constraint link_code_key unique (code),
  constraint link_pkey primary key (id),
  constraint link_campaign_visits_check check (campaign_visits > 0),
  constraint link_check check ((verification = 'page') = (confirm_seconds = 0)),
  constraint link_check1 check ((verification = 'page') = (confirm_until is null)),
  constraint link_code_check check (code ~ '^[0-9A-Za-z]{8}$'),
  constraint link_landing_url_check check (landing_url ~ '^https?://'),
  constraint link_target_check check (target > 0),
  constraint link_verification_check check (verification in ('page', 'beacon', 'postback'))
)
create index link_campaign on link using btree (campaign_id)
grant insert, select to fairturn_app
grant update (ended_at) to fairturn_app

create table link_count (
  link_id uuid not null,
  verdict text not null,
  count integer not null,
  constraint link_count_pkey primary key (link_id, verdict)
)
grant delete, insert, select to fairturn_app
grant update (count) to fairturn_app

create table member_device (
  member_id uuid not null,
  day date not null,
  hash bytea not null,
  network bytea,
  address bytea,
  constraint member_device_pkey primary key (member_id, day, hash)
)
create index member_device_address on member_device using btree (day, address) where address is not null
create index member_device_day on member_device using btree (day)
create index member_device_hash on member_device using btree (day, hash)
create index member_device_network on member_device using btree (day, network)
grant delete, insert, select to fairturn_app

create table postback_delivery (
  id uuid not null,
  campaign_id uuid not null,
  webhook_id text not null,
  body text not null,
  received_at timestamptz not null,
  result text not null,
  reason text,
  click_id text,
  replayed_at timestamptz,
  constraint postback_delivery_campaign_id_webhook_id_key unique (campaign_id, webhook_id),
  constraint postback_delivery_pkey primary key (id),
  constraint postback_delivery_campaign_id_fkey foreign key (campaign_id) references campaign(id),
  constraint postback_delivery_body_check check (octet_length(body) <= 4096)
)
create index postback_delivery_latest on postback_delivery using btree (campaign_id, id desc)
create index postback_delivery_received on postback_delivery using brin (received_at)
grant delete, insert, select to fairturn_app
grant update (result, reason, click_id, replayed_at) to fairturn_app

create table postback_key (
  id uuid not null,
  campaign_id uuid not null,
  ciphertext bytea not null,
  last4 text not null,
  created_at timestamptz not null,
  retires_at timestamptz,
  constraint postback_key_pkey primary key (id),
  constraint postback_key_campaign_id_fkey foreign key (campaign_id) references campaign(id)
)
create index postback_key_of on postback_key using btree (campaign_id)
grant insert, select to fairturn_app
grant update (ciphertext, retires_at) to fairturn_app

create table unverified_visitor (
  link_id uuid not null,
  network_hash bytea not null,
  visitor_hash bytea not null,
  visitor_before bytea not null,
  at timestamptz not null,
  counted boolean not null,
  constraint unverified_visitor_pkey primary key (link_id, network_hash)
)
create index unverified_visitor_at on unverified_visitor using brin (at)
create index unverified_visitor_before on unverified_visitor using btree (link_id, visitor_before)
create index unverified_visitor_counted on unverified_visitor using btree (link_id, at) where counted
create index unverified_visitor_hash on unverified_visitor using btree (link_id, visitor_hash)
grant delete, insert, select to fairturn_app
grant update (counted) to fairturn_app

create table visit (
  id uuid not null,
  day date not null,
  link_id uuid not null,
  at timestamptz not null,
  visitor_hash bytea not null,
  visitor_before bytea not null,
  network_hash bytea not null,
  reason text,
  locale text,
  network_before bytea,
  address_hash bytea,
  address_before bytea,
  constraint visit_pkey primary key (day, id, link_id)
) partition by range (day)
create index visit_looked_ahead on only visit using btree (link_id, visitor_hash) where reason = 'not_a_page_view'
grant insert, select to fairturn_app

create table visit_click (
  visit_id uuid not null,
  day date not null,
  link_id uuid not null,
  constraint visit_click_pkey primary key (visit_id)
)
create index visit_click_day on visit_click using brin (day)
grant delete, insert, select to fairturn_app

create table visit_confirmation (
  visit_id uuid not null,
  link_id uuid not null,
  campaign_id uuid not null,
  confirmed_at timestamptz not null,
  kind text,
  value text,
  occurred_at timestamptz,
  constraint visit_confirmation_pkey primary key (visit_id)
)
create index visit_confirmation_campaign on visit_confirmation using btree (campaign_id)
create index visit_confirmation_link on visit_confirmation using btree (link_id)
grant insert, select to fairturn_app

create table visit_ruling (
  visit_id uuid not null,
  link_id uuid not null,
  verdict text not null,
  ruled_at timestamptz not null,
  at timestamptz,
  locale text,
  judged text,
  constraint visit_ruling_pkey primary key (visit_id, verdict),
  constraint visit_ruling_verdict_check check (verdict in ('review', 'verified', 'order_complete'))
)
create index visit_ruling_link on visit_ruling using btree (link_id)
create trigger add_visit before insert on visit_ruling for each row when (new.judged is null) execute function visit_ruling_add_visit()
grant insert, select to fairturn_app

create table visit_salt (
  day date not null,
  salt bytea not null,
  keyed boolean not null default false,
  constraint visit_salt_pkey primary key (day)
)
grant delete, insert, select to fairturn_app

create table visit_sweep (
  one boolean not null default true,
  day date not null,
  visit_id uuid not null,
  constraint visit_sweep_pkey primary key (one),
  constraint visit_sweep_one_check check (one)
)
grant delete, insert, select to fairturn_app
grant update (day, visit_id) to fairturn_app

create table visit_to_judge (
  seq bigint not null generated always as identity,
  visit_id uuid not null,
  day date not null,
  reason text,
  link_id uuid,
  constraint visit_to_judge_pkey primary key (seq)
) with (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=2000)
create trigger add_link before insert on visit_to_judge for each row when (new.link_id is null) execute function visit_add_link()
grant delete, insert, select to fairturn_app

create table visit_unconfirmed (
  visit_id uuid not null,
  day date not null,
  link_id uuid not null,
  campaign_id uuid not null,
  until timestamptz not null,
  constraint visit_unconfirmed_pkey primary key (visit_id)
)
create index visit_unconfirmed_campaign on visit_unconfirmed using btree (campaign_id)
create index visit_unconfirmed_link on visit_unconfirmed using btree (link_id)
create index visit_unconfirmed_until on visit_unconfirmed using btree (until)
grant delete, insert, select to fairturn_app

create table visit_verdict (
  visit_id uuid not null,
  day date not null,
  link_id uuid not null,
  at timestamptz not null,
  verdict text not null,
  rules smallint not null default 1,
  seq bigint not null default 0,
  constraint visit_verdict_pkey primary key (day, visit_id, link_id)
) partition by range (day)
create index visit_verdict_link on only visit_verdict using btree (link_id, visit_id desc)
grant insert, select to fairturn_app

create table visitor_report (
  id uuid not null,
  link_id uuid not null,
  campaign_id uuid not null,
  received_at timestamptz not null,
  reason text not null,
  note text not null,
  locale text not null,
  day date not null,
  network_hash bytea,
  network_before bytea,
  token_hash bytea not null,
  status text not null default 'received',
  decided_at timestamptz,
  decision_reason text,
  constraint visitor_report_token_hash_key unique (token_hash),
  constraint visitor_report_pkey primary key (id),
  constraint visitor_report_check check ((status = 'received') = (decided_at is null)),
  constraint visitor_report_check1 check ((decided_at is null) = (decision_reason is null)),
  constraint visitor_report_note_check check (char_length(note) <= 1000),
  constraint visitor_report_reason_check check (reason in ('spam', 'misleading', 'not_labelled', 'illegal', 'impersonates', 'personal_data', 'other')),
  constraint visitor_report_status_check check (status in ('received', 'acted_on', 'not_acted_on'))
)
create index visitor_report_campaign on visitor_report using btree (campaign_id, id)
create index visitor_report_decided on visitor_report using btree (decided_at) where decided_at is not null
create index visitor_report_open on visitor_report using btree (received_at, campaign_id) where status = 'received'
create index visitor_report_received on visitor_report using btree (received_at)
create trigger final_status before update on visitor_report for each row when (CURRENT_USER = 'fairturn_app' and old.status <> 'received') execute function final_status_is_kept('network_hash', 'network_before')
grant delete, insert, select to fairturn_app
grant update (network_hash, network_before, status, decided_at, decision_reason) to fairturn_app

CREATE OR REPLACE FUNCTION public.running_total_of_visits()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
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
end $function$


CREATE OR REPLACE FUNCTION public.tracking_drop_partitions(first_kept date)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET lock_timeout TO '2s'
AS $function$
declare
  part text;
  dropped int := 0;
begin
  for part in
    select c.relname from pg_inherits i
    join pg_class c on c.oid = i.inhrelid
    where i.inhparent in ('public.visit'::regclass, 'public.continuation'::regclass, 'public.visit_verdict'::regclass)
      and c.relname ~ '_\d{8}$' and to_date(right(c.relname, 8), 'YYYYMMDD') < first_kept
  loop
    execute format('drop table public.%I', part);
    dropped := dropped + 1;
  end loop;
  return dropped;
end $function$

grant execute to fairturn_app

CREATE OR REPLACE FUNCTION public.tracking_make_partitions(first_day date, last_day date)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  parent text;
  part text;
  wanted date;
  made int := 0;
begin
  if last_day - first_day > 100 then raise exception 'too many days at once'; end if;
  perform pg_advisory_xact_lock(7318824108);
  foreach parent in array array['visit', 'continuation', 'visit_verdict'] loop
    for wanted in select generate_series(first_day, last_day, interval '1 day')::date loop
      part := parent || '_' || to_char(wanted, 'YYYYMMDD');
      continue when to_regclass('public.' || part) is not null;
      execute format('create table public.%I (like public.%I including all)', part, parent);
      execute format('revoke all on public.%I from fairturn_app', part);
      execute format('lock table public.%I in access exclusive mode', parent || '_default');
      execute format(
        'with late as (delete from public.%I where day = %L returning *) insert into public.%I select * from late',
        parent || '_default', wanted, part);
      execute format(
        'alter table public.%I attach partition public.%I for values from (%L) to (%L)',
        parent, part, wanted, wanted + 1);
      made := made + 1;
    end loop;
  end loop;
  return made;
end $function$

grant execute to fairturn_app

CREATE OR REPLACE FUNCTION public.visit_add_link()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  new.link_id := coalesce(
    (select v.link_id from visit v where v.day = new.day and v.id = new.visit_id), '00000000-0000-0000-0000-000000000000');
  insert into visit_click (visit_id, day, link_id)
  select new.visit_id, new.day, l.id from link l where l.id = new.link_id and l.verification <> 'page'
  on conflict do nothing;
  return new;
end $function$

grant execute to fairturn_app

CREATE OR REPLACE FUNCTION public.visit_ruling_add_visit()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  select d.at, v.locale, d.verdict into new.at, new.locale, new.judged
  from visit_verdict d left join visit v on v.link_id = d.link_id and v.day = d.day and v.id = d.visit_id
  where d.link_id = new.link_id and d.visit_id = new.visit_id;
  return new;
end $function$

grant execute to fairturn_app

CREATE OR REPLACE FUNCTION public.visit_shard(link_id uuid)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$select 0::bigint$function$

grant execute to fairturn_app
