-- The queue of refunds is counted every minute for each operator of money: without this it would read every refund ever made.
create index unmatched_payment_refund_to_send on unmatched_payment_refund (approved_at) where status = 'approved';
