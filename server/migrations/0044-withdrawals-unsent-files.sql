-- Why: an exported file that never reached the bank could only be marked as sent; two people may now drop it once statements
-- have shown that its day has passed without it. What was exported stays on record.

alter table payout_batch drop constraint payout_batch_check;
alter table payout_batch add constraint payout_batch_check check (
  case status when 'created' then file_hash is null when 'dropped' then true else file_hash is not null end);
-- Only after its day of execution, and not what the bank has answered to.
create function payout_batch_drop_is_late() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.status = 'exported' and (new.closed_at::date <= new.execution_day
      or exists (select from payout_item i where i.batch_id = new.id and i.bank_status is not null)) then
    raise exception 'the bank may have the file %', new.reference
      using errcode = 'check_violation', constraint = 'payout_batch_drop_is_late';
  end if;
  return new;
end $$;
create trigger drop_is_late before update of status on payout_batch for each row
  when (new.status = 'dropped') execute function payout_batch_drop_is_late();
