-- Why: an order is a promise of money for work, so what was promised is frozen here and every status says what is still owed.

-- A drawn slice: a frozen quote, its whole award reserved in the campaign's escrow by the hold.
create table offer (
  id uuid primary key,
  member_id uuid not null references member (id),
  campaign_id uuid not null references campaign (id),
  hold_id uuid not null unique,
  price_minor bigint not null check (price_minor > 0),
  target int not null check (target > 0),
  bonus_low_bp int not null check (bonus_low_bp >= 0),
  bonus_high_bp int not null check (bonus_high_bp >= bonus_low_bp),
  highest_award_minor bigint not null check (highest_award_minor >= price_minor * target),
  hours int not null check (hours > 0),
  drawn_at timestamptz not null,
  expires_at timestamptz not null,
  state text not null check (state in ('open', 'taken', 'skipped', 'expired'))
);
-- One slice at a time is kept from others by one member.
create unique index offer_open on offer (member_id) where state = 'open';
create index offer_expiring on offer (expires_at) where state = 'open';

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
  -- The day, in the site's time zone, whose turn this order used.
  local_day date not null,
  taken_at timestamptz not null,
  deadline timestamptz not null,
  started_at timestamptz,
  -- As tracking last told: verified visits, every hit, and those that count for the carrier's quality.
  verified int not null default 0,
  visits int not null default 0,
  counted int not null default 0,
  -- Written once, when the order settles; what is claimed later is exactly this.
  reward_minor bigint,
  bonus_minor bigint,
  bonus_bp int,
  quality_bp int,
  settled_at timestamptz,
  claimed_at timestamptz,
  -- Unusual orders wait for an operator; by review_until they succeed by themselves.
  review_until timestamptz,
  check (verified between 0 and target and verified <= counted and counted <= visits),
  check (quality_bp between 0 and 10000),
  check (reward_minor + bonus_minor <= highest_award_minor),
  check ((status in ('success', 'done')) = (reward_minor is not null)),
  check ((reward_minor is null) = (bonus_minor is null)),
  check ((status in ('success', 'done', 'returned', 'expired')) = (settled_at is not null)),
  check ((status = 'done') = (claimed_at is not null)),
  check (review_until is null or status in ('distributing', 'success', 'done'))
);
create index orders_of_member on orders (member_id, id desc);
create index orders_of_member_by_status on orders (member_id, status, id desc);
create index orders_of_campaign on orders (campaign_id);
create index orders_turns on orders (member_id, local_day) where status <> 'returned';
-- An order that waits to be started comes before the next draw.
create unique index orders_pending on orders (member_id) where status = 'pending';
create index orders_due on orders (deadline) where status in ('pending', 'distributing') and review_until is null;
create index orders_reviewed on orders (review_until) where status = 'distributing' and review_until is not null;

-- Awards that were paid. Each stands on its ledger entry, so none can be shown that was not.
create table award (
  id uuid primary key,
  order_id uuid not null unique references orders (id),
  member_id uuid not null references member (id),
  campaign_id uuid not null references campaign (id),
  -- Posted in the same transaction, after this row: the ledger comes last.
  entry_id uuid not null unique references entry (id) deferrable initially deferred,
  reward_minor bigint not null check (reward_minor >= 0),
  bonus_minor bigint not null check (bonus_minor >= 0),
  quality_bp int not null,
  claimed_at timestamptz not null,
  -- When everybody was told; a second telling is kept from happening by it.
  announced_at timestamptz
);
create index award_latest on award (claimed_at desc, id desc);
create index award_of_member on award (member_id, claimed_at);
