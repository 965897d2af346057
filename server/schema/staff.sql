-- Written by schema.test.ts from a migrated database: a table is read here. UPDATE_SCHEMA=1 writes it.

create table audit_chain (
  only_one boolean not null default true,
  length bigint not null,
  hash bytea not null,
  constraint audit_chain_pkey primary key (only_one),
  constraint audit_chain_only_one_check check (only_one)
)
create trigger append_only before insert or delete or truncate on audit_chain for each statement execute function audit_append_only()
grant select to fairturn_app

create table audit_event (
  id uuid not null,
  at timestamptz not null,
  actor text not null,
  action text not null,
  object_kind text not null,
  object_id text not null,
  member_id uuid,
  reason text,
  before jsonb,
  after jsonb,
  constraint chained trigger deferrable initially deferred,
  constraint audit_event_pkey primary key (id),
  constraint audit_event_member_id_fkey foreign key (member_id) references member(id),
  constraint audit_event_action_check check (action ~ '^[a-z]+(_[a-z]+)+$'),
  constraint audit_event_actor_check check (actor <> ''),
  constraint audit_event_gives_a_reason check (reason is not null or (action not in ('member_looked_at', 'member_locked', 'member_unlocked', 'campaign_rejected', 'deposit_refused', 'withdrawal_returned', 'withdrawal_refused', 'operator_invited', 'operator_role_changed', 'operator_disabled', 'operator_recovered', 'proposal_made', 'proposal_approved', 'proposal_rejected'))),
  constraint audit_event_object_id_check check (object_id <> ''),
  constraint audit_event_object_kind_check check (object_kind <> ''),
  constraint audit_event_of_the_ledger_gives_a_reason check (reason is not null or (action not in ('balance_adjusted', 'refund_granted', 'payout_account_changed', 'money_frozen', 'money_released', 'scope_frozen', 'scope_released'))),
  constraint audit_event_reason_check check (reason <> '')
)
create index audit_event_first_day on audit_event using btree (object_id, id) where action = 'first_day_confirmed'
create index audit_event_of_action on audit_event using btree (action, id desc)
create index audit_event_of_actor on audit_event using btree (actor, id desc)
create index audit_event_of_member on audit_event using btree (member_id, id desc) where member_id is not null
create index audit_event_of_object on audit_event using btree (object_id, id desc)
create trigger append_only before delete or update or truncate on audit_event for each statement execute function audit_append_only()
create constraint trigger chained after insert on audit_event deferrable initially deferred for each row execute function audit_event_is_chained()
grant insert, select to fairturn_app

create table audit_event_link (
  no bigint not null,
  audit_event_id uuid not null,
  previous_hash bytea not null,
  hash bytea not null,
  constraint audit_event_link_audit_event_id_key unique (audit_event_id),
  constraint audit_event_link_pkey primary key (no),
  constraint audit_event_link_audit_event_id_fkey foreign key (audit_event_id) references audit_event(id)
)
create trigger append_only before delete or update or truncate on audit_event_link for each statement execute function audit_append_only()
grant select to fairturn_app

create table operator (
  id uuid not null,
  username text not null,
  role text not null,
  created_at timestamptz not null,
  disabled_at timestamptz,
  set_up boolean not null default false,
  side text,
  next_side text,
  next_side_from timestamptz,
  constraint operator_username_is_unique unique (username),
  constraint role_is_approved trigger deferrable initially deferred,
  constraint side_is_approved trigger deferrable initially deferred,
  constraint operator_pkey primary key (id),
  constraint operator_next_side_check check (next_side in ('in', 'out')),
  constraint operator_next_side_has_a_time check ((next_side is null) = (next_side_from is null)),
  constraint operator_role_check check (role in ('support', 'content', 'finance', 'auditor', 'owner')),
  constraint operator_side_check check (side in ('in', 'out')),
  constraint operator_username_check check (username ~ '^[a-z][a-z0-9.-]{2,29}$')
)
create constraint trigger role_is_approved after update of role on operator deferrable initially deferred for each row when (CURRENT_USER = 'fairturn_app' and old.role is distinct from new.role) execute function operator_role_is_approved()
create constraint trigger side_is_approved after update of side, next_side, next_side_from on operator deferrable initially deferred for each row when (CURRENT_USER = 'fairturn_app' and (old.side is distinct from new.side or old.next_side is distinct from new.next_side or old.next_side_from is distinct from new.next_side_from)) execute function operator_side_is_approved()
grant insert, select to fairturn_app
grant update (role, disabled_at, set_up, side, next_side, next_side_from) to fairturn_app

create table operator_session (
  id uuid not null,
  operator_id uuid not null,
  hash bytea not null,
  device text not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  confirmed_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  constraint operator_session_hash_is_unique unique (hash),
  constraint operator_session_pkey primary key (id),
  constraint operator_session_operator_id_fkey foreign key (operator_id) references operator(id),
  constraint operator_session_hash_check check (length(hash) = 32)
)
create index operator_session_expires_at on operator_session using btree (expires_at)
create index operator_session_open on operator_session using btree (operator_id, id) where ended_at is null
grant delete, insert, select to fairturn_app
grant update (last_used_at, confirmed_at, ended_at) to fairturn_app

create table operator_setup (
  operator_id uuid not null,
  first_hash bytea not null,
  second_hash bytea not null,
  expires_at timestamptz not null,
  constraint operator_setup_pkey primary key (operator_id),
  constraint operator_setup_operator_id_fkey foreign key (operator_id) references operator(id),
  constraint operator_setup_first_hash_check check (length(first_hash) = 32),
  constraint operator_setup_second_hash_check check (length(second_hash) = 32)
)
grant delete, insert, select to fairturn_app
grant update (first_hash, second_hash, expires_at) to fairturn_app

create table proposal (
  id uuid not null,
  kind text not null,
  content jsonb not null,
  content_hash bytea not null,
  reason text not null,
  member_id uuid,
  proposed_by uuid not null,
  proposed_at timestamptz not null,
  expires_at timestamptz not null,
  status text not null default 'open',
  decided_by uuid,
  decided_at timestamptz,
  decision_reason text,
  failed_at timestamptz,
  failure text,
  excluded uuid[] not null default '{}'::uuid[],
  constraint proposal_pkey primary key (id),
  constraint proposal_decided_by_fkey foreign key (decided_by) references operator(id),
  constraint proposal_member_id_fkey foreign key (member_id) references member(id),
  constraint proposal_proposed_by_fkey foreign key (proposed_by) references operator(id),
  constraint proposal_check check ((status = 'open') = (decided_at is null)),
  constraint proposal_content_hash_check check (length(content_hash) = 32),
  constraint proposal_decision_reason_check check (decision_reason <> ''),
  constraint proposal_is_decided_by_another check ((status not in ('executed', 'rejected')) or decided_by is not null and decided_by <> proposed_by),
  constraint proposal_is_executed_in_time check (status <> 'executed' or decided_at < expires_at),
  constraint proposal_is_withdrawn_by_its_own check (status <> 'withdrawn' or decided_by = proposed_by),
  constraint proposal_kind_check check (kind ~ '^[a-z]+(_[a-z]+)+$'),
  constraint proposal_reason_check check (reason <> ''),
  constraint proposal_rejection_gives_a_reason check (status <> 'rejected' or decision_reason is not null),
  constraint proposal_status_check check (status in ('open', 'executed', 'rejected', 'withdrawn', 'void'))
)
create index proposal_decided on proposal using btree (decided_at)
create index proposal_in_favour on proposal using btree (coalesce((content -> 'to') ->> 'holder_id', content ->> 'member_id')) where status = 'executed' and (kind in ('ledger_adjustment', 'refund_outside_the_rules'))
create index proposal_of_member on proposal using btree (member_id, id desc) where member_id is not null
create index proposal_open on proposal using btree (id desc) where status = 'open'
create trigger decided_once before update on proposal for each row execute function proposal_is_decided_once()
create trigger kept before delete or truncate on proposal for each statement execute function audit_append_only()
grant insert, select to fairturn_app
grant update (status, decided_by, decided_at, decision_reason, failed_at, failure) to fairturn_app

create table recovery_code_half (
  id uuid not null,
  member_id uuid not null,
  half text not null,
  expires_at timestamptz not null,
  constraint recovery_code_half_pkey primary key (id),
  constraint recovery_code_half_member_id_fkey foreign key (member_id) references member(id),
  constraint recovery_code_half_half_check check (length(half) = 9)
)
create index recovery_code_half_expires_at on recovery_code_half using btree (expires_at)
create index recovery_code_half_member_id on recovery_code_half using btree (member_id)
grant delete, insert, select to fairturn_app

create table taken_item (
  kind text not null,
  object_id uuid not null,
  operator_id uuid not null,
  taken_at timestamptz not null,
  active_at timestamptz not null,
  constraint taken_item_pkey primary key (kind, object_id),
  constraint taken_item_operator_id_fkey foreign key (operator_id) references operator(id),
  constraint taken_item_check check (active_at >= taken_at),
  constraint taken_item_kind_check check (kind ~ '^[a-z]+(_[a-z]+)*$')
)
create index taken_item_active on taken_item using btree (active_at)
create index taken_item_of_operator on taken_item using btree (operator_id)
grant delete, insert, select to fairturn_app
grant update (operator_id, taken_at, active_at) to fairturn_app

CREATE OR REPLACE FUNCTION public.actor_reviews_orders()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  v_actor text := to_jsonb(new) ->> tg_argv[0];
begin
  if (tg_op = 'INSERT' or v_actor is distinct from to_jsonb(old) ->> tg_argv[0])
    and not names_who_reviews_orders(v_actor) then
    perform refuse_unknown_actor(tg_table_name, v_actor);
  end if;
  if tg_table_name = 'objection' and exists (
    select from orders o where o.id = (to_jsonb(new) ->> 'order_id')::uuid and o.reviewed_by = v_actor
  ) then
    raise exception 'who reviewed an order does not decide its objection'
      using errcode = 'check_violation', constraint = 'objection_is_decided_by_another';
  end if;
  return new;
end $function$

grant execute to fairturn_app

CREATE OR REPLACE FUNCTION public.actors_move_money()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  v_new jsonb := to_jsonb(new);
  v_old jsonb := case when tg_op = 'UPDATE' then to_jsonb(old) else '{}' end;
  v_column text;
begin
  foreach v_column in array tg_argv loop
    if v_new ->> v_column is not null and v_new ->> v_column is distinct from v_old ->> v_column
      and not names_who_moves_money(v_new ->> v_column) then
      perform refuse_unknown_actor(tg_table_name, v_new ->> v_column);
    end if;
  end loop;
  return new;
end $function$

grant execute to fairturn_app

CREATE OR REPLACE FUNCTION public.acts_on_other_side(p_actors text[], p_side text, p_at timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (
    select from operator o
    where 'operator:' || o.id = any (p_actors) and operator_side(o, p_at) is distinct from p_side)
$function$

grant execute to fairturn_app

CREATE OR REPLACE FUNCTION public.audit_append_only()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  raise exception '% on % is refused: what staff did stays written', tg_op, tg_table_name using errcode = 'restrict_violation';
end $function$


CREATE OR REPLACE FUNCTION public.audit_event_hash(previous_hash bytea, event audit_event)
 RETURNS bytea
 LANGUAGE sql
 STABLE
AS $function$
  select sha256(previous_hash || uuid_send(event.id) || timestamptz_send(event.at) || string_agg(
    case when field is null then '\x00'::bytea
    else '\x01'::bytea || int4send(octet_length(convert_to(field, 'UTF8'))) || convert_to(field, 'UTF8') end,
    ''::bytea order by no))
  from unnest(array[event.actor, event.action, event.object_kind, event.object_id, event.member_id::text, event.reason,
    event.before::text, event.after::text]) with ordinality as fields (field, no)
$function$

grant execute to fairturn_app

CREATE OR REPLACE FUNCTION public.audit_event_is_chained()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  v_length bigint;
  v_previous bytea;
  v_hash bytea;
begin
  select length + 1, hash into v_length, v_previous from audit_chain for no key update;
  v_hash := audit_event_hash(v_previous, new);
  insert into audit_event_link (no, audit_event_id, previous_hash, hash) values (v_length, new.id, v_previous, v_hash);
  update audit_chain set length = v_length, hash = v_hash;
  return null;
end $function$


CREATE OR REPLACE FUNCTION public.erase_refund_proposals(p_before timestamp with time zone, p_now timestamp with time zone)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  v_erased bigint;
begin
  perform set_config('fairturn.erase_payee', 'on', true);
  update proposal set content = proposal_without_payee(content)
  where kind = 'unmatched_payment_refund' and proposed_at < p_before and (status <> 'open' or expires_at <= p_now)
    and content <> proposal_without_payee(content);
  get diagnostics v_erased = row_count;
  perform set_config('fairturn.erase_payee', 'off', true);
  return v_erased;
end $function$

grant execute to fairturn_app

CREATE OR REPLACE FUNCTION public.money_brought_in_for_awards(p_member_id uuid, p_now timestamp with time zone)
 RETURNS TABLE(actor text, how text)
 LANGUAGE sql
 STABLE
AS $function$
  select by.actor, by.how
  from (
    select distinct c.member_id
    from award a join orders o on o.id = a.order_id join campaign c on c.id = o.campaign_id
    where a.member_id = p_member_id and a.claimed_at > p_now - interval '30 days') placer
  cross join lateral member_credits(placer.member_id) credit
  cross join lateral credit_actors(credit.id, credit.kind) by
  where credit.at > p_now - interval '30 days' and by.actor like 'operator:%'
$function$

grant execute to fairturn_app

CREATE OR REPLACE FUNCTION public.names_an_operator(p_actor text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select case when p_actor ~ '^operator:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
    then exists (select from operator o where o.id = substr(p_actor, 10)::uuid) else false end
$function$

grant execute to fairturn_app

CREATE OR REPLACE FUNCTION public.names_who_moves_money(p_actor text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select names_an_operator(p_actor) and exists (
    select from operator o
    where 'operator:' || o.id = p_actor and o.set_up and o.disabled_at is null and o.role in ('finance', 'owner'))
$function$

grant execute to fairturn_app

CREATE OR REPLACE FUNCTION public.names_who_reviews_orders(p_actor text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select names_an_operator(p_actor) and exists (
    select from operator o
    where 'operator:' || o.id = p_actor and o.set_up and o.disabled_at is null
      and o.role in ('support', 'owner'))
$function$

grant execute to fairturn_app

CREATE OR REPLACE FUNCTION public.operator_side(p_operator operator, p_at timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case when p_operator.role not in ('finance', 'owner') then null
    when p_operator.next_side_from <= p_at then p_operator.next_side
    else p_operator.side end
$function$

grant execute to fairturn_app

CREATE OR REPLACE FUNCTION public.operator_side_is_approved()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if not exists (
    select from proposal p
    where p.status = 'executed' and p.decided_by <> p.proposed_by and p.content ->> 'operator_id' = new.id::text
      and (
        -- A first side counts at once.
        p.kind in ('operator_role', 'operator_side') and old.side is null and p.content ->> 'side' = new.side and new.next_side is null
        or p.kind = 'operator_side' and old.side is not null and p.content ->> 'side' = new.next_side
          and new.next_side_from >= p.decided_at + interval '7 days'
          and new.side in (old.side, case when old.next_side_from <= p.decided_at then old.next_side end))
      -- The proposal is executed by the very transaction that changes the side.
      and p.xmin::text::bigint = pg_current_xact_id()::text::bigint % 4294967296
  ) then
    raise exception 'the side of an operator changes beside an approved proposal only' using errcode = 'check_violation';
  end if;
  return null;
end $function$

grant execute to fairturn_app

CREATE OR REPLACE FUNCTION public.payout_batch_sides()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if new.exported_by is not null and new.exported_by is distinct from (case when tg_op = 'UPDATE' then old.exported_by end)
    and acts_on_other_side(array[new.exported_by], 'out', new.exported_at)
    or new.sent_by is not null and new.sent_by is distinct from (case when tg_op = 'UPDATE' then old.sent_by end)
    and acts_on_other_side(array[new.sent_by], 'out', new.sent_at)
    or tg_op = 'INSERT' and acts_on_other_side(array[new.created_by], 'out', new.created_at) then
    raise exception 'payment files are released by the side out'
      using errcode = 'check_violation', constraint = 'payout_batch_is_released_by_the_side_out';
  end if;
  return new;
end $function$

grant execute to fairturn_app

CREATE OR REPLACE FUNCTION public.proposal_is_decided_once()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
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
end $function$


CREATE OR REPLACE FUNCTION public.refuse_unknown_actor(p_table text, p_actor text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'nobody who may decide it is called %', p_actor
    using errcode = 'check_violation', constraint = p_table || '_is_decided_by_somebody';
end $function$

grant execute to fairturn_app

CREATE OR REPLACE FUNCTION public.settled_by_somebody()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if tg_op = 'UPDATE' and new.settled_by is not distinct from old.settled_by or names_an_operator(new.settled_by)
    or (case tg_table_name
      when 'withdrawal' then new.status = 'cancelled' and new.settled_by = 'member:' || new.member_id
      else to_jsonb(new) ->> 'method' = 'card' and new.settled_by ~ '^[a-z]+$'
    end) then
    return new;
  end if;
  perform refuse_unknown_actor(tg_table_name, new.settled_by);
  return null;
end $function$

grant execute to fairturn_app

CREATE OR REPLACE FUNCTION public.withdrawal_awards()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  v_at timestamptz := coalesce(new.sent_at, new.approved_at);
begin
  if (new.status = 'approved' and old.status = 'requested' or new.status = 'sent' and old.status = 'approved')
    and exists (select from money_brought_in_for_awards(new.member_id, v_at) b
      where b.actor in (new.approved_by, new.proposed_by, new.sent_by)) then
    raise exception 'who brought money in for a campaign does not send out what it paid'
      using errcode = 'check_violation', constraint = 'withdrawal_awards_were_brought_in_by_others';
  end if;
  return new;
end $function$

grant execute to fairturn_app

CREATE OR REPLACE FUNCTION public.withdrawal_sides()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if new.status = 'approved' and old.status = 'requested'
    and acts_on_other_side(array[new.approved_by, new.proposed_by], 'out', new.approved_at)
    or new.status = 'sent' and old.status = 'approved' and acts_on_other_side(array[new.sent_by], 'out', new.sent_at) then
    raise exception 'withdrawals are approved and sent by the side out'
      using errcode = 'check_violation', constraint = 'withdrawal_is_sent_out_by_the_side_out';
  end if;
  return new;
end $function$

grant execute to fairturn_app
