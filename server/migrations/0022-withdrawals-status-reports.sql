-- Why: one operator's own status report (pain.002) returned a sent payout at once, and honest colleagues paid it again.

-- A report only announces a rejection; the member has the money again on the bank's word. The day on which it counted.
alter table payout_item add column rejected_on date;
-- Announced, and neither returned nor paid yet.
alter table payout_item add column rejection_open boolean not null default false;
create index payout_item_rejection_open on payout_item (batch_id) where rejection_open;
-- What the bank booked after the money had been returned: kept back of what the member has until somebody resolves the line.
create index bank_line_debit_after_return on bank_line (withdrawal_id) where finding = 'debit_after_return' and status = 'unexplained';
