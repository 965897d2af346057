-- Why: the credentials of members and of operators stood in two sets of tables, by the same rules; they stand once, the owner's kind in every key.
-- Rows move: processes of the version before sign nobody in once this has run (docs/operations.md, Upgrade).

create schema before_0048;
alter table one_time_secret set schema before_0048;
alter table operator_secret set schema before_0048;
alter table recovery_code set schema before_0048;
alter table passkey set schema before_0048;
alter table operator_passkey set schema before_0048;
alter table passkey_challenge set schema before_0048;
alter table operator_challenge set schema before_0048;

create domain owner_kind as text check (value in ('member', 'operator'));

-- Without a row: no password is set, or the account is closed. member_id or operator_id, by the kind, refers to the owner.
create table password (
  owner_kind owner_kind not null,
  owner_id uuid not null,
  hash text not null check (hash like '$argon2id$%'),
  member_id uuid generated always as (case owner_kind when 'member' then owner_id end) stored,
  operator_id uuid generated always as (case owner_kind when 'operator' then owner_id end) stored,
  primary key (owner_kind, owner_id)
);

create table one_time_secret (
  owner_kind owner_kind not null,
  owner_id uuid not null,
  -- AES-256-GCM with a key that is not in the database, bound to owner_id: nonce, tag, ciphertext.
  sealed bytea not null check (length(sealed) = 48),
  created_at timestamptz not null,
  -- Null: shown, but no code of it was given yet.
  confirmed_at timestamptz,
  -- The latest time step whose code was used; a code works once.
  used_step bigint not null default 0,
  member_id uuid generated always as (case owner_kind when 'member' then owner_id end) stored,
  operator_id uuid generated always as (case owner_kind when 'operator' then owner_id end) stored,
  primary key (owner_kind, owner_id)
);

create table recovery_code (
  owner_kind owner_kind not null,
  owner_id uuid not null,
  id uuid not null,
  -- The part by which a code is found; the rest is a secret and hashed like a password.
  selector text not null check (selector ~ '^[0-9A-Z]{4}$'),
  hash text not null check (hash like '$argon2id$%'),
  made_at timestamptz not null,
  used_at timestamptz,
  -- Others have taken its place; a security lock can bring it back for 37 days.
  replaced_at timestamptz,
  member_id uuid generated always as (case owner_kind when 'member' then owner_id end) stored,
  operator_id uuid generated always as (case owner_kind when 'operator' then owner_id end) stored,
  primary key (owner_kind, owner_id, id)
);
create unique index recovery_code_selector on recovery_code (owner_kind, owner_id, selector) where replaced_at is null;
create index recovery_code_replaced_at on recovery_code (replaced_at) where replaced_at is not null;

create table passkey (
  owner_kind owner_kind not null,
  owner_id uuid not null,
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
  member_id uuid generated always as (case owner_kind when 'member' then owner_id end) stored,
  operator_id uuid generated always as (case owner_kind when 'operator' then owner_id end) stored,
  primary key (owner_kind, owner_id, id),
  constraint passkey_credential_is_unique unique (owner_kind, credential_id)
);

create table passkey_challenge (
  hash bytea primary key check (length(hash) = 32),
  owner_kind owner_kind not null,
  -- Null where nobody is known yet.
  owner_id uuid,
  purpose text not null check (purpose in ('register', 'sign_in', 'recover', 'confirm')),
  expires_at timestamptz not null,
  member_id uuid generated always as (case owner_kind when 'member' then owner_id end) stored,
  operator_id uuid generated always as (case owner_kind when 'operator' then owner_id end) stored,
  check ((purpose in ('register', 'confirm')) = (owner_id is not null)),
  -- A lost access is given back to an operator by two colleagues.
  check (owner_kind = 'member' or purpose <> 'recover')
);
create index passkey_challenge_expires_at on passkey_challenge (expires_at);
create index passkey_challenge_owner on passkey_challenge (owner_kind, owner_id) where owner_id is not null;

insert into password (owner_kind, owner_id, hash)
select 'member', id, password_hash from member where password_hash is not null
union all select 'operator', id, password_hash from operator where password_hash is not null;

insert into one_time_secret (owner_kind, owner_id, sealed, created_at, confirmed_at, used_step)
select 'member', member_id, sealed, created_at, confirmed_at, used_step from before_0048.one_time_secret
union all
select 'operator', operator_id, sealed, created_at, confirmed_at, used_step from before_0048.operator_secret;

insert into recovery_code (owner_kind, owner_id, id, selector, hash, made_at, used_at, replaced_at)
select 'member', member_id, id, selector, hash, made_at, used_at, replaced_at from before_0048.recovery_code;

insert into passkey (owner_kind, owner_id, id, credential_id, public_key, counter, transports, name, backed_up, created_at, last_used_at)
select 'member', member_id, id, credential_id, public_key, counter, transports, name, backed_up, created_at, last_used_at
from before_0048.passkey
union all
select 'operator', operator_id, id, credential_id, public_key, counter, transports, name, backed_up, created_at, last_used_at
from before_0048.operator_passkey;

insert into passkey_challenge (hash, owner_kind, owner_id, purpose, expires_at)
select hash, 'member', member_id, purpose, expires_at from before_0048.passkey_challenge
union all select hash, 'operator', operator_id, purpose, expires_at from before_0048.operator_challenge;

drop schema before_0048 cascade;

-- Checked at once, not row by row: the rows of a large deployment are many.
alter table password
  add foreign key (member_id) references member (id), add foreign key (operator_id) references operator (id);
alter table one_time_secret
  add foreign key (member_id) references member (id), add foreign key (operator_id) references operator (id);
alter table recovery_code
  add foreign key (member_id) references member (id), add foreign key (operator_id) references operator (id);
alter table passkey
  add foreign key (member_id) references member (id), add foreign key (operator_id) references operator (id);
alter table passkey_challenge
  add foreign key (member_id) references member (id), add foreign key (operator_id) references operator (id);

-- Whether they have set up and can sign in: false until then, and again while a new set-up is waited for.
alter table operator add column set_up boolean not null default false;
update operator set set_up = true where password_hash is not null;
alter table operator drop column password_hash;

alter table member
  drop constraint member_closed_is_erased,
  drop column password_hash,
  -- Nothing that identifies a person is left in a closed account, and everything is there in an open one.
  add constraint member_closed_is_erased check (
    case when closed_at is null then phone is not null
    else num_nonnulls(phone, email, file, lock_kind) = 0 and username = '' end);

create function member_closes_without_credentials() returns trigger language plpgsql as $$
begin
  if exists (select from password where owner_kind = 'member' and owner_id = new.id)
    or exists (select from one_time_secret where owner_kind = 'member' and owner_id = new.id)
    or exists (select from recovery_code where owner_kind = 'member' and owner_id = new.id)
    or exists (select from passkey where owner_kind = 'member' and owner_id = new.id) then
    raise exception 'a closed account keeps no way to sign in' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger member_closes_without_credentials before update of closed_at on member
  for each row when (new.closed_at is not null) execute function member_closes_without_credentials();
revoke execute on function member_closes_without_credentials from public, fairturn_app;
