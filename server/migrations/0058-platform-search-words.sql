-- Why: search found a member's name only by how it begins and with every accent, and payers, who are looked for in a hurry, not
-- at all. The extension unaccent may be missing and needs a superuser; this function needs neither (decision 091).
create function search_words(name text) returns text language sql immutable strict parallel safe as $$
  select ' ' || pg_catalog.btrim(pg_catalog.regexp_replace(pg_catalog.translate(
    pg_catalog.lower(pg_catalog.regexp_replace(pg_catalog.normalize(name, 'NFKD'), E'[\u0300-\u036f]', '', 'g')),
    E'đĐøØłŁı.,;:!?_%\\/|()[]{}<>@#&*+=~^$`"''’-', 'ddoolli                                 '), ' +', ' ', 'g'))
$$;

create index member_search_words on member using gin (search_words(username_key) gin_trgm_ops);
create index bank_line_search_words on bank_line using gin (search_words(counterparty_name) gin_trgm_ops)
  where counterparty_name is not null;
create index bank_line_of_counterparty on bank_line (counterparty_account) where counterparty_account is not null;
