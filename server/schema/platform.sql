-- Written by schema.test.ts from a migrated database: a table is read here. UPDATE_SCHEMA=1 writes it.

create domain subject_kind as text check (value in ('member', 'operator'))

create table alarm (
  about text not null,
  raised_at timestamptz not null,
  constraint alarm_pkey primary key (about)
)
grant insert, select to fairturn_app

create table former_one_time_secret (
  subject_kind subject_kind not null,
  subject_id uuid not null,
  id uuid not null,
  ciphertext bytea not null,
  created_at timestamptz not null,
  confirmed_at timestamptz not null,
  used_step bigint not null,
  left_at timestamptz not null,
  member_id uuid generated always as ( case subject_kind when 'member' then subject_id else null::uuid end) stored,
  operator_id uuid generated always as ( case subject_kind when 'operator' then subject_id else null::uuid end) stored,
  constraint former_one_time_secret_pkey primary key (subject_kind, subject_id, id),
  constraint former_one_time_secret_member_id_fkey foreign key (member_id) references member(id),
  constraint former_one_time_secret_operator_id_fkey foreign key (operator_id) references operator(id),
  constraint former_one_time_secret_ciphertext_check check (length(ciphertext) = 48)
)
create index former_one_time_secret_left_at on former_one_time_secret using btree (left_at)
grant delete, insert, select, update to fairturn_app

create table idempotency (
  member_id uuid not null,
  key text not null,
  path text not null,
  request_hash bytea not null,
  answer jsonb not null,
  created_at timestamptz not null,
  refused jsonb,
  constraint idempotency_pkey primary key (member_id, key)
)
create index idempotency_created_at on idempotency using btree (created_at)
grant delete, insert, select, update to fairturn_app

create table locale (
  code text not null,
  constraint locale_pkey primary key (code)
)
grant select to fairturn_app

create table one_time_secret (
  subject_kind subject_kind not null,
  subject_id uuid not null,
  ciphertext bytea not null,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  used_step bigint not null default 0,
  member_id uuid generated always as ( case subject_kind when 'member' then subject_id else null::uuid end) stored,
  operator_id uuid generated always as ( case subject_kind when 'operator' then subject_id else null::uuid end) stored,
  constraint one_time_secret_pkey primary key (subject_kind, subject_id),
  constraint one_time_secret_member_id_fkey foreign key (member_id) references member(id),
  constraint one_time_secret_operator_id_fkey foreign key (operator_id) references operator(id),
  constraint one_time_secret_ciphertext_check check (length(ciphertext) = 48)
)
grant delete, insert, select, update to fairturn_app

create table passkey (
  subject_kind subject_kind not null,
  subject_id uuid not null,
  id uuid not null,
  credential_id text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  backed_up boolean not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  member_id uuid generated always as ( case subject_kind when 'member' then subject_id else null::uuid end) stored,
  operator_id uuid generated always as ( case subject_kind when 'operator' then subject_id else null::uuid end) stored,
  constraint passkey_credential_is_unique unique (subject_kind, credential_id),
  constraint passkey_pkey primary key (subject_kind, subject_id, id),
  constraint passkey_member_id_fkey foreign key (member_id) references member(id),
  constraint passkey_operator_id_fkey foreign key (operator_id) references operator(id),
  constraint passkey_counter_check check (counter >= 0),
  constraint passkey_credential_id_check check (credential_id ~ '^[A-Za-z0-9_-]+$' and length(credential_id) <= 1400),
  constraint passkey_name_check check (length(name) >= 1 and length(name) <= 60)
)
grant delete, insert, select, update to fairturn_app

create table passkey_challenge (
  hash bytea not null,
  subject_kind subject_kind not null,
  subject_id uuid,
  purpose text not null,
  expires_at timestamptz not null,
  member_id uuid generated always as ( case subject_kind when 'member' then subject_id else null::uuid end) stored,
  operator_id uuid generated always as ( case subject_kind when 'operator' then subject_id else null::uuid end) stored,
  constraint passkey_challenge_pkey primary key (hash),
  constraint passkey_challenge_member_id_fkey foreign key (member_id) references member(id),
  constraint passkey_challenge_operator_id_fkey foreign key (operator_id) references operator(id),
  constraint passkey_challenge_check check ((purpose in ('register', 'confirm')) = (subject_id is not null)),
  constraint passkey_challenge_check1 check (subject_kind::text = 'member' or purpose <> 'recover'),
  constraint passkey_challenge_hash_check check (length(hash) = 32),
  constraint passkey_challenge_purpose_check check (purpose in ('register', 'sign_in', 'recover', 'confirm'))
)
create index passkey_challenge_expires_at on passkey_challenge using btree (expires_at)
create index passkey_challenge_of_subject on passkey_challenge using btree (subject_kind, subject_id) where subject_id is not null
grant delete, insert, select, update to fairturn_app

create table password (
  subject_kind subject_kind not null,
  subject_id uuid not null,
  hash text not null,
  member_id uuid generated always as ( case subject_kind when 'member' then subject_id else null::uuid end) stored,
  operator_id uuid generated always as ( case subject_kind when 'operator' then subject_id else null::uuid end) stored,
  constraint password_pkey primary key (subject_kind, subject_id),
  constraint password_member_id_fkey foreign key (member_id) references member(id),
  constraint password_operator_id_fkey foreign key (operator_id) references operator(id),
  constraint password_hash_check check (hash ~~ '$argon2id$%')
)
grant delete, insert, select, update to fairturn_app

create table rate_limit_bucket (
  bucket text not null,
  empty_at timestamptz not null,
  constraint rate_limit_bucket_pkey primary key (bucket)
) with (fillfactor=70)
grant delete, insert, select, update to fairturn_app

create table recovery_code (
  subject_kind subject_kind not null,
  subject_id uuid not null,
  id uuid not null,
  selector text not null,
  hash text not null,
  made_at timestamptz not null,
  used_at timestamptz,
  replaced_at timestamptz,
  member_id uuid generated always as ( case subject_kind when 'member' then subject_id else null::uuid end) stored,
  operator_id uuid generated always as ( case subject_kind when 'operator' then subject_id else null::uuid end) stored,
  ends_one_time_codes boolean not null default false,
  constraint recovery_code_pkey primary key (subject_kind, subject_id, id),
  constraint recovery_code_member_id_fkey foreign key (member_id) references member(id),
  constraint recovery_code_operator_id_fkey foreign key (operator_id) references operator(id),
  constraint recovery_code_hash_check check (hash ~~ '$argon2id$%'),
  constraint recovery_code_selector_check check (selector ~ '^[0-9A-Z]{4}$')
)
create index recovery_code_replaced_at on recovery_code using btree (replaced_at) where replaced_at is not null
create unique index recovery_code_selector on recovery_code using btree (subject_kind, subject_id, selector) where replaced_at is null
grant delete, insert, select, update to fairturn_app

create table running_total (
  name text not null,
  key text not null,
  day date not null,
  count bigint not null,
  amount_minor bigint not null,
  folded boolean not null default false
)
create unique index running_total_folded on running_total using btree (name, key, day) where folded
create index running_total_new on running_total using btree (name) where not folded
grant select to fairturn_app

create table schema_floor (
  migration integer not null
)
grant delete, insert, select, update to fairturn_app

CREATE OR REPLACE FUNCTION public.running_total_fold()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  with appended as (delete from running_total where not folded returning name, key, day, count, amount_minor)
  insert into running_total as t (name, key, day, count, amount_minor, folded)
  select name, key, day, sum(count), sum(amount_minor), true from appended group by name, key, day order by name, key, day
  on conflict (name, key, day) where folded
  do update set count = t.count + excluded.count, amount_minor = t.amount_minor + excluded.amount_minor
$function$

grant execute to fairturn_app
