-- Why: who brought money in for a member was followed over one adjustment only, so that two in a row hid them.

-- What was credited to a member: deposits, payouts that came back, and adjustments and refunds in their favour.
create function payments_credits_of(p_member_id uuid)
returns table (id uuid, kind text, at timestamptz, amount_minor bigint) language sql stable as $$
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
    and coalesce(p.content->'to'->>'owner_id', p.content->>'member_id') = p_member_id::text
$$;

-- Whose money an adjustment moved; null for the platform's and for unmatched payments.
create function payments_giver_of(p_proposal_id uuid) returns uuid language sql stable as $$
  select case
    when g.kind in ('member_available', 'member_held') then g.owner_id
    when g.kind in ('campaign_escrow', 'campaign_fee') then (select c.member_id from campaign c where c.id = g.owner_id)
    when g.kind = 'level_fee' then (select l.member_id from level_purchase l where l.id = g.owner_id)
  end
  from proposal p
  cross join lateral (values (p.content->'from'->>'kind', (p.content->'from'->>'owner_id')::uuid)) as g (kind, owner_id)
  where p.id = p_proposal_id
$$;

-- Who had a hand in a credit, and how.
create function payments_credited_by(p_id uuid, p_kind text)
returns table (actor text, how text) language sql stable as $$
  select each.actor, each.how
  from (
    select l.* from bank_line l where p_kind = 'deposit' and l.deposit_id = p_id
    union all
    select l.* from bank_line l where p_kind = 'return' and l.withdrawal_id = p_id
      and l.finding in ('payout_came_back', 'payout_came_back_short')
    union all
    select l.* from proposal p join bank_line l on l.id = (p.content->'from'->>'owner_id')::uuid
    where p_kind = 'adjustment' and p.id = p_id and p.content->'from'->>'kind' = 'unmatched_receipt'
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

-- Money that an adjustment took from another member was brought in by whoever brought it in for that one before, through any
-- number of adjustments: each credit is followed once, so a circle ends. The hour is for an adjustment that began before a
-- credit and waited for its account. Of more than 10 000 credits it does not say who had no hand in them: everybody had.
create or replace function payments_brought_in(p_member_id uuid, p_now timestamptz)
returns table (actor text, how text, object_id uuid) language sql stable as $$
  with recursive own as (
    select s.id, s.kind, s.at
    from (
      select c.*, sum(c.amount_minor) over (order by c.at desc, c.id desc) - c.amount_minor as newer_minor
      from payments_credits_of(p_member_id) c
    ) s
    where s.at > p_now - interval '90 days' or s.newer_minor < (
      select coalesce(sum(a.balance_minor), 0) from account a
      where a.id in (ledger_account_id('member_available', p_member_id::text), ledger_account_id('member_held', p_member_id::text)))
  ), traced as (
    select o.id, o.kind, o.at from own o
    union
    select c.id, c.kind, c.at
    from traced t cross join lateral payments_credits_of(payments_giver_of(t.id)) c
    where t.kind = 'adjustment' and c.at <= t.at + interval '1 hour'
  ), counted as (
    select t.id, t.kind from traced t limit 10001
  )
  select by.actor, by.how, c.id from counted c cross join lateral payments_credited_by(c.id, c.kind) by
  where by.actor like 'operator:%'
  union all
  select 'operator:' || o.id, 'untraceable', p_member_id from operator o where (select count(*) from counted) > 10000
$$;
