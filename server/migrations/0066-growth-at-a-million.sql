-- Why: searches and sums of the back office must not read all history at a million members (decision 060).

-- Amounts of ranges of pages: an absent amount is in none of them, and a posting adds nothing until its range is full.
create index posting_amount on posting using brin (amount_minor int8_bloom_ops (n_distinct_per_range = 1000, false_positive_rate = 0.001))
  with (pages_per_range = 64, autosummarize = on);
-- Their amounts are summed; all others have a posting of the whole amount.
create index entry_of_many_postings on entry (entry_no) where posting_count > 3;

-- What came in without a line of the bank, and what went out: sums without reading the rows.
create index deposit_without_bank_line on deposit (settled_at) include (received_minor)
  where status = 'credited' and evidence not like 'bank line %';
create index withdrawal_sent_at on withdrawal (sent_at) include (id, amount_minor, fee_minor, status, settled_at)
  where sent_at is not null;

create index member_of_level on member (level_id) where closed_at is null;
