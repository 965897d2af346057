-- Why: lists and searches of the back office read what they show, however long the history is (decision 056).

-- By what a reference or a brand has in it, three letters or more.
create extension if not exists pg_trgm;
create index deposit_reference_contains on deposit using gin (reference gin_trgm_ops);
create index withdrawal_reference_contains on withdrawal using gin (reference gin_trgm_ops);
create index campaign_brand_contains on campaign using gin (brand gin_trgm_ops);

-- In the order of the lists, by their rare states.
create index member_since on member (created_at, id);
create index member_lock on member ((coalesce(lock_kind, 'none')), created_at, id);
create index deposit_by_status on deposit (status, id);
create index deposit_by_amount on deposit (amount_minor, id);
create index withdrawal_by_status on withdrawal (status, id);
create index withdrawal_by_amount on withdrawal (amount_minor, id);
