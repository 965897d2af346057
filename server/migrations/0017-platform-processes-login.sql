-- The processes' login may not change what is final: payees are erased, and roles of staff changed, by the rules below alone.

-- A row whose status is final stays as it is for the processes; the schema owner's functions may still erase names. The
-- first argument lists the final statuses, the others the columns that may change nevertheless.
create function final_status_is_kept() returns trigger language plpgsql as $$
declare
  changed text[];
begin
  select array_agg(n.key) into changed
  from jsonb_each(to_jsonb(new)) n join jsonb_each(to_jsonb(old)) o on o.key = n.key
  where n.value is distinct from o.value and n.key <> all (coalesce(tg_argv, '{}'));
  if changed is not null then
    raise exception '% of a % that is % may not change', array_to_string(changed, ', '), tg_table_name, to_jsonb(old) ->> 'status'
      using errcode = 'check_violation';
  end if;
  return new;
end $$;

create trigger final_status before update on withdrawal for each row
  when (current_user = 'fairturn_app' and old.status in ('refused', 'returned', 'cancelled'))
  execute function final_status_is_kept();
create trigger sent_status before update on withdrawal for each row
  when (current_user = 'fairturn_app' and old.status in ('sent', 'paid'))
  execute function final_status_is_kept('status', 'booked_on', 'reason', 'settled_at', 'settled_by');
create trigger final_status before update on unmatched_payment_refund for each row
  when (current_user = 'fairturn_app' and old.status = 'returned')
  execute function final_status_is_kept();
create trigger final_status before update on deposit for each row
  when (current_user = 'fairturn_app' and old.status in ('credited', 'refused'))
  execute function final_status_is_kept();
-- An objection that is upheld after the claim adds to what was delivered, and to the award.
create trigger final_status before update on orders for each row
  when (current_user = 'fairturn_app' and old.status = 'done')
  execute function final_status_is_kept('bonus_bp', 'bonus_minor', 'counted', 'counts_visitors', 'kept_until', 'objection', 'quality_bp',
    'reward_minor', 'verified', 'visits');

-- Orders were drawn from a paid campaign at these terms.
create function campaign_terms_are_frozen() returns trigger language plpgsql as $$
begin
  raise exception 'the terms of a paid campaign may not change' using errcode = 'check_violation';
end $$;
create trigger terms_are_frozen before update of brand, kind, verification, tagline, caption, creative, landing_url, landing_host,
    landing_final_host, languages, countries, price_minor, order_visits, order_hours, ends_at, service_fee_bp, discount_bp,
    highest_bonus_bp, least_hold_minor, level_purchase_id, extra_discount_minor
  on campaign for each row when (current_user = 'fairturn_app' and old.status <> 'unpaid')
  execute function campaign_terms_are_frozen();

-- Who may do what in the back office is decided by two people, also for somebody who has the processes' login.
create function operator_role_is_approved() returns trigger language plpgsql as $$
begin
  if not exists (
    select from proposal p
    where p.kind = 'operator_role' and p.status = 'executed' and p.decided_by <> p.proposed_by
      and p.content ->> 'operator_id' = new.id::text and p.content ->> 'role' = new.role
      -- The proposal is executed by the very transaction that changes the role.
      and p.xmin::text::bigint = pg_current_xact_id()::text::bigint % 4294967296
  ) then
    raise exception 'the role of an operator changes beside an approved proposal only' using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger role_is_approved after update of role on operator deferrable initially deferred for each row
  when (current_user = 'fairturn_app' and old.role is distinct from new.role) execute function operator_role_is_approved();

-- Retention (directive (EU) 2015/849, article 40: five years after the business relationship, or the occasional transaction).
-- Each erases at most p_limit rows, and returns how many.
create function withdrawals_erase_payees(p_now timestamptz, p_limit int) returns int
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with erased as (
    update withdrawal set payee_erased_at = p_now, bank_code = null, bank_name = null, swift = null, holder = '',
      account_number = null, iban = null
    where id in (
      select w.id from member m join withdrawal w on w.member_id = m.id
      where m.closed_at < p_now - interval '5 years' and w.payee_erased_at is null
        and w.status in ('paid', 'returned', 'cancelled', 'refused')
      limit p_limit)
    returning 1)
  select count(*)::int from erased
$$;

-- A refunded sender has no further business relationship with us.
create function withdrawals_erase_refund_payees(p_now timestamptz, p_limit int) returns int
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with erased as (
    update unmatched_payment_refund set payee_erased_at = p_now, holder = '', account_number = null, iban = null
    where id in (
      select id from unmatched_payment_refund
      where settled_at < p_now - interval '5 years' and payee_erased_at is null and status in ('paid', 'returned')
      limit p_limit)
    returning 1)
  select count(*)::int from erased
$$;

-- A matched line keeps its texts as long as its member's data, others from the booking day. Lines that wait for a decision
-- keep theirs: unmatched money is refunded only to the sender that its line names.
create function withdrawals_erase_counterparties(p_now timestamptz, p_limit int) returns int
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with erased as (
    update bank_line set counterparty_name = null, counterparty_account = null, remittance = ''
    where id in (
      select l.id from bank_line l
      left join deposit d on d.id = l.deposit_id left join withdrawal w on w.id = l.withdrawal_id
      left join member m on m.id = coalesce(d.member_id, w.member_id)
      where l.booking_day < (p_now - interval '5 years') at time zone 'UTC'
        and l.status in ('matched', 'differs', 'resolved', 'revoked')
        and (l.counterparty_name is not null or l.counterparty_account is not null or l.remittance <> '')
        and (m.id is null or m.closed_at < p_now - interval '5 years')
      limit p_limit)
    returning 1)
  select count(*)::int from erased
$$;

revoke execute on function withdrawals_erase_payees, withdrawals_erase_refund_payees, withdrawals_erase_counterparties from public;
grant execute on function withdrawals_erase_payees, withdrawals_erase_refund_payees, withdrawals_erase_counterparties to fairturn_app;
