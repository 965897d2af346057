-- Why: who has lost phone, codes and mailbox got a recovery code from staff, and was then asked for a one-time code (decision 035).

alter table recovery_code
  -- Issued by two operators after a security lock: the new password set with it also turns one-time codes off.
  add column ends_one_time_codes boolean not null default false;
