-- Why: an order is a promise of money for work, so what was promised is frozen here and every status says what is still owed. A
-- carrier may object to refused visits; somebody else than the first judge decides, and until then the money stays reserved.

-- A drawn slice: a frozen quote, its whole award reserved in the campaign's escrow by the hold.
create table offer (
  id uuid primary key,
  member_id uuid not null references member (id),
  campaign_id uuid not null references campaign (id),
  hold_id uuid not null unique,
  price_minor bigint not null check (price_minor > 0),
  target int not null check (target > 0),
  bonus_low_bp int not null check (bonus_low_bp >= 0),
  bonus_high_bp int not null,
  highest_award_minor bigint not null,
  hours int not null check (hours > 0),
  drawn_at timestamptz not null,
  expires_at timestamptz not null,
  status text not null check (status in ('open', 'left', 'taken', 'skipped', 'expired')),
  check (bonus_high_bp >= bonus_low_bp),
  check (highest_award_minor >= (price_minor * target))
);
-- One slice at a time is kept from others by one member.
create unique index offer_open on offer (member_id) where status = 'open';
create index offer_expiring on offer (expires_at) where status = 'open';
-- An offer is left before it is released, so that a draw that finds nothing changes nothing.
create index offer_left on offer (id) where status = 'left';

create table orders (
  id uuid primary key,
  offer_id uuid not null unique references offer (id),
  member_id uuid not null references member (id),
  campaign_id uuid not null references campaign (id),
  hold_id uuid not null unique,
  status text not null check (status in ('pending', 'distributing', 'success', 'done', 'returned', 'expired')),
  price_minor bigint not null,
  target int not null,
  bonus_low_bp int not null,
  bonus_high_bp int not null,
  highest_award_minor bigint not null,
  hours int not null,
  link_code text unique,
  local_day date not null, -- The day, in the site's time zone, whose turn this order used.
  taken_at timestamptz not null,
  deadline timestamptz not null,
  started_at timestamptz,
  -- As tracking last told: verified visits, every hit, and those that count for the carrier's quality.
  verified int not null default 0,
  visits int not null default 0,
  counted int not null default 0,
  reward_minor bigint, -- Written once, when the order settles; what is claimed later is exactly this.
  bonus_minor bigint,
  bonus_bp int,
  quality_bp int check (quality_bp between 0 and 10000),
  settled_at timestamptz,
  claimed_at timestamptz,
  review_until timestamptz, -- Unusual orders wait for an operator; by review_until they succeed by themselves.
  objection text check (objection in ('open', 'upheld', 'partly_upheld', 'refused')),
  kept_until timestamptz, -- Expired, and its money kept until then so that an objection can be paid.
  reviewed_by text, -- The operator who ended its review, and why, where visits were refused.
  review_reason text,
  unconfirmed_until timestamptz, -- Past its deadline, with visits that may still be confirmed until then.
  counts_visitors boolean not null default false, -- Whether its count is of visitors; else of hits.
  -- The purchase of the level at which it was taken, if that may give more than the free level.
  level_purchase_id uuid references level_purchase (id),
  -- So much of its fee is reserved until the order is claimed or ends.
  extra_bonus_minor bigint not null default 0 check (extra_bonus_minor >= 0),
  check (verified between 0 and target and verified <= counted and counted <= visits),
  check ((reward_minor + bonus_minor) <= highest_award_minor),
  check ((status in ('success', 'done')) = (reward_minor is not null)),
  check ((reward_minor is null) = (bonus_minor is null)),
  check ((status in ('success', 'done', 'returned', 'expired')) = (settled_at is not null)),
  check ((status = 'done') = (claimed_at is not null)),
  check (review_until is null or (status in ('distributing', 'success', 'done'))),
  check (kept_until is null or status = 'expired'),
  check (unconfirmed_until is null or started_at is not null),
  constraint orders_extra_bonus_has_a_purchase check ((level_purchase_id is null) = (extra_bonus_minor = 0))
);
create index orders_of_member on orders (member_id, id desc);
create index orders_of_member_by_status on orders (member_id, status, id desc);
create index orders_of_campaign on orders (campaign_id);
create index orders_turns on orders (member_id, local_day) where status <> 'returned';
-- An order that waits to be started comes before the next draw.
create unique index orders_pending on orders (member_id) where status = 'pending';
create index orders_reviewed on orders (review_until) where status = 'distributing' and review_until is not null;
create index orders_kept on orders (kept_until) where kept_until is not null;
create index orders_due on orders (coalesce(unconfirmed_until, deadline)) where (status in ('pending', 'distributing'))
  and review_until is null;
-- An order is found by its campaign too: product_id is that of the campaign.
create index orders_of_member_by_campaign on orders (member_id, campaign_id, id desc);
-- A success nobody claims would keep its campaign from ever closing, so after 30 days it is paid by itself.
create index orders_unclaimed on orders (settled_at, id) where status = 'success';

-- One an order; its visits are frozen when it is made.
create table objection (
  id uuid primary key, -- and, once the order's award was claimed, the hold of what may still be added to it
  order_id uuid not null unique references orders (id),
  member_id uuid not null references member (id),
  note text not null,
  made_at timestamptz not null,
  decide_by timestamptz not null, -- Undecided by then, it is upheld.
  visits int not null check (visits > 0),
  most_visits int not null check (most_visits >= 0), -- The most it can add: verified visits, and reward and bonus.
  most_minor bigint not null check (most_minor >= 0),
  -- The award was claimed meanwhile; most_visits and most_minor are kept apart in the campaign.
  kept_apart boolean not null default false,
  decided_by text, -- An operator, or 'system' for silence.
  decided_at timestamptz,
  by_silence boolean,
  upheld int,
  added_minor bigint,
  reason text,
  check (upheld between 0 and visits),
  check (added_minor between 0 and most_minor),
  check ((decided_at is null) = (decided_by is null) and (decided_at is null) = (by_silence is null)),
  check ((decided_at is null) = (upheld is null) and (decided_at is null) = (added_minor is null)),
  check ((decided_at is null) = (reason is null))
);
create index objection_due on objection (decide_by) where decided_at is null;
create index objection_decided on objection (decided_at);

create table objected_visit (
  objection_id uuid not null references objection (id),
  visit_id uuid not null,
  reason text not null, -- Why it was refused.
  upheld boolean, -- null until decided
  -- Whether a refused visit was in the order's count when it was objected to: what is reserved for an objection follows
  -- it.
  counted boolean not null,
  primary key (objection_id, visit_id)
);

-- Awards that were paid. Each stands on its ledger entry, so none can be shown that was not.
create table award (
  id uuid primary key,
  order_id uuid not null references orders (id),
  member_id uuid not null references member (id),
  campaign_id uuid not null references campaign (id),
  -- Posted in the same transaction, after this row: the ledger comes last.
  entry_id uuid not null unique references entry (id) deferrable initially deferred,
  reward_minor bigint not null check (reward_minor >= 0),
  bonus_minor bigint not null check (bonus_minor >= 0),
  quality_bp int not null,
  claimed_at timestamptz not null,
  announced_at timestamptz, -- When everybody was told; a second telling is kept from happening by it.
  objection_id uuid unique references objection (id), -- A second award of an order is what an objection added.
  automatic boolean not null default false -- Paid by itself, which its member is told.
);
create index award_latest on award (claimed_at desc, id desc);
create index award_of_member on award (member_id, claimed_at);
create unique index award_of_order on award (order_id) where objection_id is null;
