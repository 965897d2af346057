-- Why: accounts by balance must be a page of an index, not a sort of all (decision 067).

-- Grows with the balance, in steps of about an eighth.
create function ledger_magnitude(balance_minor bigint) returns smallint language sql immutable parallel safe as $$
  select (sign(balance_minor) * floor(8 * ln(abs(balance_minor)::float8 + 1)))::smallint
$$;
revoke execute on function ledger_magnitude from public;
grant execute on function ledger_magnitude to fairturn_app;
-- An index on the balance would be written with each posting, and all other indexes of the account with it; this one is
-- written when a balance passes a step.
alter table account add column magnitude smallint not null generated always as (ledger_magnitude(balance_minor)) stored;
create index account_by_magnitude on account (magnitude);
