-- Why: the captured holds of all history were one statement at the end of the daily pass; now they are slices (decision 059).

alter table ledger_pass
  add column holds_to uuid default '00000000-0000-0000-0000-000000000000', -- holds up to this id are read; null once all are
  -- Those captured before are summed slice by slice, later ones at the end: an hour is longer than any transaction.
  add column holds_before timestamptz not null default clock_timestamp() - interval '1 hour',
  add column held numeric not null default 0; -- a sum over the captured holds read so far
create index hold_resolved on hold using brin (resolved_at) with (pages_per_range = 16, autosummarize = on);
