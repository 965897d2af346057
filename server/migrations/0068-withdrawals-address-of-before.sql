-- Why: a withdrawal that was requested before 0055 had no address and, outside SEPA, could neither be put into a payment file nor
-- be refused for a reason that was true. Its member had to have an address to request it.
update withdrawal w set payee_address = (
  select to_jsonb(a) from (select street, city, postal_code, region, country from member_address where member_id = w.member_id) a)
where payee_address is null and status in ('requested', 'approved') and card_deposit_id is null and payee_erased_at is null;

-- What a process of before 0055 still requests while the versions overlap.
create function withdrawal_has_its_address() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  select to_jsonb(a) into new.payee_address
  from (select street, city, postal_code, region, country from member_address where member_id = new.member_id) a;
  return new;
end $$;
create trigger has_its_address before insert on withdrawal for each row
  when (new.payee_address is null and new.card_deposit_id is null and new.payee_erased_at is null)
  execute function withdrawal_has_its_address();

-- Grants.
revoke execute on function withdrawal_has_its_address from public, fairturn_app;
