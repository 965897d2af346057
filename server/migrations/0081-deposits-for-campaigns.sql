-- Why: a company pays a campaign by transfer; when the money of its reference is credited in full, the campaign pays itself.

-- No foreign key: campaigns are known to the right of deposits only.
alter table deposit
  add campaign_id uuid,
  add campaign_outcome text check (campaign_outcome in ('paid', 'less_arrived', 'price_changed', 'not_payable', 'not_covered')),
  add check (campaign_id is null or method = 'bank_transfer'),
  add check (campaign_outcome is null or (campaign_id is not null and status = 'credited'));
-- A campaign has one reference at a time.
create unique index deposit_awaited_for_campaign on deposit (campaign_id) where status = 'awaiting';
create index deposit_to_pay_campaign on deposit (campaign_id) where status = 'credited' and campaign_id is not null and campaign_outcome is null;

-- What became of its campaign is written once, after the credit.
create or replace trigger final_status before update on deposit for each row
  when (current_user = 'fairturn_app' and (old.status = 'refused' or old.status = 'credited' and old.campaign_outcome is not null))
  execute function final_status_is_kept();
create trigger credited_status before update on deposit for each row
  when (current_user = 'fairturn_app' and old.status = 'credited' and old.campaign_outcome is null)
  execute function final_status_is_kept('campaign_outcome');
