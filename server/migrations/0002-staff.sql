-- Why: staff sign in to sessions of their own and never with a password alone; whatever they look at or change is kept where nobody
-- can change it; and what no single operator may do is written down exactly and done once another person approves just that.

create table operator (
  id uuid primary key,
  -- Never given to another: audit events say who it was for ever.
  username text not null constraint operator_username_is_unique unique check (username ~ '^[a-z][a-z0-9.-]{2,29}$'),
  role text not null check (role in ('support', 'content', 'finance', 'auditor', 'owner')),
  created_at timestamptz not null,
  disabled_at timestamptz,
  -- Whether they have set up and can sign in: false until then, and again while a new set-up is waited for.
  set_up boolean not null default false
);

-- What a new colleague sets up with: a code in two halves, each known to another person. Like a password, stored as
-- hashes.
create table operator_setup (
  operator_id uuid primary key references operator (id),
  first_hash bytea not null check (length(first_hash) = 32),
  second_hash bytea not null check (length(second_hash) = 32),
  expires_at timestamptz not null
);

create table operator_session (
  id uuid primary key,
  operator_id uuid not null references operator (id),
  hash bytea not null constraint operator_session_hash_is_unique unique check (length(hash) = 32), -- Of the cookie.
  device text not null, -- Browser and system, roughly.
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  confirmed_at timestamptz not null, -- When who is in it last proved to be the operator.
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index operator_session_open on operator_session (operator_id, id) where ended_at is null;
create index operator_session_expires_at on operator_session (expires_at);

-- What staff did or looked at, and what the system did with the effect of a decision.
create table audit_event (
  id uuid primary key,
  at timestamptz not null,
  actor text not null check (actor <> ''), -- `operator:<id>`, or `system` and what else acts without a person.
  action text not null check (action ~ '^[a-z]+(_[a-z]+)+$'),
  object_kind text not null check (object_kind <> ''),
  object_id text not null check (object_id <> ''),
  member_id uuid, -- Whose account it touches.
  reason text check (reason <> ''), -- A whole sentence; the member reads it.
  before jsonb,
  after jsonb,
  constraint audit_event_gives_a_reason check (reason is not null or (action not in ('member_looked_at',
    'member_locked', 'member_unlocked', 'campaign_rejected', 'deposit_refused', 'withdrawal_returned',
    'withdrawal_refused', 'operator_invited', 'operator_role_changed', 'operator_disabled', 'operator_recovered',
    'proposal_made', 'proposal_approved', 'proposal_rejected'))),
  constraint audit_event_of_the_ledger_gives_a_reason check (reason is not null or (action not in ('balance_adjusted',
    'refund_granted', 'payout_account_changed', 'money_frozen', 'money_released', 'scope_frozen', 'scope_released')))
);
create index audit_event_of_member on audit_event (member_id, id desc) where member_id is not null;
-- Audit events are read by who acted, by what, and by time; the id grows with time.
create index audit_event_of_actor on audit_event (actor, id desc);
create index audit_event_of_action on audit_event (action, id desc);
create index audit_event_of_object on audit_event (object_id, id desc);
create index audit_event_first_day on audit_event (object_id, id) where action = 'first_day_confirmed';

-- One chain of all audit events, in the order in which they were committed.
create table audit_event_link (
  no bigint primary key,
  audit_event_id uuid not null unique references audit_event (id),
  previous_hash bytea not null,
  hash bytea not null
);

-- The head of that chain.
create table audit_chain (
  only_one boolean default true primary key check (only_one),
  length bigint not null,
  hash bytea not null
);
insert into audit_chain (length, hash) values (0, sha256(convert_to('fairturn staff acts', 'UTF8')));

-- What takes two: made by one operator, approved or rejected by another, and carried out once.
create table proposal (
  id uuid primary key,
  kind text not null check (kind ~ '^[a-z]+(_[a-z]+)+$'),
  content jsonb not null, -- Exactly what will be done, and its hash with the kind; neither ever changes.
  content_hash bytea not null check (length(content_hash) = 32),
  reason text not null check (reason <> ''),
  member_id uuid, -- Whose account it would touch.
  proposed_by uuid not null references operator (id),
  proposed_at timestamptz not null,
  expires_at timestamptz not null,
  status text not null default 'open' check (status in ('open', 'executed', 'rejected', 'withdrawn', 'void')),
  decided_by uuid references operator (id),
  decided_at timestamptz,
  decision_reason text check (decision_reason <> ''), -- Why it was rejected.
  failed_at timestamptz, -- The last try to carry it out that failed; nothing of it was done.
  failure text,
  check ((status = 'open') = (decided_at is null)),
  constraint proposal_is_decided_by_another check ((status not in ('executed', 'rejected')) or decided_by is not null
    and decided_by <> proposed_by),
  constraint proposal_is_withdrawn_by_its_own check (status <> 'withdrawn' or decided_by = proposed_by),
  constraint proposal_is_executed_in_time check (status <> 'executed' or decided_at < expires_at),
  constraint proposal_rejection_gives_a_reason check (status <> 'rejected' or decision_reason is not null)
);
create index proposal_open on proposal (id desc) where status = 'open';
create index proposal_of_member on proposal (member_id, id desc) where member_id is not null;
create index proposal_decided on proposal (decided_at);
create index proposal_in_favour on proposal (coalesce((content -> 'to') ->> 'holder_id', content ->> 'member_id'))
  where status = 'executed' and (kind in ('ledger_adjustment', 'refund_outside_the_rules'));

-- What refers to this module from before it.
alter table password add foreign key (operator_id) references operator (id);
alter table one_time_secret add foreign key (operator_id) references operator (id);
alter table former_one_time_secret add foreign key (operator_id) references operator (id);
alter table recovery_code add foreign key (operator_id) references operator (id);
alter table passkey add foreign key (operator_id) references operator (id);
alter table passkey_challenge add foreign key (operator_id) references operator (id);

-- What an audit event says, after the hash before it: of every field whether it is there, how long it is, and the field.
create function audit_event_hash(previous_hash bytea, event audit_event) returns bytea language sql stable as $$
  select sha256(previous_hash || uuid_send(event.id) || timestamptz_send(event.at) || string_agg(
    case when field is null then '\x00'::bytea
    else '\x01'::bytea || int4send(octet_length(convert_to(field, 'UTF8'))) || convert_to(field, 'UTF8') end,
    ''::bytea order by no))
  from unnest(array[event.actor, event.action, event.object_kind, event.object_id, event.member_id::text, event.reason,
    event.before::text, event.after::text]) with ordinality as fields (field, no)
$$;

-- At the commit, the last thing a transaction does: whoever waits for the chain waits for a commit, and holds nothing
-- that another could still ask for.
create function audit_event_is_chained() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
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
end $$;
create constraint trigger chained after insert on audit_event deferrable initially deferred for each row
  execute function audit_event_is_chained();

create function audit_append_only() returns trigger language plpgsql as $$
begin
  raise exception '% on % is refused: what staff did stays written', tg_op, tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger append_only before delete or update or truncate on audit_event for each statement
  execute function audit_append_only();
create trigger append_only before delete or update or truncate on audit_event_link for each statement
  execute function audit_append_only();
create trigger append_only before insert or delete or truncate on audit_chain for each statement
  execute function audit_append_only();
create trigger kept before delete or truncate on proposal for each statement execute function audit_append_only();

-- A proposal stays as it was decided, but for the two fields that name the payee of a refund: they may be emptied, in
-- one that can no longer be decided.
create function proposal_is_decided_once() returns trigger language plpgsql as $$
begin
  if current_setting('fairturn.erase_payee', true) = 'on' and old.kind = 'unmatched_payment_refund'
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
create trigger decided_once before update on proposal for each row execute function proposal_is_decided_once();

-- Erases the payee of proposals that were made before an instant and can no longer be decided at p_now. The application
-- may not write a proposal's content by any other way.
create function erase_refund_proposals(p_before timestamptz, p_now timestamptz) returns bigint
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_erased bigint;
begin
  perform set_config('fairturn.erase_payee', 'on', true);
  update proposal set content = content || '{"holder": "", "account": ""}'
  where kind = 'unmatched_payment_refund' and proposed_at < p_before and (status <> 'open' or expires_at <= p_now)
    and (content ->> 'holder' <> '' or content ->> 'account' <> '');
  get diagnostics v_erased = row_count;
  perform set_config('fairturn.erase_payee', 'off', true);
  return v_erased;
end $$;

-- Grants.
revoke execute on function audit_event_is_chained, audit_append_only, proposal_is_decided_once from fairturn_app;
