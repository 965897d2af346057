-- Why: the tables of visits outgrow one server first; with the link in every key they can be distributed by it (decision 065).

-- A process of the version before names no link: the trigger below adds it. `npm run distribute` drops the trigger.
alter table continuation add column link_id uuid;
update continuation c set link_id = v.link_id from visit v where v.day = c.day and v.id = c.visit_id;
-- Without its visit a continuation is evidence of nothing; one link for all of them.
update continuation set link_id = '00000000-0000-0000-0000-000000000000' where link_id is null;

alter table visit drop constraint visit_pkey, add primary key (day, id, link_id);
alter table continuation drop constraint continuation_pkey, add primary key (day, visit_id, link_id);
alter table visit_verdict drop constraint visit_verdict_pkey, add primary key (day, visit_id, link_id);

alter table visit_to_judge add column link_id uuid;
update visit_to_judge t set link_id = v.link_id from visit v where v.day = t.day and v.id = t.visit_id;

-- The link of each continued visit that an advertiser may still confirm, who knows the visit alone. Kept 90 days.
create table visit_click (
  visit_id uuid primary key,
  day date not null, -- the visit's
  link_id uuid not null
);
create index visit_click_day on visit_click using brin (day);
insert into visit_click (visit_id, day, link_id)
select c.visit_id, c.day, c.link_id from continuation c join link l on l.id = c.link_id where l.verification <> 'page'
on conflict do nothing;

create index visit_confirmation_link on visit_confirmation (link_id);

create function visit_add_link() returns trigger language plpgsql as $$
begin
  new.link_id := coalesce(
    (select v.link_id from visit v where v.day = new.day and v.id = new.visit_id), '00000000-0000-0000-0000-000000000000');
  insert into visit_click (visit_id, day, link_id)
  select new.visit_id, new.day, l.id from link l where l.id = new.link_id and l.verification <> 'page'
  on conflict do nothing;
  return new;
end $$;
create trigger add_link before insert on continuation for each row when (new.link_id is null) execute function visit_add_link();
create trigger add_link before insert on visit_to_judge for each row when (new.link_id is null) execute function visit_add_link();

-- What is written in one batch: the shard of a link, and 0 while visits are on one server.
create function visit_shard(link_id uuid) returns bigint language sql immutable parallel safe as 'select 0::bigint';

-- What a ruling moved, so that results need not look for its visit; null: its visit is gone.
alter table visit_ruling add column at timestamptz, add column locale text, add column judged text;
update visit_ruling r set at = d.at, locale = v.locale, judged = d.verdict
from visit_verdict d left join visit v on v.link_id = d.link_id and v.day = d.day and v.id = d.visit_id
where d.link_id = r.link_id and d.visit_id = r.visit_id;
create function visit_ruling_add_visit() returns trigger language plpgsql as $$
begin
  select d.at, v.locale, d.verdict into new.at, new.locale, new.judged
  from visit_verdict d left join visit v on v.link_id = d.link_id and v.day = d.day and v.id = d.visit_id
  where d.link_id = new.link_id and d.visit_id = new.visit_id;
  return new;
end $$;
create trigger add_visit before insert on visit_ruling for each row when (new.judged is null)
  execute function visit_ruling_add_visit();
