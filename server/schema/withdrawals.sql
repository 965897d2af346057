-- Written by schema.test.ts from a migrated database: a table is read here. UPDATE_SCHEMA=1 writes it.

create table payout_batch (
  id uuid not null,
  reference text not null,
  format text not null,
  status text not null default 'created',
  currency text not null,
  debtor jsonb not null,
  execution_day date not null,
  payment_count integer not null,
  total_minor bigint not null,
  created_at timestamptz not null,
  created_by text not null,
  exported_at timestamptz,
  exported_by text,
  file_hash bytea,
  sent_at timestamptz,
  sent_by text,
  closed_at timestamptz,
  constraint payout_batch_reference_is_unique unique (reference),
  constraint payout_batch_pkey primary key (id),
  constraint payout_batch_check check ( case status when 'created' then file_hash is null when 'dropped' then true else file_hash is not null end),
  constraint payout_batch_check1 check ((num_nonnulls(exported_at, exported_by, file_hash) in (0, 3)) and num_nonnulls(sent_at, sent_by) <> 1),
  constraint payout_batch_check2 check ((status not in ('sent', 'reconciled')) or sent_at is not null),
  constraint payout_batch_check3 check ((status in ('reconciled', 'dropped')) = (closed_at is not null)),
  constraint payout_batch_currency_check check (currency in ('USD', 'EURO')),
  constraint payout_batch_file_hash_check check (length(file_hash) = 32),
  constraint payout_batch_format_check check (format in ('pain.001.001.03', 'pain.001.001.09')),
  constraint payout_batch_payment_count_check check (payment_count > 0),
  constraint payout_batch_reference_check check (reference ~ '^FB-[0-9A-Z]{4}-[0-9A-Z]{4}$'),
  constraint payout_batch_status_check check (status in ('created', 'exported', 'sent', 'reconciled', 'dropped')),
  constraint payout_batch_total_minor_check check (total_minor > 0)
)
create index payout_batch_open on payout_batch using btree (id) where status in ('created', 'exported', 'sent')
create index payout_batch_reference_contains on payout_batch using gin (reference gin_trgm_ops)
create trigger drop_is_late before update of status on payout_batch for each row when (new.status = 'dropped') execute function payout_batch_drop_is_late()
create trigger known_actors before insert or update of created_by, exported_by, sent_by on payout_batch for each row execute function actors_move_money('created_by', 'exported_by', 'sent_by')
create trigger separate_duties before update of exported_by, sent_by on payout_batch for each row execute function payout_batch_duties()
create trigger two_sides before insert or update of exported_by, sent_by on payout_batch for each row execute function payout_batch_sides()
grant insert, select to fairturn_app
grant update (status, exported_at, exported_by, file_hash, sent_at, sent_by, closed_at) to fairturn_app

create table payout_item (
  batch_id uuid not null,
  item_no integer not null,
  part_no integer not null,
  amount_minor bigint not null,
  withdrawal_id uuid,
  refund_id uuid,
  end_to_end_id text not null,
  live boolean not null default true,
  bank_status text,
  bank_reason text,
  rejected_on date,
  rejection_open boolean not null default false,
  constraint payout_item_pkey primary key (batch_id, item_no),
  constraint payout_item_batch_id_fkey foreign key (batch_id) references payout_batch(id),
  constraint payout_item_refund_id_fkey foreign key (refund_id) references unmatched_payment_refund(id),
  constraint payout_item_withdrawal_id_fkey foreign key (withdrawal_id) references withdrawal(id),
  constraint payout_item_amount_minor_check check (amount_minor > 0),
  constraint payout_item_bank_status_check check (bank_status in ('accepted', 'settled', 'rejected')),
  constraint payout_item_check check (num_nonnulls(withdrawal_id, refund_id) = 1),
  constraint payout_item_item_no_check check (item_no > 0),
  constraint payout_item_part_no_check check (part_no > 0)
)
create unique index payout_item_end_to_end_id on payout_item using btree (end_to_end_id) where live
create unique index payout_item_refund_once on payout_item using btree (refund_id) where live
create index payout_item_rejection_open on payout_item using btree (batch_id) where rejection_open
create unique index payout_item_withdrawal_once on payout_item using btree (withdrawal_id) where live
create trigger separate_duties after insert on payout_item referencing new table as inserted for each statement execute function payout_item_duties()
create trigger to_an_account before insert on payout_item for each row execute function payout_item_is_to_an_account()
grant insert, select to fairturn_app
grant update (live, bank_status, bank_reason, rejected_on, rejection_open) to fairturn_app

create table withdrawal (
  id uuid not null,
  member_id uuid not null,
  amount_minor bigint not null,
  fee_minor bigint not null,
  reference text not null,
  bank_code text,
  bank_name text,
  country text,
  swift text,
  holder text not null,
  account_number text,
  iban text,
  status text not null default 'requested',
  requested_at timestamptz not null,
  approved_at timestamptz,
  approved_by text,
  sent_at timestamptz,
  sent_by text,
  settled_at timestamptz,
  settled_by text,
  reason text,
  payee_erased_at timestamptz,
  proposed_by text,
  booked_on date not null default 'infinity'::date,
  card_deposit_id uuid,
  card_refund_id text,
  card_refund_state text,
  to_send text[] not null default '{}',
  payee_address jsonb,
  constraint withdrawal_reference_is_unique unique (reference),
  constraint withdrawal_pkey primary key (id),
  constraint withdrawal_card_deposit_id_fkey foreign key (card_deposit_id) references card_payment(deposit_id),
  constraint withdrawal_member_id_fkey foreign key (member_id) references member(id),
  constraint withdrawal_address_is_of_a_payee check (payee_address is null or card_deposit_id is null and payee_erased_at is null),
  constraint withdrawal_amount_minor_check check (amount_minor > 0),
  constraint withdrawal_card_refund_state_check check (card_refund_state in ('pending', 'succeeded', 'refused')),
  constraint withdrawal_check check (fee_minor >= 0 and fee_minor < amount_minor),
  constraint withdrawal_check1 check (num_nonnulls(approved_at, approved_by) <> 1 and num_nonnulls(sent_at, sent_by) <> 1),
  constraint withdrawal_check2 check ((status not in ('approved', 'sent', 'paid', 'returned')) or approved_at is not null),
  constraint withdrawal_check3 check (status <> 'cancelled' or approved_at is null),
  constraint withdrawal_check4 check ((status in ('sent', 'paid', 'returned')) = (sent_at is not null)),
  constraint withdrawal_check5 check ((status in ('paid', 'returned', 'cancelled', 'refused')) = (settled_at is not null)),
  constraint withdrawal_check6 check ((status in ('returned', 'refused')) = (reason is not null)),
  constraint withdrawal_has_a_payee check ( case when card_deposit_id is not null then num_nonnulls(bank_code, bank_name, swift, account_number, iban) = 0 and holder = '' and fee_minor = 0 when payee_erased_at is null then num_nonnulls(account_number, iban) = 1 else num_nonnulls(bank_code, bank_name, swift, account_number, iban) = 0 and holder = '' and (status in ('paid', 'returned', 'cancelled', 'refused')) end),
  constraint withdrawal_is_approved_by_two_persons check (proposed_by <> approved_by),
  constraint withdrawal_reference_check check (reference ~ '^FW-[0-9A-Z]{4}-[0-9A-Z]{4}$'),
  constraint withdrawal_refund_is_to_a_card check (card_deposit_id is not null or num_nonnulls(card_refund_id, card_refund_state) = 0),
  constraint withdrawal_status_check check (status in ('requested', 'approved', 'sent', 'paid', 'returned', 'cancelled', 'refused')),
  constraint withdrawal_to_send_check check (to_send <@ array['identity_document', 'account_statement', 'proof_of_name_change'])
)
create index withdrawal_approved_at on withdrawal using btree (approved_at) where approved_at is not null
create index withdrawal_approved_by on withdrawal using btree (approved_by, approved_at) include (id, amount_minor) where proposed_by is null
create index withdrawal_by_amount on withdrawal using btree (amount_minor, id)
create index withdrawal_by_status on withdrawal using btree (status, id)
create index withdrawal_decided_late on withdrawal using btree (coalesce(approved_at, settled_at)) where status <> 'cancelled' and card_deposit_id is null and (coalesce(approved_at, settled_at) - requested_at) > '72:00:00'::interval
create index withdrawal_in_transit on withdrawal using btree (booked_on) include (sent_at, amount_minor, fee_minor, status, settled_at) where sent_at is not null
create index withdrawal_of_card_payment on withdrawal using btree (card_deposit_id) where card_deposit_id is not null
create index withdrawal_of_member on withdrawal using btree (member_id, id desc)
create index withdrawal_open on withdrawal using btree (member_id) where status in ('requested', 'approved')
create index withdrawal_reference_contains on withdrawal using gin (reference gin_trgm_ops)
create index withdrawal_refused on withdrawal using btree (settled_at) where status = 'refused'
create index withdrawal_settled on withdrawal using btree (settled_at)
create index withdrawal_times on withdrawal using btree (settled_at) include (requested_at) where status = 'paid'
create index withdrawal_to_account on withdrawal using btree (account_number) where account_number is not null
create index withdrawal_to_card_open on withdrawal using btree (id) where card_deposit_id is not null and ((status in ('requested', 'approved', 'sent')) or status = 'returned' and card_refund_state = 'pending')
create index withdrawal_to_iban on withdrawal using btree (iban) where iban is not null
create trigger closed_list_of_refusals before update of status on withdrawal for each row when (new.status = 'refused' and old.status <> 'refused' and new.card_deposit_id is null) execute function withdrawal_refusal_reason()
create trigger destination_is_kept before update on withdrawal for each row execute function withdrawal_destination_is_kept()
create trigger final_status before update on withdrawal for each row when (CURRENT_USER = 'fairturn_app' and ((old.status in ('refused', 'cancelled')) or old.status = 'returned' and new.status = 'returned' and new.booked_on <> 'infinity'::date)) execute function final_status_is_kept('card_refund_state')
create trigger has_its_address before insert on withdrawal for each row when (new.payee_address is null and new.card_deposit_id is null and new.payee_erased_at is null) execute function withdrawal_has_its_address()
create trigger known_actors before insert or update of approved_by, proposed_by, sent_by on withdrawal for each row when (num_nonnulls(new.approved_by, new.proposed_by, new.sent_by) > 0 and new.card_deposit_id is null) execute function actors_move_money('approved_by', 'proposed_by', 'sent_by')
create trigger known_settler before insert or update of settled_by on withdrawal for each row when (new.settled_by is not null and (new.settled_by not in ('system', 'system bank connection'))) execute function settled_by_somebody()
create trigger return_is_revoked before update on withdrawal for each row when (old.status = 'returned' and new.status <> 'returned') execute function return_is_revoked()
create trigger returned_status before update on withdrawal for each row when (CURRENT_USER = 'fairturn_app' and old.status = 'returned' and new.status <> 'returned') execute function final_status_is_kept('status', 'reason', 'settled_at', 'settled_by')
create trigger returned_unbooked before update on withdrawal for each row when (CURRENT_USER = 'fairturn_app' and old.status = 'returned' and new.status = 'returned' and new.booked_on = 'infinity'::date) execute function final_status_is_kept('card_refund_state', 'booked_on')
create trigger running_total after insert or delete on withdrawal for each row execute function running_total_of_withdrawal()
create trigger running_total_changed after update on withdrawal for each row when (old.status is distinct from new.status or old.settled_at is distinct from new.settled_at or old.amount_minor is distinct from new.amount_minor) execute function running_total_of_withdrawal()
create trigger sent_status before update on withdrawal for each row when (CURRENT_USER = 'fairturn_app' and (old.status in ('sent', 'paid'))) execute function final_status_is_kept('status', 'booked_on', 'reason', 'settled_at', 'settled_by', 'card_refund_state')
create trigger separate_duties before update of status on withdrawal for each row execute function withdrawal_duties()
create trigger two_sides before update of status on withdrawal for each row execute function withdrawal_sides()
create trigger two_sides_through_campaigns before update of status on withdrawal for each row execute function withdrawal_awards()
grant insert, select to fairturn_app
grant update (swift, status, approved_at, approved_by, sent_at, sent_by, settled_at, settled_by, reason, proposed_by, booked_on, card_refund_id, card_refund_state, to_send, payee_address) to fairturn_app

CREATE OR REPLACE FUNCTION public.adjustment_giver(p_proposal_id uuid)
 RETURNS uuid
 LANGUAGE sql
 STABLE
AS $function$
  select case
    when g.kind in ('member_available', 'member_held') then g.holder_id
    when g.kind in ('campaign_escrow', 'campaign_fee') then (select c.member_id from campaign c where c.id = g.holder_id)
    when g.kind = 'level_fee' then (select l.member_id from level_purchase l where l.id = g.holder_id)
  end
  from proposal p
  cross join lateral (values (p.content->'from'->>'kind', (p.content->'from'->>'holder_id')::uuid)) as g (kind, holder_id)
  where p.id = p_proposal_id
$function$

grant execute to fairturn_app

CREATE OR REPLACE FUNCTION public.credit_actors(p_id uuid, p_kind text)
 RETURNS TABLE(actor text, how text)
 LANGUAGE sql
 STABLE
AS $function$
  select each.actor, each.how
  from (
    select l.* from bank_line l where p_kind = 'deposit' and l.deposit_id = p_id
    union all
    select l.* from bank_line l where p_kind = 'return' and l.withdrawal_id = p_id
      and l.finding in ('payout_came_back', 'payout_came_back_short')
    union all
    select l.* from proposal p join bank_line l on l.id = (p.content->'from'->>'holder_id')::uuid
    where p_kind = 'adjustment' and p.id = p_id and p.content->'from'->>'kind' = 'unmatched_payment'
  ) l
  join bank_statement s on s.id = l.statement_id
  cross join lateral (values (s.imported_by, 'imported'), (s.confirmed_by, 'confirmed'), (l.confirmed_by, 'confirmed'),
    (l.proposed_by, 'matched'), (l.resolved_by, 'matched')) as each (actor, how)
  union all
  select d.settled_by, 'credited' from deposit d where p_kind = 'deposit' and d.id = p_id
  union all
  select w.settled_by, 'returned' from withdrawal w where p_kind = 'return' and w.id = p_id
  union all
  select 'operator:' || each.who, 'adjusted'
  from proposal p cross join lateral (values (p.proposed_by), (p.decided_by)) as each (who)
  where p_kind = 'adjustment' and p.id = p_id
$function$

grant execute to fairturn_app

CREATE OR REPLACE FUNCTION public.member_credits(p_member_id uuid)
 RETURNS TABLE(id uuid, kind text, at timestamp with time zone, amount_minor bigint)
 LANGUAGE sql
 STABLE
AS $function$
  select d.id, 'deposit', d.settled_at, d.received_minor
  from deposit d where d.member_id = p_member_id and d.status = 'credited'
  union all
  select w.id, 'return', w.settled_at, w.amount_minor
  from withdrawal w where w.member_id = p_member_id and (w.status = 'returned'
    or w.status = 'refused' and exists (select from payout_item i where i.withdrawal_id = w.id and i.live))
  union all
  select p.id, 'adjustment', p.decided_at, replace(p.content->>'amount', '.', '')::bigint
  from proposal p
  where p.status = 'executed' and p.kind in ('ledger_adjustment', 'refund_outside_the_rules')
    and coalesce(p.content->'to'->>'holder_id', p.content->>'member_id') = p_member_id::text
$function$

grant execute to fairturn_app

CREATE OR REPLACE FUNCTION public.money_brought_in(p_member_id uuid, p_now timestamp with time zone)
 RETURNS TABLE(actor text, how text, object_id uuid)
 LANGUAGE sql
 STABLE
AS $function$
  with recursive own as (
    select s.id, s.kind, s.at
    from (
      select c.*, sum(c.amount_minor) over (order by c.at desc, c.id desc) - c.amount_minor as newer_minor
      from member_credits(p_member_id) c
    ) s
    where s.at > p_now - interval '90 days' or s.newer_minor < (
      select coalesce(sum(a.balance_minor), 0) from account a
      where a.id in (ledger_account_id('member_available', p_member_id::text), ledger_account_id('member_held', p_member_id::text)))
  ), traced as (
    select o.id, o.kind, o.at from own o
    union
    select c.id, c.kind, c.at
    from traced t cross join lateral member_credits(adjustment_giver(t.id)) c
    where t.kind = 'adjustment' and c.at <= t.at + interval '1 hour'
  ), counted as (
    select t.id, t.kind from traced t limit 10001
  )
  select by.actor, by.how, c.id from counted c cross join lateral credit_actors(c.id, c.kind) by
  where by.actor like 'operator:%'
  union all
  select 'operator:' || o.id, 'untraceable', p_member_id from operator o where (select count(*) from counted) > 10000
$function$

grant execute to fairturn_app

CREATE OR REPLACE FUNCTION public.payout_batch_drop_is_late()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if old.status = 'exported' and (new.closed_at::date <= new.execution_day
      or exists (select from payout_item i where i.batch_id = new.id and i.bank_status is not null)) then
    raise exception 'the bank may have the file %', new.reference
      using errcode = 'check_violation', constraint = 'payout_batch_drop_is_late';
  end if;
  return new;
end $function$

grant execute to fairturn_app

CREATE OR REPLACE FUNCTION public.payout_batch_duties()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  v_actor text;
  v_at timestamptz;
begin
  if new.sent_by is distinct from old.sent_by then
    v_actor := new.sent_by;
    v_at := new.sent_at;
  else
    v_actor := new.exported_by;
    v_at := new.exported_at;
  end if;
  if exists (select from payout_batch_not_releasable(new.id, v_actor, v_at)) then
    raise exception 'a payment file is released by someone who approved nothing in it and brought nothing of it in'
      using errcode = 'check_violation', constraint = 'payout_batch_releaser_did_nothing_else';
  end if;
  return new;
end $function$


CREATE OR REPLACE FUNCTION public.payout_batch_not_releasable(p_batch_id uuid, p_actor text, p_now timestamp with time zone)
 RETURNS TABLE(reference text, why text)
 LANGUAGE sql
 STABLE
AS $function$
  select n.reference, n.why
  from (
    select array_agg(i.withdrawal_id) as withdrawal_ids, array_agg(i.refund_id) as refund_ids
    from payout_item i where i.batch_id = p_batch_id and i.live) of_batch
  cross join lateral payouts_not_releasable(of_batch.withdrawal_ids, of_batch.refund_ids, p_actor, p_now) n
$function$

grant execute to fairturn_app

CREATE OR REPLACE FUNCTION public.payout_item_duties()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if exists (
    select from (select distinct batch_id from inserted) i join payout_batch b on b.id = i.batch_id
    cross join lateral payout_batch_not_releasable(b.id, b.created_by, b.created_at)) then
    raise exception 'a payment file is created by someone who approved nothing in it and brought nothing of it in'
      using errcode = 'check_violation', constraint = 'payout_batch_creator_did_nothing_else';
  end if;
  return null;
end $function$


CREATE OR REPLACE FUNCTION public.payout_item_is_to_an_account()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if exists (select from withdrawal w where w.id = new.withdrawal_id and w.card_deposit_id is not null) then
    raise exception 'a withdrawal to a card stands in no payment file'
      using errcode = 'check_violation', constraint = 'payout_item_is_to_an_account';
  end if;
  return new;
end $function$


CREATE OR REPLACE FUNCTION public.payouts_not_releasable(p_withdrawal_ids uuid[], p_refund_ids uuid[], p_actor text, p_now timestamp with time zone)
 RETURNS TABLE(reference text, why text)
 LANGUAGE sql
 STABLE
AS $function$
  select w.reference, case when p_actor in (w.approved_by, w.proposed_by) then 'approved' else 'brought_in' end
  from withdrawal w
  where w.id = any (p_withdrawal_ids) and p_actor like 'operator:%' and (p_actor in (w.approved_by, w.proposed_by)
    or exists (select from money_brought_in(w.member_id, p_now) b where b.actor = p_actor)
    or exists (select from money_brought_in_for_awards(w.member_id, p_now) b where b.actor = p_actor))
  union all
  select r.reference, case when p_actor in (r.approved_by, r.proposed_by) then 'approved' else 'brought_in' end
  from unmatched_payment_refund r
  where r.id = any (p_refund_ids) and p_actor like 'operator:%' and (p_actor in (r.approved_by, r.proposed_by)
    or p_actor in (select bank_line_brought_by(r.line_id)))
$function$

grant execute to fairturn_app

CREATE OR REPLACE FUNCTION public.running_total_of_withdrawal()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
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
end $function$


CREATE OR REPLACE FUNCTION public.withdrawal_destination_is_kept()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
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
end $function$


CREATE OR REPLACE FUNCTION public.withdrawal_duties()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  v_at timestamptz := coalesce(new.sent_at, new.approved_at);
begin
  if new.status = 'approved' and old.status = 'requested' then
    -- Of approvals at once each counts what the one before it has added.
    perform pg_advisory_xact_lock(hashtextextended('withdrawals are approved', 0));
    if exists (select from money_brought_in(new.member_id, v_at) b where b.actor in (new.approved_by, new.proposed_by)) then
      raise exception 'who brought money in for a member does not approve their withdrawal'
        using errcode = 'check_violation', constraint = 'withdrawal_approver_brought_nothing_in';
    end if;
    if new.proposed_by is null and withdrawal_takes_two(new.id, new.approved_by, v_at) is not null then
      raise exception 'this withdrawal takes two people' using errcode = 'check_violation', constraint = 'withdrawal_takes_two';
    end if;
  elsif new.status = 'sent' and old.status = 'approved' then
    if new.sent_by like 'operator:%' and new.sent_by in (new.approved_by, new.proposed_by)
      or exists (select from money_brought_in(new.member_id, v_at) b where b.actor = new.sent_by) then
      raise exception 'who brought money in for a withdrawal or approved it does not send it'
        using errcode = 'check_violation', constraint = 'withdrawal_sender_did_nothing_else';
    end if;
  end if;
  return new;
end $function$


CREATE OR REPLACE FUNCTION public.withdrawal_has_its_address()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  select to_jsonb(a) into new.payee_address
  from (select street, city, postal_code, region, country from member_address where member_id = new.member_id) a;
  return new;
end $function$


CREATE OR REPLACE FUNCTION public.withdrawal_refusal_reason()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
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
end $function$

grant execute to fairturn_app

CREATE OR REPLACE FUNCTION public.withdrawal_takes_two(p_withdrawal_id uuid, p_actor text, p_now timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
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
$function$

grant execute to fairturn_app
