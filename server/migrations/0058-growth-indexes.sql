-- Why: lists and figures must cost what they show at any number of members and withdrawals (decision 060).

create index member_verified_orders on member (verified_orders, id);
-- How long withdrawals took, without reading them.
create index withdrawal_times on withdrawal (settled_at) include (requested_at) where status = 'paid';
