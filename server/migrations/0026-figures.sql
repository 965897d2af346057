-- Why: what the public page says of a day stays as it was said, so each day's figures are kept and never changed.

create table figure_day (
  day date not null, -- UTC
  figure text not null check (figure ~ '^[a-z][a-z0-9_]*(\.[a-z0-9_]+)+$'),
  -- Minor units, a count, seconds or basis points: contract/src/transparency.ts says which.
  value bigint not null,
  -- Of how many; null where the figure is no share.
  out_of bigint,
  computed_at timestamptz not null,
  primary key (day, figure)
);
create index figure_day_of_figure on figure_day (figure, day);

create function figure_day_is_kept() returns trigger language plpgsql as $$
begin
  raise exception '% on figure_day is refused: what was published stays as it was', tg_op using errcode = 'restrict_violation';
end $$;
create trigger append_only before update or delete or truncate on figure_day for each statement execute function figure_day_is_kept();
revoke update, delete on figure_day from fairturn_app;
revoke execute on function figure_day_is_kept from public, fairturn_app;

-- Entries of a period are found by a few bytes a page: they lie on disk in about the order in which they happened.
create index entry_event_at on entry using brin (event_at) with (pages_per_range = 16, autosummarize = on);
-- What can be claimed: a promise of money that is due.
create index orders_claimable on orders (settled_at) where status = 'success';
