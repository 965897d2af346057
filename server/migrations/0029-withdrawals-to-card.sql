-- Why: what was paid in by card goes back to that card, by the provider's answer; only what it refuses goes to the payout account,
-- by two people.

alter table withdrawal
  -- The card payment that this withdrawal returns; it has no payee, fee or payment file.
  add column card_deposit_id uuid references card_payment (deposit_id),
  add column card_refund_id text,
  add column card_refund_state text check (card_refund_state in ('pending', 'succeeded', 'refused')),
  drop constraint withdrawal_has_a_payee,
  add constraint withdrawal_has_a_payee check (case
    when card_deposit_id is not null then num_nonnulls(bank_code, bank_name, swift, account_number, iban) = 0 and holder = ''
      and fee_minor = 0
    when payee_erased_at is null then num_nonnulls(account_number, iban) = 1
    else num_nonnulls(bank_code, bank_name, swift, account_number, iban) = 0 and holder = ''
      and (status in ('paid', 'returned', 'cancelled', 'refused')) end),
  add constraint withdrawal_refund_is_to_a_card check (card_deposit_id is not null or num_nonnulls(card_refund_id, card_refund_state) = 0);
create index withdrawal_to_card_open on withdrawal (id)
  where card_deposit_id is not null and (status in ('requested', 'approved', 'sent') or status = 'returned' and card_refund_state = 'pending');
create index withdrawal_of_card_payment on withdrawal (card_deposit_id) where card_deposit_id is not null;

-- Where a withdrawal goes is settled when it is requested: a payout account never becomes a card, nor a card an account.
create function withdrawal_destination_is_kept() returns trigger language plpgsql as $$
begin
  if new.card_deposit_id is distinct from old.card_deposit_id then
    raise exception 'where a withdrawal goes may not change' using errcode = 'check_violation';
  end if;
  if new.card_deposit_id is not null and (coalesce(new.approved_by, 'system') <> 'system' or coalesce(new.sent_by, 'system') <> 'system'
    or new.proposed_by is not null) then
    raise exception 'what goes back to a card is approved by nobody'
      using errcode = 'check_violation', constraint = 'withdrawal_to_card_follows_the_provider';
  end if;
  return new;
end $$;
-- Approved and sent by the program, as the trigger below demands; everything else by operators (0027).
create or replace trigger known_actors before insert or update of approved_by, proposed_by, sent_by on withdrawal for each row
  when (num_nonnulls(new.approved_by, new.proposed_by, new.sent_by) > 0 and new.card_deposit_id is null)
  execute function actors_move_money('approved_by', 'proposed_by', 'sent_by');
create trigger destination_is_kept before update on withdrawal for each row execute function withdrawal_destination_is_kept();

-- The provider's answer may still come after a withdrawal was sent, or returned.
create or replace trigger final_status before update on withdrawal for each row
  when (current_user = 'fairturn_app' and old.status in ('refused', 'returned', 'cancelled'))
  execute function final_status_is_kept('card_refund_state');
create or replace trigger sent_status before update on withdrawal for each row
  when (current_user = 'fairturn_app' and old.status in ('sent', 'paid'))
  execute function final_status_is_kept('status', 'booked_on', 'reason', 'settled_at', 'settled_by', 'card_refund_state');

-- What goes to a card is limited by what was paid with it, so it neither takes two people nor counts towards what does. Card
-- money that goes to a payout account after all always takes two.
create or replace function withdrawal_takes_two(p_withdrawal_id uuid, p_actor text, p_now timestamptz) returns text
language sql stable set plan_cache_mode = force_generic_plan as $$
  with threshold as (
    select coalesce((select (value #>> '{}')::bigint from setting where key = 'two_person_withdrawal_minor'), 100000) as minor
  )
  select case
    when w.card_deposit_id is not null then null
    when exists (select from card_spending s where s.used_for = w.id) then 'card'
    when w.amount_minor >= t.minor then 'amount'
    when w.amount_minor + (
      select coalesce(sum(o.amount_minor), 0) from withdrawal o
      where o.member_id = w.member_id and o.id <> w.id and o.approved_at > p_now - interval '7 days' and o.card_deposit_id is null) >= t.minor
      then 'member'
    when w.amount_minor + (
      select coalesce(sum(o.amount_minor), 0) from withdrawal o
      where o.id <> w.id and o.approved_at > p_now - interval '7 days'
        and (o.iban = w.iban or o.account_number = w.account_number and o.bank_code is not distinct from w.bank_code)) >= t.minor
      then 'payout_account'
    when w.amount_minor + (
      select coalesce(sum(o.amount_minor), 0) from withdrawal o
      where o.id <> w.id and o.approved_at > p_now - interval '1 day' and o.approved_by = p_actor and o.proposed_by is null)
      >= t.minor then 'operator'
  end
  from withdrawal w, threshold t where w.id = p_withdrawal_id
$$;

-- A payment file pays accounts.
create function payout_item_is_to_an_account() returns trigger language plpgsql as $$
begin
  if exists (select from withdrawal w where w.id = new.withdrawal_id and w.card_deposit_id is not null) then
    raise exception 'a withdrawal to a card stands in no payment file'
      using errcode = 'check_violation', constraint = 'payout_item_is_to_an_account';
  end if;
  return new;
end $$;
create trigger to_an_account before insert on payout_item for each row execute function payout_item_is_to_an_account();

-- Withdrawals by the status and the day in which they were settled; and what went to cards, which no line of the bank shows.
create or replace function running_total_of_withdrawal() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op <> 'INSERT' and old.settled_at is not null then
    insert into running_total (name, key, day, count, amount_minor)
    values ('withdrawals_settled', old.status, (old.settled_at at time zone 'UTC')::date, -1, -old.amount_minor);
  end if;
  if tg_op <> 'DELETE' and new.settled_at is not null then
    insert into running_total (name, key, day, count, amount_minor)
    values ('withdrawals_settled', new.status, (new.settled_at at time zone 'UTC')::date, 1, new.amount_minor);
  end if;
  if tg_op = 'UPDATE' and new.card_deposit_id is not null and new.status is distinct from old.status then
    if new.status = 'sent' then
      insert into running_total (name, key, day, count, amount_minor)
      values ('cash_without_bank_line', '', (new.sent_at at time zone 'UTC')::date, 1, -new.amount_minor);
    elsif new.status = 'returned' then
      insert into running_total (name, key, day, count, amount_minor)
      values ('cash_without_bank_line', '', (new.settled_at at time zone 'UTC')::date, 1, new.amount_minor);
    end if;
  end if;
  return null;
end $$;

create or replace view running_total_counted as
  select 'level_members' as name, level_id::text as key, '-infinity'::date as day, count(*) as count, 0::bigint as amount_minor
  from member where closed_at is null group by level_id
  union all
  select 'level_bought', level_id::text, '-infinity', count(*), 0::bigint from level_purchase where status = 'open' group by level_id
  union all
  select 'cash_without_bank_line', '', day, count(*), sum(amount_minor)::bigint
  from (
    select (settled_at at time zone 'UTC')::date as day, received_minor as amount_minor
    from deposit where status = 'credited' and evidence not like 'bank line %'
    union all
    select (sent_at at time zone 'UTC')::date, -amount_minor from withdrawal where card_deposit_id is not null and sent_at is not null
    union all
    select (settled_at at time zone 'UTC')::date, amount_minor from withdrawal where card_deposit_id is not null and status = 'returned'
    union all
    select (decided_at at time zone 'UTC')::date, -amount_minor from card_dispute where status = 'lost'
  ) cash group by day
  union all
  select 'cash_adjusted', '', (e.event_at at time zone 'UTC')::date, count(*), -sum(p.amount_minor)::bigint
  from entry e join posting p on p.entry_no = e.entry_no and p.entry_id = e.id join account a on a.no = p.account_no and a.kind = 'cash'
  where e.type in ('adjustment', 'reversal') group by 3
  union all
  select 'withdrawals_settled', status, (settled_at at time zone 'UTC')::date, count(*), sum(amount_minor)::bigint
  from withdrawal where settled_at is not null group by 2, 3
  union all
  select 'visits_judged', verdict, (hour at time zone 'UTC')::date, sum(count), 0::bigint from campaign_visit_hour group by 2, 3;

-- Grants.
revoke execute on function withdrawal_destination_is_kept, payout_item_is_to_an_account from public, fairturn_app;
