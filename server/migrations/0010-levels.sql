-- Why: levels decide turns, bonus and discount; a fee stays refundable, so each purchase is a row with a ledger account of its own.

create table level (
  id uuid primary key,
  rank int not null check (rank > 0),
  name text not null constraint level_name_is_unique unique deferrable check (name <> ''),
  joining_fee_minor bigint not null check (joining_fee_minor >= 0),
  -- The lower end is also the discount when placing.
  bonus_low_bp int not null check (bonus_low_bp between 0 and 10000),
  bonus_high_bp int,
  turns_a_day int not null check (turns_a_day > 0),
  orders_to_earn int check (orders_to_earn > 0),
  earn_quality_bp int not null default 8000 check (earn_quality_bp between 0 and 10000),
  -- A table of levels is written as a whole: two rows may change places within one statement.
  constraint level_rank_is_unique unique (rank) deferrable,
  check (bonus_high_bp > bonus_low_bp and bonus_high_bp <= 10000),
  -- Everyone begins at rank 1, so it costs nothing and needs no record.
  check (rank > 1 or joining_fee_minor = 0 and orders_to_earn is null),
  -- Whatever a fee buys can also be earned (promise 1).
  check (rank = 1 or orders_to_earn is not null)
);

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
  given_minor bigint not null default 0 check (given_minor >= 0), -- Extra bonus and discount it has brought so far.
  recognised_minor bigint not null default 0, -- What the platform has earned of the fee.
  status text not null default 'open' check (status in ('open', 'refunded', 'replaced', 'earned')),
  refunded_minor bigint,
  closed_at timestamptz,
  -- Discount beyond the free level's of paid campaigns that have not closed yet.
  open_discount_minor bigint not null default 0 check (open_discount_minor >= 0),
  -- The most bonus beyond the free level's that open orders may still give.
  open_bonus_minor bigint not null default 0 check (open_bonus_minor >= 0),
  check (recognised_minor between 0 and least(fee_minor, given_minor)),
  check (refunded_minor between 0 and fee_minor),
  check ((status = 'open') = (closed_at is null) and (status = 'open') = (refunded_minor is null)),
  -- What is closed is settled to the cent once no campaign with its discount and no order with its bonus is open.
  constraint level_purchase_is_settled check (status = 'open' or (recognised_minor + refunded_minor) = fee_minor
    or (open_discount_minor + open_bonus_minor) > 0 and (recognised_minor + refunded_minor) < fee_minor)
);
create unique index level_purchase_open on level_purchase (member_id) where status = 'open';
create index level_purchase_of_member on level_purchase (member_id, id desc);
create index level_purchase_to_recognise on level_purchase (bought_at) where status = 'open'
  and recognised_minor < least(fee_minor, given_minor);

-- What refers to this module from before it.
alter table member add foreign key (level_id) references level (id);

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
create constraint trigger levels_fit_the_service_fee after insert or update on level deferrable initially deferred
  for each row execute function refuse_unfunded_levels();
create constraint trigger service_fee_fits_the_levels after insert or delete or update on setting
  deferrable initially deferred for each row execute function refuse_unfunded_levels();

create function running_total_of_level() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_name text := case tg_table_name when 'member' then 'level_members' else 'level_bought' end;
  v_open text := tg_argv[0]; -- the column and the value of a row that counts
  v_old jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  v_new jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
begin
  insert into running_total (name, key, day, count, amount_minor)
  select v_name, r.row ->> 'level_id', '-infinity', r.count, 0 from (values (v_old, -1), (v_new, 1)) as r (row, count)
  where r.row is not null and (r.row ->> v_open) is not distinct from nullif(tg_argv[1], '');
  return null;
end $$;
create trigger running_total after insert or delete on member for each row
  execute function running_total_of_level('closed_at', '');
create trigger running_total_changed after update on member for each row
  when (old.level_id is distinct from new.level_id or old.closed_at is distinct from new.closed_at)
  execute function running_total_of_level('closed_at', '');
create trigger running_total after insert or delete on level_purchase for each row
  execute function running_total_of_level('status', 'open');
create trigger running_total_changed after update on level_purchase for each row
  when (old.level_id is distinct from new.level_id or old.status is distinct from new.status)
  execute function running_total_of_level('status', 'open');

insert into level
  (id, rank, name, joining_fee_minor, bonus_low_bp, bonus_high_bp, turns_a_day, orders_to_earn) values
  ('019a0000-0000-7000-8000-000000000001', 1, 'Level 1', 0, 200, null, 3, null),
  ('019a0000-0000-7000-8000-000000000002', 2, 'Level 2', 2000, 400, 600, 6, 40),
  ('019a0000-0000-7000-8000-000000000003', 3, 'Level 3', 6000, 600, 900, 12, 150),
  ('019a0000-0000-7000-8000-000000000004', 4, 'Level 4', 15000, 800, 1200, 25, 400);

-- Grants.
revoke execute on function running_total_of_level from fairturn_app;
