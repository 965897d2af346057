-- Why: payment files and refunds are found by a part of their reference, as deposits and withdrawals are. Built while both are
-- read and written (decision 098).
drop index concurrently if exists payout_batch_reference_contains;
create index concurrently payout_batch_reference_contains on payout_batch using gin (reference gin_trgm_ops);
drop index concurrently if exists unmatched_payment_refund_reference_contains;
create index concurrently unmatched_payment_refund_reference_contains on unmatched_payment_refund using gin (reference gin_trgm_ops);
