-- Why: search found a member's name only by how it begins and with every accent, and payers, who are looked for in a hurry, not
-- at all. The extension unaccent may be missing and needs a superuser; this function needs neither (decision 091). Its indexes
-- are in 0070; a database of before may have both from an unreleased 0058.
create or replace function search_words(name text) returns text language sql immutable strict parallel safe as $$
  select ' ' || pg_catalog.btrim(pg_catalog.regexp_replace(pg_catalog.translate(
    pg_catalog.lower(pg_catalog.regexp_replace(pg_catalog.normalize(name, 'NFKD'), E'[\u0300-\u036f]', '', 'g')),
    E'đĐøØłŁı.,;:!?_%\\/|()[]{}<>@#&*+=~^$`"''’-', 'ddoolli                                 '), ' +', ' ', 'g'))
$$;
