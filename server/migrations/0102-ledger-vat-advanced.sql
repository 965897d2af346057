-- Why: VAT is paid at the bank's rate, and before it is owed here where prepayments are taxed; two people book both.
do $$
declare
  v_check text;
begin
  select pg_get_constraintdef(oid) into strict v_check from pg_constraint where contypid = 'entry_type'::regtype and conname = 'entry_type_check';
  execute 'alter domain entry_type drop constraint entry_type_check';
  execute 'alter domain entry_type add constraint entry_type_check ' || replace(v_check, '''vat_paid_reversed''::text',
    '''vat_paid_reversed''::text, ''vat_advanced''::text, ''vat_set_off''::text, ''exchange_difference_booked''::text, ''exchange_difference_reversed''::text');
end $$;
