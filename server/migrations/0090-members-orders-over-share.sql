-- Why: the progress towards a level says how many orders do not count, without reading all orders.
-- By level, of orders that settled since then.
alter table member add column orders_over_share jsonb not null default '{}';
