-- Why: quality is the share of an order's visitors who were verified, so whoever comes again and again must count once.

-- Visitors of a link who were not verified, one row for each network and day: from outside nobody can tell the browsers of
-- one network apart, and anybody can invent them. counted = false: the network was counted before, or too many came at once.
create table unverified_visitor (
  link_id uuid not null,
  network_hash bytea not null,
  visitor_hash bytea not null,
  visitor_before bytea not null,
  at timestamptz not null,
  counted boolean not null,
  primary key (link_id, network_hash)
);
-- Counting an order's reads these alone, however many visits there were.
create index unverified_visitor_counted on unverified_visitor (link_id, at) where counted;
-- Who is verified after all is taken out again.
create index unverified_visitor_hash on unverified_visitor (link_id, visitor_hash);
create index unverified_visitor_before on unverified_visitor (link_id, visitor_before);
create index unverified_visitor_at on unverified_visitor using brin (at);

-- Orders that were counted last before this count hits.
alter table orders add column counts_visitors boolean not null default false;
-- Whether a refused visit was in the order's count when it was objected to: what is reserved for an objection follows it.
alter table objected_visit add column counted boolean;
update objected_visit set counted = reason not in ('preview', 'bot', 'scanner', 'campaign_pace');
alter table objected_visit alter column counted set not null;

-- An order is found by its campaign too: product_id is that of the campaign.
create index orders_of_member_by_campaign on orders (member_id, campaign_id, id desc);
