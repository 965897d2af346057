-- Why: indexes on tables that are large and written to all the time, built while both are read and written (decision 098).
drop index concurrently if exists member_search_words;
create index concurrently member_search_words on member using gin (search_words(username_key) gin_trgm_ops);
drop index concurrently if exists bank_line_search_words;
create index concurrently bank_line_search_words on bank_line using gin (search_words(counterparty_name) gin_trgm_ops)
  where counterparty_name is not null;
drop index concurrently if exists bank_line_of_counterparty;
create index concurrently bank_line_of_counterparty on bank_line (counterparty_account) where counterparty_account is not null;
-- The lines to review, which the list of bank lines opens with.
drop index concurrently if exists bank_line_to_review;
create index concurrently bank_line_to_review on bank_line (booking_day, id)
  where status in ('differs', 'unmatched', 'unexplained', 'unconfirmed');
