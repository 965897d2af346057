-- Outside SEPA a payment needs the town and country of who gets it, also a refund of unmatched money; both are deleted with
-- the payee, also from the proposal that named them. A database of before 0067 may have the columns from an unreleased 0052.
alter table unmatched_payment_refund add column if not exists payee_city text, add column if not exists payee_country text;
alter table unmatched_payment_refund drop constraint if exists unmatched_payment_refund_has_a_whole_address;
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

create or replace function proposal_without_payee(p_content jsonb) returns jsonb
language sql immutable set search_path = pg_catalog, public, pg_temp as $$
  select p_content || coalesce(jsonb_object_agg(key, ''), '{}') from jsonb_object_keys(p_content) as k (key)
  where key in ('holder', 'account', 'account_number', 'iban', 'bank_code', 'swift', 'city', 'country')
$$;

-- The same keys: what this erases is what the trigger on proposals permits.
create or replace function erase_refund_proposals(p_before timestamptz, p_now timestamptz) returns bigint
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_erased bigint;
begin
  perform set_config('fairturn.erase_payee', 'on', true);
  update proposal set content = proposal_without_payee(content)
  where kind = 'unmatched_payment_refund' and proposed_at < p_before and (status <> 'open' or expires_at <= p_now)
    and content <> proposal_without_payee(content);
  get diagnostics v_erased = row_count;
  perform set_config('fairturn.erase_payee', 'off', true);
  return v_erased;
end $$;
