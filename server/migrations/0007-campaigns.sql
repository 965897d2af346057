-- Why: what was ordered and paid for, what is promised and what is delivered, so that nothing is offered that is not funded.

create table campaign (
  id uuid primary key,
  member_id uuid not null references member (id),
  status text not null default 'unpaid'
    check (status in ('unpaid', 'review', 'active', 'paused', 'finished', 'rejected', 'cancelled')),
  brand text not null check (brand <> ''),
  kind text not null check (kind in ('visit', 'sign_up', 'purchase', 'lead')),
  -- Texts by locale.
  tagline jsonb not null check (jsonb_typeof(tagline) = 'object'),
  caption jsonb not null check (jsonb_typeof(caption) = 'object'),
  creative text not null,
  landing_url text not null check (landing_url ~ '^https?://'),
  landing_host text not null,
  -- Empty: all.
  languages text[] not null check (languages <@ array['vn', 'en', 'jp', 'kr', 'cn', 'rs', 'fr']),

  -- Terms, frozen when it was made.
  price_minor bigint not null check (price_minor > 0),
  visits int not null check (visits > 0),
  order_visits int not null check (order_visits between 1 and visits),
  order_hours int not null check (order_hours > 0),
  service_fee_bp int not null,
  discount_bp int not null,
  highest_bonus_bp int not null,
  budget_minor bigint not null check (budget_minor = price_minor * visits),
  bonus_reserve_minor bigint not null check (bonus_reserve_minor >= 0),
  -- Less the discount; the bonus reserve is part of it.
  service_fee_minor bigint not null check (service_fee_minor >= bonus_reserve_minor),
  discount_minor bigint not null check (discount_minor >= 0),
  -- What the smallest slice, one visit at the highest bonus, must have in free escrow.
  least_hold_minor bigint not null,
  -- The bought level that gave the discount, and how much more it gave than the level without it.
  level_purchase_id uuid references level_purchase (id),
  extra_discount_minor bigint not null default 0 check (extra_discount_minor between 0 and discount_minor),

  -- Promised to open offers and orders, and held for them.
  open_visits int not null default 0 check (open_visits >= 0),
  held_minor bigint not null default 0 check (held_minor >= 0),
  -- Claimed.
  delivered_visits int not null default 0 check (delivered_visits >= 0),
  delivered_minor bigint not null default 0 check (delivered_minor >= 0),
  bonus_minor bigint not null default 0 check (bonus_minor >= 0),
  -- Went back to the placer, service fee included.
  refunded_minor bigint not null default 0 check (refunded_minor >= 0),

  ends_at timestamptz not null,
  created_at timestamptz not null,
  paid_at timestamptz,
  activated_at timestamptz,
  ended_at timestamptz,
  -- Its accounts are empty.
  closed_at timestamptz,
  reject_reason text,

  -- A random place in the order of drawing, renewed whenever a slice is drawn.
  draw_key double precision not null check (draw_key >= 0 and draw_key < 1),
  drawable boolean not null generated always as (
    status = 'active' and delivered_visits + open_visits < visits
    and budget_minor + bonus_reserve_minor - delivered_minor - bonus_minor - held_minor >= least_hold_minor
  ) stored,
  -- Nothing is open any more: to be finished, or its accounts to be closed.
  due boolean not null generated always as (
    open_visits = 0 and closed_at is null and (
      status in ('finished', 'rejected', 'cancelled') or (status = 'active' and not (
        delivered_visits < visits
        and budget_minor + bonus_reserve_minor - delivered_minor - bonus_minor - held_minor >= least_hold_minor)))
  ) stored,

  check (delivered_visits + open_visits <= visits),
  check (delivered_minor + bonus_minor + held_minor <= budget_minor + bonus_reserve_minor),
  check (refunded_minor <= budget_minor + service_fee_minor),
  check ((paid_at is null) = (status = 'unpaid') or status = 'cancelled'),
  check ((ended_at is not null) = (status in ('finished', 'rejected', 'cancelled'))),
  check (closed_at is null or (ended_at is not null and open_visits = 0 and held_minor = 0))
);
create unique index campaign_unpaid on campaign (member_id) where status = 'unpaid';
create index campaign_of_member on campaign (member_id, id desc);
create index campaign_ends_at on campaign (ends_at) where status in ('active', 'paused');
create index campaign_due on campaign (id) where due;

-- One a language, so that a draw finds the next campaign without passing those it may not show. Their columns change
-- only when a campaign becomes drawable or stops being so, or is drawn: claims leave these indexes alone.
create index campaign_draw_vn on campaign (draw_key) where drawable and (languages = '{}' or 'vn' = any (languages));
create index campaign_draw_en on campaign (draw_key) where drawable and (languages = '{}' or 'en' = any (languages));
create index campaign_draw_jp on campaign (draw_key) where drawable and (languages = '{}' or 'jp' = any (languages));
create index campaign_draw_kr on campaign (draw_key) where drawable and (languages = '{}' or 'kr' = any (languages));
create index campaign_draw_cn on campaign (draw_key) where drawable and (languages = '{}' or 'cn' = any (languages));
create index campaign_draw_rs on campaign (draw_key) where drawable and (languages = '{}' or 'rs' = any (languages));
create index campaign_draw_fr on campaign (draw_key) where drawable and (languages = '{}' or 'fr' = any (languages));
