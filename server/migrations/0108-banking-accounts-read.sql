-- Why: one importer alone chose where a refund goes, by changing only the payer's account number in the file. Of a line imported by
-- hand it counts once somebody else has typed it from the bank's own screen; until then, and while a later file says another one,
-- the line is not sent back.
alter table bank_line
  add account_read_by text, -- Who typed the account number as the bank shows it.
  add account_not_shown boolean not null default false, -- Who confirmed it said that the bank shows no account number.
  add account_misread int not null default 0 check (account_misread >= 0), -- How often somebody read another one.
  add account_disputed_by uuid[] not null default '{}'; -- Later statements that name another one.

create or replace trigger known_actors before insert or update of resolved_by, confirmed_by, proposed_by, account_read_by on bank_line
  for each row when (num_nonnulls(new.resolved_by, new.confirmed_by, new.proposed_by, new.account_read_by) > 0)
  execute function actors_move_money('resolved_by', 'confirmed_by', 'proposed_by', 'account_read_by');

-- A refund's proposal names the payer beside the payee.
create or replace function proposal_without_payee(p_content jsonb) returns jsonb
language sql immutable set search_path = pg_catalog, public, pg_temp as $$
  select p_content || coalesce(jsonb_object_agg(key, ''), '{}') from jsonb_object_keys(p_content) as k (key)
  where key in ('holder', 'account', 'account_number', 'iban', 'bank_code', 'swift', 'city', 'country', 'payer')
$$;
