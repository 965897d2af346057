-- Why: ledger_post planned its reading of accounts anew for each call, because the planner takes a short array of ids for cheaper
-- than one whose length it does not know, and the deposits' trigger its condition, because of a subquery that only payments
-- above their announcement need: a twentieth of PostgreSQL's time of a payment each.
alter function ledger_post set plan_cache_mode = force_generic_plan;
alter function ledger_open_accounts set plan_cache_mode = force_generic_plan;

create or replace function deposit_duties() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.status = 'credited' and old.status <> 'credited' and new.received_minor > old.amount_minor
    and new.evidence like 'bank line %' then
    if not exists (
      select from bank_line l
      where l.id = split_part(new.evidence, ' ', 3)::uuid and l.proposed_by is not null
        and (l.confirmed_by is not null or l.resolved_by is not null)) then
      raise exception 'more than was announced is credited by two people'
        using errcode = 'check_violation', constraint = 'deposit_above_announcement_is_confirmed';
    end if;
  end if;
  return new;
end $$;
