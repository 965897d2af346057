-- Why: an account number that is no IBAN can only be paid at a bank that is named. Statements name the payer's bank by its BIC,
-- which a refund then goes to; both are deleted with the payee.
alter table unconfirmed_bank_line add column if not exists counterparty_swift text;
alter table bank_line add column if not exists counterparty_swift text;
alter table unmatched_payment_refund add column if not exists payee_swift text
  constraint unmatched_payment_refund_swift_is_a_bic check (payee_swift ~ '^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$');

create or replace function withdrawals_erase_refund_payees(p_now timestamptz, p_limit int) returns int
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with erased as (
    update unmatched_payment_refund set payee_erased_at = p_now, holder = '', account_number = null, iban = null,
      payee_city = null, payee_country = null, payee_swift = null
    where id in (
      select id from unmatched_payment_refund
      where settled_at < p_now - interval '5 years' and payee_erased_at is null and status in ('paid', 'returned')
      limit p_limit)
    returning 1)
  select count(*)::int from erased
$$;

create or replace function withdrawals_erase_counterparties(p_now timestamptz, p_limit int) returns int
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with erased as (
    update bank_line set counterparty_name = null, counterparty_account = null, counterparty_swift = null, remittance = ''
    where id in (
      select l.id from bank_line l
      left join deposit d on d.id = l.deposit_id left join withdrawal w on w.id = l.withdrawal_id
      left join member m on m.id = coalesce(d.member_id, w.member_id)
      where l.booking_day < (p_now - interval '5 years') at time zone 'UTC'
        and (l.counterparty_name is not null or l.counterparty_account is not null or l.remittance <> '')
        and (m.id is null or m.closed_at < p_now - interval '5 years')
      limit p_limit)
    returning 1)
  select count(*)::int from erased
$$;
