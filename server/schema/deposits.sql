-- Written by schema.test.ts from a migrated database: a table is read here. UPDATE_SCHEMA=1 writes it.

create table card_dispute (
  id text not null,
  deposit_id uuid not null,
  member_id uuid not null,
  amount_minor bigint not null,
  status text not null,
  opened_at timestamptz not null,
  decided_at timestamptz,
  loss_minor bigint not null default 0,
  constraint card_dispute_pkey primary key (id),
  constraint card_dispute_deposit_id_fkey foreign key (deposit_id) references card_payment(deposit_id),
  constraint card_dispute_member_id_fkey foreign key (member_id) references member(id),
  constraint card_dispute_amount_minor_check check (amount_minor > 0),
  constraint card_dispute_check check (loss_minor >= 0 and loss_minor <= amount_minor),
  constraint card_dispute_check1 check ((status = 'open') = (decided_at is null)),
  constraint card_dispute_check2 check (status = 'lost' or loss_minor = 0),
  constraint card_dispute_status_check check (status in ('open', 'won', 'lost'))
)
create index card_dispute_of_member on card_dispute using btree (member_id)
create index card_dispute_of_payment on card_dispute using btree (deposit_id)
create index card_dispute_open on card_dispute using btree (member_id) where status = 'open'
create trigger running_total after insert or update on card_dispute for each row execute function running_total_of_dispute()
grant insert, select to fairturn_app
grant update (amount_minor, status, decided_at, loss_minor) to fairturn_app

create table card_event (
  id text not null,
  type text not null,
  happened_at timestamptz not null,
  received_at timestamptz not null,
  payment_intent text,
  deposit_id uuid,
  amount_minor bigint,
  currency text,
  status text not null default 'ignored',
  note text not null default '',
  resolved_by text,
  resolved_at timestamptz,
  resolution text,
  constraint card_event_pkey primary key (id),
  constraint card_event_deposit_id_fkey foreign key (deposit_id) references deposit(id),
  constraint card_event_check check (num_nonnulls(resolved_by, resolved_at, resolution) = case when status = 'resolved' then 3 else 0 end),
  constraint card_event_resolution_check check (resolution <> ''),
  constraint card_event_status_check check (status in ('applied', 'ignored', 'needs_review', 'resolved'))
)
create index card_event_of_payment on card_event using btree (payment_intent)
create index card_event_to_review on card_event using btree (received_at) where status = 'needs_review'
create trigger known_actors before insert or update of resolved_by on card_event for each row when (new.resolved_by is not null) execute function actors_move_money('resolved_by')
grant insert, select to fairturn_app
grant update (payment_intent, deposit_id, amount_minor, currency, status, note, resolved_by, resolved_at, resolution) to fairturn_app

create table card_payment (
  deposit_id uuid not null,
  member_id uuid not null,
  payment_id text not null,
  paid_at timestamptz not null,
  paid_minor bigint not null,
  left_minor bigint not null,
  refused_at timestamptz,
  constraint card_payment_id_is_unique unique (payment_id),
  constraint card_payment_pkey primary key (deposit_id),
  constraint card_payment_deposit_id_fkey foreign key (deposit_id) references deposit(id),
  constraint card_payment_member_id_fkey foreign key (member_id) references member(id),
  constraint card_payment_check check (left_minor >= 0 and left_minor <= paid_minor),
  constraint card_payment_paid_minor_check check (paid_minor > 0)
)
create index card_payment_left on card_payment using btree (member_id, paid_at, deposit_id) where left_minor > 0
create index card_payment_of_member on card_payment using btree (member_id)
grant insert, select to fairturn_app
grant update (left_minor, refused_at) to fairturn_app

create table card_spending (
  used_for uuid not null,
  deposit_id uuid not null,
  kind text not null,
  spent_minor bigint not null,
  restored_minor bigint not null default 0,
  spent_at timestamptz not null,
  constraint card_spending_pkey primary key (used_for, deposit_id),
  constraint card_spending_deposit_id_fkey foreign key (deposit_id) references card_payment(deposit_id),
  constraint card_spending_check check (restored_minor >= 0 and restored_minor <= spent_minor),
  constraint card_spending_kind_check check (kind in ('campaign', 'level', 'withdrawal', 'correction', 'dispute')),
  constraint card_spending_spent_minor_check check (spent_minor > 0)
)
create index card_spending_of_payment on card_spending using btree (deposit_id)
grant insert, select to fairturn_app
grant update (spent_minor, restored_minor) to fairturn_app

create table deposit (
  id uuid not null,
  member_id uuid not null,
  method text not null,
  amount_minor bigint not null,
  reference text not null,
  status text not null default 'awaiting',
  created_at timestamptz not null,
  expires_at timestamptz not null,
  settled_at timestamptz,
  received_minor bigint,
  evidence text,
  settled_by text,
  reason text,
  checkout_session text,
  checkout_url text,
  checkout_expires_at timestamptz,
  campaign_id uuid,
  campaign_outcome text,
  taken_back_at timestamptz,
  taken_back_minor bigint,
  constraint deposit_checkout_session_is_unique unique (checkout_session),
  constraint deposit_evidence_is_unique unique (evidence),
  constraint deposit_reference_is_unique unique (reference),
  constraint deposit_pkey primary key (id),
  constraint deposit_member_id_fkey foreign key (member_id) references member(id),
  constraint deposit_amount_minor_check check (amount_minor > 0),
  constraint deposit_campaign_outcome_check check (campaign_outcome in ('paid', 'less_arrived', 'price_changed', 'not_payable', 'not_covered')),
  constraint deposit_check check ((status = 'awaiting') = (settled_at is null)),
  constraint deposit_check1 check ((status = 'credited') = (received_minor is not null) and (status = 'credited') = (evidence is not null)),
  constraint deposit_check2 check ((status = 'refused') = (reason is not null)),
  constraint deposit_check3 check (num_nonnulls(checkout_session, checkout_url, checkout_expires_at) in (0, 3)),
  constraint deposit_check4 check (method = 'card' or checkout_session is null),
  constraint deposit_check5 check (campaign_id is null or method = 'bank_transfer'),
  constraint deposit_check6 check (campaign_outcome is null or campaign_id is not null and status = 'credited'),
  constraint deposit_evidence_check check (evidence <> ''),
  constraint deposit_is_taken_back_once_credited check ((taken_back_at is null) = (taken_back_minor is null) and (taken_back_at is null or status = 'credited' and taken_back_minor >= 0 and taken_back_minor <= received_minor)),
  constraint deposit_method_check check (method in ('bank_transfer', 'card')),
  constraint deposit_received_minor_check check (received_minor > 0),
  constraint deposit_reference_check check (reference ~ '^FT-[0-9A-Z]{4}-[0-9A-Z]{4}$'),
  constraint deposit_status_check check (status in ('awaiting', 'credited', 'expired', 'refused'))
)
create index deposit_at_checkout on deposit using btree (id) where status = 'awaiting' and checkout_session is not null
create unique index deposit_awaited_for_campaign on deposit using btree (campaign_id) where status = 'awaiting'
create index deposit_by_amount on deposit using btree (amount_minor, id)
create index deposit_by_status on deposit using btree (status, id)
create index deposit_of_member on deposit using btree (member_id, id desc)
create index deposit_reference_contains on deposit using gin (reference gin_trgm_ops)
create index deposit_to_expire on deposit using btree (expires_at) where status = 'awaiting'
create index deposit_to_pay_campaign on deposit using btree (campaign_id) where status = 'credited' and campaign_id is not null and campaign_outcome is null
create trigger credited_and_paid before update on deposit for each row when (CURRENT_USER = 'fairturn_app' and old.status = 'credited' and old.campaign_outcome is not null and old.taken_back_at is null) execute function final_status_is_kept('taken_back_at', 'taken_back_minor')
create trigger credited_status before update on deposit for each row when (CURRENT_USER = 'fairturn_app' and old.status = 'credited' and old.campaign_outcome is null and old.taken_back_at is null) execute function final_status_is_kept('campaign_outcome', 'taken_back_at', 'taken_back_minor')
create trigger final_status before update on deposit for each row when (CURRENT_USER = 'fairturn_app' and (old.status = 'refused' or old.status = 'credited' and old.campaign_outcome is not null and old.taken_back_at is not null)) execute function final_status_is_kept()
create trigger known_settler before insert or update of settled_by on deposit for each row when (new.settled_by is not null and (new.settled_by not in ('system', 'system bank connection'))) execute function settled_by_somebody()
create trigger running_total after insert or delete or update on deposit for each row execute function running_total_of_deposit()
create trigger separate_duties before update of status on deposit for each row execute function deposit_duties()
create trigger taken_back before update on deposit for each row when (CURRENT_USER = 'fairturn_app' and old.status = 'credited' and old.campaign_outcome is null and old.taken_back_at is not null) execute function final_status_is_kept('campaign_outcome')
grant insert, select to fairturn_app
grant update (status, settled_at, received_minor, evidence, settled_by, reason, checkout_session, checkout_url, checkout_expires_at, campaign_id, campaign_outcome, taken_back_at, taken_back_minor) to fairturn_app

CREATE OR REPLACE FUNCTION public.card_money_limit(p_member_id uuid)
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  select greatest(0, least(a.balance_minor, ledger_beyond_awards(p_member_id) - h.balance_minor))
  from account a, account h
  where a.id = ledger_account_id('member_available', p_member_id::text) and h.id = ledger_account_id('member_held', p_member_id::text)
$function$

grant execute to fairturn_app

CREATE OR REPLACE FUNCTION public.card_money_trim(p_member_id uuid, p_used_for uuid, p_now timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  v_excess bigint := (select sum(left_minor) from card_payment where member_id = p_member_id and left_minor > 0);
begin
  if v_excess is null then
    return;
  end if;
  v_excess := v_excess - card_money_limit(p_member_id);
  if v_excess <= 0 then
    return;
  end if;
  with payments as (
    select deposit_id, left_minor, sum(left_minor) over (order by paid_at, deposit_id) - left_minor as older_minor
    from card_payment where member_id = p_member_id and left_minor > 0
  ), taken as (
    select deposit_id, least(left_minor, v_excess - older_minor)::bigint as minor from payments where older_minor < v_excess
  ), updated as (
    update card_payment p set left_minor = p.left_minor - t.minor from taken t where t.deposit_id = p.deposit_id
  )
  insert into card_spending (used_for, deposit_id, kind, spent_minor, spent_at)
  select p_used_for, deposit_id, 'correction', minor, p_now from taken
  on conflict (used_for, deposit_id) do update set spent_minor = card_spending.spent_minor + excluded.spent_minor;
end $function$

grant execute to fairturn_app

CREATE OR REPLACE FUNCTION public.correction_of_card_money()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  perform card_money_trim(new.member_id, new.entry_id, (select event_at from entry where id = new.entry_id));
  return null;
end $function$


CREATE OR REPLACE FUNCTION public.deposit_duties()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if new.status = 'credited' and old.status <> 'credited' and new.received_minor > old.amount_minor
    and new.evidence like 'bank line %' then
    if not exists (
      select from bank_line l
      where l.id = split_part(new.evidence, ' ', 3)::uuid and l.proposed_by is not null
        and (l.confirmed_by is not null or l.resolved_by is not null)) then
      raise exception 'more than was announced is credited by two people'
        using errcode = 'check_violation', constraint = 'deposit_above_announcement_is_confirmed';
    end if;
  end if;
  return new;
end $function$


CREATE OR REPLACE FUNCTION public.ledger_lock_money(p_member_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  perform from account where id in (ledger_account_id('member_available', p_member_id::text), ledger_account_id('member_held', p_member_id::text))
  order by id for no key update;
end $function$

grant execute to fairturn_app

CREATE OR REPLACE FUNCTION public.return_is_revoked()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if new.status not in ('sent', 'paid') or not exists (
    select from bank_line l join bank_statement s on s.id = l.statement_id
    where s.status = 'revoked' and (tg_table_name = 'withdrawal' and l.withdrawal_id = old.id or tg_table_name <> 'withdrawal' and l.refund_id = old.id)
      and l.finding in ('payout_came_back', 'payout_came_back_short', 'refund_came_back')) then
    raise exception 'what came back is out again only if its statement is revoked'
      using errcode = 'check_violation', constraint = 'return_is_revoked';
  end if;
  return new;
end $function$

grant execute to fairturn_app

CREATE OR REPLACE FUNCTION public.running_total_of_deposit()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if tg_op <> 'INSERT' and old.status = 'credited' and old.evidence not like 'bank line %' then
    insert into running_total (name, key, day, count, amount_minor)
    values ('cash_without_bank_line', '', (old.settled_at at time zone 'UTC')::date, -1, -old.received_minor);
  end if;
  if tg_op <> 'DELETE' and new.status = 'credited' and new.evidence not like 'bank line %' then
    insert into running_total (name, key, day, count, amount_minor)
    values ('cash_without_bank_line', '', (new.settled_at at time zone 'UTC')::date, 1, new.received_minor);
  end if;
  return null;
end $function$


CREATE OR REPLACE FUNCTION public.running_total_of_dispute()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if new.status = 'lost' and (tg_op = 'INSERT' or old.status <> 'lost') then
    insert into running_total (name, key, day, count, amount_minor)
    values ('cash_without_bank_line', '', (new.decided_at at time zone 'UTC')::date, 1, -new.amount_minor);
  end if;
  return null;
end $function$

