-- Why: a closed account left its campaigns' texts, pictures and addresses, and what operators had proposed about its bank
-- account; unmatched bank lines kept names for good.

-- What was advertised, where it led, and who said so. Only of a closed account: whoever has the processes' login cannot wipe
-- the terms of a paid campaign. Carriers keep what they were paid, without the brand.
create function campaigns_erase_texts(p_member_id uuid) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_brands text[];
begin
  if not exists (select from member where id = p_member_id and closed_at is not null) then
    return;
  end if;
  select array_agg(distinct brand) into v_brands from campaign where member_id = p_member_id;
  update link set brand = '****', tagline = '{}', creative = '', landing_url = 'https://erased.invalid', landing_hosts = '{}'
  where campaign_id in (select id from campaign where member_id = p_member_id);
  update notification set params = params || '{"brand": "****"}'
  where params ->> 'brand' = any (v_brands) and member_id in (
    select o.member_id from orders o join campaign c on c.id = o.campaign_id where c.member_id = p_member_id);
  update campaign set brand = '****', tagline = '{}', caption = '{}', creative = '', landing_url = 'https://erased.invalid',
    landing_host = '', landing_final_host = null, reject_reason = null, pause_reason = null
  where member_id = p_member_id;
end $$;

-- Names and numbers in what operators proposed about a payout account or a refund. The record that something was proposed,
-- by whom and why, stays.
create function proposal_without_payee(p_content jsonb) returns jsonb
language sql immutable set search_path = pg_catalog, public, pg_temp as $$
  select p_content || coalesce(jsonb_object_agg(key, ''), '{}') from jsonb_object_keys(p_content) as k (key)
  where key in ('holder', 'account', 'account_number', 'iban', 'bank_code', 'swift')
$$;

create or replace function proposal_is_decided_once() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  if current_setting('fairturn.erase_payee', true) = 'on'
      and old.kind in ('unmatched_payment_refund', 'payout_account_change')
      and to_jsonb(new) - 'content' = to_jsonb(old) - 'content'
      and new.content = proposal_without_payee(old.content) then
    return new;
  end if;
  if old.status <> 'open' or (new.id, new.kind, new.content, new.content_hash, new.reason, new.member_id, new.proposed_by,
      new.proposed_at, new.expires_at) is distinct from (old.id, old.kind, old.content, old.content_hash, old.reason,
      old.member_id, old.proposed_by, old.proposed_at, old.expires_at) then
    raise exception 'a proposal is never changed, and decided once' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

-- Of a closed account: a proposal that is still open is refused when it is approved.
create function staff_erase_payout_proposals(p_member_id uuid) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (select from member where id = p_member_id and closed_at is not null) then
    return;
  end if;
  perform set_config('fairturn.erase_payee', 'on', true);
  update proposal set content = proposal_without_payee(content)
  where kind = 'payout_account_change' and member_id = p_member_id and content <> proposal_without_payee(content);
  perform set_config('fairturn.erase_payee', 'off', true);
end $$;

-- Lines that still wait for a decision after five years, too: who wants their money then proves it to us, not we to ourselves.
create or replace function withdrawals_erase_counterparties(p_now timestamptz, p_limit int) returns int
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with erased as (
    update bank_line set counterparty_name = null, counterparty_account = null, remittance = ''
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

revoke execute on function campaigns_erase_texts, staff_erase_payout_proposals, proposal_without_payee from public;
grant execute on function campaigns_erase_texts, staff_erase_payout_proposals to fairturn_app;
