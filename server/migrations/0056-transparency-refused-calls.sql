-- Why: a call that is refused leaves no row, so a figure could not see a withdrawal refused for a reason that nobody published.
-- By call, day (UTC) and code; not by whom.
create table refused_call (
  call text not null,
  day date not null,
  code text not null,
  count bigint not null check (count > 0),
  primary key (call, day, code)
);
