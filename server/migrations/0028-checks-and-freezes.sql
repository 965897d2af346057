-- Why: what the checker looked at and found stays written, and what it froze stays frozen until two people release it.

-- A run of every checker. Written once, with all it found.
create table ledger_check_run (
  id uuid primary key,
  -- Which one is the latest, whatever the clocks say.
  run_no bigint generated always as identity unique,
  -- `system` every hour, or `operator:<id>`.
  asked_by text not null check (asked_by <> ''),
  started_at timestamptz not null,
  finished_at timestamptz not null check (finished_at >= started_at),
  -- How many entries the chains have, the last of them, and a hash over the heads of all chains: what it looked at.
  entry_count bigint not null check (entry_count >= 0),
  last_entry_no bigint not null,
  head bytea not null check (length(head) = 32),
  -- What is owed to others, what is the platform's own, and the cash that both are.
  liabilities_minor bigint not null,
  revenue_minor bigint not null,
  cash_minor bigint not null,
  finding_count int not null check (finding_count >= 0)
);
create index ledger_check_run_started on ledger_check_run (started_at desc, id desc);

create table ledger_check_finding (
  run_id uuid not null references ledger_check_run (id),
  finding_no int not null check (finding_no > 0),
  checker text not null check (checker <> ''),
  kind text not null check (kind ~ '^[a-z]+(_[a-z]+)*$'),
  subject text not null,
  detail text not null,
  -- What it freezes.
  flow text check (flow in ('member_money', 'campaign_money', 'payouts', 'staff_approvals')),
  flow_subject text,
  primary key (run_id, finding_no),
  check ((flow is null) = (flow_subject is null))
);

-- A flow that waits. Its subject is a member's or campaign's id, or `all`.
create table books_freeze (
  id uuid primary key,
  flow text not null check (flow in ('member_money', 'campaign_money', 'payouts', 'staff_approvals')),
  subject text not null check (subject <> ''),
  -- The run that found why, and the first of its findings that led here.
  run_id uuid not null references ledger_check_run (id),
  finding_no int not null,
  frozen_at timestamptz not null,
  released_at timestamptz,
  release_proposed_by uuid references operator (id),
  released_by uuid references operator (id),
  release_reason text check (release_reason <> ''),
  foreign key (run_id, finding_no) references ledger_check_finding (run_id, finding_no),
  check ((flow in ('payouts', 'staff_approvals')) = (subject = 'all')),
  constraint freeze_is_released_by_two check (
    num_nonnulls(released_at, release_proposed_by, released_by, release_reason) in (0, 4)
    and (released_by is null or released_by <> release_proposed_by))
);
-- Looked up wherever money leaves: nearly always empty.
create unique index freeze_open on books_freeze (flow, subject) where released_at is null;
create index freeze_frozen on books_freeze (frozen_at desc, id desc);

create function freeze_is_released_once() returns trigger language plpgsql as $$
begin
  if old.released_at is not null or (new.id, new.flow, new.subject, new.run_id, new.finding_no, new.frozen_at)
      is distinct from (old.id, old.flow, old.subject, old.run_id, old.finding_no, old.frozen_at) then
    raise exception 'a freeze is never changed, and released once' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger released_once before update on books_freeze for each row execute function freeze_is_released_once();

create function checks_stay_written() returns trigger language plpgsql as $$
begin
  raise exception '% on % is refused: what was checked stays written', tg_op, tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger kept before delete or truncate on books_freeze for each statement execute function checks_stay_written();
create trigger kept before update or delete or truncate on ledger_check_run for each statement execute function checks_stay_written();
create trigger kept before update or delete or truncate on ledger_check_finding for each statement execute function checks_stay_written();

revoke update, delete on ledger_check_run, ledger_check_finding, books_freeze from fairturn_app;
grant update (released_at, release_proposed_by, released_by, release_reason) on books_freeze to fairturn_app;
revoke execute on function freeze_is_released_once, checks_stay_written from public, fairturn_app;

-- Entries lie on disk in about the order of their numbers: a few bytes a page find those of a time without slowing who writes.
create index entry_by_no on entry using brin (entry_no) with (pages_per_range = 8, autosummarize = on);

-- What staff moves or changes on an account, its owner reads with the reason.
alter table staff_act add constraint staff_act_of_the_books_gives_a_reason check (reason is not null or action not in (
  'balance_adjusted', 'refund_granted', 'payout_account_changed', 'money_frozen', 'money_released',
  'flow_frozen', 'flow_released'));
