-- Why: what proves that a member is who they say besides the password: one-time codes, recovery codes, passkeys, mail.

-- Set once its owner has opened the link that was mailed to it. Several members of a family may share one.
alter table member add column email text check (length(email) between 3 and 254 and email like '%_@_%');

create table one_time_secret (
  member_id uuid primary key references member (id),
  -- AES-256-GCM with a key that is not in the database: nonce, tag, ciphertext.
  sealed bytea not null check (length(sealed) = 48),
  created_at timestamptz not null,
  -- Null: shown, but no code of it was given yet.
  confirmed_at timestamptz,
  -- The latest time step whose code was used; a code works once.
  used_step bigint not null default 0
);

create table recovery_code (
  id uuid primary key,
  member_id uuid not null references member (id),
  -- The part by which a code is found; the rest is a secret and hashed like a password.
  selector text not null check (selector ~ '^[0-9A-Z]{4}$'),
  hash text not null check (hash like '$argon2id$%'),
  made_at timestamptz not null,
  used_at timestamptz,
  unique (member_id, selector)
);

create table passkey (
  id uuid primary key,
  member_id uuid not null references member (id),
  credential_id text not null constraint passkey_credential_is_unique unique
    check (credential_id ~ '^[A-Za-z0-9_-]+$' and length(credential_id) <= 1400),
  public_key bytea not null,
  -- How often its authenticator says it was used; 0 for ever with those that do not count.
  counter bigint not null check (counter >= 0),
  transports text[] not null,
  name text not null check (length(name) between 1 and 60),
  backed_up boolean not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkey_of_member on passkey (member_id, id);

create table passkey_challenge (
  hash bytea primary key check (length(hash) = 32),
  purpose text not null check (purpose in ('register', 'sign_in', 'recover', 'confirm')),
  -- Null where nobody is known yet.
  member_id uuid references member (id),
  expires_at timestamptz not null,
  check ((purpose in ('register', 'confirm')) = (member_id is not null))
);
create index passkey_challenge_expires_at on passkey_challenge (expires_at);

-- Links sent by mail; like a password, what is in the link is stored only as a hash.
create table mail_link (
  hash bytea primary key check (length(hash) = 32),
  member_id uuid not null references member (id),
  purpose text not null check (purpose in ('password', 'email')),
  -- The address the link was sent to.
  email text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index mail_link_of_member on mail_link (member_id, purpose);
create index mail_link_expires_at on mail_link (expires_at);
