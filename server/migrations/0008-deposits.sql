-- Why: what members announced and what arrived; the money itself moves in the ledger alone. What a card provider tells us is kept
-- once, and never decides alone.

-- `awaiting` until the money is matched to it (`credited`), its time is over (`expired`) or an operator refuses it.
create table deposit (
  id uuid primary key,
  member_id uuid not null references member (id),
  method text not null check (method in ('bank_transfer', 'card')),
  amount_minor bigint not null check (amount_minor > 0), -- What the member announced; what arrived may be more or less.
  reference text not null constraint deposit_reference_is_unique unique
    check (reference ~ '^FT-[0-9A-Z]{4}-[0-9A-Z]{4}$'),
  status text not null default 'awaiting' check (status in ('awaiting', 'credited', 'expired', 'refused')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  settled_at timestamptz,
  received_minor bigint check (received_minor > 0),
  -- What shows that the money arrived, e.g. the line of a bank statement; one line credits one deposit.
  evidence text constraint deposit_evidence_is_unique unique check (evidence <> ''),
  settled_by text,
  reason text,
  checkout_session text constraint deposit_checkout_session_is_unique unique,
  checkout_url text,
  checkout_expires_at timestamptz,
  check ((status = 'awaiting') = (settled_at is null)),
  check ((status = 'credited') = (received_minor is not null) and (status = 'credited') = (evidence is not null)),
  check ((status = 'refused') = (reason is not null)),
  -- Null until the provider has answered: such a deposit is not shown to anybody, and only its own request completes it.
  check (num_nonnulls(checkout_session, checkout_url, checkout_expires_at) in (0, 3)),
  check (method = 'card' or checkout_session is null)
);
create index deposit_of_member on deposit (member_id, id desc);
create index deposit_to_expire on deposit (expires_at) where status = 'awaiting';
create index deposit_at_checkout on deposit (id) where status = 'awaiting' and checkout_session is not null;
create index deposit_reference_contains on deposit using gin (reference gin_trgm_ops);
create index deposit_by_status on deposit (status, id);
create index deposit_by_amount on deposit (amount_minor, id);

-- What the provider told us about payments, once an event however often it is sent.
create table card_event (
  id text primary key, -- The provider's own, evt_…; `asked:` and the session where we asked.
  type text not null,
  happened_at timestamptz not null, -- When it happened, as the provider says; events come in any order.
  received_at timestamptz not null,
  payment_intent text,
  deposit_id uuid references deposit (id),
  amount_minor bigint,
  currency text,
  -- `needs_review`: money moved in a way that nothing here decides about; an operator does.
  status text not null default 'ignored' check (status in ('applied', 'ignored', 'needs_review', 'resolved')),
  note text not null default '',
  resolved_by text,
  resolved_at timestamptz,
  resolution text check (resolution <> ''),
  -- What needed a person, and what became of it.
  check (num_nonnulls(resolved_by, resolved_at, resolution) = case when status = 'resolved' then 3 else 0 end)
);
create index card_event_to_review on card_event (received_at) where status = 'needs_review';
create index card_event_of_payment on card_event (payment_intent);

-- What refers to this module from before it.
alter table bank_line add foreign key (deposit_id) references deposit (id);

-- The program asks first and says why; this refuses whatever comes past it.
create function deposit_duties() returns trigger language plpgsql as $$
begin
  if new.status = 'credited' and old.status <> 'credited' and new.received_minor > old.amount_minor
    and new.evidence like 'bank line %' and not exists (
      select from bank_line l
      where l.id = split_part(new.evidence, ' ', 3)::uuid and (l.confirmed_by is not null or l.resolved_by is not null)) then
    raise exception 'more than was announced waits for a second person'
      using errcode = 'check_violation', constraint = 'deposit_above_announcement_is_confirmed';
  end if;
  return new;
end $$;
create trigger separate_duties before update of status on deposit for each row execute function deposit_duties();

create function running_total_of_deposit() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
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
end $$;
create trigger running_total after insert or delete or update on deposit for each row
  execute function running_total_of_deposit();

-- Grants.
revoke execute on function deposit_duties, running_total_of_deposit from fairturn_app;
