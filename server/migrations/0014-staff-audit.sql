-- Why: whatever staff looks at or changes is kept where nobody can change it, so that members can read who touched their account.

create table staff_act (
  id uuid primary key,
  at timestamptz not null,
  -- `operator:<id>`, or `system` and what else acts without a person.
  actor text not null check (actor <> ''),
  action text not null check (action ~ '^[a-z]+(_[a-z]+)+$'),
  object_kind text not null check (object_kind <> ''),
  object_id text not null check (object_id <> ''),
  -- Whose account it touches.
  member_id uuid references member (id),
  -- A whole sentence; the member reads it.
  reason text check (reason <> ''),
  before jsonb,
  after jsonb,
  constraint staff_act_gives_a_reason check (reason is not null or action not in (
    'member_looked_at', 'member_locked', 'member_unlocked', 'campaign_rejected', 'deposit_refused',
    'withdrawal_returned', 'withdrawal_refused'))
);
create index staff_act_of_member on staff_act (member_id, id desc) where member_id is not null;

-- One chain of all acts, in the order in which they were committed.
create table staff_act_link (
  no bigint primary key,
  act_id uuid not null unique references staff_act (id),
  previous_hash bytea not null,
  hash bytea not null
);
create table staff_chain (
  only_one boolean primary key default true check (only_one),
  length bigint not null,
  hash bytea not null
);
insert into staff_chain (length, hash) values (0, sha256(convert_to('fairturn staff acts', 'UTF8')));

-- What an act says, after the hash before it: of every field whether it is there, how long it is, and the field.
create function staff_act_hash(previous_hash bytea, act staff_act) returns bytea language sql stable as $$
  select sha256(previous_hash || uuid_send(act.id) || timestamptz_send(act.at) || string_agg(
    case when field is null then '\x00'::bytea
    else '\x01'::bytea || int4send(octet_length(convert_to(field, 'UTF8'))) || convert_to(field, 'UTF8') end,
    ''::bytea order by no))
  from unnest(array[act.actor, act.action, act.object_kind, act.object_id, act.member_id::text, act.reason,
    act.before::text, act.after::text]) with ordinality as fields (field, no)
$$;

-- At the commit, the last thing a transaction does: whoever waits for the chain waits for a commit, and holds nothing
-- that another could still ask for.
create function staff_act_is_chained() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_length bigint;
  v_previous bytea;
  v_hash bytea;
begin
  select length + 1, hash into v_length, v_previous from staff_chain for no key update;
  v_hash := staff_act_hash(v_previous, new);
  insert into staff_act_link (no, act_id, previous_hash, hash) values (v_length, new.id, v_previous, v_hash);
  update staff_chain set length = v_length, hash = v_hash;
  return null;
end $$;
create constraint trigger chained after insert on staff_act
  deferrable initially deferred for each row execute function staff_act_is_chained();

create function staff_append_only() returns trigger language plpgsql as $$
begin
  raise exception '% on % is refused: what staff did stays written', tg_op, tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger append_only before update or delete or truncate on staff_act for each statement execute function staff_append_only();
create trigger append_only before update or delete or truncate on staff_act_link for each statement execute function staff_append_only();
create trigger append_only before insert or delete or truncate on staff_chain for each statement execute function staff_append_only();

revoke update, delete on staff_act from fairturn_app;
revoke insert, update, delete on staff_act_link, staff_chain from fairturn_app;
revoke execute on function staff_act_is_chained, staff_append_only from public, fairturn_app;
