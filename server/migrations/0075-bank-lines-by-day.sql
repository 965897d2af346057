-- Why: the list of bank lines and the reconciliation read all lines of all days (decision 067).

create index bank_line_listed on bank_line (booking_day, id);
-- What a reconciliation looks for: few of all lines.
create index bank_line_other_debits on bank_line (booking_day) include (amount_minor)
  where direction = 'debit' and coalesce(finding, '') not in ('payout_paid', 'refund_paid', 'batch_paid');
create index bank_line_undecided_credits on bank_line (booking_day) include (amount_minor)
  where direction = 'credit' and state in ('new', 'held');
create index bank_line_decided on bank_line (decided_at) where direction = 'credit';
create index bank_line_short_return on bank_line (booking_day) where finding = 'payout_came_back_short';
-- Whether a refund was booked.
create index bank_line_of_refund on bank_line (refund_id) where refund_id is not null;
