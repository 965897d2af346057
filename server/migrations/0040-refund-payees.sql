-- Why: who money was sent back to is erased five years after it arrived, on the refund and on the proposal that two people decided.

alter table receipt_refund
  add column payee_erased_at timestamptz,
  drop constraint receipt_refund_holder_check,
  drop constraint receipt_refund_check,
  add constraint receipt_refund_has_a_payee check (
    case when payee_erased_at is null then holder <> '' and num_nonnulls(account_number, iban) = 1
    else num_nonnulls(account_number, iban) = 0 and holder = '' and status in ('paid', 'returned') end);
create index receipt_refund_payee on receipt_refund (settled_at) where payee_erased_at is null;

-- A proposal stays as it was decided, but for the two fields that name the payee of a refund: they may be emptied, in one that
-- can no longer be decided.
create or replace function proposal_is_decided_once() returns trigger language plpgsql as $$
begin
  if current_setting('fairturn.erase_payee', true) = 'on' and old.kind = 'receipt_refund'
      and to_jsonb(new) - 'content' = to_jsonb(old) - 'content'
      and new.content = old.content || '{"holder": "", "account": ""}' then
    return new;
  end if;
  if old.status <> 'open' or (new.id, new.kind, new.content, new.content_hash, new.reason, new.member_id, new.proposed_by,
      new.proposed_at, new.expires_at) is distinct from (old.id, old.kind, old.content, old.content_hash, old.reason,
      old.member_id, old.proposed_by, old.proposed_at, old.expires_at) then
    raise exception 'a proposal is never changed, and decided once' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

-- Erases the payee of proposals that were made before an instant and can no longer be decided at p_now. The application may not
-- write a proposal's content by any other way.
create function erase_refund_proposals(p_before timestamptz, p_now timestamptz) returns bigint
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_erased bigint;
begin
  perform set_config('fairturn.erase_payee', 'on', true);
  update proposal set content = content || '{"holder": "", "account": ""}'
  where kind = 'receipt_refund' and proposed_at < p_before and (status <> 'open' or expires_at <= p_now)
    and (content ->> 'holder' <> '' or content ->> 'account' <> '');
  get diagnostics v_erased = row_count;
  perform set_config('fairturn.erase_payee', 'off', true);
  return v_erased;
end $$;
revoke execute on function erase_refund_proposals from public;
grant execute on function erase_refund_proposals to fairturn_app;
