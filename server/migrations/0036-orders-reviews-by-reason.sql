-- Why: nobody ever looked at orders under 20 visits, and half of all orders have one. A review has reasons, each with what it rests
-- on, is remembered, and awards that nobody looked at are summed, over new members that are linked.

-- A review of an order before it succeeds.
create table order_review (
  order_id uuid primary key references orders (id),
  member_id uuid not null references member (id), -- the carrier
  reasons text[] not null check (cardinality(reasons) > 0), -- the first decides
  basis jsonb not null, -- for each reason what it rests on, in the same order
  award_minor bigint not null check (award_minor >= 0), -- if all of it is paid
  with_order uuid references order_review (order_id), -- it waits with this order of the same carrier, which a person looks at
  opened_at timestamptz not null,
  due_at timestamptz not null check (due_at > opened_at),
  -- `paid`, `partly` and `refused` by a person; `silence` at `due_at`; `with_other` with the order that it waited with.
  outcome text check (outcome in ('paid', 'partly', 'refused', 'silence', 'with_other')),
  decided_at timestamptz,
  decided_by text,
  check (num_nonnulls(outcome, decided_at, decided_by) in (0, 3)),
  check ((outcome = 'silence' or outcome = 'with_other') = (decided_by = 'system')),
  check (with_order <> order_id)
);
create index order_review_of_member on order_review (member_id, decided_at desc);
create index order_review_waiting on order_review (member_id) where outcome is null;
create index order_review_waiting_with on order_review (with_order) where with_order is not null;
create index order_review_decided on order_review (decided_at) where outcome is not null;

-- Orders in review by the rules of before. What an operator sees of them is counted anew, so that their basis stays empty.
insert into order_review (order_id, member_id, reasons, basis, award_minor, opened_at, due_at)
select id, member_id, '{one_network}', '[]', highest_award_minor, review_until - interval '72 hours', review_until
from orders where status = 'distributing' and review_until is not null;

-- Awards of a carrier that no person has looked at; a running sum, so that an order's end reads no history.
create table unseen_award (
  member_id uuid primary key references member (id),
  first_order_at timestamptz not null, -- taken
  unseen_minor bigint not null default 0 check (unseen_minor >= 0), -- since a person looked
  looks smallint not null default 0 check (looks between 0 and 2), -- how often a person paid, as the limit counts it
  last_look_at timestamptz
);

-- A fact that says two members may be one person, with its dates. Never the hash that showed it.
create table member_link (
  low_id uuid not null references member (id),
  high_id uuid not null references member (id),
  kind text not null check (kind in ('invitation', 'house_code', 'device', 'address', 'registration', 'payout_account', 'same_visitors')),
  first_at timestamptz not null,
  last_at timestamptz not null check (last_at >= first_at),
  primary key (low_id, high_id, kind),
  check (low_id < high_id)
);
create index member_link_of_other on member_link (high_id);
create index member_link_last on member_link (last_at);

-- The address alone, as with visits; null: recorded by an earlier version, or an address that is shared by strangers.
alter table member_device add column address bytea;
create index member_device_hash on member_device (day, hash);
create index member_device_address on member_device (day, address) where address is not null;
create index member_device_network on member_device (day, network);
-- To find members with the same payout account.
create index bank_details_iban on bank_details (iban) where iban is not null;
create index bank_details_account_number on bank_details (account_number) where account_number is not null;

-- How much nobody looks at, and what a visit may cost, takes two people, as fees do.
alter table version drop constraint version_takes_two, add constraint version_takes_two check (
  approved_by is not null or operator_id is null or not (kind = 'level' or kind = 'page' and key like 'receive-account/%'
    or kind = 'setting' and key in ('receive_account', 'link_deposit', 'link_support', 'service_fee', 'min_withdrawal', 'withdrawal_fee',
      'two_person_withdrawal', 'unseen_limit', 'highest_price_page', 'highest_order_page', 'highest_price_beacon',
      'highest_order_beacon', 'highest_price_postback')));
