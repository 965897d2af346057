-- Why: the first-day list said "configured" of mail; it now says when the mail server last accepted a test mail, and what it refused.
create table test_mail (
  -- 'members' for mail as members get it, otherwise an address of ALARM_MAIL.
  mailbox text primary key check (length(mailbox) <= 254),
  -- Of the last one that was requested.
  id uuid not null,
  requested_at timestamptz not null,
  accepted_at timestamptz,
  refusal text check (length(refusal) <= 300)
);
revoke delete on test_mail from fairturn_app;
