-- Why: buying a level, taking its discount, giving it back in full and buying it again was worth 6 % of every campaign.

do $$
declare
  v_check text;
begin
  select pg_get_constraintdef(oid) into strict v_check from pg_constraint where contypid = 'entry_type'::regtype and conname = 'entry_type_check';
  execute 'alter domain entry_type drop constraint entry_type_check';
  execute 'alter domain entry_type add constraint entry_type_check ' || replace(v_check, '''level_bought''::text', '''level_bought''::text, ''level_restored''::text');
end $$;

-- What was paid again, out of the refund, for the purchase that this one had replaced.
alter table level_purchase add column restored_minor bigint not null default 0 check (restored_minor >= 0);
