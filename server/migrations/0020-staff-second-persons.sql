-- Why: whoever a proposal is about does not decide it, and a recovery code is handed over by two persons.

-- Operators who neither propose, approve nor reject it: whom it is about, or who knows the other half of a secret.
alter table proposal add column excluded uuid[] not null default '{}';

-- The second half of a recovery code, until a third operator has handed it over, or for three days.
create table recovery_code_half (
  id uuid primary key,
  member_id uuid not null references member (id),
  half text not null check (length(half) = 9),
  expires_at timestamptz not null
);
create index recovery_code_half_member_id on recovery_code_half (member_id);
create index recovery_code_half_expires_at on recovery_code_half (expires_at);

-- However a security lock ended, the next one within 30 days takes two persons: security_ended_at says it alone, and
-- security_expired_at is no longer read. The previous version writes it, so a later one drops it.
