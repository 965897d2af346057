-- Why: a member on the phone says their bank account's holder, which search did not find. Built while both are read and
-- written (decision 098).
drop index concurrently if exists bank_details_search_words;
create index concurrently bank_details_search_words on bank_details using gin (search_words(holder) gin_trgm_ops);
