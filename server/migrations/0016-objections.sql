-- Why: a person can be mistaken for a program or for a visitor who came before, so a carrier may object to refused visits;
-- somebody else than the first judge decides, and until then the money that may still come out stays reserved.

-- One an order; its visits are frozen when it is made.
create table objection (
  id uuid primary key, -- and, once the order's award was claimed, the hold of what may still be added to it
  order_id uuid not null unique references orders (id),
  member_id uuid not null references member (id),
  note text not null,
  made_at timestamptz not null,
  -- Undecided by then, it is upheld.
  decide_by timestamptz not null,
  visits int not null check (visits > 0),
  -- The most it can add: verified visits, and reward and bonus.
  most_visits int not null check (most_visits >= 0),
  most_minor bigint not null check (most_minor >= 0),
  -- The award was claimed meanwhile; most_visits and most_minor are kept apart in the campaign.
  kept_apart boolean not null default false,
  -- An operator, or 'system' for silence.
  decided_by text,
  decided_at timestamptz,
  by_silence boolean,
  upheld int check (upheld between 0 and visits),
  added_minor bigint check (added_minor between 0 and most_minor),
  reason text,
  check ((decided_at is null) = (decided_by is null) and (decided_at is null) = (by_silence is null)),
  check ((decided_at is null) = (upheld is null) and (decided_at is null) = (added_minor is null)),
  check ((decided_at is null) = (reason is null))
);
create index objection_due on objection (decide_by) where decided_at is null;

create table objected_visit (
  objection_id uuid not null references objection (id),
  visit_id uuid not null,
  -- Why it was refused.
  reason text not null,
  -- null until decided
  upheld boolean,
  primary key (objection_id, visit_id)
);

-- What operators ruled on single visits, above the verdict of the judge: refused in a review, or verified after an
-- objection, which comes last and stands.
create table visit_ruling (
  visit_id uuid not null,
  link_id uuid not null,
  verdict text not null check (verdict in ('review', 'verified')),
  ruled_at timestamptz not null,
  primary key (visit_id, verdict)
);
create index visit_ruling_link on visit_ruling (link_id);

revoke delete on objection, objected_visit from fairturn_app;
revoke update, delete on visit_ruling from fairturn_app;

alter table orders
  add objection text check (objection in ('open', 'upheld', 'partly_upheld', 'refused')),
  -- Expired, and its money kept until then so that an objection can be paid.
  add kept_until timestamptz check (kept_until is null or status = 'expired'),
  -- The operator who ended its review, and why, where visits were refused.
  add reviewed_by text,
  add review_reason text;
create index orders_kept on orders (kept_until) where kept_until is not null;

-- A second award of an order is what an objection added.
alter table award add objection_id uuid unique references objection (id);
alter table award drop constraint award_order_id_key;
create unique index award_of_order on award (order_id) where objection_id is null;

-- An offer is left before it is released, so that a draw that finds nothing changes nothing.
alter table offer drop constraint offer_state_check;
alter table offer add constraint offer_state_check check (state in ('open', 'left', 'taken', 'skipped', 'expired'));
create index offer_left on offer (id) where state = 'left';

-- What an objection may still add can be held without a visit being open: a better quality alone.
drop index campaign_due;
alter table campaign drop column due;
alter table campaign add due boolean not null generated always as (
  open_visits = 0 and held_minor = 0 and closed_at is null and (
    status in ('finished', 'rejected', 'cancelled') or (status = 'active' and not (
      delivered_visits < visits
      and budget_minor + bonus_reserve_minor - delivered_minor - bonus_minor >= least_hold_minor)))
) stored;
create index campaign_due on campaign (id) where due;

-- Whatever types there are by now, and this one.
do $$
declare
  v_check text;
begin
  select pg_get_constraintdef(oid) into strict v_check from pg_constraint where contypid = 'entry_type'::regtype and conname = 'entry_type_check';
  execute 'alter domain entry_type drop constraint entry_type_check';
  execute 'alter domain entry_type add constraint entry_type_check ' ||
    replace(v_check, '''award_claimed''::text', '''award_claimed''::text, ''objection_upheld''::text');
end $$;
