-- Why: whoever is on duty gets one mail for one alarm, however often a job that raises it runs again.
create table alarm (
  -- What it is about, once: `check <run>`, `no check <since> <day>`, `no proof <day>`.
  about text primary key,
  raised_at timestamptz not null
);
revoke update, delete on alarm from fairturn_app;
