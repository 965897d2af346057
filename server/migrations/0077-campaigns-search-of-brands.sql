-- Why: a brand was found only with every accent, unlike members and payers. Built while campaigns are read and written
-- (decision 098).
drop index concurrently if exists campaign_search_words;
create index concurrently campaign_search_words on campaign using gin (search_words(brand) gin_trgm_ops);
