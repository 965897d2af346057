-- Why: a draft is what a member typed and has not placed yet; what is kept of it is encrypted, so that a copy of the database tells none.
-- Plain drafts of before are read until they are saved again or swept.
alter table campaign_draft
  alter column draft drop not null,
  add column sealed bytea,
  add constraint campaign_draft_is_kept_once check (num_nonnulls(draft, sealed) = 1);
