-- Written by schema.test.ts from a migrated database: a table is read here. UPDATE_SCHEMA=1 writes it.

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
  constraint deposit_checkout_session_is_unique unique (checkout_session),
  constraint deposit_evidence_is_unique unique (evidence),
  constraint deposit_reference_is_unique unique (reference),
  constraint deposit_pkey primary key (id),
  constraint deposit_member_id_fkey foreign key (member_id) references member(id),
  constraint deposit_amount_minor_check check (amount_minor > 0),
  constraint deposit_check check ((status = 'awaiting') = (settled_at is null)),
  constraint deposit_check1 check ((status = 'credited') = (received_minor is not null) and (status = 'credited') = (evidence is not null)),
  constraint deposit_check2 check ((status = 'refused') = (reason is not null)),
  constraint deposit_check3 check (num_nonnulls(checkout_session, checkout_url, checkout_expires_at) in (0, 3)),
  constraint deposit_check4 check (method = 'card' or checkout_session is null),
  constraint deposit_evidence_check check (evidence <> ''),
  constraint deposit_method_check check (method in ('bank_transfer', 'card')),
  constraint deposit_received_minor_check check (received_minor > 0),
  constraint deposit_reference_check check (reference ~ '^FT-[0-9A-Z]{4}-[0-9A-Z]{4}$'),
  constraint deposit_status_check check (status in ('awaiting', 'credited', 'expired', 'refused'))
)
create index deposit_at_checkout on deposit using btree (id) where status = 'awaiting' and checkout_session is not null
create index deposit_by_amount on deposit using btree (amount_minor, id)
create index deposit_by_status on deposit using btree (status, id)
create index deposit_of_member on deposit using btree (member_id, id desc)
create index deposit_reference_contains on deposit using gin (reference gin_trgm_ops)
create index deposit_to_expire on deposit using btree (expires_at) where status = 'awaiting'
create trigger final_status before update on deposit for each row when (CURRENT_USER = 'fairturn_app' and (old.status in ('credited', 'refused'))) execute function final_status_is_kept()
create trigger known_settler before insert or update of settled_by on deposit for each row when (new.settled_by is not null and (new.settled_by not in ('system', 'system bank connection'))) execute function settled_by_somebody()
create trigger running_total after insert or delete or update on deposit for each row execute function running_total_of_deposit()
create trigger separate_duties before update of status on deposit for each row execute function deposit_duties()
grant insert, select to fairturn_app
grant update (status, settled_at, received_minor, evidence, settled_by, reason, checkout_session, checkout_url, checkout_expires_at) to fairturn_app

CREATE OR REPLACE FUNCTION public.deposit_duties()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.status = 'credited' and old.status <> 'credited' and new.received_minor > old.amount_minor
    and new.evidence like 'bank line %' and not exists (
      select from bank_line l
      where l.id = split_part(new.evidence, ' ', 3)::uuid and l.proposed_by is not null
        and (l.confirmed_by is not null or l.resolved_by is not null)) then
    raise exception 'more than was announced is credited by two people'
      using errcode = 'check_violation', constraint = 'deposit_above_announcement_is_confirmed';
  end if;
  return new;
end $function$


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

