-- Why: no one person can bring money in and send it out, nor pass the threshold of two people in slices; whoever asks.

-- The first of the two who approved it; null where one was enough.
alter table withdrawal add column proposed_by text;
update withdrawal w set proposed_by = 'operator:' || p.proposed_by
from proposal p
where p.kind = 'withdrawal_over_threshold' and p.status = 'executed' and p.content->>'withdrawal_id' = w.id::text;
alter table withdrawal add constraint withdrawal_is_approved_by_two_persons check (proposed_by <> approved_by);

create index withdrawal_approved_at on withdrawal (approved_at) where approved_at is not null;
create index withdrawal_to_iban on withdrawal (iban) where iban is not null;
create index withdrawal_to_account on withdrawal (account_number) where account_number is not null;
create index bank_line_of_deposit on bank_line (deposit_id) where deposit_id is not null;
create index proposal_in_favour on proposal ((coalesce(content->'to'->>'owner_id', content->>'member_id')))
  where status = 'executed' and kind in ('ledger_adjustment', 'refund_outside_the_rules');

-- Which operators brought money in for a member, and how. What counts is every credit of 90 days, and of older ones those of
-- which something may still be there: the balance, held money included, is taken to be the newest credits.
create function payments_brought_in(p_member_id uuid, p_now timestamptz)
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
  left join bank_line l on c.kind = 'deposit' and l.deposit_id = d.id
  left join bank_statement s on s.id = l.statement_id
  left join withdrawal w on c.kind = 'return' and w.id = c.id
  left join proposal p on c.kind = 'adjustment' and p.id = c.id
  cross join lateral (values
    (s.imported_by, 'imported'), (l.resolved_by, 'matched'), (d.settled_by, 'credited'), (w.settled_by, 'returned'),
    ('operator:' || p.proposed_by, 'adjusted'), ('operator:' || p.decided_by, 'adjusted')) as person (actor, how)
  where person.actor like 'operator:%'
$$;

-- Why a withdrawal takes two people to approve, or null. $2: who would approve it alone.
create function payments_takes_two(p_withdrawal_id uuid, p_actor text, p_now timestamptz)
returns text language sql stable as $$
  with threshold as (
    select coalesce((select (value #>> '{}')::bigint from setting where key = 'two_person_withdrawal_minor'), 100000) as minor
  )
  select case
    when w.amount_minor >= t.minor then 'amount'
    when w.amount_minor + (
      select coalesce(sum(o.amount_minor), 0) from withdrawal o
      where o.member_id = w.member_id and o.id <> w.id and o.approved_at > p_now - interval '7 days') >= t.minor then 'member'
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

-- Who brought the money of a line in.
create function payments_line_brought_by(p_line_id uuid) returns setof text language sql stable as $$
  select s.imported_by from bank_line l join bank_statement s on s.id = l.statement_id
  where l.id = p_line_id and s.imported_by like 'operator:%'
$$;

-- Which of these one person may not release, and why.
create function payments_not_releasable(p_withdrawal_ids uuid[], p_refund_ids uuid[], p_actor text, p_now timestamptz)
returns table (reference text, why text) language sql stable as $$
  select w.reference, case when p_actor in (w.approved_by, w.proposed_by) then 'approved' else 'brought_in' end
  from withdrawal w
  where w.id = any (p_withdrawal_ids) and p_actor like 'operator:%' and (p_actor in (w.approved_by, w.proposed_by)
    or exists (select from payments_brought_in(w.member_id, p_now) b where b.actor = p_actor))
  union all
  select r.reference, case when p_actor in (r.approved_by, r.proposed_by) then 'approved' else 'brought_in' end
  from receipt_refund r
  where r.id = any (p_refund_ids) and p_actor like 'operator:%' and (p_actor in (r.approved_by, r.proposed_by)
    or p_actor in (select payments_line_brought_by(r.line_id)))
$$;

create function payments_unreleasable(p_batch_id uuid, p_actor text, p_now timestamptz)
returns table (reference text, why text) language sql stable as $$
  select n.reference, n.why
  from (
    select array_agg(i.withdrawal_id) as withdrawal_ids, array_agg(i.refund_id) as refund_ids
    from payout_item i where i.batch_id = p_batch_id and i.live) of_batch
  cross join lateral payments_not_releasable(of_batch.withdrawal_ids, of_batch.refund_ids, p_actor, p_now) n
$$;

-- ---------------------------------------------------------------------------------------------------------------------
-- The program asks first and says why; this refuses whatever comes past it.

create function payments_withdrawal_duties() returns trigger language plpgsql as $$
declare
  v_at timestamptz := coalesce(new.sent_at, new.approved_at);
begin
  if new.status = 'approved' and old.status = 'requested' then
    -- Of approvals at once each counts what the one before it has added.
    perform pg_advisory_xact_lock(hashtextextended('withdrawals are approved', 0));
    if exists (select from payments_brought_in(new.member_id, v_at) b where b.actor in (new.approved_by, new.proposed_by)) then
      raise exception 'who brought money in for a member does not approve their withdrawal'
        using errcode = 'check_violation', constraint = 'withdrawal_approver_brought_nothing_in';
    end if;
    if new.proposed_by is null and payments_takes_two(new.id, new.approved_by, v_at) is not null then
      raise exception 'this withdrawal takes two people' using errcode = 'check_violation', constraint = 'withdrawal_takes_two';
    end if;
  elsif new.status = 'sent' and old.status = 'approved' then
    if new.sent_by like 'operator:%' and new.sent_by in (new.approved_by, new.proposed_by)
      or exists (select from payments_brought_in(new.member_id, v_at) b where b.actor = new.sent_by) then
      raise exception 'who brought money in for a withdrawal or approved it does not send it'
        using errcode = 'check_violation', constraint = 'withdrawal_sender_did_nothing_else';
    end if;
  end if;
  return new;
end $$;
create trigger separate_duties before update of status on withdrawal for each row execute function payments_withdrawal_duties();

create function payments_batch_duties() returns trigger language plpgsql as $$
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
  if exists (select from payments_unreleasable(new.id, v_actor, v_at)) then
    raise exception 'a payment file is released by someone who approved nothing in it and brought nothing of it in'
      using errcode = 'check_violation', constraint = 'payout_batch_releaser_did_nothing_else';
  end if;
  return new;
end $$;
create trigger separate_duties before update of exported_by, sent_by on payout_batch
  for each row execute function payments_batch_duties();

-- After the statement: all its items are there, and each batch is looked at once.
create function payments_item_duties() returns trigger language plpgsql as $$
begin
  if exists (
    select from (select distinct batch_id from inserted) i join payout_batch b on b.id = i.batch_id
    cross join lateral payments_unreleasable(b.id, b.drawn_by, b.drawn_at)) then
    raise exception 'a payment file is drawn by someone who approved nothing in it and brought nothing of it in'
      using errcode = 'check_violation', constraint = 'payout_batch_drawer_did_nothing_else';
  end if;
  return null;
end $$;
create trigger separate_duties after insert on payout_item referencing new table as inserted
  for each statement execute function payments_item_duties();

create function payments_refund_duties() returns trigger language plpgsql as $$
begin
  if exists (select from payments_line_brought_by(new.line_id) who where who in (new.proposed_by, new.approved_by)) then
    raise exception 'who brought money in does not send it back'
      using errcode = 'check_violation', constraint = 'receipt_refund_importer_does_nothing_else';
  end if;
  return new;
end $$;
create trigger separate_duties before insert on receipt_refund for each row execute function payments_refund_duties();

revoke execute on function payments_withdrawal_duties, payments_batch_duties, payments_item_duties,
  payments_refund_duties from public, fairturn_app;
