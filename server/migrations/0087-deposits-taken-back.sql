-- Why: after a statement was revoked, a deposit read as credited though its money was taken back, and a payout or a refund as
-- returned though whoever it was paid to has it.
alter table deposit
  add taken_back_at timestamptz,
  add taken_back_minor bigint,
  add constraint deposit_is_taken_back_once_credited check (
    (taken_back_at is null) = (taken_back_minor is null)
    and (taken_back_at is null or status = 'credited' and taken_back_minor between 0 and received_minor));

-- Both are written once, in either order: what became of its campaign, and that it was taken back.
create or replace trigger final_status before update on deposit for each row
  when (current_user = 'fairturn_app' and (old.status = 'refused'
    or old.status = 'credited' and old.campaign_outcome is not null and old.taken_back_at is not null))
  execute function final_status_is_kept();
create or replace trigger credited_status before update on deposit for each row
  when (current_user = 'fairturn_app' and old.status = 'credited' and old.campaign_outcome is null and old.taken_back_at is null)
  execute function final_status_is_kept('campaign_outcome', 'taken_back_at', 'taken_back_minor');
create trigger credited_and_paid before update on deposit for each row
  when (current_user = 'fairturn_app' and old.status = 'credited' and old.campaign_outcome is not null and old.taken_back_at is null)
  execute function final_status_is_kept('taken_back_at', 'taken_back_minor');
create trigger taken_back before update on deposit for each row
  when (current_user = 'fairturn_app' and old.status = 'credited' and old.campaign_outcome is null and old.taken_back_at is not null)
  execute function final_status_is_kept('campaign_outcome');

-- What came back by a statement that is revoked is out again: nothing else ends that state.
create function return_is_revoked() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.status not in ('sent', 'paid') or not exists (
    select from bank_line l join bank_statement s on s.id = l.statement_id
    where s.status = 'revoked' and (tg_table_name = 'withdrawal' and l.withdrawal_id = old.id or tg_table_name <> 'withdrawal' and l.refund_id = old.id)
      and l.finding in ('payout_came_back', 'payout_came_back_short', 'refund_came_back')) then
    raise exception 'what came back is out again only if its statement is revoked'
      using errcode = 'check_violation', constraint = 'return_is_revoked';
  end if;
  return new;
end $$;
create or replace trigger final_status before update on withdrawal for each row
  when (current_user = 'fairturn_app' and (old.status in ('refused', 'cancelled') or old.status = 'returned' and new.status = 'returned'))
  execute function final_status_is_kept('card_refund_state');
create trigger returned_status before update on withdrawal for each row
  when (current_user = 'fairturn_app' and old.status = 'returned' and new.status <> 'returned')
  execute function final_status_is_kept('status', 'reason', 'settled_at', 'settled_by');
create trigger return_is_revoked before update on withdrawal for each row
  when (old.status = 'returned' and new.status <> 'returned') execute function return_is_revoked();
create or replace trigger final_status before update on unmatched_payment_refund for each row
  when (current_user = 'fairturn_app' and old.status = 'returned' and new.status = 'returned')
  execute function final_status_is_kept();
create trigger returned_status before update on unmatched_payment_refund for each row
  when (current_user = 'fairturn_app' and old.status = 'returned' and new.status <> 'returned')
  execute function final_status_is_kept('status', 'settled_reason', 'settled_at');
create trigger return_is_revoked before update on unmatched_payment_refund for each row
  when (old.status = 'returned' and new.status <> 'returned') execute function return_is_revoked();
