-- Why: search by searchable_words (0114), instead of search_words, of the same columns. Built while their tables are read and
-- written (decision 098).
drop index concurrently if exists member_searchable_words;
create index concurrently member_searchable_words on member using gin (searchable_words(username_key) gin_trgm_ops);
drop index concurrently if exists bank_details_searchable_words;
create index concurrently bank_details_searchable_words on bank_details using gin (searchable_words(holder) gin_trgm_ops);
drop index concurrently if exists campaign_searchable_words;
create index concurrently campaign_searchable_words on campaign using gin (searchable_words(brand) gin_trgm_ops);
drop index concurrently if exists bank_line_searchable_words;
create index concurrently bank_line_searchable_words on bank_line using gin (searchable_words(counterparty_name) gin_trgm_ops)
  where counterparty_name is not null;
drop index concurrently if exists member_search_words;
drop index concurrently if exists bank_details_search_words;
drop index concurrently if exists campaign_search_words;
drop index concurrently if exists bank_line_search_words;
