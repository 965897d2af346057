-- The closed list of promise 5: a withdrawal is refused for one of these reasons, and a doubt about the identity says what ends it.
alter table withdrawal add column to_send text[] not null default '{}'
  check (to_send <@ array['identity_document', 'account_statement', 'proof_of_name_change']);

create function withdrawal_refusal_reason() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.reason not in ('payee_is_another_person', 'account_does_not_exist', 'bank_cannot_be_reached', 'identity_in_doubt',
    'credited_by_mistake', 'account_entered_before_lock')
  then
    raise exception 'a withdrawal is not refused for %', new.reason using errcode = 'check_violation';
  end if;
  if (new.reason = 'identity_in_doubt') <> (new.to_send <> '{}') then
    raise exception 'a doubt about the identity, and nothing else, says what to send' using errcode = 'check_violation';
  end if;
  return new;
end $$;
revoke execute on function withdrawal_refusal_reason from public;

-- The answers of a card's provider have their own words.
create trigger closed_list_of_refusals before update of status on withdrawal for each row
  when (new.status = 'refused' and old.status <> 'refused' and new.card_deposit_id is null)
  execute function withdrawal_refusal_reason();

-- Decisions later than 72 hours after the request, for the public figure.
create index withdrawal_decided_late on withdrawal (coalesce(approved_at, settled_at))
  where status <> 'cancelled' and card_deposit_id is null and coalesce(approved_at, settled_at) - requested_at > interval '72 hours';
