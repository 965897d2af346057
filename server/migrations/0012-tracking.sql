-- Why: an order is paid by its verified visits, so every hit on its link is kept, judged once, and shown to both sides.

-- The place of a verdict in the order of all verdicts.
create sequence visit_verdict_seq;

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
  ended_at timestamptz, -- null: live until ends_at
  -- How many visits the campaign had paid for when the link was opened; null: not known.
  campaign_visits int check (campaign_visits > 0),
  -- Frozen when the link is opened, like everything else the carrier was promised.
  verification text not null default 'page' check (verification in ('page', 'beacon', 'postback')),
  kind text not null default 'visit',
  confirm_seconds int not null default 0, -- After Continue; 0 where nothing is confirmed.
  confirm_until timestamptz, -- Whenever it was continued, nothing is confirmed after this.
  check ((verification = 'page') = (confirm_seconds = 0)),
  check ((verification = 'page') = (confirm_until is null))
);
create index link_campaign on link (campaign_id);

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
  locale text, -- The language of the page that was served; null: none was, or it was not kept yet.
  -- The network under the salt of the day before, so that 24 hours can be looked back across midnight.
  network_before bytea,
  primary key (day, id, link_id)
) partition by range (day);
-- What asked about the link without opening it, for a page opened right after by the same visitor.
create index visit_looked_ahead on visit (link_id, visitor_hash) where reason = 'not_a_page_view';

-- A day without its own partition is kept here, so that a late housekeeper can never lose a hit.
create table visit_default partition of visit default;

-- A token works once because its visit can stand here once.
create table continuation (
  visit_id uuid not null,
  day date not null, -- the visit's
  at timestamptz not null,
  -- Who names no link gets it by the trigger below, which `npm run distribute` drops.
  link_id uuid not null,
  primary key (day, visit_id, link_id)
) partition by range (day);

create table continuation_default partition of continuation default;

create table visit_verdict (
  visit_id uuid not null,
  day date not null, -- the visit's
  link_id uuid not null,
  at timestamptz not null, -- the visit's
  verdict text not null,
  -- Which set of rules spoke, and its place in the order of all verdicts.
  rules smallint not null default 1,
  seq bigint not null default 0,
  primary key (day, visit_id, link_id)
) partition by range (day);
create index visit_verdict_link on visit_verdict (link_id, visit_id desc);

create table visit_verdict_default partition of visit_verdict default;

-- What waits for its verdict; taken out in the transaction that writes the verdict.
create table visit_to_judge (
  seq bigint generated always as identity primary key,
  visit_id uuid not null,
  day date not null,
  reason text, -- already refused
  link_id uuid
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

-- The link of each continued visit that an advertiser may still confirm, who knows the visit alone. Kept 90 days.
create table visit_click (
  visit_id uuid primary key,
  day date not null, -- the visit's
  link_id uuid not null
);
create index visit_click_day on visit_click using brin (day);

-- Visits that pass every rule and are not confirmed yet; gone when they have their verdict.
create table visit_unconfirmed (
  visit_id uuid primary key,
  day date not null, -- the visit's
  link_id uuid not null,
  campaign_id uuid not null,
  until timestamptz not null
);
create index visit_unconfirmed_link on visit_unconfirmed (link_id);
create index visit_unconfirmed_campaign on visit_unconfirmed (campaign_id);
create index visit_unconfirmed_until on visit_unconfirmed (until);

-- How far visits that nobody continued have been counted.
create table visit_sweep (
  one boolean default true primary key check (one),
  day date not null,
  visit_id uuid not null
);

-- Verified visits, for as long as another may repeat them or their order be looked at.
create table counted_visit (
  visit_id uuid primary key,
  campaign_id uuid not null,
  link_id uuid not null,
  at timestamptz not null,
  visitor_hash bytea not null,
  visitor_before bytea not null,
  network_hash bytea not null,
  carrier_id uuid -- What the pace of a carrier and of a network is counted by.
);
create index counted_visit_visitor on counted_visit (campaign_id, visitor_hash);
create index counted_visit_visitor_before on counted_visit (campaign_id, visitor_before);
create index counted_visit_link on counted_visit (link_id, at);
create index counted_visit_at on counted_visit using brin (at);
create index counted_visit_carrier on counted_visit (carrier_id, at);
create index counted_visit_network on counted_visit (campaign_id, network_hash);

-- Visitors of a link who were not verified, one row for each network and day: from outside nobody can tell the browsers
-- of one network apart, and anybody can invent them. counted = false: the network was counted before, or too many came
-- at once.
create table unverified_visitor (
  link_id uuid not null,
  network_hash bytea not null,
  visitor_hash bytea not null,
  visitor_before bytea not null,
  at timestamptz not null,
  counted boolean not null,
  primary key (link_id, network_hash)
);
-- Counting an order's reads these alone, however many visits there were.
create index unverified_visitor_counted on unverified_visitor (link_id, at) where counted;
-- Who is verified after all is taken out again.
create index unverified_visitor_hash on unverified_visitor (link_id, visitor_hash);
create index unverified_visitor_before on unverified_visitor (link_id, visitor_before);
create index unverified_visitor_at on unverified_visitor using brin (at);

-- Verdicts counted by link.
create table link_count (
  link_id uuid not null,
  verdict text not null,
  count int not null,
  primary key (link_id, verdict)
);

-- Verdicts counted by the hour of their visit, so that results never read visits. Kept as long as the visits.
create table campaign_visit_hour (
  campaign_id uuid not null,
  hour timestamptz not null, -- its beginning, UTC
  locale text not null, -- '': not known
  verdict text not null,
  count int not null check (count > 0),
  primary key (campaign_id, hour, locale, verdict)
);
create index campaign_visit_hour_at on campaign_visit_hour using brin (hour);

-- What the advertiser said of a visit, once; refused ones too, for without it they cannot be objected to.
create table visit_confirmation (
  visit_id uuid primary key,
  link_id uuid not null,
  campaign_id uuid not null,
  confirmed_at timestamptz not null,
  kind text, -- null: the landing page's script did
  value text,
  occurred_at timestamptz
);
create index visit_confirmation_campaign on visit_confirmation (campaign_id);
create index visit_confirmation_link on visit_confirmation (link_id);

-- What operators ruled on single visits, above the verdict of the judge: refused in a review, or verified after an
-- objection, which comes last and stands.
create table visit_ruling (
  visit_id uuid not null,
  link_id uuid not null,
  verdict text not null check (verdict in ('review', 'verified')),
  ruled_at timestamptz not null,
  at timestamptz, -- What a ruling moved, so that results need not look for its visit; null: its visit is gone.
  locale text,
  judged text,
  primary key (visit_id, verdict)
);
create index visit_ruling_link on visit_ruling (link_id);

-- What an advertiser's server signs with. The secret is encrypted: the database alone forges nothing.
create table postback_key (
  id uuid primary key,
  campaign_id uuid not null references campaign (id),
  ciphertext bytea not null,
  last4 text not null,
  created_at timestamptz not null,
  retires_at timestamptz -- Valid until then; null: until it is retired.
);
create index postback_key_of on postback_key (campaign_id);

-- Authentic postbacks, each webhook-id once a campaign, with what they came to.
create table postback_delivery (
  id uuid primary key,
  campaign_id uuid not null references campaign (id),
  webhook_id text not null,
  body text not null check (octet_length(body) <= 4096),
  received_at timestamptz not null,
  result text not null,
  reason text,
  click_id text,
  replayed_at timestamptz,
  unique (campaign_id, webhook_id)
);
create index postback_delivery_latest on postback_delivery (campaign_id, id desc);
create index postback_delivery_received on postback_delivery using brin (received_at);

-- The devices members signed in from, so that nobody earns with visits of their own; kept two days like the salts.
create table member_device (
  member_id uuid not null,
  day date not null,
  hash bytea not null,
  network bytea, -- The network a member signed in from, under the day's salt like the device.
  primary key (member_id, day, hash)
);
create index member_device_day on member_device (day);

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

create function visit_add_link() returns trigger language plpgsql as $$
begin
  new.link_id := coalesce(
    (select v.link_id from visit v where v.day = new.day and v.id = new.visit_id), '00000000-0000-0000-0000-000000000000');
  insert into visit_click (visit_id, day, link_id)
  select new.visit_id, new.day, l.id from link l where l.id = new.link_id and l.verification <> 'page'
  on conflict do nothing;
  return new;
end $$;
create trigger add_link before insert on continuation for each row when (new.link_id is null)
  execute function visit_add_link();
create trigger add_link before insert on visit_to_judge for each row when (new.link_id is null)
  execute function visit_add_link();

-- What is written in one batch: the shard of a link, and 0 while visits are on one server.
create function visit_shard(link_id uuid) returns bigint language sql immutable parallel safe as $$select 0::bigint$$;

create function visit_ruling_add_visit() returns trigger language plpgsql as $$
begin
  select d.at, v.locale, d.verdict into new.at, new.locale, new.judged
  from visit_verdict d left join visit v on v.link_id = d.link_id and v.day = d.day and v.id = d.visit_id
  where d.link_id = new.link_id and d.visit_id = new.visit_id;
  return new;
end $$;
create trigger add_visit before insert on visit_ruling for each row when (new.judged is null)
  execute function visit_ruling_add_visit();

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
create trigger running_total after insert on campaign_visit_hour referencing new table as added for each statement
  execute function running_total_of_visits();
create trigger running_total_changed after update on campaign_visit_hour
  referencing old table as removed new table as added for each statement execute function running_total_of_visits();
create trigger running_total_forgotten after delete on campaign_visit_hour referencing old table as removed
  for each statement execute function running_total_of_visits();

insert into visit_sweep (day, visit_id) values ('2000-01-01', '00000000-0000-0000-0000-000000000000');
select tracking_make_partitions(current_date - 1, current_date + 14);

-- Grants. Visits and verdicts are evidence: the application adds, and never changes or removes.
revoke execute on function running_total_of_visits from fairturn_app;
