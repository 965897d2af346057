-- Why: an order is paid by its verified visits, so every hit on its link is kept, judged once, and shown to both sides.

-- No foreign keys here: hits come thousands a second, and neither orders, campaigns nor members are ever deleted.
create table link (
  id uuid primary key, -- the order's
  code text not null unique check (code ~ '^[0-9A-Za-z]{8}$'),
  campaign_id uuid not null,
  carrier_id uuid not null,
  placer_id uuid not null,
  target int not null check (target > 0),
  brand text not null,
  tagline jsonb not null, -- by locale
  creative text not null,
  landing_url text not null check (landing_url ~ '^https?://'),
  opened_at timestamptz not null,
  ends_at timestamptz not null,
  ended_at timestamptz -- null: live until ends_at
);

-- Random, one a UTC day, forgotten after two: afterwards nobody can tell whose hash a hash is.
create table visit_salt (
  day date primary key,
  salt bytea not null
);

-- Hashes are salted with the day's salt; visitor_before is the same visitor under the day before's, so that 24 hours
-- can be looked back across midnight. reason: refused while the page was answered.
create table visit (
  id uuid not null,
  day date not null,
  link_id uuid not null,
  at timestamptz not null,
  visitor_hash bytea not null,
  visitor_before bytea not null,
  network_hash bytea not null,
  reason text,
  primary key (day, id)
) partition by range (day);

-- A token works once because its visit can stand here once.
create table continuation (
  visit_id uuid not null,
  day date not null, -- the visit's
  at timestamptz not null,
  primary key (day, visit_id)
) partition by range (day);

create table visit_verdict (
  visit_id uuid not null,
  day date not null, -- the visit's
  link_id uuid not null,
  at timestamptz not null, -- the visit's
  verdict text not null,
  primary key (day, visit_id)
) partition by range (day);
create index visit_verdict_link on visit_verdict (link_id, visit_id desc);

-- A day without its own partition is kept here, so that a late housekeeper can never lose a hit.
create table visit_default partition of visit default;
create table continuation_default partition of continuation default;
create table visit_verdict_default partition of visit_verdict default;

-- What waits for its verdict; taken out in the transaction that writes the verdict.
create table visit_to_judge (
  seq bigint generated always as identity primary key,
  visit_id uuid not null,
  day date not null,
  reason text -- already refused
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

-- Verified visits, for as long as another may repeat them or their order be looked at.
create table counted_visit (
  visit_id uuid primary key,
  campaign_id uuid not null,
  link_id uuid not null,
  at timestamptz not null,
  visitor_hash bytea not null,
  visitor_before bytea not null,
  network_hash bytea not null
);
create index counted_visit_visitor on counted_visit (campaign_id, visitor_hash);
create index counted_visit_visitor_before on counted_visit (campaign_id, visitor_before);
create index counted_visit_link on counted_visit (link_id, at);
create index counted_visit_at on counted_visit using brin (at);

create table link_count (
  link_id uuid not null,
  verdict text not null,
  count int not null,
  primary key (link_id, verdict)
);

-- The devices members signed in from, so that nobody earns with visits of their own; kept two days like the salts.
create table member_device (
  member_id uuid not null,
  day date not null,
  hash bytea not null,
  primary key (member_id, day, hash)
);
create index member_device_day on member_device (day);

-- How far visits that nobody continued have been counted.
create table visit_sweep (
  one boolean primary key default true check (one),
  day date not null,
  visit_id uuid not null
);
insert into visit_sweep (day, visit_id) values ('2000-01-01', '00000000-0000-0000-0000-000000000000');

-- Visits and verdicts are evidence: the application adds, and never changes or removes.
revoke update, delete on visit, continuation, visit_verdict from fairturn_app;
revoke all on visit_default, continuation_default, visit_verdict_default from fairturn_app;

-- Makes the partitions of these days where they are missing; returns how many. Rows that waited in the default move in.
create function tracking_make_partitions(first_day date, last_day date) returns int
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
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
end $$;

-- Drops the partitions of days before first_kept; returns how many. It gives up after two seconds behind other work.
create function tracking_drop_partitions(first_kept date) returns int
language plpgsql security definer set search_path = pg_catalog, public, pg_temp set lock_timeout = '2s' as $$
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
end $$;

revoke execute on function tracking_make_partitions(date, date), tracking_drop_partitions(date) from public;
grant execute on function tracking_make_partitions(date, date), tracking_drop_partitions(date) to fairturn_app;

select tracking_make_partitions(current_date - 1, current_date + 14);
