-- Why: a statement that does not follow the last one, or a receipt above what was announced, credits nobody before a second person has looked.

-- Why its lines wait; null once it is accepted: it follows the last accepted one, or a second person has confirmed it.
alter table bank_statement
  add column hold text check (hold in ('first_statement', 'no_balances', 'does_not_follow', 'day_was_covered')),
  add column confirmed_by text,
  add column confirmed_at timestamptz,
  add constraint bank_statement_is_confirmed_once check (num_nonnulls(confirmed_by, confirmed_at) <> 1),
  add constraint bank_statement_is_confirmed_by_another check (confirmed_by <> imported_by),
  add constraint bank_statement_confirmed_waits_no_more check (confirmed_by is null or hold is null);
create index bank_statement_held on bank_statement (account, to_day) where hold is not null;
create index bank_statement_by_last_day on bank_statement (account, to_day);

alter table bank_line drop constraint bank_line_state_check;
alter table bank_line
  add constraint bank_line_state_check
    check (state in ('new', 'held', 'matched', 'differs', 'unmatched', 'unexplained', 'resolved')),
  add column confirmed_by text,
  add column confirmed_at timestamptz,
  add constraint bank_line_is_confirmed_once check (num_nonnulls(confirmed_by, confirmed_at) <> 1);
create index bank_line_held on bank_line (id desc) where state = 'held';

-- Who confirmed brought the money in too.
create or replace function payments_brought_in(p_member_id uuid, p_now timestamptz)
returns table (actor text, how text, object_id uuid) language sql stable as $$
  with credit as (
    select d.id, 'deposit' as kind, d.settled_at as at, d.received_minor as amount_minor
    from deposit d where d.member_id = p_member_id and d.status = 'credited'
    union all
    select w.id, 'return', w.settled_at, w.amount_minor
    from withdrawal w where w.member_id = p_member_id and (w.status = 'returned'
      or w.status = 'refused' and exists (select from payout_item i where i.withdrawal_id = w.id and i.live))
    union all
    select p.id, 'adjustment', p.decided_at, replace(p.content->>'amount', '.', '')::bigint
    from proposal p
    where p.status = 'executed' and p.kind in ('ledger_adjustment', 'refund_outside_the_rules')
      and coalesce(p.content->'to'->>'owner_id', p.content->>'member_id') = p_member_id::text
  ), stacked as (
    select c.*, sum(c.amount_minor) over (order by c.at desc, c.id desc) - c.amount_minor as newer_minor from credit c
  ), counted as (
    select s.id, s.kind from stacked s
    where s.at > p_now - interval '90 days' or s.newer_minor < (
      select coalesce(sum(a.balance_minor), 0) from account a
      where a.id in (ledger_account_id('member_available', p_member_id::text), ledger_account_id('member_held', p_member_id::text)))
  )
  select person.actor, person.how, c.id
  from counted c
  left join deposit d on c.kind = 'deposit' and d.id = c.id
  left join withdrawal w on c.kind = 'return' and w.id = c.id
  left join bank_line l on l.deposit_id = d.id
    or l.withdrawal_id = w.id and l.finding in ('payout_came_back', 'payout_came_back_short')
  left join bank_statement s on s.id = l.statement_id
  left join proposal p on c.kind = 'adjustment' and p.id = c.id
  cross join lateral (values
    (s.imported_by, 'imported'), (s.confirmed_by, 'confirmed'), (l.confirmed_by, 'confirmed'), (l.resolved_by, 'matched'),
    (d.settled_by, 'credited'), (w.settled_by, 'returned'),
    ('operator:' || p.proposed_by, 'adjusted'), ('operator:' || p.decided_by, 'adjusted')) as person (actor, how)
  where person.actor like 'operator:%'
  union
  -- What an adjustment took from another member was brought in by whoever brought it in for that one.
  select person.actor, person.how, p.id
  from counted c
  join proposal p on c.kind = 'adjustment' and p.id = c.id and p.content->'from'->>'kind' = 'member_available'
  join deposit d on d.member_id = (p.content->'from'->>'owner_id')::uuid and d.status = 'credited' and d.settled_at <= p.decided_at
    and d.settled_at > p.decided_at - interval '90 days'
  left join bank_line l on l.deposit_id = d.id
  left join bank_statement s on s.id = l.statement_id
  cross join lateral (values
    (s.imported_by, 'imported'), (s.confirmed_by, 'confirmed'), (l.confirmed_by, 'confirmed'), (l.resolved_by, 'matched'),
    (d.settled_by, 'credited')) as person (actor, how)
  where person.actor like 'operator:%'
$$;

-- Who imported a line, or confirmed that its money came.
create or replace function payments_line_brought_by(p_line_id uuid) returns setof text language sql stable as $$
  select who from bank_line l join bank_statement s on s.id = l.statement_id
  cross join lateral (values (s.imported_by), (s.confirmed_by), (l.confirmed_by)) as each (who)
  where l.id = p_line_id and who like 'operator:%'
$$;

-- ---------------------------------------------------------------------------------------------------------------------
-- The program decides line by line and says why; this refuses whatever comes past it.

create function payments_line_duties() returns trigger language plpgsql as $$
declare
  v_statement bank_statement;
begin
  select * into strict v_statement from bank_statement where id = new.statement_id;
  if v_statement.hold is not null and new.state <> 'held' then
    raise exception 'the line’s statement waits for a second person'
      using errcode = 'check_violation', constraint = 'bank_line_waits_with_its_statement';
  end if;
  if new.confirmed_by is distinct from old.confirmed_by and new.confirmed_by = v_statement.imported_by then
    raise exception 'who imported a line does not confirm it'
      using errcode = 'check_violation', constraint = 'bank_line_is_confirmed_by_another';
  end if;
  if new.state = 'resolved' and old.state = 'unmatched' and new.resolved_by = v_statement.imported_by
    and new.resolved_by like 'operator:%' then
    raise exception 'who imported money does not say whose it is'
      using errcode = 'check_violation', constraint = 'bank_line_is_matched_by_another';
  end if;
  return new;
end $$;
create trigger separate_duties before update of state, confirmed_by on bank_line
  for each row when (new.state <> 'new' or new.confirmed_by is not null) execute function payments_line_duties();

create function payments_deposit_duties() returns trigger language plpgsql as $$
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
create trigger separate_duties before update of status on deposit for each row execute function payments_deposit_duties();

revoke execute on function payments_line_duties, payments_deposit_duties from public, fairturn_app;
