-- What visitors say of a link, through the form on its page. No visit: the judge and the counts never read these tables. The
-- network is the daily pseudonym of visits, forgotten after two days; neither address nor agent is stored. No foreign keys, as
-- with link: the link service writes it without a look at other modules' tables.

create table visitor_report (
  -- That of the form's token: one report a token.
  id uuid primary key,
  link_id uuid not null,
  campaign_id uuid not null,
  received_at timestamptz not null,
  reason text not null check (reason in ('spam', 'misleading', 'not_labelled', 'illegal', 'impersonates', 'personal_data', 'other')),
  note text not null check (char_length(note) <= 1000),
  locale text not null,
  -- Of the salt of network_hash; network_before has the salt of the day before, to compare across midnight.
  day date not null,
  network_hash bytea,
  network_before bytea,
  -- SHA-256 of the token of the page with its outcome.
  token_hash bytea not null unique,
  status text not null default 'received' check (status in ('received', 'acted_on', 'not_acted_on')),
  decided_at timestamptz,
  decision_reason text,
  check ((status = 'received') = (decided_at is null)),
  check ((decided_at is null) = (decision_reason is null))
);
-- What a visitor was answered stays.
create trigger final_status before update on visitor_report for each row
  when (current_user = 'fairturn_app' and old.status <> 'received') execute function final_status_is_kept('network_hash', 'network_before');
create index visitor_report_campaign on visitor_report (campaign_id, id);
create index visitor_report_received on visitor_report (received_at);
create index visitor_report_decided on visitor_report (decided_at) where decided_at is not null;
create index visitor_report_open on visitor_report (received_at, campaign_id) where status = 'received';

-- Since when a campaign waits for a look because five networks reported it within a day.
alter table campaign add column reported_at timestamptz;
create index campaign_reported on campaign (reported_at) where reported_at is not null;
