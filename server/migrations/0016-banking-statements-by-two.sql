-- Why: one person who wrote a bank statement credited whom they liked; now the bank's connection brings it, or a second person types what they read at the bank.

-- The ledger: losses and opening balances are the platform's own money --------------------------------------------------

-- Own money is negative where the platform has lost more than it put in: cash covers members only if it is not.
create or replace function ledger_account_starts_empty() returns trigger language plpgsql as $$
begin
  if new.kind not in ('cash', 'revenue', 'own_money', 'member_available', 'member_held', 'campaign_escrow', 'campaign_fee',
    'level_fee', 'unmatched_payment') then
    raise exception 'there is no account kind %', new.kind using errcode = 'check_violation';
  end if;
  if new.balance_minor <> 0 or new.reserved_minor <> 0 or new.version <> 0
    or new.may_go_negative <> (new.kind in ('cash', 'own_money')) or new.id <> ledger_account_id(new.kind, new.holder_id) then
    raise exception 'an account starts empty, with the id that follows from its kind and holder' using errcode = 'check_violation';
  end if;
  return new;
end $$;
insert into account (id, kind, holder_id, may_go_negative)
select ledger_account_id('own_money', shard::text), 'own_money', shard::text, true from generate_series(0, 15) shard;

-- Whatever types there are by now, and these.
do $$
declare
  v_check text;
begin
  select pg_get_constraintdef(oid) into strict v_check from pg_constraint where contypid = 'entry_type'::regtype and conname = 'entry_type_check';
  execute 'alter domain entry_type drop constraint entry_type_check';
  execute 'alter domain entry_type add constraint entry_type_check ' || replace(v_check, '''deposit_credited''::text',
    '''deposit_credited''::text, ''opening_balance''::text, ''credit_reversed''::text');
end $$;

-- What a member has beyond their awards, held money included. Awards are spent last, so the rest is a sum that no debit takes
-- below zero: all movements other than awards, less the lowest point they have reached.
create function ledger_beyond_awards(p_member_id uuid) returns bigint language sql stable as $$
  with moved as (
    select p.entry_no, sum(case when e.type in ('award_claimed', 'objection_upheld') then 0 else p.amount_minor end) as amount_minor
    from posting p
    join account a on a.no = p.account_no
    join entry e on e.id = p.entry_id
    where a.id in (ledger_account_id('member_available', p_member_id::text), ledger_account_id('member_held', p_member_id::text))
    group by p.entry_no
  ), summed as (
    select entry_no, sum(amount_minor) over (order by entry_no) as so_far from moved
  )
  select coalesce((select so_far from summed order by entry_no desc limit 1) - least(0, (select min(so_far) from summed)), 0)::bigint
$$;

-- Statements ------------------------------------------------------------------------------------------------------------

-- unconfirmed -> accepted | discarded; accepted -> revoked. Accepted: the bank's connection brought it and it follows, or
-- somebody else than its importer has typed what they read at the bank.
alter table bank_statement
  add column status text,
  add column from_connection boolean not null default false,
  drop constraint bank_statement_unconfirmed_reason_check,
  add constraint bank_statement_unconfirmed_reason_check
    check (unconfirmed_reason in ('by_hand', 'first_statement', 'no_balances', 'does_not_follow', 'day_was_covered', 'contradicts')),
  -- ElctrncSeqNb and LglSeqNb: by them several statements of one day follow each other.
  add column electronic_no bigint,
  add column legal_no bigint,
  -- Which lines a person is asked for follows from it and from who is asked; nobody is shown it.
  add column pick_seed uuid not null default gen_random_uuid(),
  add column discarded_by text,
  add column discarded_at timestamptz,
  add column revocation_proposed_by text,
  add column revoked_by text,
  add column revoked_at timestamptz;
-- Those accepted under the rules of before: nobody typed anything then.
update bank_statement set status = case when unconfirmed_reason is null then 'accepted' else 'unconfirmed' end,
  confirmed_by = case when unconfirmed_reason is null then coalesce(confirmed_by, 'system migration') end,
  confirmed_at = case when unconfirmed_reason is null then coalesce(confirmed_at, imported_at) end;

-- Lines of a statement that is not accepted are kept apart, so that no list, sum, search or export can show them.
create table unconfirmed_bank_line (
  id uuid not null,
  statement_id uuid not null references bank_statement (id),
  line_no int not null check (line_no > 0),
  identity bytea not null check (length(identity) = 32),
  -- Of bookings that nothing tells apart, the first, the second …
  identity_no int not null default 1 check (identity_no > 0),
  booking_day date not null,
  value_day date,
  amount_minor bigint not null check (amount_minor > 0),
  direction text not null check (direction in ('credit', 'debit')),
  reversal boolean not null,
  bank_reference text,
  end_to_end_id text,
  batch_id text,
  remittance text not null,
  counterparty_name text,
  counterparty_account text,
  return_reason text,
  primary key (statement_id, line_no)
);

alter table bank_line
  add column identity_no int not null default 1 check (identity_no > 0),
  -- The first of two who assigned it, or credited more than was announced.
  add column proposed_by text;

insert into unconfirmed_bank_line (id, statement_id, line_no, identity, booking_day, value_day, amount_minor, direction, reversal,
  bank_reference, end_to_end_id, batch_id, remittance, counterparty_name, counterparty_account, return_reason)
select id, statement_id, line_no, identity, booking_day, value_day, amount_minor, direction, reversal,
  bank_reference, end_to_end_id, batch_id, remittance, counterparty_name, counterparty_account, return_reason
from bank_line where finding = 'statement_unconfirmed';
delete from bank_line where finding = 'statement_unconfirmed';

drop index bank_statement_unconfirmed;
alter table bank_statement
  alter column status set not null,
  drop constraint bank_statement_confirmed_is_not_unconfirmed,
  drop constraint bank_statement_is_imported_once,
  add constraint bank_statement_status check (status in ('unconfirmed', 'accepted', 'discarded', 'revoked')),
  add constraint bank_statement_unconfirmed_says_why check ((status in ('unconfirmed', 'discarded')) = (unconfirmed_reason is not null)),
  add constraint bank_statement_counts_on_two_words check (status not in ('accepted', 'revoked') or from_connection or confirmed_by is not null),
  add constraint bank_statement_is_discarded_by_another check (
    num_nonnulls(discarded_by, discarded_at) = case when status = 'discarded' then 2 else 0 end
    and (status <> 'discarded' or discarded_by <> imported_by and not from_connection)),
  add constraint bank_statement_is_revoked_by_two check (
    num_nonnulls(revocation_proposed_by, revoked_by, revoked_at) = case when status = 'revoked' then 3 else 0 end
    and (status <> 'revoked' or revocation_proposed_by <> revoked_by and not from_connection));
-- The connection may bring what somebody has imported before: it says whether that was true.
create unique index bank_statement_is_imported_once on bank_statement (account, statement_id, to_day, from_connection)
  where status in ('unconfirmed', 'accepted');
create index bank_statement_unconfirmed on bank_statement (account, to_day) where status = 'unconfirmed';

alter table bank_line drop constraint bank_line_status_check;
alter table bank_line
  add constraint bank_line_status_check
    check (status in ('new', 'unconfirmed', 'matched', 'differs', 'unmatched', 'unexplained', 'resolved', 'revoked')),
  add constraint bank_line_is_decided_by_two check (proposed_by <> resolved_by and proposed_by <> confirmed_by);
-- A booking counts once; one that a revoked statement claimed counts when the bank says so.
drop index bank_line_is_imported_once;
create unique index bank_line_is_imported_once on bank_line (account, identity, identity_no) where status <> 'revoked';

create table bank_statement_wrong_answer (
  statement_id uuid not null references bank_statement (id),
  actor text not null,
  answer_no smallint not null check (answer_no between 1 and 3),
  answered_at timestamptz not null,
  primary key (statement_id, actor, answer_no)
);

-- A day on which statements may be imported by hand although the bank's connection is configured.
create table hand_import_permit (
  id uuid primary key,
  account text not null check (account <> ''),
  valid_until timestamptz not null,
  proposed_by text not null,
  approved_by text not null,
  check (proposed_by <> approved_by)
);

-- The bank's connection: when a worker last read it, and what became of each file.
create table bank_connection (
  singleton boolean primary key default true check (singleton),
  read_at timestamptz not null
);
create table bank_connection_file (
  -- SHA-256 of the content; of a file that is not read, of its name.
  file_hash bytea primary key check (length(file_hash) = 32),
  file_name text not null,
  seen_at timestamptz not null,
  -- Null if it was imported.
  refusal text check (refusal <> '')
);

-- By default the application may do everything with a new table.
revoke update on unconfirmed_bank_line from fairturn_app;
revoke update, delete on bank_statement_wrong_answer, hand_import_permit from fairturn_app;
revoke delete on bank_connection from fairturn_app;

-- ---------------------------------------------------------------------------------------------------------------------
-- The program decides and says why; this refuses whatever comes past it.

create function bank_statement_duties() returns trigger language plpgsql as $$
begin
  if (new.from_connection, new.imported_by, new.account, new.file_hash, new.pick_seed)
    is distinct from (old.from_connection, old.imported_by, old.account, old.file_hash, old.pick_seed)
    or old.closing_minor is not null and (new.opening_minor, new.closing_minor) is distinct from (old.opening_minor, old.closing_minor) then
    raise exception 'what was imported stays as it is' using errcode = 'check_violation', constraint = 'bank_statement_stays';
  end if;
  if new.status <> old.status and (old.status, new.status)
    not in (('unconfirmed', 'accepted'), ('unconfirmed', 'discarded'), ('accepted', 'revoked')) then
    raise exception 'a statement does not go from % to %', old.status, new.status
      using errcode = 'check_violation', constraint = 'bank_statement_status_moves_on';
  end if;
  return new;
end $$;
create trigger separate_duties before update on bank_statement for each row execute function bank_statement_duties();

-- After the statement: each bank statement is looked at once.
create function new_bank_line_duties() returns trigger language plpgsql as $$
begin
  if exists (
    select from (select distinct statement_id from inserted) i join bank_statement s on s.id = i.statement_id
    where s.status <> 'accepted') then
    raise exception 'lines count once their statement is accepted'
      using errcode = 'check_violation', constraint = 'bank_line_is_of_an_accepted_statement';
  end if;
  return null;
end $$;
create trigger separate_duties_of_new after insert on bank_line referencing new table as inserted
  for each statement execute function new_bank_line_duties();

create or replace function bank_line_duties() returns trigger language plpgsql as $$
declare
  v_imported_by text;
begin
  select imported_by into strict v_imported_by from bank_statement where id = new.statement_id;
  if new.confirmed_by is distinct from old.confirmed_by and coalesce(new.proposed_by, v_imported_by) = new.confirmed_by then
    raise exception 'a line is confirmed by another person'
      using errcode = 'check_violation', constraint = 'bank_line_is_confirmed_by_another';
  end if;
  if new.status = 'resolved' and old.status = 'unmatched' and new.refund_id is not distinct from old.refund_id
    and new.proposed_by is null then
    raise exception 'two people say whose money is' using errcode = 'check_violation', constraint = 'bank_line_is_assigned_by_two';
  end if;
  return new;
end $$;

-- Money above the announcement: two people, whoever brought the statement.
create or replace function deposit_duties() returns trigger language plpgsql as $$
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
end $$;

-- Who proposed brought the money in too.
create or replace function credit_actors(p_id uuid, p_kind text)
returns table (actor text, how text) language sql stable as $$
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
$$;

create or replace function bank_line_brought_by(p_line_id uuid) returns setof text language sql stable as $$
  select who from bank_line l join bank_statement s on s.id = l.statement_id
  cross join lateral (values (s.imported_by), (s.confirmed_by), (l.proposed_by), (l.confirmed_by)) as each (who)
  where l.id = p_line_id and who like 'operator:%'
$$;

revoke execute on function bank_statement_duties, new_bank_line_duties from public, fairturn_app;
