-- Why: a security lock puts an account back to how it stood before the takeover, so what stood before a change has to be known.

alter table member
  -- When a security lock ends by itself.
  add column lock_until timestamptz,
  -- The second operator, `operator:<id>`, once there is one.
  add column lock_confirmed_by text,
  -- Of the latest security lock; withdrawals wait for a day after its end.
  add column security_locked_at timestamptz,
  add column security_ended_at timestamptz,
  -- When one ended because its time was over: another within 30 days takes two operators.
  add column security_expired_at timestamptz,
  -- Since a security lock: the password opens nothing until its owner has set a new one.
  add column password_void_since timestamptz,
  -- Null: since registration.
  add column email_set_at timestamptz,
  add column phone_set_at timestamptz;

update member set lock_until = locked_at + interval '72 hours', security_locked_at = locked_at
where lock_kind = 'security';

alter table member
  add constraint member_security_lock_ends check (
    (lock_kind is not distinct from 'security') = (lock_until is not null)),
  add constraint member_lock_is_confirmed check (
    lock_confirmed_by is null or lock_kind is not distinct from 'security');
create index member_security_lock on member (lock_until) where lock_until is not null;

-- E-mail addresses and phone numbers that were replaced or removed; kept for 37 days.
create table former_contact (
  id uuid primary key,
  member_id uuid not null references member (id),
  kind text not null check (kind in ('email', 'phone')),
  value text not null,
  -- Null: since registration.
  set_at timestamptz,
  left_at timestamptz not null
);
create index former_contact_of_member on former_contact (member_id, kind, left_at);
create index former_contact_left_at on former_contact (left_at);

-- Codes that others have taken the place of; a security lock can bring them back. Kept for 37 days.
alter table recovery_code
  add column replaced_at timestamptz,
  drop constraint recovery_code_member_id_selector_key;
create unique index recovery_code_selector on recovery_code (member_id, selector) where replaced_at is null;
create index recovery_code_replaced_at on recovery_code (replaced_at) where replaced_at is not null;

-- Payout accounts that others have taken the place of; kept for 37 days.
create table former_bank_details (
  id uuid primary key,
  member_id uuid not null references member (id),
  bank_code text,
  bank_name text,
  country text,
  swift text,
  holder text not null,
  account_number text,
  iban text,
  set_at timestamptz not null,
  left_at timestamptz not null
);
create index former_bank_details_of_member on former_bank_details (member_id, left_at);
create index former_bank_details_left_at on former_bank_details (left_at);
