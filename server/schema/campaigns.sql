-- Written by schema.test.ts from a migrated database: a table is read here. UPDATE_SCHEMA=1 writes it.

create table campaign (
  id uuid not null,
  member_id uuid not null,
  status text not null default 'unpaid',
  brand text not null,
  kind text not null,
  tagline jsonb not null,
  caption jsonb not null,
  creative text not null,
  landing_url text not null,
  landing_host text not null,
  languages text[] not null,
  price_minor bigint not null,
  visits integer not null,
  order_visits integer not null,
  order_hours integer not null,
  service_fee_bp integer not null,
  discount_bp integer not null,
  highest_bonus_bp integer not null,
  budget_minor bigint not null,
  bonus_reserve_minor bigint not null,
  service_fee_minor bigint not null,
  discount_minor bigint not null,
  least_hold_minor bigint not null,
  level_purchase_id uuid,
  extra_discount_minor bigint not null default 0,
  open_visits integer not null default 0,
  held_minor bigint not null default 0,
  delivered_visits integer not null default 0,
  delivered_minor bigint not null default 0,
  bonus_minor bigint not null default 0,
  refunded_minor bigint not null default 0,
  ends_at timestamptz not null,
  created_at timestamptz not null,
  paid_at timestamptz,
  activated_at timestamptz,
  ended_at timestamptz,
  closed_at timestamptz,
  reject_reason text,
  draw_key double precision not null,
  drawable boolean not null generated always as (status = 'active' and (delivered_visits + open_visits) < visits and (budget_minor + bonus_reserve_minor - delivered_minor - bonus_minor - held_minor) >= least_hold_minor) stored,
  due boolean not null generated always as (open_visits = 0 and held_minor = 0 and closed_at is null and ((status in ('finished', 'rejected', 'cancelled')) or status = 'active' and not (delivered_visits < visits and (budget_minor + bonus_reserve_minor - delivered_minor - bonus_minor) >= least_hold_minor))) stored,
  verification text not null default 'page',
  countries text[] not null default '{}',
  landing_final_host text,
  pause_reason text,
  confirm_hours integer not null default 168,
  placer_paused boolean not null default false,
  audience text generated always as ( case when countries <> '{}' or cardinality(languages) > 1 then null::text else coalesce(languages[1], '') end) stored,
  reported_at timestamptz,
  constraint campaign_pkey primary key (id),
  constraint campaign_level_purchase_id_fkey foreign key (level_purchase_id) references level_purchase(id),
  constraint campaign_member_id_fkey foreign key (member_id) references member(id),
  constraint campaign_bonus_minor_check check (bonus_minor >= 0),
  constraint campaign_bonus_reserve_minor_check check (bonus_reserve_minor >= 0),
  constraint campaign_brand_check check (brand <> ''),
  constraint campaign_caption_check check (jsonb_typeof(caption) = 'object'),
  constraint campaign_check check (order_visits >= 1 and order_visits <= visits),
  constraint campaign_check1 check (budget_minor = (price_minor * visits)),
  constraint campaign_check2 check (service_fee_minor >= bonus_reserve_minor),
  constraint campaign_check3 check (extra_discount_minor >= 0 and extra_discount_minor <= discount_minor),
  constraint campaign_check4 check ((delivered_visits + open_visits) <= visits),
  constraint campaign_check5 check ((delivered_minor + bonus_minor + held_minor) <= (budget_minor + bonus_reserve_minor)),
  constraint campaign_check6 check (refunded_minor <= (budget_minor + service_fee_minor)),
  constraint campaign_check7 check ((paid_at is null) = (status = 'unpaid') or status = 'cancelled'),
  constraint campaign_check8 check ((ended_at is not null) = (status in ('finished', 'rejected', 'cancelled'))),
  constraint campaign_check9 check (closed_at is null or ended_at is not null and open_visits = 0 and held_minor = 0),
  constraint campaign_confirm_hours_check check (confirm_hours >= 1 and confirm_hours <= 720),
  constraint campaign_confirmed_by_advertiser check (kind = 'visit' or verification = 'postback'),
  constraint campaign_delivered_minor_check check (delivered_minor >= 0),
  constraint campaign_delivered_visits_check check (delivered_visits >= 0),
  constraint campaign_discount_minor_check check (discount_minor >= 0),
  constraint campaign_draw_key_check check (draw_key >= 0::double precision and draw_key < 1::double precision),
  constraint campaign_held_minor_check check (held_minor >= 0),
  constraint campaign_kind_check check (kind in ('visit', 'sign_up', 'purchase', 'lead')),
  constraint campaign_landing_url_check check (landing_url ~ '^https?://'),
  constraint campaign_open_visits_check check (open_visits >= 0),
  constraint campaign_order_hours_check check (order_hours > 0),
  constraint campaign_price_minor_check check (price_minor > 0),
  constraint campaign_refunded_minor_check check (refunded_minor >= 0),
  constraint campaign_status_check check (status in ('unpaid', 'review', 'active', 'paused', 'finished', 'rejected', 'cancelled')),
  constraint campaign_tagline_check check (jsonb_typeof(tagline) = 'object'),
  constraint campaign_verification_check check (verification in ('page', 'beacon', 'postback')),
  constraint campaign_visits_check check (visits > 0)
)
create index campaign_brand_contains on campaign using gin (brand gin_trgm_ops)
create index campaign_draw_order on campaign using btree (audience, draw_key) where drawable
create index campaign_due on campaign using btree (id) where due
create index campaign_ends_at on campaign using btree (ends_at) where status in ('active', 'paused')
create index campaign_in_review on campaign using btree (paid_at, id) where status = 'review'
create index campaign_of_member on campaign using btree (member_id, id desc)
create index campaign_reported on campaign using btree (reported_at) where reported_at is not null
create index campaign_searchable_words on campaign using gin (searchable_words(brand) gin_trgm_ops)
create index campaign_shows_creative on campaign using btree (creative)
create unique index campaign_unpaid on campaign using btree (member_id) where status = 'unpaid'
create index campaign_unpaid_since on campaign using btree (created_at) where status = 'unpaid'
create trigger draw_begins after insert on campaign for each row when (new.drawable and new.audience is null) execute function campaign_draw_follows()
create trigger draw_follows after update on campaign for each row when (old.drawable <> new.drawable and new.audience is null) execute function campaign_draw_follows()
create trigger languages_exist after insert or update of languages on campaign for each row execute function campaign_languages_exist()
create trigger terms_are_frozen before update of brand, kind, verification, tagline, caption, creative, landing_url, landing_host, landing_final_host, languages, countries, price_minor, order_visits, order_hours, ends_at, service_fee_bp, discount_bp, highest_bonus_bp, least_hold_minor, level_purchase_id, extra_discount_minor on campaign for each row when (CURRENT_USER = 'fairturn_app' and old.status <> 'unpaid') execute function campaign_terms_are_frozen()
grant insert, select to fairturn_app
grant update (status, brand, kind, tagline, caption, creative, landing_url, landing_host, languages, price_minor, visits, order_visits, order_hours, service_fee_bp, discount_bp, highest_bonus_bp, budget_minor, bonus_reserve_minor, service_fee_minor, discount_minor, least_hold_minor, level_purchase_id, extra_discount_minor, open_visits, held_minor, delivered_visits, delivered_minor, bonus_minor, refunded_minor, ends_at, paid_at, activated_at, ended_at, closed_at, reject_reason, draw_key, verification, countries, landing_final_host, pause_reason, confirm_hours, placer_paused, reported_at) to fairturn_app

create table campaign_draft (
  member_id uuid not null,
  draft jsonb,
  saved_at timestamptz not null,
  ciphertext bytea,
  constraint campaign_draft_pkey primary key (member_id),
  constraint campaign_draft_member_id_fkey foreign key (member_id) references member(id),
  constraint campaign_draft_draft_check check (jsonb_typeof(draft) = 'object'),
  constraint campaign_draft_is_kept_once check (num_nonnulls(draft, ciphertext) = 1)
)
grant delete, insert, select to fairturn_app
grant update (draft, saved_at, ciphertext) to fairturn_app

create table campaign_draw (
  campaign_id uuid not null,
  country text not null,
  locale text not null,
  draw_key double precision not null,
  constraint campaign_draw_pkey primary key (campaign_id, country, locale),
  constraint campaign_draw_campaign_id_fkey foreign key (campaign_id) references campaign(id),
  constraint campaign_draw_draw_key_check check (draw_key >= 0::double precision and draw_key < 1::double precision)
)
create index campaign_draw_of_audience on campaign_draw using btree (country, locale, draw_key, campaign_id)
grant delete, insert, select to fairturn_app
grant update (draw_key) to fairturn_app

create table campaign_top_up (
  id uuid not null,
  campaign_id uuid not null,
  visits integer not null,
  budget_minor bigint not null,
  bonus_reserve_minor bigint not null,
  service_fee_minor bigint not null,
  discount_minor bigint not null,
  level_purchase_id uuid,
  extra_discount_minor bigint not null,
  paid_at timestamptz not null,
  constraint campaign_top_up_pkey primary key (id),
  constraint campaign_top_up_campaign_id_fkey foreign key (campaign_id) references campaign(id),
  constraint campaign_top_up_level_purchase_id_fkey foreign key (level_purchase_id) references level_purchase(id),
  constraint campaign_top_up_bonus_reserve_minor_check check (bonus_reserve_minor >= 0),
  constraint campaign_top_up_budget_minor_check check (budget_minor > 0),
  constraint campaign_top_up_check check (service_fee_minor >= bonus_reserve_minor),
  constraint campaign_top_up_check1 check (extra_discount_minor >= 0 and extra_discount_minor <= discount_minor),
  constraint campaign_top_up_discount_minor_check check (discount_minor >= 0),
  constraint campaign_top_up_visits_check check (visits > 0)
)
create index campaign_top_up_of on campaign_top_up using btree (campaign_id)
grant insert, select to fairturn_app

create table creative (
  url text not null,
  member_id uuid not null,
  unused_since timestamptz,
  constraint creative_pkey primary key (url),
  constraint creative_member_id_fkey foreign key (member_id) references member(id)
)
create index creative_unused on creative using btree (unused_since) where unused_since is not null
grant delete, insert, select to fairturn_app
grant update (unused_since) to fairturn_app

create table landing_check (
  member_id uuid not null,
  landing_url text not null,
  problem text,
  remarks text[] not null,
  final_host text,
  title text,
  checked_at timestamptz not null,
  constraint landing_check_pkey primary key (member_id, landing_url),
  constraint landing_check_member_id_fkey foreign key (member_id) references member(id)
)
create index landing_check_since on landing_check using btree (checked_at)
grant delete, insert, select to fairturn_app
grant update (problem, remarks, final_host, title, checked_at) to fairturn_app

CREATE OR REPLACE FUNCTION public.campaign_draw_follows()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  delete from campaign_draw where campaign_id = new.id;
  if new.drawable and new.audience is null then
    insert into campaign_draw (campaign_id, country, locale, draw_key)
      select new.id, country, locale, random()
      from unnest(case when new.countries = '{}' then array[''] else new.countries end) as country,
        unnest(case when new.languages = '{}' then array[''] else new.languages end) as locale;
  end if;
  return null;
end $function$


CREATE OR REPLACE FUNCTION public.campaign_languages_exist()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if exists (select unnest(new.languages) except select code from locale) then
    raise exception 'a language of % is not in locale', new.languages using errcode = 'foreign_key_violation';
  end if;
  return null;
end $function$

