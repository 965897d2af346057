-- Written by schema.test.ts from a migrated database: a table is read here. UPDATE_SCHEMA=1 writes it.

create table closed_name_salt (
  only_one boolean not null default true,
  salt bytea not null,
  constraint closed_name_salt_pkey primary key (only_one),
  constraint closed_name_salt_only_one_check check (only_one)
)
grant select to fairturn_app

create table former_contact (
  id uuid not null,
  member_id uuid not null,
  kind text not null,
  value text not null,
  set_at timestamptz,
  left_at timestamptz not null,
  constraint former_contact_pkey primary key (id),
  constraint former_contact_member_id_fkey foreign key (member_id) references member(id),
  constraint former_contact_kind_check check (kind in ('email', 'phone'))
)
create index former_contact_left_at on former_contact using btree (left_at)
create index former_contact_of_member on former_contact using btree (member_id, kind, left_at)
grant delete, insert, select to fairturn_app

create table invitation (
  id uuid not null,
  code text not null,
  note text not null,
  max_uses integer,
  uses integer not null default 0,
  expires_at timestamptz,
  created_by uuid,
  created_at timestamptz not null,
  ended_at timestamptz,
  ended_by uuid,
  lifts_limits boolean not null default false,
  links_members boolean not null default true,
  approved_by uuid,
  constraint invitation_code_is_unique unique (code),
  constraint invitation_pkey primary key (id),
  constraint invitation_approved_by_fkey foreign key (approved_by) references operator(id),
  constraint invitation_created_by_fkey foreign key (created_by) references operator(id),
  constraint invitation_ended_by_fkey foreign key (ended_by) references operator(id),
  constraint invitation_check check (expires_at > created_at),
  constraint invitation_check1 check (num_nonnulls(ended_at, ended_by) in (0, 2)),
  constraint invitation_code_check check (code ~ '^([A-Z0-9]{10}|WELCOME)$'),
  constraint invitation_has_no_more_uses check (uses >= 0 and uses <= max_uses),
  constraint invitation_is_approved_by_another check (approved_by is null or created_by is not null and approved_by <> created_by),
  constraint invitation_max_uses_check check (max_uses >= 1 and max_uses <= 10000),
  constraint invitation_note_check check (length(note) >= 1 and length(note) <= 200),
  constraint invitation_without_end_is_the_demos check (max_uses is not null and expires_at is not null or code = 'WELCOME')
)
create trigger invitation_takes_two after insert on invitation for each row when (new.lifts_limits or coalesce(new.max_uses, 31) > 30) execute function invitation_takes_two()
grant insert, select to fairturn_app
grant update (uses, ended_at, ended_by) to fairturn_app

create table mail_link (
  hash bytea not null,
  member_id uuid not null,
  purpose text not null,
  email text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint mail_link_pkey primary key (hash),
  constraint mail_link_member_id_fkey foreign key (member_id) references member(id),
  constraint mail_link_hash_check check (length(hash) = 32),
  constraint mail_link_purpose_check check (purpose in ('password', 'email'))
)
create index mail_link_expires_at on mail_link using btree (expires_at)
create index mail_link_of_member on mail_link using btree (member_id, purpose)
grant delete, insert, select to fairturn_app

create table member (
  id uuid not null,
  username text not null,
  username_key text not null,
  phone text,
  code text not null,
  invited_by uuid,
  level_id uuid not null default '019a0000-0000-7000-8000-000000000001'::uuid,
  locale text not null,
  file text,
  listed_in_awards boolean not null default true,
  verified_orders integer not null default 0,
  verified_visits bigint not null default 0,
  counted_visits bigint not null default 0,
  lock_kind text,
  lock_reason text,
  locked_at timestamptz,
  created_at timestamptz not null,
  email text,
  closed_at timestamptz,
  invitation_id uuid,
  lock_until timestamptz,
  lock_confirmed_by text,
  security_locked_at timestamptz,
  security_ended_at timestamptz,
  security_expired_at timestamptz,
  password_void_since timestamptz,
  email_set_at timestamptz,
  phone_set_at timestamptz,
  conduct_reason text,
  conduct_locked_at timestamptz,
  phone_confirmed_at timestamptz,
  level_orders jsonb not null default '{}'::jsonb,
  orders_over_share jsonb not null default '{}'::jsonb,
  constraint member_code_is_unique unique (code),
  constraint member_username_key_is_unique unique (username_key),
  constraint member_pkey primary key (id),
  constraint member_invitation_id_fkey foreign key (invitation_id) references invitation(id),
  constraint member_invited_by_fkey foreign key (invited_by) references member(id),
  constraint member_level_id_fkey foreign key (level_id) references level(id),
  constraint member_locale_fkey foreign key (locale) references locale(code),
  constraint member_came_one_way check (num_nonnulls(invited_by, invitation_id) <= 1),
  constraint member_check check (counted_visits >= verified_visits),
  constraint member_check1 check (num_nonnulls(lock_kind, lock_reason, locked_at) in (0, 3)),
  constraint member_closed_is_erased check ( case when closed_at is null then phone is not null else num_nonnulls(phone, email, file, lock_kind) = 0 and username = '' end),
  constraint member_code_check check (code ~ '^[A-Z0-9]{4,20}$'),
  constraint member_conduct_lock_under_security check ((num_nonnulls(conduct_reason, conduct_locked_at) in (0, 2)) and (conduct_reason is null or not lock_kind is distinct from 'security')),
  constraint member_email_check check (length(email) >= 3 and length(email) <= 254 and email ~~ '%_@_%'),
  constraint member_lock_is_confirmed check (lock_confirmed_by is null or not lock_kind is distinct from 'security'),
  constraint member_lock_kind_check check (lock_kind in ('conduct', 'security')),
  constraint member_phone_check check (phone ~ '^\+[1-9][0-9]{4,17}$'),
  constraint member_security_lock_ends check ((not lock_kind is distinct from 'security') = (lock_until is not null)),
  constraint member_username_key_check check (username_key <> ''),
  constraint member_verified_orders_check check (verified_orders >= 0),
  constraint member_verified_visits_check check (verified_visits >= 0)
)
create index member_by_phone on member using btree (phone)
create index member_closed_at on member using btree (closed_at) where closed_at is not null
create unique index member_confirmed_phone on member using btree (phone) where phone_confirmed_at is not null
create index member_invitation on member using btree (invitation_id, id) where invitation_id is not null
create index member_invited_by on member using btree (invited_by, id) where invited_by is not null
create index member_lock on member using btree (coalesce(lock_kind, 'none'), created_at, id)
create index member_name_begins on member using btree (username_key text_pattern_ops)
create index member_of_level on member using btree (level_id) where closed_at is null
create index member_searchable_words on member using gin (searchable_words(username_key) gin_trgm_ops)
create index member_security_ended on member using btree (security_ended_at) where security_ended_at is not null
create index member_security_lock on member using btree (lock_until) where lock_until is not null
create index member_since on member using btree (created_at, id)
create index member_verified_orders on member using btree (verified_orders, id)
create trigger member_closes_without_credentials before update of closed_at on member for each row when (new.closed_at is not null) execute function member_closes_without_credentials()
create trigger running_total after insert or delete on member for each row execute function running_total_of_level('closed_at', '')
create trigger running_total_by_day after insert or delete on member for each row execute function running_total_of_member_day()
create trigger running_total_by_day_changed after update on member for each row when (old.created_at is distinct from new.created_at or old.closed_at is distinct from new.closed_at) execute function running_total_of_member_day()
create trigger running_total_changed after update on member for each row when (old.level_id is distinct from new.level_id or old.closed_at is distinct from new.closed_at) execute function running_total_of_level('closed_at', '')
grant insert, select to fairturn_app
grant update (username, username_key, phone, code, level_id, locale, file, listed_in_awards, verified_orders, verified_visits, counted_visits, lock_kind, lock_reason, locked_at, email, closed_at, lock_until, lock_confirmed_by, security_locked_at, security_ended_at, password_void_since, email_set_at, phone_set_at, conduct_reason, conduct_locked_at, phone_confirmed_at, level_orders, orders_over_share) to fairturn_app

create table member_note (
  id uuid not null,
  member_id uuid not null,
  written_by uuid not null,
  written_at timestamptz not null,
  text text,
  replaces uuid,
  constraint member_note_replaces_key unique (replaces),
  constraint member_note_pkey primary key (id),
  constraint member_note_member_id_fkey foreign key (member_id) references member(id),
  constraint member_note_replaces_fkey foreign key (replaces) references member_note(id),
  constraint member_note_written_by_fkey foreign key (written_by) references operator(id),
  constraint member_note_check check (text is not null or replaces is not null),
  constraint member_note_text_check check (char_length(text) >= 1 and char_length(text) <= 2000)
)
create index member_note_of_member on member_note using btree (member_id, id)
grant insert, select to fairturn_app

create table member_tag (
  id uuid not null,
  member_id uuid not null,
  tag text not null,
  added_by uuid not null,
  added_at timestamptz not null,
  removed_by uuid,
  removed_at timestamptz,
  constraint member_tag_pkey primary key (id),
  constraint member_tag_added_by_fkey foreign key (added_by) references operator(id),
  constraint member_tag_member_id_fkey foreign key (member_id) references member(id),
  constraint member_tag_removed_by_fkey foreign key (removed_by) references operator(id),
  constraint member_tag_check check ((removed_by is null) = (removed_at is null)),
  constraint member_tag_tag_check check (char_length(tag) >= 1 and char_length(tag) <= 24)
)
create index member_tag_of_member on member_tag using btree (member_id, id)
create unique index member_tag_once on member_tag using btree (member_id, tag) where removed_at is null
grant insert, select to fairturn_app
grant update (removed_by, removed_at) to fairturn_app

create table phone_code (
  id uuid not null,
  member_id uuid not null,
  phone text not null,
  is_change boolean not null,
  network_hash bytea not null,
  code_hash bytea not null,
  status text not null,
  tries integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint phone_code_pkey primary key (id),
  constraint phone_code_member_id_fkey foreign key (member_id) references member(id),
  constraint phone_code_code_hash_check check (length(code_hash) = 32),
  constraint phone_code_network_hash_check check (length(network_hash) = 32),
  constraint phone_code_phone_check check (phone ~ '^\+[1-9][0-9]{4,17}$'),
  constraint phone_code_status_check check (status in ('sending', 'sent', 'timed_out', 'unreachable', 'failed', 'used')),
  constraint phone_code_tries_check check (tries >= 0 and tries <= 5)
)
create index phone_code_created on phone_code using btree (created_at)
create index phone_code_of_member on phone_code using btree (member_id, created_at)
create index phone_code_of_network on phone_code using btree (network_hash, created_at)
create index phone_code_of_phone on phone_code using btree (phone, created_at)
grant delete, insert, select to fairturn_app
grant update (status, tries, expires_at) to fairturn_app

create table refresh_token (
  hash bytea not null,
  session_id uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  constraint refresh_token_pkey primary key (hash),
  constraint refresh_token_session_id_fkey foreign key (session_id) references session(id) on delete cascade,
  constraint refresh_token_hash_check check (length(hash) = 32)
)
create index refresh_token_expires_at on refresh_token using btree (expires_at)
create index refresh_token_session_id on refresh_token using btree (session_id)
grant delete, insert, select to fairturn_app
grant update (used_at) to fairturn_app

create table registration (
  id uuid not null,
  address_hash bytea not null,
  created_at timestamptz not null,
  constraint registration_pkey primary key (id),
  constraint registration_address_hash_check check (length(address_hash) = 16)
)
create index registration_created on registration using btree (created_at)
create index registration_of_address on registration using btree (address_hash, created_at)
grant delete, insert, select to fairturn_app

create table session (
  id uuid not null,
  member_id uuid not null,
  device text not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  confirmed_until timestamptz,
  payments_until timestamptz,
  payments_minor bigint,
  constraint session_pkey primary key (id),
  constraint session_member_id_fkey foreign key (member_id) references member(id),
  constraint session_payments_have_a_sum check (num_nonnulls(payments_until, payments_minor) in (0, 2)),
  constraint session_payments_minor_check check (payments_minor >= 0)
)
create index session_by_member on session using btree (member_id)
create index session_expires_at on session using btree (expires_at)
create index session_open on session using btree (member_id, id) where ended_at is null
grant delete, insert, select to fairturn_app
grant update (last_used_at, expires_at, ended_at, confirmed_until, payments_until, payments_minor) to fairturn_app

create table terms_agreement (
  id uuid not null,
  member_id uuid not null,
  version integer not null,
  agreed_at timestamptz not null,
  constraint terms_agreement_member_id_version_key unique (member_id, version),
  constraint terms_agreement_pkey primary key (id),
  constraint terms_agreement_member_id_fkey foreign key (member_id) references member(id),
  constraint terms_agreement_version_fkey foreign key (version) references terms_version(number)
)
create trigger append_only before delete or update or truncate on terms_agreement for each statement execute function audit_append_only()
grant insert, select to fairturn_app

create table terms_text (
  version integer not null,
  name text not null,
  locale text not null,
  html text not null,
  constraint terms_text_pkey primary key (version, name, locale),
  constraint terms_text_locale_fkey foreign key (locale) references locale(code),
  constraint terms_text_version_fkey foreign key (version) references terms_version(number),
  constraint terms_text_html_check check (html <> ''),
  constraint terms_text_name_check check (name in ('terms', 'privacy-notice'))
)
create trigger append_only before delete or update or truncate on terms_text for each statement execute function audit_append_only()
grant insert, select to fairturn_app

create table terms_version (
  number integer not null,
  announced_at timestamptz not null,
  in_force_at timestamptz not null,
  proposed_by uuid,
  approved_by uuid,
  told_to uuid,
  told_at timestamptz,
  constraint terms_version_pkey primary key (number),
  constraint terms_version_approved_by_fkey foreign key (approved_by) references operator(id),
  constraint terms_version_proposed_by_fkey foreign key (proposed_by) references operator(id),
  constraint terms_version_is_announced_30_days_before check (number = 1 or in_force_at >= (announced_at + '30 days'::interval)),
  constraint terms_version_number_check check (number > 0),
  constraint terms_version_takes_two check (number = 1 or proposed_by is not null and approved_by is not null and approved_by <> proposed_by)
)
create trigger append_only before delete or truncate on terms_version for each statement execute function audit_append_only()
create trigger follows_the_last before insert on terms_version for each row execute function terms_version_follows_the_last()
grant insert, select to fairturn_app
grant update (told_to, told_at) to fairturn_app

create table used_challenge (
  hash bytea not null,
  expires_at timestamptz not null,
  constraint used_challenge_pkey primary key (hash),
  constraint used_challenge_hash_check check (length(hash) = 32)
)
create index used_challenge_expires_at on used_challenge using btree (expires_at)
grant delete, insert, select to fairturn_app

CREATE OR REPLACE FUNCTION public.closed_name_key(username_key text)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select 'closed ' || encode(sha256(salt || convert_to(username_key, 'UTF8')), 'hex') from closed_name_salt
$function$

grant execute to fairturn_app

CREATE OR REPLACE FUNCTION public.invitation_takes_two()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if new.approved_by is null then
    raise exception 'a code of the house above thirty uses or with limits lifted takes two people' using errcode = 'check_violation';
  end if;
  return null;
end $function$


CREATE OR REPLACE FUNCTION public.member_closes_without_credentials()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if exists (select from password where subject_kind = 'member' and subject_id = new.id)
    or exists (select from one_time_secret where subject_kind = 'member' and subject_id = new.id)
    or exists (select from recovery_code where subject_kind = 'member' and subject_id = new.id)
    or exists (select from passkey where subject_kind = 'member' and subject_id = new.id) then
    raise exception 'a closed account keeps no way to sign in' using errcode = 'restrict_violation';
  end if;
  return new;
end $function$


CREATE OR REPLACE FUNCTION public.members_erase_notes(p_member_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if not exists (select from member where id = p_member_id and closed_at is not null) then
    return;
  end if;
  delete from member_note where member_id = p_member_id;
  delete from member_tag where member_id = p_member_id;
end $function$

grant execute to fairturn_app

CREATE OR REPLACE FUNCTION public.terms_version_follows_the_last()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if new.number <> (select coalesce(max(number), 0) + 1 from terms_version)
    or exists (select from terms_version where in_force_at >= new.in_force_at) then
    raise exception 'version % of the terms does not follow the last', new.number using errcode = 'check_violation';
  end if;
  return new;
end $function$

grant execute to fairturn_app
