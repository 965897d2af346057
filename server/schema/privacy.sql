-- Written by schema.test.ts from a migrated database: a table is read here. UPDATE_SCHEMA=1 writes it.

CREATE OR REPLACE FUNCTION public.campaigns_erase_texts(p_member_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
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
end $function$

grant execute to fairturn_app

CREATE OR REPLACE FUNCTION public.proposal_without_payee(p_content jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select p_content || coalesce(jsonb_object_agg(key, ''), '{}') from jsonb_object_keys(p_content) as k (key)
  where key in ('holder', 'account', 'account_number', 'iban', 'bank_code', 'swift', 'city', 'country', 'payer')
$function$

grant execute to fairturn_app

CREATE OR REPLACE FUNCTION public.staff_erase_payout_proposals(p_member_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if not exists (select from member where id = p_member_id and closed_at is not null) then
    return;
  end if;
  perform set_config('fairturn.erase_payee', 'on', true);
  update proposal set content = proposal_without_payee(content)
  where kind = 'payout_account_change' and member_id = p_member_id and content <> proposal_without_payee(content);
  perform set_config('fairturn.erase_payee', 'off', true);
end $function$

grant execute to fairturn_app
