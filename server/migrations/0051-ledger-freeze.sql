-- Why: stored names follow the glossary: a freeze of the ledger blocks the payments of a scope.

alter table books_freeze rename to ledger_freeze;
alter table ledger_freeze rename column flow to scope;
alter table ledger_check_finding rename column flow to scope;
alter table ledger_check_finding rename column flow_subject to scope_subject;

create or replace function freeze_is_released_once() returns trigger language plpgsql as $$
begin
  if old.released_at is not null or (new.id, new.scope, new.subject, new.run_id, new.finding_no, new.frozen_at)
      is distinct from (old.id, old.scope, old.subject, old.run_id, old.finding_no, old.frozen_at) then
    raise exception 'a freeze is never changed, and released once' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
