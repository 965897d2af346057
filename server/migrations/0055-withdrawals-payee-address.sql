-- Why: members give their address because banks require the recipient's, and no payment file contained it. As it was when the
-- withdrawal was requested: a file must be the same bytes again. Without one: to a card, or of an earlier version.
alter table withdrawal add column payee_address jsonb;
alter table withdrawal add constraint withdrawal_address_is_of_a_payee
  check (payee_address is null or (card_deposit_id is null and payee_erased_at is null));

create or replace function withdrawals_erase_payees(p_now timestamptz, p_limit int) returns int
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with erased as (
    update withdrawal set payee_erased_at = p_now, bank_code = null, bank_name = null, swift = null, holder = '',
      account_number = null, iban = null, payee_address = null
    where id in (
      select w.id from member m join withdrawal w on w.member_id = m.id
      where m.closed_at < p_now - interval '5 years' and w.payee_erased_at is null
        and w.status in ('paid', 'returned', 'cancelled', 'refused')
      limit p_limit)
    returning 1)
  select count(*)::int from erased
$$;
