-- Why: people, their sessions and the refresh tokens that keep them; a token, like a password, is stored only as a hash. What
-- identifies a member is erased when the account is closed; what stood before a change is kept for as long as a takeover may be found.

-- Registering needs an invite code, and a deployment begins without a member who has one: operators make codes of the house.
create table invitation (
  id uuid primary key,
  -- Ten characters, where a member's own code has eight: neither can be generated as the other.
  code text not null constraint invitation_code_is_unique unique check (code ~ '^[A-Z0-9]{10}$'),
  note text not null check (length(note) between 1 and 200),
  max_uses int not null check (max_uses between 1 and 10000),
  uses int not null default 0,
  expires_at timestamptz not null,
  created_by uuid references operator (id), -- Null: by `npm run members:invite`.
  created_at timestamptz not null,
  ended_at timestamptz,
  ended_by uuid references operator (id),
  check (expires_at > created_at),
  check (num_nonnulls(ended_at, ended_by) in (0, 2)),
  constraint invitation_has_no_more_uses check (uses between 0 and max_uses)
);

create table member (
  id uuid primary key,
  username text not null,
  -- NFKC, case folded, nothing invisible: what makes two names the same name.
  username_key text not null constraint member_username_key_is_unique unique check (username_key <> ''),
  phone text constraint member_phone_is_unique unique check (phone ~ '^\+[1-9][0-9]{4,17}$'),
  code text not null constraint member_code_is_unique unique check (code ~ '^[A-Z0-9]{4,20}$'),
  invited_by uuid references member (id),
  level_id uuid not null default '019a0000-0000-7000-8000-000000000001',
  locale text not null references locale (code),
  file text,
  listed_in_awards boolean not null default true,
  -- The record by which levels are earned; orders raise it when one settles.
  verified_orders int not null default 0 check (verified_orders >= 0),
  verified_visits bigint not null default 0 check (verified_visits >= 0),
  counted_visits bigint not null default 0,
  lock_kind text check (lock_kind in ('conduct', 'security')),
  lock_reason text,
  locked_at timestamptz,
  created_at timestamptz not null,
  -- Set once the member has opened the link that was mailed to it. Several members of a family may share one.
  email text check (length(email) between 3 and 254 and email like '%_@_%'),
  closed_at timestamptz,
  invitation_id uuid references invitation (id), -- Who came by a code of the house has no inviter.
  lock_until timestamptz, -- When a security lock ends by itself.
  lock_confirmed_by text, -- The second operator, `operator:<id>`, once there is one.
  security_locked_at timestamptz, -- Of the latest security lock; withdrawals wait for a day after its end.
  security_ended_at timestamptz,
  -- When one ended because its time was over: another within 30 days takes two operators.
  security_expired_at timestamptz,
  -- Since a security lock: the password opens nothing until the member has set a new one.
  password_void_since timestamptz,
  email_set_at timestamptz, -- Null: since registration.
  phone_set_at timestamptz,
  conduct_reason text, -- The lock for conduct that stands again when the security lock ends.
  conduct_locked_at timestamptz,
  check (counted_visits >= verified_visits),
  check (num_nonnulls(lock_kind, lock_reason, locked_at) in (0, 3)),
  constraint member_came_one_way check (num_nonnulls(invited_by, invitation_id) <= 1),
  constraint member_security_lock_ends check ((lock_kind is not distinct from 'security') = (lock_until is not null)),
  constraint member_lock_is_confirmed check (lock_confirmed_by is null or lock_kind is not distinct from 'security'),
  -- Nothing that identifies a person is left in a closed account, and everything is there in an open one.
  constraint member_closed_is_erased check (case when closed_at is null then phone is not null else num_nonnulls(phone,
    email, file, lock_kind) = 0 and username = '' end),
  constraint member_conduct_lock_under_security check ((num_nonnulls(conduct_reason, conduct_locked_at) in (0, 2))
    and (conduct_reason is null or lock_kind is not distinct from 'security'))
);
create index member_invited_by on member (invited_by, id) where invited_by is not null;
create index member_closed_at on member (closed_at) where closed_at is not null;
create index member_name_begins on member (username_key text_pattern_ops);
create index member_invitation on member (invitation_id, id) where invitation_id is not null;
create index member_security_lock on member (lock_until) where lock_until is not null;
-- In the order of the lists, by their rare states.
create index member_since on member (created_at, id);
create index member_lock on member (coalesce(lock_kind, 'none'), created_at, id);
-- Lists and figures must cost what they show at any number of members and withdrawals (decision 060).
create index member_verified_orders on member (verified_orders, id);
create index member_of_level on member (level_id) where closed_at is null;

create table session (
  id uuid primary key,
  member_id uuid not null references member (id),
  device text not null, -- Browser and system, roughly; the agent itself is not kept.
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index session_open on session (member_id, id) where ended_at is null;
create index session_expires_at on session (expires_at);
-- All of a member's sessions, ended ones too: whether a device is new is asked of each withdrawal in the list.
create index session_by_member on session (member_id);

-- Used ones stay until they expire: that is how a second use is noticed.
create table refresh_token (
  hash bytea primary key check (length(hash) = 32),
  session_id uuid not null references session (id) on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index refresh_token_session_id on refresh_token (session_id);
create index refresh_token_expires_at on refresh_token (expires_at);

-- Links sent by mail; like a password, what is in the link is stored only as a hash.
create table mail_link (
  hash bytea primary key check (length(hash) = 32),
  member_id uuid not null references member (id),
  purpose text not null check (purpose in ('password', 'email')),
  email text not null, -- The address the link was sent to.
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index mail_link_of_member on mail_link (member_id, purpose);
create index mail_link_expires_at on mail_link (expires_at);

-- E-mail addresses and phone numbers that were replaced or removed; kept for 37 days.
create table former_contact (
  id uuid primary key,
  member_id uuid not null references member (id),
  kind text not null check (kind in ('email', 'phone')),
  value text not null,
  set_at timestamptz, -- Null: since registration.
  left_at timestamptz not null
);
create index former_contact_of_member on former_contact (member_id, kind, left_at);
create index former_contact_left_at on former_contact (left_at);

-- Known to this deployment alone, so that names once taken cannot be read back from a copy of another's list.
create table closed_name_salt (
  only_one boolean default true primary key check (only_one),
  salt bytea not null
);

-- What refers to this module from before it.
alter table password add foreign key (member_id) references member (id);
alter table one_time_secret add foreign key (member_id) references member (id);
alter table former_one_time_secret add foreign key (member_id) references member (id);
alter table recovery_code add foreign key (member_id) references member (id);
alter table passkey add foreign key (member_id) references member (id);
alter table passkey_challenge add foreign key (member_id) references member (id);
alter table audit_event add foreign key (member_id) references member (id);
alter table proposal add foreign key (member_id) references member (id);

-- What stays of the name of a closed account: enough to see that a new member asks for it. Longer than any name, so
-- that nobody can be called so.
create function closed_name_key(username_key text) returns text language sql stable as $$
  select 'closed ' || encode(sha256(salt || convert_to(username_key, 'UTF8')), 'hex') from closed_name_salt
$$;

create function member_closes_without_credentials() returns trigger language plpgsql as $$
begin
  if exists (select from password where subject_kind = 'member' and subject_id = new.id)
    or exists (select from one_time_secret where subject_kind = 'member' and subject_id = new.id)
    or exists (select from recovery_code where subject_kind = 'member' and subject_id = new.id)
    or exists (select from passkey where subject_kind = 'member' and subject_id = new.id) then
    raise exception 'a closed account keeps no way to sign in' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger member_closes_without_credentials before update of closed_at on member for each row
  when (new.closed_at is not null) execute function member_closes_without_credentials();

insert into closed_name_salt (salt)
select sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));

-- Grants.
revoke execute on function member_closes_without_credentials from fairturn_app;
