-- Why: whoever gave a bought level back before an order was claimed kept its bonus; so much of the fee now waits for that order.

alter table level_purchase
  -- The most bonus beyond the free level's that open orders may still give.
  add column open_bonus_minor bigint not null default 0 check (open_bonus_minor >= 0);

alter table orders
  -- The purchase of the level at which it was taken, if that may give more than the free level.
  add column level_purchase_id uuid references level_purchase (id),
  -- So much of its fee is reserved until the order is claimed or ends.
  add column extra_bonus_minor bigint not null default 0 check (extra_bonus_minor >= 0),
  add constraint orders_extra_bonus_has_a_purchase check ((level_purchase_id is null) = (extra_bonus_minor = 0));

update orders o set level_purchase_id = b.purchase_id, extra_bonus_minor = b.extra_minor
from (
  select o.id, p.id as purchase_id, ceil(o.price_minor * o.target * greatest(
    o.bonus_high_bp - coalesce(f.bonus_high_bp, f.bonus_low_bp), o.bonus_low_bp - f.bonus_low_bp) / 10000.0)::bigint as extra_minor
  from level_purchase p
  join orders o on o.member_id = p.member_id and (o.status in ('pending', 'distributing', 'success')
    or (o.status = 'expired' and (o.kept_until is not null or o.objection = 'open')))
  cross join lateral (
    select bonus_low_bp, bonus_high_bp from level
    where rank = 1 or id in (select e.level_id from level_earned e where e.member_id = p.member_id)
    order by rank desc limit 1) f
  where p.state = 'open'
) b
where o.id = b.id and b.extra_minor > 0;

update level_purchase p set open_bonus_minor = b.amount_minor
from (
  select level_purchase_id, sum(extra_bonus_minor) as amount_minor from orders
  where level_purchase_id is not null group by level_purchase_id
) b
where p.id = b.level_purchase_id;

alter table level_purchase drop constraint level_purchase_is_settled;
alter table level_purchase
  add constraint level_purchase_is_settled check (
    state = 'open' or recognised_minor + refunded_minor = fee_minor
    or (open_discount_minor + open_bonus_minor > 0 and recognised_minor + refunded_minor < fee_minor));
