-- Why: the hour reads of every checker only what is new, so the daily pass reads all of each (decision 059).

alter table ledger_pass add column checked text[] not null default '{}'; -- the other checkers that have read everything
