-- Why: bank fees and interest are booked from the bank's line itself, so that what is booked is what the bank took or paid.
do $$
declare
  v_check text;
begin
  select pg_get_constraintdef(oid) into strict v_check from pg_constraint where contypid = 'entry_type'::regtype and conname = 'entry_type_check';
  execute 'alter domain entry_type drop constraint entry_type_check';
  execute 'alter domain entry_type add constraint entry_type_check ' || replace(v_check, '''opening_balance''::text',
    '''opening_balance''::text, ''bank_fee_booked''::text, ''bank_fee_reversed''::text, ''interest_booked''::text');
end $$;

-- A statement whose line somebody had assigned or resolved could not be revoked: its lines keep what they said.
alter table bank_line drop constraint bank_line_check2;
alter table bank_line add constraint bank_line_says_who_resolved_it
  check ((resolved_by is not null) = (status = 'resolved') or status = 'revoked');

-- A statement is found by the name of its file, as lists show it.
create index bank_statement_file_name on bank_statement (file_name);
