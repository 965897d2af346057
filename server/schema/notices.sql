-- Written by schema.test.ts from a migrated database: a table is read here. UPDATE_SCHEMA=1 writes it.

create table broadcast (
  id uuid not null,
  version integer not null default 1,
  status text not null,
  texts jsonb not null,
  path text,
  level_id uuid,
  locale text,
  active_days integer,
  created_by uuid not null,
  created_at timestamptz not null,
  send_at timestamptz,
  begun_at timestamptz,
  finished_at timestamptz,
  last_member_id uuid,
  recipients integer not null default 0,
  constraint broadcast_pkey primary key (id),
  constraint broadcast_created_by_fkey foreign key (created_by) references operator(id),
  constraint broadcast_locale_fkey foreign key (locale) references locale(code),
  constraint broadcast_active_days_check check (active_days >= 1 and active_days <= 30),
  constraint broadcast_check check ((send_at is null) <= (status in ('draft', 'cancelled'))),
  constraint broadcast_check1 check ((begun_at is not null) = (status in ('sending', 'sent'))),
  constraint broadcast_check2 check ((finished_at is not null) = (status = 'sent')),
  constraint broadcast_path_check check (path ~~ '/%'),
  constraint broadcast_status_check check (status in ('draft', 'scheduled', 'sending', 'sent', 'cancelled')),
  constraint broadcast_texts_check check (((texts -> 'vn') ->> 'title') <> '' and ((texts -> 'vn') ->> 'text') <> '')
)
grant insert, select to fairturn_app
grant update (version, status, texts, path, level_id, locale, active_days, send_at, begun_at, finished_at, last_member_id, recipients) to fairturn_app

create table message_check (
  day date not null,
  verdict text not null,
  count bigint not null,
  constraint message_check_pkey primary key (day, verdict),
  constraint message_check_count_check check (count > 0),
  constraint message_check_verdict_check check (verdict in ('not_from_us', 'not_to_you'))
)
grant insert, select to fairturn_app
grant update (count) to fairturn_app

create table message_code (
  selector bytea not null,
  verifier bytea not null,
  member_id uuid not null,
  channel text not null,
  subject text not null,
  sent_at timestamptz not null,
  constraint message_code_pkey primary key (selector),
  constraint message_code_member_id_fkey foreign key (member_id) references member(id),
  constraint message_code_channel_check check (channel in ('mail', 'push')),
  constraint message_code_selector_check check (octet_length(selector) = 8),
  constraint message_code_verifier_check check (octet_length(verifier) = 16)
)
create index message_code_of_member on message_code using btree (member_id)
create index message_code_sent_at on message_code using btree (sent_at)
grant delete, insert, select to fairturn_app

create table notice_choice (
  member_id uuid not null,
  notice_group text not null,
  channel text not null,
  is_on boolean not null,
  changed_at timestamptz not null,
  constraint notice_choice_pkey primary key (member_id, notice_group, channel),
  constraint notice_choice_member_id_fkey foreign key (member_id) references member(id),
  constraint notice_choice_channel_check check (channel in ('push', 'mail')),
  constraint notice_choice_notice_group_check check (notice_group <> 'security')
)
grant delete, insert, select to fairturn_app
grant update (is_on, changed_at) to fairturn_app

create table notice_delivery (
  notification_id uuid not null,
  target_id uuid not null,
  sent_at timestamptz not null,
  constraint notice_delivery_pkey primary key (notification_id, target_id),
  constraint notice_delivery_notification_id_fkey foreign key (notification_id) references notification(id) on delete cascade
)
create index notice_delivery_sent_at on notice_delivery using btree (sent_at)
grant delete, insert, select to fairturn_app

create table notification (
  id uuid not null,
  member_id uuid not null,
  kind text not null,
  params jsonb not null,
  path text,
  created_at timestamptz not null,
  read_at timestamptz,
  broadcast_id uuid,
  constraint notification_pkey primary key (id),
  constraint notification_broadcast_id_fkey foreign key (broadcast_id) references broadcast(id),
  constraint notification_member_id_fkey foreign key (member_id) references member(id),
  constraint notification_of_a_broadcast_names_it check ((broadcast_id is not null) = (kind = 'broadcast')),
  constraint notification_params_check check (jsonb_typeof(params) = 'object'),
  constraint notification_path_check check (path ~~ '/%')
)
create unique index notification_broadcast_id on notification using btree (broadcast_id, member_id) where broadcast_id is not null
create index notification_of_member on notification using btree (member_id, id desc)
create index notification_unread on notification using btree (member_id) where read_at is null
grant delete, insert, select to fairturn_app
grant update (read_at) to fairturn_app

create table push_key (
  only_one boolean not null default true,
  public_key text not null,
  private_key text,
  created_at timestamptz not null,
  ciphertext bytea,
  constraint push_key_pkey primary key (only_one),
  constraint push_key_has_a_private_key check (num_nonnulls(private_key, ciphertext) = 1),
  constraint push_key_only_one_check check (only_one)
)
grant insert, select to fairturn_app
grant update (private_key, ciphertext) to fairturn_app

create table push_subscription (
  id uuid not null,
  member_id uuid not null,
  session_id uuid not null,
  endpoint text not null,
  p256dh text,
  auth text,
  created_at timestamptz not null,
  ciphertext bytea,
  constraint push_subscription_endpoint_is_unique unique (endpoint),
  constraint push_subscription_pkey primary key (id),
  constraint push_subscription_member_id_fkey foreign key (member_id) references member(id),
  constraint push_subscription_session_id_fkey foreign key (session_id) references session(id) on delete cascade,
  constraint push_subscription_endpoint_check check (endpoint ~~ 'https://%'),
  constraint push_subscription_has_its_keys check ((num_nonnulls(p256dh, auth) in (0, 2)) and num_nonnulls(p256dh, ciphertext) = 1)
)
create index push_subscription_of_member on push_subscription using btree (member_id, id)
create index push_subscription_session_id on push_subscription using btree (session_id)
grant delete, insert, select to fairturn_app
grant update (member_id, session_id, p256dh, auth, ciphertext) to fairturn_app
