-- Why: what the first-day list and the dashboard of the back office say is read from records, and counts over all history cost the same
-- at any size (decision 067).

-- When the mail server last accepted a test mail, and what it refused.
create table test_mail (
  -- 'members' for mail as members get it, otherwise an address of ALARM_MAIL.
  mailbox text primary key check (length(mailbox) <= 254),
  id uuid not null, -- Of the last one that was requested.
  requested_at timestamptz not null,
  accepted_at timestamptz,
  refusal text check (length(refusal) <= 300)
);

-- When backups were finished.
create table backup_copy (
  finished_at timestamptz primary key
);

-- What the running totals must be. Reads everything: for the checker.
create view running_total_counted as
  select 'level_members' as name, level_id::text as key, '-infinity'::date as day, count(*) as count, 0::bigint as amount_minor
  from member where closed_at is null group by level_id
  union all
  select 'level_bought', level_id::text, '-infinity', count(*), 0::bigint from level_purchase where status = 'open' group by level_id
  union all
  select 'cash_without_bank_line', '', (settled_at at time zone 'UTC')::date, count(*), sum(received_minor)::bigint
  from deposit where status = 'credited' and evidence not like 'bank line %' group by 3
  union all
  select 'cash_adjusted', '', (e.event_at at time zone 'UTC')::date, count(*), -sum(p.amount_minor)::bigint
  from entry e join posting p on p.entry_no = e.entry_no and p.entry_id = e.id join account a on a.no = p.account_no and a.kind = 'cash'
  where e.type in ('adjustment', 'reversal') group by 3
  union all
  select 'withdrawals_settled', status, (settled_at at time zone 'UTC')::date, count(*), sum(amount_minor)::bigint
  from withdrawal where settled_at is not null group by 2, 3
  union all
  select 'visits_judged', verdict, (hour at time zone 'UTC')::date, sum(count), 0::bigint from campaign_visit_hour group by 2, 3;
