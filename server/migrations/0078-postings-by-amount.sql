-- Why: the index of amounts was read twice a search, for debits and credits, and had twice the ranges it needs (decision 060).

create index posting_by_amount on posting using brin ((abs(amount_minor)) int8_bloom_ops (n_distinct_per_range = 1000, false_positive_rate = 0.001))
  with (pages_per_range = 128, autosummarize = on);
drop index posting_amount;
