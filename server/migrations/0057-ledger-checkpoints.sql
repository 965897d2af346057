-- Why: a check each hour must cost what is new and not all history; all of it is read once a day, in slices (decision 059).

alter table ledger_check_run
  -- `incremental`: entries since an earlier run's checkpoint; `full`: everything at once; `sliced`: everything, by the slices of a day.
  add column mode text not null default 'full' check (mode in ('incremental', 'full', 'sliced')),
  add column since timestamptz, -- when the run began whose checkpoint it continued
  -- Up to where the ledger was found right: the chains with their last hashes, and the sums of the daily totals.
  add column checkpoint jsonb,
  add constraint run_of_new_entries_continues check ((since is not null) = (mode = 'incremental')),
  add constraint run_with_findings_has_no_checkpoint check (checkpoint is null or finding_count = 0);
-- The latest of each mode, which the public page shows.
create index ledger_check_run_right on ledger_check_run (mode, run_no desc) where finding_count = 0;

-- How far the slices of the whole check have come: one row, deleted when all is read.
create table ledger_pass (
  id uuid primary key,
  one_at_a_time boolean not null default true unique check (one_at_a_time),
  started_at timestamptz not null,
  read_to bigint not null default 0, -- entries up to this number are read
  chains jsonb not null, -- as they are there: number, length, last entry, hash
  accounts_to bigint default 0, -- accounts up to this number are read; null once all are
  captured numeric not null default 0, -- a sum over the holds that the entries captured
  slices int not null default 0
);
-- What the entries read so far add up to.
create table ledger_pass_total (
  day date not null,
  type text not null,
  kind text not null,
  entry_count bigint not null,
  receiving_count bigint not null,
  received_minor bigint not null,
  moved_minor bigint not null,
  primary key (day, type, kind)
);
