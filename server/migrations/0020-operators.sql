-- Why: staff sign in to sessions of their own, apart from members', and never with a password alone.

create table operator (
  id uuid primary key,
  -- Never given to another: acts say who it was for ever.
  username text not null constraint operator_username_is_unique unique check (username ~ '^[a-z][a-z0-9.-]{2,29}$'),
  role text not null check (role in ('support', 'content', 'finance', 'auditor', 'owner')),
  -- Null until set up, and again while a new set-up is waited for.
  password_hash text check (password_hash like '$argon2id$%'),
  created_at timestamptz not null,
  disabled_at timestamptz
);

-- What a new colleague sets up with: a code in two halves, each known to another person. Like a password, stored as hashes.
create table operator_setup (
  operator_id uuid primary key references operator (id),
  first_hash bytea not null check (length(first_hash) = 32),
  second_hash bytea not null check (length(second_hash) = 32),
  expires_at timestamptz not null
);

create table operator_secret (
  operator_id uuid primary key references operator (id),
  -- AES-256-GCM with a key that is not in the database: nonce, tag, ciphertext.
  sealed bytea not null check (length(sealed) = 48),
  created_at timestamptz not null,
  -- Null: shown, but no code of it was given yet.
  confirmed_at timestamptz,
  -- The latest time step whose code was used; a code works once.
  used_step bigint not null default 0
);

create table operator_passkey (
  id uuid primary key,
  operator_id uuid not null references operator (id),
  credential_id text not null constraint operator_passkey_credential_is_unique unique
    check (credential_id ~ '^[A-Za-z0-9_-]+$' and length(credential_id) <= 1400),
  public_key bytea not null,
  counter bigint not null check (counter >= 0),
  transports text[] not null,
  name text not null check (length(name) between 1 and 60),
  backed_up boolean not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index operator_passkey_of_operator on operator_passkey (operator_id, id);

create table operator_challenge (
  hash bytea primary key check (length(hash) = 32),
  purpose text not null check (purpose in ('register', 'sign_in', 'confirm')),
  -- Null where nobody is known yet.
  operator_id uuid references operator (id),
  expires_at timestamptz not null,
  check ((purpose = 'sign_in') = (operator_id is null))
);
create index operator_challenge_expires_at on operator_challenge (expires_at);

create table operator_session (
  id uuid primary key,
  operator_id uuid not null references operator (id),
  -- Of the cookie.
  hash bytea not null constraint operator_session_hash_is_unique unique check (length(hash) = 32),
  -- Browser and system, roughly.
  device text not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  -- When who is in it last proved to be the operator.
  confirmed_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index operator_session_open on operator_session (operator_id, id) where ended_at is null;
create index operator_session_expires_at on operator_session (expires_at);

-- Acts are read by who acted, by what, and by time; the id grows with time.
create index staff_act_of_actor on staff_act (actor, id desc);
create index staff_act_of_action on staff_act (action, id desc);
create index staff_act_of_object on staff_act (object_id, id desc);
