-- Why: a notice also goes to a member's devices and mailbox where they asked for it; what was sent is noted, for a job may run twice.

-- What a member chose, group by group; without a row push is on (subscribing a device was the choice) and mail is off.
create table notice_choice (
  member_id uuid not null references member (id),
  notice_group text not null check (notice_group <> 'security'),
  channel text not null check (channel in ('push', 'mail')),
  is_on boolean not null,
  changed_at timestamptz not null,
  primary key (member_id, notice_group, channel)
);

-- A device, by the address its push service gave it. It hears nothing once the session it belongs to has ended.
create table push_subscription (
  id uuid primary key,
  member_id uuid not null references member (id),
  session_id uuid not null references session (id) on delete cascade,
  endpoint text not null constraint push_subscription_endpoint_is_unique unique check (endpoint like 'https://%'),
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null
);
create index push_subscription_of_member on push_subscription (member_id, id);
create index push_subscription_session_id on push_subscription (session_id);

-- Target: the subscription, or the member for a mail. Kept for as long as a job might still run.
create table notice_delivery (
  notification_id uuid not null references notification (id) on delete cascade,
  target_id uuid not null,
  sent_at timestamptz not null,
  primary key (notification_id, target_id)
);
create index notice_delivery_sent_at on notice_delivery (sent_at);

-- The key pair push services know us by (VAPID), where the configuration names none. Whoever changes it loses every
-- subscription, so it must outlive a change of SECRET and is kept as it is.
create table push_key (
  only_one boolean primary key default true check (only_one),
  public_key text not null,
  private_key text not null,
  created_at timestamptz not null
);
