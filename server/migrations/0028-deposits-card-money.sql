-- Why: card money left by bank in the second it came in, and a dispute changed nothing. What was paid in by card is followed
-- through spending and refunds, so that it can be returned to that card.

-- One card payment that was credited. What is left of it is in the member's available balance.
create table card_payment (
  deposit_id uuid primary key references deposit (id),
  member_id uuid not null references member (id),
  -- The provider's id.
  payment_id text not null constraint card_payment_id_is_unique unique,
  paid_at timestamptz not null,
  paid_minor bigint not null check (paid_minor > 0),
  -- Neither spent nor in a withdrawal.
  left_minor bigint not null check (left_minor between 0 and paid_minor),
  -- The provider refused to refund it, or did not settle that in time: it goes to the payout account, by two people.
  refused_at timestamptz
);
create index card_payment_left on card_payment (member_id, paid_at, deposit_id) where left_minor > 0;
create index card_payment_of_member on card_payment (member_id);
comment on table card_payment is 'Card payments that were credited, with what is left of each.';

-- What of a card payment a campaign, a level, a withdrawal, a correction or a lost dispute took, and gave back.
create table card_spending (
  used_for uuid not null,
  deposit_id uuid not null references card_payment (deposit_id),
  kind text not null check (kind in ('campaign', 'level', 'withdrawal', 'correction', 'dispute')),
  spent_minor bigint not null check (spent_minor > 0),
  restored_minor bigint not null default 0 check (restored_minor between 0 and spent_minor),
  spent_at timestamptz not null,
  primary key (used_for, deposit_id)
);
create index card_spending_of_payment on card_spending (deposit_id);
comment on table card_spending is 'Which card payments paid for what.';

-- A chargeback: open, then won or lost.
create table card_dispute (
  -- The provider's id.
  id text primary key,
  deposit_id uuid not null references card_payment (deposit_id),
  member_id uuid not null references member (id),
  amount_minor bigint not null check (amount_minor > 0),
  status text not null check (status in ('open', 'won', 'lost')),
  opened_at timestamptz not null,
  decided_at timestamptz,
  -- Of a lost one, what the member did not have; the platform's loss until a refund of the same payment brings it back.
  loss_minor bigint not null default 0 check (loss_minor between 0 and amount_minor),
  check ((status = 'open') = (decided_at is null)),
  check (status = 'lost' or loss_minor = 0)
);
create index card_dispute_open on card_dispute (member_id) where status = 'open';
create index card_dispute_of_payment on card_dispute (deposit_id);
create index card_dispute_of_member on card_dispute (member_id);
comment on table card_dispute is 'Chargebacks of card payments.';

-- Card payments credited before: spending takes card money first, so what was neither returned nor spent is at most the balance.
insert into card_payment (deposit_id, member_id, payment_id, paid_at, paid_minor, left_minor)
select d.id, d.member_id, substr(d.evidence, strpos(d.evidence, ':') + 1), d.settled_at, d.received_minor, 0
from deposit d where d.status = 'credited' and d.method = 'card' and d.evidence like '%:%';
with balances as (
  select member_id, least(coalesce((select balance_minor from account where id = ledger_account_id('member_available', p.member_id::text)), 0),
    ledger_beyond_awards(p.member_id)) as left_minor
  from (select distinct member_id from card_payment) p
), newer as (
  select deposit_id, sum(paid_minor) over (partition by member_id order by paid_at desc, deposit_id desc) - paid_minor as newer_minor from card_payment
)
update card_payment p set left_minor = greatest(0, least(p.paid_minor, b.left_minor - n.newer_minor))
from balances b, newer n where b.member_id = p.member_id and n.deposit_id = p.deposit_id;
-- The rest was spent on what is not recorded.
insert into card_spending (used_for, deposit_id, kind, spent_minor, spent_at)
select deposit_id, deposit_id, 'correction', paid_minor - left_minor, paid_at from card_payment where left_minor < paid_minor;

-- What a member can have left of card money: what is available beyond their awards, which count as spent last.
create function card_money_limit(p_member_id uuid) returns bigint language sql stable as $$
  select greatest(0, least(a.balance_minor, ledger_beyond_awards(p_member_id) - h.balance_minor))
  from account a, account h
  where a.id = ledger_account_id('member_available', p_member_id::text) and h.id = ledger_account_id('member_held', p_member_id::text)
$$;

-- Locks a member's money as posting does, in its order: the parts of a withdrawal depend on each other. The processes may not
-- update accounts, which locking a row takes.
create function ledger_lock_money(p_member_id uuid) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform from account where id in (ledger_account_id('member_available', p_member_id::text), ledger_account_id('member_held', p_member_id::text))
  order by id for no key update;
end $$;
revoke execute on function ledger_lock_money from public;
grant execute on function ledger_lock_money to fairturn_app;

-- After money was taken from a member otherwise than by spending: what exceeds the limit counts as taken, oldest payment first.
create function card_money_trim(p_member_id uuid, p_used_for uuid, p_now timestamptz) returns void language plpgsql as $$
declare
  v_excess bigint := (select sum(left_minor) from card_payment where member_id = p_member_id and left_minor > 0);
begin
  if v_excess is null then
    return;
  end if;
  v_excess := v_excess - card_money_limit(p_member_id);
  if v_excess <= 0 then
    return;
  end if;
  with payments as (
    select deposit_id, left_minor, sum(left_minor) over (order by paid_at, deposit_id) - left_minor as older_minor
    from card_payment where member_id = p_member_id and left_minor > 0
  ), taken as (
    select deposit_id, least(left_minor, v_excess - older_minor)::bigint as minor from payments where older_minor < v_excess
  ), updated as (
    update card_payment p set left_minor = p.left_minor - t.minor from taken t where t.deposit_id = p.deposit_id
  )
  insert into card_spending (used_for, deposit_id, kind, spent_minor, spent_at)
  select p_used_for, deposit_id, 'correction', minor, p_now from taken
  on conflict (used_for, deposit_id) do update set spent_minor = card_spending.spent_minor + excluded.spent_minor;
end $$;

-- The ledger, which corrects, knows nothing of card payments.
create function correction_of_card_money() returns trigger language plpgsql as $$
begin
  perform card_money_trim(new.member_id, new.entry_id, (select event_at from entry where id = new.entry_id));
  return null;
end $$;
create trigger card_money after insert on correction for each row execute function correction_of_card_money();

-- Cash that the issuer took back stands in no line of the bank.
create function running_total_of_dispute() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.status = 'lost' and (tg_op = 'INSERT' or old.status <> 'lost') then
    insert into running_total (name, key, day, count, amount_minor)
    values ('cash_without_bank_line', '', (new.decided_at at time zone 'UTC')::date, 1, -new.amount_minor);
  end if;
  return null;
end $$;
create trigger running_total after insert or update on card_dispute for each row execute function running_total_of_dispute();

-- How many payouts wait after a change of the account, and after a security lock, is public.
create index bank_details_delayed on bank_details (payout_delay_until) where payout_delay_until is not null;
create index member_security_ended on member (security_ended_at) where security_ended_at is not null;

-- Grants.
revoke execute on function correction_of_card_money, running_total_of_dispute from public, fairturn_app;
