-- Why: payouts leave in files that cannot be sent twice, and no one person can bring money in and send it out, nor pass the threshold
-- of two people by structuring; whoever asks.

-- Functions here follow money into campaigns and levels, whose tables come later; their bodies are checked when they are called.
set local check_function_bodies = off;

-- Where it goes is copied when it is requested: a later change of the bank details does not redirect it.
create table withdrawal (
  id uuid primary key,
  member_id uuid not null references member (id),
  amount_minor bigint not null check (amount_minor > 0),
  fee_minor bigint not null, -- Part of the amount.
  reference text not null constraint withdrawal_reference_is_unique unique
    check (reference ~ '^FW-[0-9A-Z]{4}-[0-9A-Z]{4}$'),
  bank_code text,
  bank_name text,
  country text,
  swift text,
  holder text not null,
  account_number text,
  iban text,
  status text not null default 'requested' check (status in ('requested', 'approved', 'sent', 'paid', 'returned',
    'cancelled', 'refused')),
  requested_at timestamptz not null,
  approved_at timestamptz,
  approved_by text,
  sent_at timestamptz,
  sent_by text,
  settled_at timestamptz,
  settled_by text,
  reason text,
  -- Where withdrawals of closed accounts went is forgotten after years (the module decides how many); the movement stays.
  payee_erased_at timestamptz,
  proposed_by text, -- The first of the two who approved it; null where one was enough.
  -- When the bank booked a payout: what is in transit on a day is what was not booked by then, without reading the
  -- lines of all others.
  booked_on date not null default 'infinity',
  check (fee_minor >= 0 and fee_minor < amount_minor),
  check (num_nonnulls(approved_at, approved_by) <> 1 and num_nonnulls(sent_at, sent_by) <> 1),
  check ((status not in ('approved', 'sent', 'paid', 'returned')) or approved_at is not null),
  check (status <> 'cancelled' or approved_at is null),
  check ((status in ('sent', 'paid', 'returned')) = (sent_at is not null)),
  check ((status in ('paid', 'returned', 'cancelled', 'refused')) = (settled_at is not null)),
  check ((status in ('returned', 'refused')) = (reason is not null)),
  constraint withdrawal_has_a_payee check (case when payee_erased_at is null then num_nonnulls(account_number,
    iban) = 1 else num_nonnulls(bank_code, bank_name, swift, account_number, iban) = 0 and holder = ''
    and (status in ('paid', 'returned', 'cancelled', 'refused')) end),
  constraint withdrawal_is_approved_by_two_persons check (proposed_by <> approved_by)
);
create index withdrawal_of_member on withdrawal (member_id, id desc);
create index withdrawal_open on withdrawal (member_id) where status in ('requested', 'approved');
create index withdrawal_approved_at on withdrawal (approved_at) where approved_at is not null;
create index withdrawal_to_iban on withdrawal (iban) where iban is not null;
create index withdrawal_to_account on withdrawal (account_number) where account_number is not null;
-- Figures at a day's end read what was not settled then; that of a period what was.
create index withdrawal_settled on withdrawal (settled_at);
create index withdrawal_reference_contains on withdrawal using gin (reference gin_trgm_ops);
create index withdrawal_by_status on withdrawal (status, id);
create index withdrawal_by_amount on withdrawal (amount_minor, id);
-- How long withdrawals took, without reading them.
create index withdrawal_times on withdrawal (settled_at) include (requested_at) where status = 'paid';
create index withdrawal_in_transit on withdrawal (booked_on) include (sent_at, amount_minor, fee_minor, status,
  settled_at) where sent_at is not null;
-- What one operator approved alone within a day is asked for each withdrawal shown; not what all approved that day.
create index withdrawal_approved_by on withdrawal (approved_by, approved_at) include (id, amount_minor)
  where proposed_by is null;
-- Whether a bank refused is asked of each.
create index withdrawal_refused on withdrawal (settled_at) where status = 'refused';

-- A payment file: `created`, `exported` once it was downloaded, `sent` to the bank, `reconciled` when the bank booked it;
-- `dropped` before.
create table payout_batch (
  id uuid primary key,
  -- The file's message id at the bank.
  reference text not null constraint payout_batch_reference_is_unique unique
    check (reference ~ '^FB-[0-9A-Z]{4}-[0-9A-Z]{4}$'),
  format text not null check (format in ('pain.001.001.03', 'pain.001.001.09')),
  status text not null default 'created' check (status in ('created', 'exported', 'sent', 'reconciled', 'dropped')),
  currency text not null check (currency in ('USD', 'EURO')),
  debtor jsonb not null, -- Whose account pays, as it was when the batch was created.
  execution_day date not null,
  payment_count int not null check (payment_count > 0),
  total_minor bigint not null check (total_minor > 0),
  created_at timestamptz not null,
  created_by text not null,
  exported_at timestamptz,
  exported_by text,
  file_hash bytea check (length(file_hash) = 32),
  sent_at timestamptz,
  sent_by text,
  closed_at timestamptz,
  check ((status in ('exported', 'sent', 'reconciled')) = (file_hash is not null)),
  check ((num_nonnulls(exported_at, exported_by, file_hash) in (0, 3)) and num_nonnulls(sent_at, sent_by) <> 1),
  check ((status not in ('sent', 'reconciled')) or sent_at is not null),
  check ((status in ('reconciled', 'dropped')) = (closed_at is not null))
);
create index payout_batch_open on payout_batch (id) where status in ('created', 'exported', 'sent');

create table payout_item (
  batch_id uuid not null references payout_batch (id),
  item_no int not null check (item_no > 0),
  part_no int not null check (part_no > 0), -- Which payment information of the file it stands in.
  amount_minor bigint not null check (amount_minor > 0),
  withdrawal_id uuid references withdrawal (id),
  refund_id uuid references unmatched_payment_refund (id),
  end_to_end_id text not null,
  live boolean not null default true, -- False only where the batch was dropped before any file of it existed.
  bank_status text check (bank_status in ('accepted', 'settled', 'rejected')), -- The last the bank said of it.
  bank_reason text,
  primary key (batch_id, item_no),
  check (num_nonnulls(withdrawal_id, refund_id) = 1)
);
-- What has once stood in a file stands in no other, ever.
create unique index payout_item_withdrawal_once on payout_item (withdrawal_id) where live;
create unique index payout_item_refund_once on payout_item (refund_id) where live;
create unique index payout_item_end_to_end_id on payout_item (end_to_end_id) where live;

-- What refers to this module from before it.
alter table bank_line add foreign key (withdrawal_id) references withdrawal (id);

-- What was credited to a member: deposits, payouts that came back, and adjustments and refunds in their favour.
create function member_credits(
  p_member_id uuid
) returns table(id uuid, kind text, at timestamptz, amount_minor bigint)
language sql stable as $$
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
$$;

-- Whose money an adjustment moved; null for the platform's and for unmatched payments.
create function adjustment_giver(p_proposal_id uuid) returns uuid language sql stable as $$
  select case
    when g.kind in ('member_available', 'member_held') then g.holder_id
    when g.kind in ('campaign_escrow', 'campaign_fee') then (select c.member_id from campaign c where c.id = g.holder_id)
    when g.kind = 'level_fee' then (select l.member_id from level_purchase l where l.id = g.holder_id)
  end
  from proposal p
  cross join lateral (values (p.content->'from'->>'kind', (p.content->'from'->>'holder_id')::uuid)) as g (kind, holder_id)
  where p.id = p_proposal_id
$$;

-- Who had a hand in a credit, and how.
create function credit_actors(p_id uuid, p_kind text) returns table(actor text, how text) language sql stable as $$
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
    (l.resolved_by, 'matched')) as each (actor, how)
  union all
  select d.settled_by, 'credited' from deposit d where p_kind = 'deposit' and d.id = p_id
  union all
  select w.settled_by, 'returned' from withdrawal w where p_kind = 'return' and w.id = p_id
  union all
  select 'operator:' || each.who, 'adjusted'
  from proposal p cross join lateral (values (p.proposed_by), (p.decided_by)) as each (who)
  where p_kind = 'adjustment' and p.id = p_id
$$;

-- Money that an adjustment took from another member was brought in by whoever brought it in for that one before,
-- through any number of adjustments: each credit is followed once, so a circle ends. The hour is for an adjustment that
-- began before a credit and waited for its account. Of more than 10 000 credits it does not say who had no hand in
-- them: everybody had.
create function money_brought_in(
  p_member_id uuid, p_now timestamptz
) returns table(actor text, how text, object_id uuid)
language sql stable as $$
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
$$;

-- Why a withdrawal takes two people to approve, or null. $2: who would approve it alone.
create function withdrawal_takes_two(p_withdrawal_id uuid, p_actor text, p_now timestamptz) returns text
language sql stable set plan_cache_mode = force_generic_plan as $$
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

-- Which of these one person may not release, and why.
create function payouts_not_releasable(
  p_withdrawal_ids uuid[], p_refund_ids uuid[], p_actor text, p_now timestamptz
) returns table(reference text, why text)
language sql stable as $$
  select w.reference, case when p_actor in (w.approved_by, w.proposed_by) then 'approved' else 'brought_in' end
  from withdrawal w
  where w.id = any (p_withdrawal_ids) and p_actor like 'operator:%' and (p_actor in (w.approved_by, w.proposed_by)
    or exists (select from money_brought_in(w.member_id, p_now) b where b.actor = p_actor))
  union all
  select r.reference, case when p_actor in (r.approved_by, r.proposed_by) then 'approved' else 'brought_in' end
  from unmatched_payment_refund r
  where r.id = any (p_refund_ids) and p_actor like 'operator:%' and (p_actor in (r.approved_by, r.proposed_by)
    or p_actor in (select bank_line_brought_by(r.line_id)))
$$;

create function payout_batch_not_releasable(
  p_batch_id uuid, p_actor text, p_now timestamptz
) returns table(reference text, why text)
language sql stable as $$
  select n.reference, n.why
  from (
    select array_agg(i.withdrawal_id) as withdrawal_ids, array_agg(i.refund_id) as refund_ids
    from payout_item i where i.batch_id = p_batch_id and i.live) of_batch
  cross join lateral payouts_not_releasable(of_batch.withdrawal_ids, of_batch.refund_ids, p_actor, p_now) n
$$;

-- ---------------------------------------------------------------------------------------------------------------------
-- The program asks first and says why; this refuses whatever comes past it.

create function withdrawal_duties() returns trigger language plpgsql as $$
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
end $$;
create trigger separate_duties before update of status on withdrawal for each row execute function withdrawal_duties();

create function payout_batch_duties() returns trigger language plpgsql as $$
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
end $$;
create trigger separate_duties before update of exported_by, sent_by on payout_batch for each row
  execute function payout_batch_duties();

-- After the statement: all its items are there, and each batch is looked at once.
create function payout_item_duties() returns trigger language plpgsql as $$
begin
  if exists (
    select from (select distinct batch_id from inserted) i join payout_batch b on b.id = i.batch_id
    cross join lateral payout_batch_not_releasable(b.id, b.created_by, b.created_at)) then
    raise exception 'a payment file is created by someone who approved nothing in it and brought nothing of it in'
      using errcode = 'check_violation', constraint = 'payout_batch_creator_did_nothing_else';
  end if;
  return null;
end $$;
create trigger separate_duties after insert on payout_item referencing new table as inserted for each statement
  execute function payout_item_duties();

-- Withdrawals by the status and the day in which they were settled: paid, refused, cancelled or returned.
create function running_total_of_withdrawal() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op <> 'INSERT' and old.settled_at is not null then
    insert into running_total (name, key, day, count, amount_minor)
    values ('withdrawals_settled', old.status, (old.settled_at at time zone 'UTC')::date, -1, -old.amount_minor);
  end if;
  if tg_op <> 'DELETE' and new.settled_at is not null then
    insert into running_total (name, key, day, count, amount_minor)
    values ('withdrawals_settled', new.status, (new.settled_at at time zone 'UTC')::date, 1, new.amount_minor);
  end if;
  return null;
end $$;
create trigger running_total after insert or delete on withdrawal for each row
  execute function running_total_of_withdrawal();
create trigger running_total_changed after update on withdrawal for each row
  when (old.status is distinct from new.status or old.settled_at is distinct from new.settled_at
  or old.amount_minor is distinct from new.amount_minor) execute function running_total_of_withdrawal();

set local check_function_bodies = on;

-- Grants.
revoke execute on function withdrawal_duties, payout_batch_duties, payout_item_duties,
  running_total_of_withdrawal from fairturn_app;
