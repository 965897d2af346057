-- Why: every process shares its role, its queue of keys and limits, and the credentials of members and operators (docs/architecture.md).

-- Roles belong to the whole cluster, so several databases may be migrated at once and meet here.
do $$
begin
  for attempt in 1..20 loop
    begin
      if not exists (select from pg_roles where rolname = 'fairturn_app') then
        create role fairturn_app nologin;
      end if;
      return;
    exception when duplicate_object or unique_violation or internal_error or undefined_object then
      perform pg_sleep(0.05);
    end;
  end loop;
  raise exception 'the role fairturn_app could not be made';
end $$;

-- By what a reference or a brand has in it, three letters or more (decision 056).
create extension if not exists pg_trgm;

-- The processes read what is made from here on, in this module and the others; what they may change is in rights.sql
-- (server/src/platform/database), which is applied after the migrations. Nobody else executes functions.
grant usage on schema public to fairturn_app;
alter default privileges revoke execute on functions from public;
alter default privileges in schema public grant select on tables to fairturn_app;
alter default privileges in schema public grant usage on sequences to fairturn_app;
alter default privileges in schema public grant execute on functions to fairturn_app;

-- Whose a credential is.
create domain subject_kind as text check (value in ('member', 'operator'));

-- The languages, which each migration completes from contract/src/locales.ts.
create table locale (
  code text primary key
);

-- One row: the last migration that took something away. Such a migration sets it to its own number.
create table schema_floor (
  migration int not null
);

-- The answer to a call that may be repeated, written with its effect; a repeat with other content is refused by the
-- hash.
create table idempotency (
  member_id uuid not null,
  key text not null,
  path text not null,
  request_hash bytea not null,
  answer jsonb not null,
  created_at timestamptz not null,
  -- Code and details of a refusal; then answer is null. A key that was refused stays refused: otherwise an earlier
  -- request with it, still under way, could move money after its sender was told that nothing had been done.
  refused jsonb,
  primary key (member_id, key)
);
create index idempotency_created_at on idempotency (created_at);

-- Rate limits as one instant a bucket (GCRA).
create table rate_limit_bucket (
  bucket text primary key,
  -- Every hit moves it; no index on it, so that those updates stay within their page (HOT).
  empty_at timestamptz not null
) with (fillfactor = 70);

-- Whoever is on duty gets one mail for one alarm, however often a job that raises it runs again.
create table alarm (
  about text primary key, -- What it is about, once: `check <run>`, `no check <since> <day>`, `no proof <day>`.
  raised_at timestamptz not null
);

-- Changes are appended, so nobody waits for a counter's row; a job adds them up into the folded rows.
create table running_total (
  name text not null,
  key text not null, -- what it is counted by
  day date not null, -- UTC; '-infinity' where it is counted by no day
  count bigint not null,
  amount_minor bigint not null,
  folded boolean not null default false
);
create unique index running_total_folded on running_total (name, key, day) where folded;
create index running_total_new on running_total (name) where not folded;

-- Without a row: no password is set, or the account is closed. member_id or operator_id, by the kind, refers to the
-- subject.
create table password (
  subject_kind subject_kind not null,
  subject_id uuid not null,
  hash text not null check (hash like '$argon2id$%'),
  member_id uuid generated always as (case subject_kind when 'member' then subject_id end) stored,
  operator_id uuid generated always as (case subject_kind when 'operator' then subject_id end) stored,
  primary key (subject_kind, subject_id)
);

create table one_time_secret (
  subject_kind subject_kind not null,
  subject_id uuid not null,
  -- AES-256-GCM with a key that is not in the database, bound to subject_id: nonce, tag, ciphertext.
  ciphertext bytea not null check (length(ciphertext) = 48),
  created_at timestamptz not null,
  confirmed_at timestamptz, -- Null: shown, but no code of it was given yet.
  used_step bigint not null default 0, -- The latest time step whose code was used; a code works once.
  member_id uuid generated always as (case subject_kind when 'member' then subject_id end) stored,
  operator_id uuid generated always as (case subject_kind when 'operator' then subject_id end) stored,
  primary key (subject_kind, subject_id)
);

-- Kept for 37 days; opens nothing while it is here.
create table former_one_time_secret (
  subject_kind subject_kind not null,
  subject_id uuid not null,
  id uuid not null,
  ciphertext bytea not null check (length(ciphertext) = 48), -- As in one_time_secret.
  created_at timestamptz not null,
  confirmed_at timestamptz not null,
  used_step bigint not null,
  left_at timestamptz not null, -- When its codes were turned off.
  member_id uuid generated always as (case subject_kind when 'member' then subject_id end) stored,
  operator_id uuid generated always as (case subject_kind when 'operator' then subject_id end) stored,
  primary key (subject_kind, subject_id, id)
);
create index former_one_time_secret_left_at on former_one_time_secret (left_at);

create table recovery_code (
  subject_kind subject_kind not null,
  subject_id uuid not null,
  id uuid not null,
  -- The part by which a code is found; the rest is a secret and hashed like a password.
  selector text not null check (selector ~ '^[0-9A-Z]{4}$'),
  hash text not null check (hash like '$argon2id$%'),
  made_at timestamptz not null,
  used_at timestamptz,
  replaced_at timestamptz, -- Others have taken its place; a security lock can bring it back for 37 days.
  member_id uuid generated always as (case subject_kind when 'member' then subject_id end) stored,
  operator_id uuid generated always as (case subject_kind when 'operator' then subject_id end) stored,
  -- Issued by two operators after a security lock: the new password set with it also turns one-time codes off.
  ends_one_time_codes boolean not null default false,
  primary key (subject_kind, subject_id, id)
);
create unique index recovery_code_selector on recovery_code (subject_kind, subject_id, selector)
  where replaced_at is null;
create index recovery_code_replaced_at on recovery_code (replaced_at) where replaced_at is not null;

create table passkey (
  subject_kind subject_kind not null,
  subject_id uuid not null,
  id uuid not null,
  credential_id text not null check (credential_id ~ '^[A-Za-z0-9_-]+$' and length(credential_id) <= 1400),
  public_key bytea not null,
  -- How often its authenticator says it was used; 0 for ever with those that do not count.
  counter bigint not null check (counter >= 0),
  transports text[] not null,
  name text not null check (length(name) between 1 and 60),
  backed_up boolean not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  member_id uuid generated always as (case subject_kind when 'member' then subject_id end) stored,
  operator_id uuid generated always as (case subject_kind when 'operator' then subject_id end) stored,
  primary key (subject_kind, subject_id, id),
  constraint passkey_credential_is_unique unique (subject_kind, credential_id)
);

create table passkey_challenge (
  hash bytea primary key check (length(hash) = 32),
  subject_kind subject_kind not null,
  subject_id uuid, -- Null where nobody is known yet.
  purpose text not null check (purpose in ('register', 'sign_in', 'recover', 'confirm')),
  expires_at timestamptz not null,
  member_id uuid generated always as (case subject_kind when 'member' then subject_id end) stored,
  operator_id uuid generated always as (case subject_kind when 'operator' then subject_id end) stored,
  check ((purpose in ('register', 'confirm')) = (subject_id is not null)),
  -- A lost access is given back to an operator by two colleagues.
  check (subject_kind = 'member' or purpose <> 'recover')
);
create index passkey_challenge_expires_at on passkey_challenge (expires_at);
create index passkey_challenge_of_subject on passkey_challenge (subject_kind, subject_id) where subject_id is not null;

-- Adds up what was appended, so that a sum reads few rows.
create function running_total_fold() returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with appended as (delete from running_total where not folded returning name, key, day, count, amount_minor)
  insert into running_total as t (name, key, day, count, amount_minor, folded)
  select name, key, day, sum(count), sum(amount_minor), true from appended group by name, key, day order by name, key, day
  on conflict (name, key, day) where folded
  do update set count = t.count + excluded.count, amount_minor = t.amount_minor + excluded.amount_minor
$$;

insert into schema_floor (migration) values (1);
