-- Why: a stolen session paid a campaign whose orders a second account carried; what lets money out of the member's reach now takes a confirmation.

-- Until when the session is confirmed (by signing in, too), and until when and up to which sum payments are.
alter table session
  add column confirmed_until timestamptz,
  add column payments_until timestamptz,
  add column payments_minor bigint check (payments_minor >= 0),
  add constraint session_payments_have_a_sum check (num_nonnulls(payments_until, payments_minor) in (0, 2));
