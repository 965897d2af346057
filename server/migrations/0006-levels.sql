-- Why: levels decide turns, bonus and discount; a fee stays refundable, so each purchase is a row with a ledger account of its own.

create table level (
  id uuid primary key,
  rank int not null constraint level_rank_is_unique unique check (rank > 0),
  name text not null constraint level_name_is_unique unique check (name <> ''),
  joining_fee_minor bigint not null check (joining_fee_minor >= 0),
  -- The lower end is also the discount when placing.
  bonus_low_bp int not null check (bonus_low_bp between 0 and 10000),
  bonus_high_bp int check (bonus_high_bp > bonus_low_bp and bonus_high_bp <= 10000),
  turns_a_day int not null check (turns_a_day > 0),
  orders_to_earn int check (orders_to_earn > 0),
  earn_quality_bp int not null default 8000 check (earn_quality_bp between 0 and 10000),
  -- Everyone begins at rank 1, so it costs nothing and needs no record.
  check (rank > 1 or (joining_fee_minor = 0 and orders_to_earn is null)),
  -- Whatever a fee buys can also be earned (promise 1).
  check (rank = 1 or orders_to_earn is not null)
);

insert into level
  (id, rank, name, joining_fee_minor, bonus_low_bp, bonus_high_bp, turns_a_day, orders_to_earn) values
  ('019a0000-0000-7000-8000-000000000001', 1, 'Level 1', 0, 200, null, 3, null),
  ('019a0000-0000-7000-8000-000000000002', 2, 'Level 2', 2000, 400, 600, 6, 40),
  ('019a0000-0000-7000-8000-000000000003', 3, 'Level 3', 6000, 600, 900, 12, 150),
  ('019a0000-0000-7000-8000-000000000004', 4, 'Level 4', 15000, 800, 1200, 25, 400);

-- The service fee pays for the highest bonus and the highest discount, whoever changes levels or settings, and however.
-- The default stands in content/settings.ts too; a test holds the two together.
create function refuse_unfunded_levels() returns trigger language plpgsql as $$
declare
  fee_bp int := coalesce((select (value #>> '{}')::int from setting where key = 'service_fee_bp'), 2500);
  promised_bp int := (select max(coalesce(bonus_high_bp, bonus_low_bp)) + max(bonus_low_bp) from level);
begin
  if promised_bp > fee_bp then
    raise exception 'levels promise % bp of bonus and discount, the service fee is % bp', promised_bp, fee_bp
      using errcode = 'check_violation', constraint = 'levels_fit_the_service_fee';
  end if;
  return null;
end $$;
create constraint trigger levels_fit_the_service_fee after insert or update on level
  deferrable initially deferred for each row execute function refuse_unfunded_levels();
create constraint trigger service_fee_fits_the_levels after insert or update or delete on setting
  deferrable initially deferred for each row execute function refuse_unfunded_levels();

alter table member alter column level_id set default '019a0000-0000-7000-8000-000000000001';
update member set level_id = default where level_id is null;
alter table member alter column level_id set not null;
alter table member add constraint member_level_id_fkey foreign key (level_id) references level (id);

-- Levels reached by record; they stay, whatever later becomes of the thresholds.
create table level_earned (
  member_id uuid not null references member (id),
  level_id uuid not null references level (id),
  earned_at timestamptz not null,
  primary key (member_id, level_id)
);

-- The fee is kept in the ledger account level_fee of this id until it is given back or used up.
create table level_purchase (
  id uuid primary key,
  member_id uuid not null references member (id),
  level_id uuid not null references level (id),
  -- The level the member would have without this purchase, when it was made.
  from_level_id uuid not null references level (id),
  fee_minor bigint not null check (fee_minor >= 0),
  bought_at timestamptz not null,
  -- Extra bonus and discount it has brought so far.
  given_minor bigint not null default 0 check (given_minor >= 0),
  -- What the platform has earned of the fee.
  recognised_minor bigint not null default 0,
  state text not null default 'open' check (state in ('open', 'refunded', 'replaced', 'earned')),
  refunded_minor bigint,
  closed_at timestamptz,
  check (recognised_minor between 0 and least(fee_minor, given_minor)),
  check (refunded_minor between 0 and fee_minor),
  check ((state = 'open') = (closed_at is null) and (state = 'open') = (refunded_minor is null)),
  -- What is closed is settled to the cent.
  check (state = 'open' or recognised_minor + refunded_minor = fee_minor)
);
create unique index level_purchase_open on level_purchase (member_id) where state = 'open';
create index level_purchase_of_member on level_purchase (member_id, id desc);
create index level_purchase_to_recognise on level_purchase (bought_at)
  where state = 'open' and recognised_minor < least(fee_minor, given_minor);
