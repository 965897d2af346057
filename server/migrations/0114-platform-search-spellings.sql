-- Why: search found Müller and Đorđe without their accents only, not as Mueller and Djordje, nor Þór as Thor. The indexes of
-- searchable_words are in 0115.
create or replace function search_words(name text) returns text language sql immutable strict parallel safe as $$
  select ' ' || pg_catalog.btrim(pg_catalog.regexp_replace(pg_catalog.translate(
    pg_catalog.replace(pg_catalog.replace(pg_catalog.replace(pg_catalog.replace(
      pg_catalog.lower(pg_catalog.translate(
        pg_catalog.regexp_replace(pg_catalog.normalize(name, 'NFKD'), E'[\u0300-\u036f]', '', 'g'), 'ÞÆŒẞ', 'þæœß')),
      'þ', 'th'), 'æ', 'ae'), 'œ', 'oe'), 'ß', 'ss'),
    E'đĐðÐøØłŁı.,;:!?_%\\/|()[]{}<>@#&*+=~^$`"''’-', 'ddddoolli                                 '), '  +', ' ', 'g'))
$$;
-- The words of a stored name as search_words has them, then as they are written without their letters (ü ue, ø oe, å aa, đ dj),
-- then as if they had been written so (ue u). What is typed is one of the three, and is compared by search_words alone. Most
-- names have neither, and cost nearly what search_words does.
create function searchable_words(name text) returns text language plpgsql immutable strict parallel safe as $$
declare
  decomposed text := pg_catalog.normalize(name, 'NFKD');
  words text := public.search_words(name);
  spellings text := words;
begin
  if decomposed ~ E'[đĐøØ]|[aouAOU]\u0308|[aA]\u030a' then
    spellings := spellings || public.search_words(pg_catalog.replace(pg_catalog.replace(
      pg_catalog.regexp_replace(pg_catalog.regexp_replace(pg_catalog.translate(decomposed, 'ĐØ', 'đø'),
        E'([aouAOU])\u0308', '\1e', 'g'), E'([aA])\u030a', '\1a', 'g'), 'ø', 'oe'), 'đ', 'dj'));
  end if;
  if words ~ '[aou]e|aa|dj' then
    spellings := spellings || pg_catalog.replace(pg_catalog.replace(
      pg_catalog.regexp_replace(words, '([aou])e', '\1', 'g'), 'aa', 'a'), 'dj', 'd');
  end if;
  return spellings;
end $$;
