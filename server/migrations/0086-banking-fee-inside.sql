-- Why: some banks debit their fee in one sum with a payment and do not say so. Two people, of both sides, say that a debit was
-- the payment with a fee inside; the fee is booked with it.
alter table bank_line
  add fee_minor bigint,
  add constraint bank_line_fee_is_inside
    check (fee_minor is null or fee_minor > 0 and fee_minor < amount_minor and direction = 'debit' and proposed_by is not null);
create index bank_line_fee_inside on bank_line (booking_day) include (fee_minor, decided_at) where fee_minor is not null;
