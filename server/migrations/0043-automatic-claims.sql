-- Why: a success nobody claims would keep its campaign from ever closing, so after 30 days it is paid by itself.

create index orders_unclaimed on orders (settled_at, id) where status = 'success';
-- Paid by itself, which its member is told.
alter table award add column automatic boolean not null default false;
