-- Why: one-time codes that a thief turned off come back with a security lock, like everything else of before (decision 035).

-- Kept for 37 days; opens nothing while it is here.
create table former_one_time_secret (
  owner_kind owner_kind not null,
  owner_id uuid not null,
  id uuid not null,
  -- As in one_time_secret.
  ciphertext bytea not null check (length(ciphertext) = 48),
  created_at timestamptz not null,
  confirmed_at timestamptz not null,
  used_step bigint not null,
  -- When its codes were turned off.
  left_at timestamptz not null,
  member_id uuid generated always as (case owner_kind when 'member' then owner_id end) stored references member (id),
  operator_id uuid generated always as (case owner_kind when 'operator' then owner_id end) stored references operator (id),
  primary key (owner_kind, owner_id, id)
);
create index former_one_time_secret_left_at on former_one_time_secret (left_at);
