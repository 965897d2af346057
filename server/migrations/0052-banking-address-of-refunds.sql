-- Outside SEPA a payment needs the town and country of who gets it, also a refund of unmatched money.
alter table unmatched_payment_refund add column payee_city text, add column payee_country text;
alter table unmatched_payment_refund add constraint unmatched_payment_refund_has_a_whole_address
  check ((payee_city is null) = (payee_country is null) and (payee_erased_at is null or payee_city is null));

create or replace function withdrawals_erase_refund_payees(p_now timestamptz, p_limit int) returns int
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with erased as (
    update unmatched_payment_refund set payee_erased_at = p_now, holder = '', account_number = null, iban = null,
      payee_city = null, payee_country = null
    where id in (
      select id from unmatched_payment_refund
      where settled_at < p_now - interval '5 years' and payee_erased_at is null and status in ('paid', 'returned')
      limit p_limit)
    returning 1)
  select count(*)::int from erased
$$;
