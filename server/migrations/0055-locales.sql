-- Why: the languages are listed in one place, contract/src/locales.ts; the database has them in a table, which each migration
-- completes, and finds what can be drawn in a language without an index of its own.

create table locale (code text primary key);
revoke insert, update, delete on locale from fairturn_app;
insert into locale
  select locale from member union select locale from broadcast where locale is not null union select locale from banner_caption
  union select locale from page union select locale from popup union select unnest(languages) from campaign;

alter table member drop constraint member_locale_check, add foreign key (locale) references locale;
alter table broadcast drop constraint broadcast_locale_check, add foreign key (locale) references locale;
alter table banner_caption drop constraint banner_caption_locale_check, add foreign key (locale) references locale;
alter table page add foreign key (locale) references locale;
alter table popup add foreign key (locale) references locale;

-- PostgreSQL has no foreign keys from the elements of an array.
create function campaign_languages_exist() returns trigger language plpgsql as $$
begin
  if exists (select unnest(new.languages) except select code from locale) then
    raise exception 'a language of % is not in locale', new.languages using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;
revoke execute on function campaign_languages_exist from public, fairturn_app;
alter table campaign drop constraint campaign_languages_check;
create trigger languages_exist after insert or update of languages on campaign
  for each row execute function campaign_languages_exist();

-- Whom a campaign is for, where one index can have them all: '' everybody, a code those of one language. The others stand in
-- campaign_draw while they can be drawn, each audience in a random order of its own; '': all countries, or all languages.
alter table campaign add column audience text generated always as (
  case when countries <> '{}' or cardinality(languages) > 1 then null else coalesce(languages[1], '') end
) stored;
drop index campaign_draw_vn, campaign_draw_en, campaign_draw_jp, campaign_draw_kr, campaign_draw_cn, campaign_draw_rs,
  campaign_draw_fr;
create index campaign_draw_order on campaign (audience, draw_key) where drawable;

create table campaign_draw (
  campaign_id uuid not null references campaign (id),
  country text not null,
  locale text not null,
  draw_key double precision not null check (draw_key >= 0 and draw_key < 1),
  primary key (campaign_id, country, locale)
);
create index campaign_draw_of_audience on campaign_draw (country, locale, draw_key, campaign_id);

create function campaign_draw_follows() returns trigger language plpgsql as $$
begin
  delete from campaign_draw where campaign_id = new.id;
  if new.drawable and new.audience is null then
    insert into campaign_draw (campaign_id, country, locale, draw_key)
      select new.id, country, locale, random()
      from unnest(case when new.countries = '{}' then array[''] else new.countries end) as country,
        unnest(case when new.languages = '{}' then array[''] else new.languages end) as locale;
  end if;
  return null;
end $$;
revoke execute on function campaign_draw_follows from public, fairturn_app;
create trigger draw_begins after insert on campaign
  for each row when (new.drawable and new.audience is null) execute function campaign_draw_follows();
create trigger draw_follows after update on campaign
  for each row when (old.drawable <> new.drawable and new.audience is null) execute function campaign_draw_follows();

insert into campaign_draw (campaign_id, country, locale, draw_key)
  select id, country, locale, random()
  from campaign, unnest(case when countries = '{}' then array[''] else countries end) as country,
    unnest(case when languages = '{}' then array[''] else languages end) as locale
  where drawable and audience is null;
drop table campaign_country;
