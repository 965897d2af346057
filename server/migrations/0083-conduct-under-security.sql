-- Why: a security lock replaced a lock for conduct, which then was gone: whoever was locked for conduct came free by reporting a takeover.

-- The lock for conduct that stands again when the security lock ends.
alter table member
  add column conduct_reason text,
  add column conduct_locked_at timestamptz,
  add constraint member_conduct_waits_under_security check (num_nonnulls(conduct_reason, conduct_locked_at) in (0, 2)
    and (conduct_reason is null or lock_kind is not distinct from 'security'));
