-- Why: what was said to a member is kept as kind and parameters, so that it can be read in whichever language they use later; it also
-- goes to devices and mailboxes where they asked for it, and what was sent is noted, for a job may run twice.

-- Staff says something to many members at once, each in their language and once.
create table broadcast (
  id uuid primary key,
  -- Grows with every change, so that nobody sends what a colleague has changed meanwhile.
  version int not null default 1,
  status text not null check (status in ('draft', 'scheduled', 'sending', 'sent', 'cancelled')),
  -- By language `{"title", "text"}`; Vietnamese is there always, and stands in for those that are not.
  texts jsonb not null check (((texts -> 'vn') ->> 'title') <> '' and ((texts -> 'vn') ->> 'text') <> ''),
  path text check (path like '/%'),
  level_id uuid, -- Whom it is for: all that are set must fit.
  locale text references locale (code),
  active_days int check (active_days between 1 and 30),
  created_by uuid not null references operator (id),
  created_at timestamptz not null,
  send_at timestamptz,
  begun_at timestamptz,
  finished_at timestamptz,
  last_member_id uuid, -- How far it is: members are told in the order of their ids, and this is the last one who was.
  recipients int not null default 0,
  check ((send_at is null) <= (status in ('draft', 'cancelled'))),
  check ((begun_at is not null) = (status in ('sending', 'sent'))),
  check ((finished_at is not null) = (status = 'sent'))
);

create table notification (
  id uuid primary key,
  member_id uuid not null references member (id),
  kind text not null,
  params jsonb not null check (jsonb_typeof(params) = 'object'), -- Texts, money as wire strings, instants as ISO 8601.
  path text check (path like '/%'),
  created_at timestamptz not null,
  read_at timestamptz,
  broadcast_id uuid references broadcast (id), -- Its words stand once, with the broadcast.
  constraint notification_of_a_broadcast_names_it check ((broadcast_id is not null) = (kind = 'broadcast'))
);
create index notification_of_member on notification (member_id, id desc);
create index notification_unread on notification (member_id) where read_at is null;
-- Nobody has it twice, whatever happens to whom sends it.
create unique index notification_broadcast_id on notification (broadcast_id, member_id) where broadcast_id is not null;

-- What a member chose, group by group; without a row push is on (subscribing a device was the choice) and mail is off.
create table notice_choice (
  member_id uuid not null references member (id),
  notice_group text not null check (notice_group <> 'security'),
  channel text not null check (channel in ('push', 'mail')),
  is_on boolean not null,
  changed_at timestamptz not null,
  primary key (member_id, notice_group, channel)
);

-- Target: the subscription, or the member for a mail. Kept for as long as a job might still run.
create table notice_delivery (
  notification_id uuid not null references notification (id) on delete cascade,
  target_id uuid not null,
  sent_at timestamptz not null,
  primary key (notification_id, target_id)
);
create index notice_delivery_sent_at on notice_delivery (sent_at);

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

-- The key pair push services know us by (VAPID), where the configuration names none. Whoever changes it loses every
-- subscription, so it must outlive a change of SECRET and is kept as it is.
create table push_key (
  only_one boolean default true primary key check (only_one),
  public_key text not null,
  private_key text not null,
  created_at timestamptz not null
);
