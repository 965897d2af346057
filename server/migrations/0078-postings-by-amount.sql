-- Why: the index of amounts was read twice a search, for debits and for credits, and the planner, which takes a filter for
-- useless where amounts are in no order, often read all postings in its place (decision 060).

-- With the number in the same index it knows the order, and a span of numbers needs no second index.
create index posting_by_amount on posting
  using brin (entry_no, (abs(amount_minor)) int8_bloom_ops (n_distinct_per_range = 1000, false_positive_rate = 0.001))
  with (pages_per_range = 128, autosummarize = on);
drop index posting_amount;
