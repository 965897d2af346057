-- Why: people, their sessions and the refresh tokens that keep them; a token, like a password, is stored only as a hash.

create table member (
  id uuid primary key,
  username text not null,
  -- NFKC, case folded, nothing invisible: what makes two names the same name.
  username_key text not null constraint member_username_key_is_unique unique check (username_key <> ''),
  phone text not null constraint member_phone_is_unique unique check (phone ~ '^\+[1-9][0-9]{4,17}$'),
  password_hash text not null check (password_hash like '$argon2id$%'),
  code text not null constraint member_code_is_unique unique check (code ~ '^[A-Z0-9]{4,20}$'),
  invited_by uuid references member (id),
  -- Migration 0006 adds the reference and the default.
  level_id uuid,
  locale text not null check (locale in ('vn', 'en', 'jp', 'kr', 'cn', 'rs', 'fr')),
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
  check (counted_visits >= verified_visits),
  check (num_nonnulls(lock_kind, lock_reason, locked_at) in (0, 3))
);
create index member_invited_by on member (invited_by, id) where invited_by is not null;

create table session (
  id uuid primary key,
  member_id uuid not null references member (id),
  -- Browser and system, roughly; the agent itself is not kept.
  device text not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index session_open on session (member_id, id) where ended_at is null;
create index session_expires_at on session (expires_at);

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
