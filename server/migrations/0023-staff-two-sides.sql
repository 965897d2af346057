-- Why: two operators together could bring invented money in and pay it out through a campaign and its carrier. Whoever moves
-- money is on one side: `in` brings it in, `out` sends it out, and no pair is on both.

alter table operator add column side text check (side in ('in', 'out'));
-- What it changes to, and when: another side counts seven days after two persons have decided it.
alter table operator add column next_side text check (next_side in ('in', 'out'));
alter table operator add column next_side_from timestamptz;
alter table operator add constraint operator_next_side_has_a_time check ((next_side is null) = (next_side_from is null));

-- The side that counts at that time; null for roles that move no money, and for who has not been given one.
create function operator_side(p_operator operator, p_at timestamptz) returns text language sql immutable as $$
  select case when p_operator.role not in ('finance', 'owner') then null
    when p_operator.next_side_from <= p_at then p_operator.next_side
    else p_operator.side end
$$;

-- Who may do what in the back office is decided by two people, also for somebody who has the processes' login.
create function operator_side_is_approved() returns trigger language plpgsql as $$
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
end $$;
create constraint trigger side_is_approved after update of side, next_side, next_side_from on operator
  deferrable initially deferred for each row
  when (current_user = 'fairturn_app' and (old.side, old.next_side, old.next_side_from) is distinct from (new.side, new.next_side, new.next_side_from))
  execute function operator_side_is_approved();

-- Whether one of these actors is an operator who is not on that side.
create function acts_on_other_side(p_actors text[], p_side text, p_at timestamptz) returns boolean language sql stable as $$
  select exists (
    select from operator o
    where 'operator:' || o.id = any (p_actors) and operator_side(o, p_at) is distinct from p_side)
$$;

-- The program asks first and says why; this refuses whatever comes past it. A second line beside separate_duties, which goes by
-- what is recorded of each credit.
create function withdrawal_sides() returns trigger language plpgsql as $$
begin
  if new.status = 'approved' and old.status = 'requested'
    and acts_on_other_side(array[new.approved_by, new.proposed_by], 'out', new.approved_at)
    or new.status = 'sent' and old.status = 'approved' and acts_on_other_side(array[new.sent_by], 'out', new.sent_at) then
    raise exception 'withdrawals are approved and sent by the side out'
      using errcode = 'check_violation', constraint = 'withdrawal_is_sent_out_by_the_side_out';
  end if;
  return new;
end $$;
create trigger two_sides before update of status on withdrawal for each row execute function withdrawal_sides();

create function payout_batch_sides() returns trigger language plpgsql as $$
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
end $$;
create trigger two_sides before insert or update of exported_by, sent_by on payout_batch for each row
  execute function payout_batch_sides();

-- What is recorded of each credit, through campaigns too: who had a hand in what was credited in the last 30 days to placers
-- whose campaigns paid this member awards in them. It also holds for who has changed sides meanwhile.
create function money_brought_in_for_awards(
  p_member_id uuid, p_now timestamptz
) returns table(actor text, how text)
language sql stable as $$
  select by.actor, by.how
  from (
    select distinct c.member_id
    from award a join orders o on o.id = a.order_id join campaign c on c.id = o.campaign_id
    where a.member_id = p_member_id and a.claimed_at > p_now - interval '30 days') placer
  cross join lateral member_credits(placer.member_id) credit
  cross join lateral credit_actors(credit.id, credit.kind) by
  where credit.at > p_now - interval '30 days' and by.actor like 'operator:%'
$$;

create or replace function payouts_not_releasable(
  p_withdrawal_ids uuid[], p_refund_ids uuid[], p_actor text, p_now timestamptz
) returns table(reference text, why text)
language sql stable as $$
  select w.reference, case when p_actor in (w.approved_by, w.proposed_by) then 'approved' else 'brought_in' end
  from withdrawal w
  where w.id = any (p_withdrawal_ids) and p_actor like 'operator:%' and (p_actor in (w.approved_by, w.proposed_by)
    or exists (select from money_brought_in(w.member_id, p_now) b where b.actor = p_actor)
    or exists (select from money_brought_in_for_awards(w.member_id, p_now) b where b.actor = p_actor))
  union all
  select r.reference, case when p_actor in (r.approved_by, r.proposed_by) then 'approved' else 'brought_in' end
  from unmatched_payment_refund r
  where r.id = any (p_refund_ids) and p_actor like 'operator:%' and (p_actor in (r.approved_by, r.proposed_by)
    or p_actor in (select bank_line_brought_by(r.line_id)))
$$;

create function withdrawal_awards() returns trigger language plpgsql as $$
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
end $$;
create trigger two_sides_through_campaigns before update of status on withdrawal for each row execute function withdrawal_awards();
