-- Why: a verdict can be checked later only if it says by which rules and in which order it was given; and a placer's results must be cheap.

-- The language of the page that was served; null: none was, or it was not kept yet.
alter table visit add column locale text;
-- The network under the salt of the day before, so that 24 hours can be looked back across midnight.
alter table visit add column network_before bytea;
-- What asked about the link without opening it, for a page opened right after by the same visitor.
create index visit_looked_ahead on visit (link_id, visitor_hash) where reason = 'not_a_page_view';

-- Which set of rules spoke, and its place in the order of all verdicts; older ones were given by the first set.
alter table visit_verdict add column rules smallint not null default 1;
alter table visit_verdict add column seq bigint not null default 0;
create sequence visit_verdict_seq;
grant usage on sequence visit_verdict_seq to fairturn_app;

-- What the pace of a carrier and of a network is counted by.
alter table counted_visit add column carrier_id uuid;
update counted_visit c set carrier_id = l.carrier_id from link l where l.id = c.link_id;
create index counted_visit_carrier on counted_visit (carrier_id, at);
create index counted_visit_network on counted_visit (campaign_id, network_hash);

-- The network a member signed in from, under the day's salt like the device.
alter table member_device add column network bytea;

-- How many visits the campaign had paid for when the link was opened; null: not known.
alter table link add column campaign_visits int check (campaign_visits > 0);
create index link_campaign on link (campaign_id);

-- Verdicts counted by the hour of their visit, so that results never read visits. Kept as long as the visits.
create table campaign_visit_hour (
  campaign_id uuid not null,
  hour timestamptz not null, -- its beginning, UTC
  locale text not null, -- '': not known
  verdict text not null,
  count int not null check (count > 0),
  primary key (campaign_id, hour, locale, verdict)
);
create index campaign_visit_hour_at on campaign_visit_hour using brin (hour);

insert into campaign_visit_hour (campaign_id, hour, locale, verdict, count)
select l.campaign_id, date_trunc('hour', d.at, 'UTC'), '', d.verdict, count(*)
from visit_verdict d join link l on l.id = d.link_id
group by 1, 2, 4;
