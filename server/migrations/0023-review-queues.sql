-- Why: operators search members and work through queues, oldest first; and what a placer had paused stays paused once an
-- operator lets it go on.
alter table campaign add column placer_paused boolean not null default false;
update campaign set placer_paused = true where status = 'paused' and pause_reason is null;
create index campaign_in_review on campaign (paid_at, id) where status = 'review';
create index campaign_shows_creative on campaign (creative);
create index member_name_begins on member (username_key text_pattern_ops);
