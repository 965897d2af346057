-- Levels by record: orders of one placer count for a level only up to a share of those needed.
create table placer_record (
  member_id uuid not null references member,
  placer_id uuid not null references member,
  level_id uuid not null references level,
  orders int not null check (orders > 0), -- of this placer, that count for this level
  primary key (member_id, placer_id, level_id)
);
create index placer_record_of_placer on placer_record (placer_id);

-- Orders that count, by level; what had been counted before stays counted.
alter table member add column level_orders jsonb not null default '{}';
update member set level_orders = counted.orders
from (
  select m.id, jsonb_object_agg(l.id, m.verified_orders) as orders
  from member m cross join level l where m.verified_orders > 0 and l.orders_to_earn is not null group by m.id
) counted
where counted.id = member.id;

alter table version drop constraint version_takes_two, add constraint version_takes_two check (
  approved_by is not null or operator_id is null or not (kind = 'level' or kind = 'page' and key like 'receive-account/%'
    or kind = 'setting' and key in ('receive_account', 'link_deposit', 'link_support', 'service_fee', 'min_withdrawal', 'withdrawal_fee',
      'two_person_withdrawal', 'unseen_limit', 'highest_price_page', 'highest_order_page', 'highest_price_beacon',
      'highest_order_beacon', 'highest_price_postback', 'least_counted_award')));
