-- Whether the payer that the bank names is another than the holder of the member's payout account; null while either is unknown.
alter table bank_line add column payer_differs boolean;
