-- Why: what was ordered and paid for, what is promised and what is delivered, so that nothing is offered that is not funded.

create table campaign (
  id uuid primary key,
  member_id uuid not null references member (id),
  status text not null default 'unpaid' check (status in ('unpaid', 'review', 'active', 'paused', 'finished',
    'rejected', 'cancelled')),
  brand text not null check (brand <> ''),
  kind text not null check (kind in ('visit', 'sign_up', 'purchase', 'lead')),
  tagline jsonb not null check (jsonb_typeof(tagline) = 'object'), -- Texts by locale.
  caption jsonb not null check (jsonb_typeof(caption) = 'object'),
  creative text not null,
  landing_url text not null check (landing_url ~ '^https?://'),
  landing_host text not null,
  languages text[] not null, -- Empty: all.
  -- Terms, frozen when it was made.
  price_minor bigint not null check (price_minor > 0),
  visits int not null check (visits > 0),
  order_visits int not null,
  order_hours int not null check (order_hours > 0),
  service_fee_bp int not null,
  discount_bp int not null,
  highest_bonus_bp int not null,
  budget_minor bigint not null,
  bonus_reserve_minor bigint not null check (bonus_reserve_minor >= 0),
  service_fee_minor bigint not null, -- Less the discount; the bonus reserve is part of it.
  discount_minor bigint not null check (discount_minor >= 0),
  -- What the smallest slice, one visit at the highest bonus, must have in free escrow.
  least_hold_minor bigint not null,
  -- The bought level that gave the discount, and how much more it gave than the level without it.
  level_purchase_id uuid references level_purchase (id),
  extra_discount_minor bigint not null default 0,
  open_visits int not null default 0 check (open_visits >= 0), -- Promised to open offers and orders, and held for them.
  held_minor bigint not null default 0 check (held_minor >= 0),
  delivered_visits int not null default 0 check (delivered_visits >= 0), -- Claimed.
  delivered_minor bigint not null default 0 check (delivered_minor >= 0),
  bonus_minor bigint not null default 0 check (bonus_minor >= 0),
  -- Went back to the placer, service fee included.
  refunded_minor bigint not null default 0 check (refunded_minor >= 0),
  ends_at timestamptz not null,
  created_at timestamptz not null,
  paid_at timestamptz,
  activated_at timestamptz,
  ended_at timestamptz,
  closed_at timestamptz, -- Its accounts are empty.
  reject_reason text,
  -- A random place in the order of drawing, renewed whenever a slice is drawn.
  draw_key double precision not null check (draw_key >= 0 and draw_key < 1),
  drawable boolean not null generated always as (status = 'active' and (delivered_visits + open_visits) < visits
    and (budget_minor + bonus_reserve_minor - delivered_minor - bonus_minor - held_minor) >= least_hold_minor) stored,
  -- Nothing is open any more: to be finished, or its accounts to be closed.
  due boolean not null generated always as (open_visits = 0 and held_minor = 0 and closed_at is null
    and ((status in ('finished', 'rejected', 'cancelled')) or status = 'active' and not (delivered_visits < visits
    and (budget_minor + bonus_reserve_minor - delivered_minor - bonus_minor) >= least_hold_minor))) stored,
  verification text not null default 'page' check (verification in ('page', 'beacon', 'postback')),
  countries text[] not null default '{}', -- ISO 3166-1 alpha-2 of the carriers' phone numbers; empty: all.
  landing_final_host text, -- Where the landing page's redirects ended when it was checked; for review.
  pause_reason text, -- Set while an operator has paused it; its placer cannot resume it then.
  -- How long after Continue a visit of this campaign can be confirmed by postback; part of its terms, like its price.
  confirm_hours int not null default 168 check (confirm_hours between 1 and 720),
  placer_paused boolean not null default false,
  -- Whom a campaign is for, where one index can have them all: '' everybody, a code those of one language. The others
  -- stand in campaign_draw while they can be drawn, each audience in a random order of its own; '': all countries, or
  -- all languages.
  audience text generated always as (case when countries <> '{}' or cardinality(languages) > 1 then null
    else coalesce(languages[1], '') end) stored,
  check (order_visits between 1 and visits),
  check (budget_minor = (price_minor * visits)),
  check (service_fee_minor >= bonus_reserve_minor),
  check (extra_discount_minor between 0 and discount_minor),
  check ((delivered_visits + open_visits) <= visits),
  check ((delivered_minor + bonus_minor + held_minor) <= (budget_minor + bonus_reserve_minor)),
  check (refunded_minor <= (budget_minor + service_fee_minor)),
  check ((paid_at is null) = (status = 'unpaid') or status = 'cancelled'),
  check ((ended_at is not null) = (status in ('finished', 'rejected', 'cancelled'))),
  check (closed_at is null or ended_at is not null and open_visits = 0 and held_minor = 0),
  constraint campaign_confirmed_by_advertiser check (kind = 'visit' or verification = 'postback')
);
create unique index campaign_unpaid on campaign (member_id) where status = 'unpaid';
create index campaign_of_member on campaign (member_id, id desc);
create index campaign_ends_at on campaign (ends_at) where status in ('active', 'paused');
create index campaign_due on campaign (id) where due;
create index campaign_unpaid_since on campaign (created_at) where status = 'unpaid';
create index campaign_in_review on campaign (paid_at, id) where status = 'review';
create index campaign_shows_creative on campaign (creative);
create index campaign_draw_order on campaign (audience, draw_key) where drawable;
create index campaign_brand_contains on campaign using gin (brand gin_trgm_ops);

-- Visits added to a paid campaign, at its price; the figures are part of the campaign's own.
create table campaign_top_up (
  id uuid primary key,
  campaign_id uuid not null references campaign (id),
  visits int not null check (visits > 0),
  budget_minor bigint not null check (budget_minor > 0),
  bonus_reserve_minor bigint not null check (bonus_reserve_minor >= 0),
  service_fee_minor bigint not null,
  discount_minor bigint not null check (discount_minor >= 0),
  level_purchase_id uuid references level_purchase (id),
  extra_discount_minor bigint not null,
  paid_at timestamptz not null,
  check (service_fee_minor >= bonus_reserve_minor),
  check (extra_discount_minor between 0 and discount_minor)
);
create index campaign_top_up_of on campaign_top_up (campaign_id);

-- Campaigns that can be drawn and whose audience is not one value: a row a country and language.
create table campaign_draw (
  campaign_id uuid not null references campaign (id),
  country text not null,
  locale text not null,
  draw_key double precision not null check (draw_key >= 0 and draw_key < 1),
  primary key (campaign_id, country, locale)
);
create index campaign_draw_of_audience on campaign_draw (country, locale, draw_key, campaign_id);

-- What a member typed and has not placed yet, encrypted. `draft`: not encrypted, until it is saved again or swept.
create table campaign_draft (
  member_id uuid primary key references member (id),
  draft jsonb check (jsonb_typeof(draft) = 'object'),
  saved_at timestamptz not null,
  ciphertext bytea,
  constraint campaign_draft_is_kept_once check (num_nonnulls(draft, ciphertext) = 1)
);

-- Images that members uploaded for campaigns: whose, and since when nothing uses them (null: a campaign does).
create table creative (
  url text primary key,
  member_id uuid not null references member (id),
  unused_since timestamptz
);
create index creative_unused on creative (unused_since) where unused_since is not null;

-- What a landing page was like when a member had it looked at.
create table landing_check (
  member_id uuid not null references member (id),
  landing_url text not null,
  problem text, -- A message key; null: it can be placed.
  remarks text[] not null,
  final_host text,
  title text,
  checked_at timestamptz not null,
  primary key (member_id, landing_url)
);
create index landing_check_since on landing_check (checked_at);

-- PostgreSQL has no foreign keys from the elements of an array.
create function campaign_languages_exist() returns trigger language plpgsql as $$
begin
  if exists (select unnest(new.languages) except select code from locale) then
    raise exception 'a language of % is not in locale', new.languages using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;
create trigger languages_exist after insert or update of languages on campaign for each row
  execute function campaign_languages_exist();

create function campaign_draw_follows() returns trigger language plpgsql as $$
begin
  delete from campaign_draw where campaign_id = new.id;
  if new.drawable and new.audience is null then
    insert into campaign_draw (campaign_id, country, locale, draw_key)
      select new.id, country, locale, random()
      from unnest(case when new.countries = '{}' then array[''] else new.countries end) as country,
        unnest(case when new.languages = '{}' then array[''] else new.languages end) as locale;
  end if;
  return null;
end $$;
create trigger draw_begins after insert on campaign for each row when (new.drawable and new.audience is null)
  execute function campaign_draw_follows();
create trigger draw_follows after update on campaign for each row when (old.drawable <> new.drawable
  and new.audience is null) execute function campaign_draw_follows();

-- Grants.
revoke execute on function campaign_languages_exist, campaign_draw_follows from fairturn_app;
