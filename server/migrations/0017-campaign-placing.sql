-- Why: members place campaigns themselves: drafts, images, checked landing pages, visits added later, and who may carry them where.

alter table campaign add column verification text not null default 'page'
  check (verification in ('page', 'beacon', 'postback'));
alter table campaign add constraint campaign_confirmed_by_advertiser
  check (kind = 'visit' or verification = 'postback') not valid;
-- ISO 3166-1 alpha-2 of the carriers' phone numbers; empty: all.
alter table campaign add column countries text[] not null default '{}';
-- Where the landing page's redirects ended when it was checked; for review.
alter table campaign add column landing_final_host text;
-- Set while an operator has paused it; its placer cannot resume it then.
alter table campaign add column pause_reason text;
create index campaign_unpaid_since on campaign (created_at) where status = 'unpaid';

-- Visits added to a paid campaign, at its price; the figures are part of the campaign's own.
create table campaign_top_up (
  id uuid primary key,
  campaign_id uuid not null references campaign (id),
  visits int not null check (visits > 0),
  budget_minor bigint not null check (budget_minor > 0),
  bonus_reserve_minor bigint not null check (bonus_reserve_minor >= 0),
  service_fee_minor bigint not null check (service_fee_minor >= bonus_reserve_minor),
  discount_minor bigint not null check (discount_minor >= 0),
  level_purchase_id uuid references level_purchase (id),
  extra_discount_minor bigint not null check (extra_discount_minor between 0 and discount_minor),
  paid_at timestamptz not null
);
create index campaign_top_up_of on campaign_top_up (campaign_id);

-- A campaign for some countries stands here, one row a country and language, from its review to its end; each row has a
-- random place of its own in the order of drawing. Those for all countries are found by the indexes below.
create table campaign_country (
  campaign_id uuid not null references campaign (id),
  country text not null,
  locale text not null,
  draw_key double precision not null check (draw_key >= 0 and draw_key < 1),
  primary key (campaign_id, country, locale)
);
create index campaign_country_draw on campaign_country (country, locale, draw_key);

drop index campaign_draw_vn, campaign_draw_en, campaign_draw_jp, campaign_draw_kr, campaign_draw_cn, campaign_draw_rs,
  campaign_draw_fr;
create index campaign_draw_vn on campaign (draw_key)
  where drawable and countries = '{}' and (languages = '{}' or 'vn' = any (languages));
create index campaign_draw_en on campaign (draw_key)
  where drawable and countries = '{}' and (languages = '{}' or 'en' = any (languages));
create index campaign_draw_jp on campaign (draw_key)
  where drawable and countries = '{}' and (languages = '{}' or 'jp' = any (languages));
create index campaign_draw_kr on campaign (draw_key)
  where drawable and countries = '{}' and (languages = '{}' or 'kr' = any (languages));
create index campaign_draw_cn on campaign (draw_key)
  where drawable and countries = '{}' and (languages = '{}' or 'cn' = any (languages));
create index campaign_draw_rs on campaign (draw_key)
  where drawable and countries = '{}' and (languages = '{}' or 'rs' = any (languages));
create index campaign_draw_fr on campaign (draw_key)
  where drawable and countries = '{}' and (languages = '{}' or 'fr' = any (languages));

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
  -- A message key; null: it can be placed.
  problem text,
  remarks text[] not null,
  final_host text,
  title text,
  checked_at timestamptz not null,
  primary key (member_id, landing_url)
);
create index landing_check_since on landing_check (checked_at);

create table campaign_draft (
  member_id uuid primary key references member (id),
  draft jsonb not null check (jsonb_typeof(draft) = 'object'),
  saved_at timestamptz not null
);
