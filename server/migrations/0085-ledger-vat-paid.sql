-- Why: VAT that was paid to the state is booked from the bank's line, by two people.
do $$
declare
  v_check text;
begin
  select pg_get_constraintdef(oid) into strict v_check from pg_constraint where contypid = 'entry_type'::regtype and conname = 'entry_type_check';
  execute 'alter domain entry_type drop constraint entry_type_check';
  execute 'alter domain entry_type add constraint entry_type_check ' || replace(v_check, '''interest_booked''::text',
    '''interest_booked''::text, ''vat_paid''::text, ''vat_paid_reversed''::text');
end $$;
