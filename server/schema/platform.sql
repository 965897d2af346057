-- Written by schema.test.ts from a migrated database: a table is read here. UPDATE_SCHEMA=1 writes it.

create domain subject_kind as text check (value in ('member', 'operator'))

create table alarm (
  about text not null,
  raised_at timestamptz not null,
  constraint alarm_pkey primary key (about)
)
grant insert, select to fairturn_app

create table deployment_secret (
  singleton boolean not null default true,
  fingerprint text not null,
  recorded_at timestamptz not null,
  constraint deployment_secret_pkey primary key (singleton),
  constraint deployment_secret_fingerprint_check check (fingerprint ~ '^[0-9a-f]{16}$'),
  constraint deployment_secret_singleton_check check (singleton)
)
grant insert, select to fairturn_app
grant update (fingerprint, recorded_at) to fairturn_app

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
grant delete, insert, select to fairturn_app
grant update (ciphertext) to fairturn_app

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
grant delete, insert, select to fairturn_app
grant update (answer, refused) to fairturn_app

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
grant delete, insert, select to fairturn_app
grant update (ciphertext, created_at, confirmed_at, used_step) to fairturn_app

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
grant delete, insert, select to fairturn_app
grant update (counter, name, backed_up, last_used_at) to fairturn_app

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
grant delete, insert, select to fairturn_app

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
grant delete, insert, select to fairturn_app
grant update (hash) to fairturn_app

create table rate_limit_bucket (
  bucket text not null,
  empty_at timestamptz not null,
  constraint rate_limit_bucket_pkey primary key (bucket)
) with (fillfactor=70)
grant delete, insert, select to fairturn_app
grant update (empty_at) to fairturn_app

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
grant delete, insert, select to fairturn_app
grant update (used_at, replaced_at) to fairturn_app

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
grant select to fairturn_app

CREATE OR REPLACE FUNCTION public.campaign_terms_are_frozen()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  raise exception 'the terms of a paid campaign may not change' using errcode = 'check_violation';
end $function$

grant execute to fairturn_app

CREATE OR REPLACE FUNCTION public.final_status_is_kept()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  changed text[];
begin
  select array_agg(n.key) into changed
  from jsonb_each(to_jsonb(new)) n join jsonb_each(to_jsonb(old)) o on o.key = n.key
  where n.value is distinct from o.value and n.key <> all (coalesce(tg_argv, '{}'));
  if changed is not null then
    raise exception '% of a % that is % may not change', array_to_string(changed, ', '), tg_table_name, to_jsonb(old) ->> 'status'
      using errcode = 'check_violation';
  end if;
  return new;
end $function$

grant execute to fairturn_app

CREATE OR REPLACE FUNCTION public.operator_role_is_approved()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if not exists (
    select from proposal p
    where p.kind = 'operator_role' and p.status = 'executed' and p.decided_by <> p.proposed_by
      and p.content ->> 'operator_id' = new.id::text and p.content ->> 'role' = new.role
      -- The proposal is executed by the very transaction that changes the role.
      and p.xmin::text::bigint = pg_current_xact_id()::text::bigint % 4294967296
  ) then
    raise exception 'the role of an operator changes beside an approved proposal only' using errcode = 'check_violation';
  end if;
  return null;
end $function$

grant execute to fairturn_app

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

CREATE OR REPLACE FUNCTION public.search_words(name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select ' ' || pg_catalog.btrim(pg_catalog.regexp_replace(pg_catalog.translate(
    pg_catalog.replace(pg_catalog.replace(pg_catalog.replace(pg_catalog.replace(
      pg_catalog.lower(pg_catalog.translate(
        pg_catalog.regexp_replace(pg_catalog.normalize(name, 'NFKD'), E'[\u0300-\u036f]', '', 'g'), 'ÞÆŒẞ', 'þæœß')),
      'þ', 'th'), 'æ', 'ae'), 'œ', 'oe'), 'ß', 'ss'),
    E'đĐðÐøØłŁı.,;:!?_%\\/|()[]{}<>@#&*+=~^$`"''’-', 'ddddoolli                                 '), '  +', ' ', 'g'))
$function$

grant execute to fairturn_app

CREATE OR REPLACE FUNCTION public.searchable_words(name text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
declare
  decomposed text := pg_catalog.normalize(name, 'NFKD');
  words text := public.search_words(name);
  spellings text := words;
begin
  if decomposed ~ E'[đĐøØ]|[aouAOU]\u0308|[aA]\u030a' then
    spellings := spellings || public.search_words(pg_catalog.replace(pg_catalog.replace(
      pg_catalog.regexp_replace(pg_catalog.regexp_replace(pg_catalog.translate(decomposed, 'ĐØ', 'đø'),
        E'([aouAOU])\u0308', '\1e', 'g'), E'([aA])\u030a', '\1a', 'g'), 'ø', 'oe'), 'đ', 'dj'));
  end if;
  if words ~ '[aou]e|aa|dj' then
    spellings := spellings || pg_catalog.replace(pg_catalog.replace(
      pg_catalog.regexp_replace(words, '([aou])e', '\1', 'g'), 'aa', 'a'), 'dj', 'd');
  end if;
  return spellings;
end $function$

grant execute to fairturn_app

CREATE OR REPLACE FUNCTION public.withdrawals_erase_counterparties(p_now timestamp with time zone, p_limit integer)
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  with erased as (
    update bank_line set counterparty_name = null, counterparty_account = null, counterparty_swift = null, remittance = ''
    where id in (
      select l.id from bank_line l
      left join deposit d on d.id = l.deposit_id left join withdrawal w on w.id = l.withdrawal_id
      left join member m on m.id = coalesce(d.member_id, w.member_id)
      where l.booking_day < (p_now - interval '5 years') at time zone 'UTC'
        and (l.counterparty_name is not null or l.counterparty_account is not null or l.remittance <> '')
        and (m.id is null or m.closed_at < p_now - interval '5 years')
      limit p_limit)
    returning 1)
  select count(*)::int from erased
$function$

grant execute to fairturn_app

CREATE OR REPLACE FUNCTION public.withdrawals_erase_payees(p_now timestamp with time zone, p_limit integer)
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  with erased as (
    update withdrawal set payee_erased_at = p_now, bank_code = null, bank_name = null, swift = null, holder = '',
      account_number = null, iban = null, payee_address = null
    where id in (
      select w.id from member m join withdrawal w on w.member_id = m.id
      where m.closed_at < p_now - interval '5 years' and w.payee_erased_at is null
        and w.status in ('paid', 'returned', 'cancelled', 'refused')
      limit p_limit)
    returning 1)
  select count(*)::int from erased
$function$

grant execute to fairturn_app

CREATE OR REPLACE FUNCTION public.withdrawals_erase_refund_payees(p_now timestamp with time zone, p_limit integer)
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  with erased as (
    update unmatched_payment_refund set payee_erased_at = p_now, holder = '', account_number = null, iban = null,
      payee_city = null, payee_country = null, payee_swift = null
    where id in (
      select id from unmatched_payment_refund
      where settled_at < p_now - interval '5 years' and payee_erased_at is null and status in ('paid', 'returned')
      limit p_limit)
    returning 1)
  select count(*)::int from erased
$function$

grant execute to fairturn_app
