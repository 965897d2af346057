-- Why: one address filled an order of ten; rules version 5 limits an address, and a network over all of a carrier's orders.

alter table visit add column address_hash bytea, add column address_before bytea;
comment on column visit.address_hash is 'Of the address alone (IPv6: its /64), with the salt of the day; null: recorded by an earlier version.';

alter table counted_visit add column address_hash bytea, add column network_before bytea, add column address_before bytea;
comment on column counted_visit.network_before is 'Only in the first minutes of a day, where the window of a visit of the evening before ends.';
create index counted_visit_after_midnight on counted_visit (network_before) where network_before is not null;
create index counted_visit_carrier_network on counted_visit (carrier_id, network_hash);

-- Offers and links of before, and of processes of the version before, keep the rules they were made under.
alter table link add column rules smallint not null default 4;
alter table offer add column rules smallint not null default 4;
