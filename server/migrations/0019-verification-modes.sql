-- Why: a campaign may ask that a visit is confirmed, by a script on its landing page or by its server, before it is paid for.

-- How long after Continue a visit of this campaign can be confirmed by postback; part of its terms, like its price.
alter table campaign add column confirm_hours int not null default 168 check (confirm_hours between 1 and 720);

-- Frozen when the link is opened, like everything else the carrier was promised.
alter table link
  add column verification text not null default 'page' check (verification in ('page', 'beacon', 'postback')),
  add column kind text not null default 'visit',
  -- After Continue; 0 where nothing is confirmed.
  add column confirm_seconds int not null default 0 check ((verification = 'page') = (confirm_seconds = 0)),
  -- Whenever it was continued, nothing is confirmed after this.
  add column confirm_until timestamptz check ((verification = 'page') = (confirm_until is null));

-- Visits that pass every rule and are not confirmed yet; gone when they have their verdict.
create table visit_waiting (
  visit_id uuid primary key,
  day date not null, -- the visit's
  link_id uuid not null,
  campaign_id uuid not null,
  until timestamptz not null
);
create index visit_waiting_link on visit_waiting (link_id);
create index visit_waiting_campaign on visit_waiting (campaign_id);
create index visit_waiting_until on visit_waiting (until);

-- What the advertiser said of a visit, once; refused ones too, for without it they cannot be objected to.
create table visit_confirmation (
  visit_id uuid primary key,
  link_id uuid not null,
  campaign_id uuid not null,
  confirmed_at timestamptz not null,
  -- null: the landing page's script did
  kind text,
  value text,
  occurred_at timestamptz
);
create index visit_confirmation_campaign on visit_confirmation (campaign_id);
revoke update, delete on visit_confirmation from fairturn_app;

-- Past its deadline, with visits that may still be confirmed until then.
alter table orders add column waits_until timestamptz check (waits_until is null or started_at is not null);
drop index orders_due;
create index orders_due on orders (coalesce(waits_until, deadline))
  where status in ('pending', 'distributing') and review_until is null;

-- What an advertiser's server signs with. The secret is sealed: the database alone forges nothing.
create table postback_key (
  id uuid primary key,
  campaign_id uuid not null references campaign (id),
  sealed bytea not null,
  last4 text not null,
  created_at timestamptz not null,
  -- Valid until then; null: until it is retired.
  retires_at timestamptz
);
create index postback_key_of on postback_key (campaign_id);
revoke delete on postback_key from fairturn_app;

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
