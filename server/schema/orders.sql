-- Written by schema.test.ts from a migrated database: a table is read here. UPDATE_SCHEMA=1 writes it.

create table award (
  id uuid not null,
  order_id uuid not null,
  member_id uuid not null,
  campaign_id uuid not null,
  entry_id uuid not null,
  reward_minor bigint not null,
  bonus_minor bigint not null,
  quality_bp integer not null,
  claimed_at timestamptz not null,
  announced_at timestamptz,
  objection_id uuid,
  automatic boolean not null default false,
  constraint award_entry_id_key unique (entry_id),
  constraint award_objection_id_key unique (objection_id),
  constraint award_pkey primary key (id),
  constraint award_campaign_id_fkey foreign key (campaign_id) references campaign(id),
  constraint award_entry_id_fkey foreign key (entry_id) references entry(id) deferrable initially deferred,
  constraint award_member_id_fkey foreign key (member_id) references member(id),
  constraint award_objection_id_fkey foreign key (objection_id) references objection(id),
  constraint award_order_id_fkey foreign key (order_id) references orders(id),
  constraint award_bonus_minor_check check (bonus_minor >= 0),
  constraint award_reward_minor_check check (reward_minor >= 0)
)
create index award_latest on award using btree (claimed_at desc, id desc)
create index award_of_member on award using btree (member_id, claimed_at)
create unique index award_of_order on award using btree (order_id) where objection_id is null
grant insert, select to fairturn_app
grant update (announced_at) to fairturn_app

create table member_link (
  low_id uuid not null,
  high_id uuid not null,
  kind text not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  constraint member_link_pkey primary key (low_id, high_id, kind),
  constraint member_link_high_id_fkey foreign key (high_id) references member(id),
  constraint member_link_low_id_fkey foreign key (low_id) references member(id),
  constraint member_link_check check (last_at >= first_at),
  constraint member_link_check1 check (low_id < high_id),
  constraint member_link_kind_check check (kind in ('invitation', 'house_code', 'device', 'address', 'registration', 'payout_account', 'same_visitors'))
)
create index member_link_last on member_link using btree (last_at)
create index member_link_of_other on member_link using btree (high_id)
grant delete, insert, select to fairturn_app
grant update (last_at) to fairturn_app

create table objected_visit (
  objection_id uuid not null,
  visit_id uuid not null,
  reason text not null,
  upheld boolean,
  counted boolean not null,
  constraint objected_visit_pkey primary key (objection_id, visit_id),
  constraint objected_visit_objection_id_fkey foreign key (objection_id) references objection(id)
)
grant insert, select to fairturn_app
grant update (upheld) to fairturn_app

create table objection (
  id uuid not null,
  order_id uuid not null,
  member_id uuid not null,
  note text not null,
  made_at timestamptz not null,
  decide_by timestamptz not null,
  visits integer not null,
  most_visits integer not null,
  most_minor bigint not null,
  kept_apart boolean not null default false,
  decided_by text,
  decided_at timestamptz,
  by_silence boolean,
  upheld integer,
  added_minor bigint,
  reason text,
  constraint objection_order_id_key unique (order_id),
  constraint objection_pkey primary key (id),
  constraint objection_member_id_fkey foreign key (member_id) references member(id),
  constraint objection_order_id_fkey foreign key (order_id) references orders(id),
  constraint objection_check check (upheld >= 0 and upheld <= visits),
  constraint objection_check1 check (added_minor >= 0 and added_minor <= most_minor),
  constraint objection_check2 check ((decided_at is null) = (decided_by is null) and (decided_at is null) = (by_silence is null)),
  constraint objection_check3 check ((decided_at is null) = (upheld is null) and (decided_at is null) = (added_minor is null)),
  constraint objection_check4 check ((decided_at is null) = (reason is null)),
  constraint objection_most_minor_check check (most_minor >= 0),
  constraint objection_most_visits_check check (most_visits >= 0),
  constraint objection_visits_check check (visits > 0)
)
create index objection_decided on objection using btree (decided_at)
create index objection_due on objection using btree (decide_by) where decided_at is null
create trigger final_status before update on objection for each row when (CURRENT_USER = 'fairturn_app' and old.decided_at is not null) execute function final_status_is_kept('note')
create trigger known_decider before insert or update of decided_by, by_silence, decided_at on objection for each row when (new.decided_by is not null and not (new.decided_by = 'system' and new.by_silence and new.decided_at >= new.decide_by)) execute function actor_reviews_orders('decided_by')
grant insert, select to fairturn_app
grant update (note, kept_apart, decided_by, decided_at, by_silence, upheld, added_minor, reason) to fairturn_app

create table offer (
  id uuid not null,
  member_id uuid not null,
  campaign_id uuid not null,
  hold_id uuid not null,
  price_minor bigint not null,
  target integer not null,
  bonus_low_bp integer not null,
  bonus_high_bp integer not null,
  highest_award_minor bigint not null,
  hours integer not null,
  drawn_at timestamptz not null,
  expires_at timestamptz not null,
  status text not null,
  rules smallint not null default 4,
  constraint offer_hold_id_key unique (hold_id),
  constraint offer_pkey primary key (id),
  constraint offer_campaign_id_fkey foreign key (campaign_id) references campaign(id),
  constraint offer_member_id_fkey foreign key (member_id) references member(id),
  constraint offer_bonus_low_bp_check check (bonus_low_bp >= 0),
  constraint offer_check check (bonus_high_bp >= bonus_low_bp),
  constraint offer_check1 check (highest_award_minor >= (price_minor * target)),
  constraint offer_hours_check check (hours > 0),
  constraint offer_price_minor_check check (price_minor > 0),
  constraint offer_status_check check (status in ('open', 'left', 'taken', 'skipped', 'expired')),
  constraint offer_target_check check (target > 0)
)
create index offer_expiring on offer using btree (expires_at) where status = 'open'
create index offer_left on offer using btree (id) where status = 'left'
create unique index offer_open on offer using btree (member_id) where status = 'open'
grant insert, select to fairturn_app
grant update (status) to fairturn_app

create table order_review (
  order_id uuid not null,
  member_id uuid not null,
  reasons text[] not null,
  basis jsonb not null,
  award_minor bigint not null,
  with_order uuid,
  opened_at timestamptz not null,
  due_at timestamptz not null,
  outcome text,
  decided_at timestamptz,
  decided_by text,
  constraint order_review_pkey primary key (order_id),
  constraint order_review_member_id_fkey foreign key (member_id) references member(id),
  constraint order_review_order_id_fkey foreign key (order_id) references orders(id),
  constraint order_review_with_order_fkey foreign key (with_order) references order_review(order_id),
  constraint order_review_award_minor_check check (award_minor >= 0),
  constraint order_review_check check (due_at > opened_at),
  constraint order_review_check1 check (num_nonnulls(outcome, decided_at, decided_by) in (0, 3)),
  constraint order_review_check2 check (decided_by <> 'system' or (outcome in ('silence', 'with_other'))),
  constraint order_review_check3 check (with_order <> order_id),
  constraint order_review_outcome_check check (outcome in ('paid', 'partly', 'refused', 'silence', 'with_other')),
  constraint order_review_reasons_check check (cardinality(reasons) > 0),
  constraint order_review_silence_is_late check (outcome <> 'silence' or decided_by <> 'system' or decided_at >= due_at)
)
create index order_review_decided on order_review using btree (decided_at) where outcome is not null
create index order_review_of_member on order_review using btree (member_id, decided_at desc)
create index order_review_waiting on order_review using btree (member_id) where outcome is null
create index order_review_waiting_with on order_review using btree (with_order) where with_order is not null
create trigger final_status before update on order_review for each row when (CURRENT_USER = 'fairturn_app' and old.outcome is not null) execute function final_status_is_kept()
create trigger known_decider before insert or update of decided_by on order_review for each row when (new.decided_by is not null and new.decided_by <> 'system') execute function actor_reviews_orders('decided_by')
grant insert, select to fairturn_app
grant update (with_order, outcome, decided_at, decided_by) to fairturn_app

create table orders (
  id uuid not null,
  offer_id uuid not null,
  member_id uuid not null,
  campaign_id uuid not null,
  hold_id uuid not null,
  status text not null,
  price_minor bigint not null,
  target integer not null,
  bonus_low_bp integer not null,
  bonus_high_bp integer not null,
  highest_award_minor bigint not null,
  hours integer not null,
  link_code text,
  local_day date not null,
  taken_at timestamptz not null,
  deadline timestamptz not null,
  started_at timestamptz,
  verified integer not null default 0,
  visits integer not null default 0,
  counted integer not null default 0,
  reward_minor bigint,
  bonus_minor bigint,
  bonus_bp integer,
  quality_bp integer,
  settled_at timestamptz,
  claimed_at timestamptz,
  review_until timestamptz,
  objection text,
  kept_until timestamptz,
  reviewed_by text,
  review_reason text,
  unconfirmed_until timestamptz,
  counts_visitors boolean not null default false,
  level_purchase_id uuid,
  extra_bonus_minor bigint not null default 0,
  over_share uuid[],
  constraint orders_hold_id_key unique (hold_id),
  constraint orders_link_code_key unique (link_code),
  constraint orders_offer_id_key unique (offer_id),
  constraint orders_pkey primary key (id),
  constraint orders_campaign_id_fkey foreign key (campaign_id) references campaign(id),
  constraint orders_level_purchase_id_fkey foreign key (level_purchase_id) references level_purchase(id),
  constraint orders_member_id_fkey foreign key (member_id) references member(id),
  constraint orders_offer_id_fkey foreign key (offer_id) references offer(id),
  constraint orders_check check (verified >= 0 and verified <= target and verified <= counted and counted <= visits),
  constraint orders_check1 check ((reward_minor + bonus_minor) <= highest_award_minor),
  constraint orders_check2 check ((status in ('success', 'done')) = (reward_minor is not null)),
  constraint orders_check3 check ((reward_minor is null) = (bonus_minor is null)),
  constraint orders_check4 check ((status in ('success', 'done', 'returned', 'expired')) = (settled_at is not null)),
  constraint orders_check5 check ((status = 'done') = (claimed_at is not null)),
  constraint orders_check6 check (review_until is null or (status in ('distributing', 'success', 'done'))),
  constraint orders_check7 check (kept_until is null or status = 'expired'),
  constraint orders_check8 check (unconfirmed_until is null or started_at is not null),
  constraint orders_extra_bonus_has_a_purchase check ((level_purchase_id is null) = (extra_bonus_minor = 0)),
  constraint orders_extra_bonus_minor_check check (extra_bonus_minor >= 0),
  constraint orders_objection_check check (objection in ('open', 'upheld', 'partly_upheld', 'refused')),
  constraint orders_quality_bp_check check (quality_bp >= 0 and quality_bp <= 10000),
  constraint orders_status_check check (status in ('pending', 'distributing', 'success', 'done', 'returned', 'expired'))
)
create index orders_due on orders using btree (coalesce(unconfirmed_until, deadline)) where (status in ('pending', 'distributing')) and review_until is null
create index orders_kept on orders using btree (kept_until) where kept_until is not null
create index orders_of_campaign on orders using btree (campaign_id)
create index orders_of_member on orders using btree (member_id, id desc)
create index orders_of_member_by_campaign on orders using btree (member_id, campaign_id, id desc)
create index orders_of_member_by_status on orders using btree (member_id, status, id desc)
create unique index orders_pending on orders using btree (member_id) where status = 'pending'
create index orders_reviewed on orders using btree (review_until) where status = 'distributing' and review_until is not null
create index orders_turns on orders using btree (member_id, local_day) where status <> 'returned'
create index orders_unclaimed on orders using btree (settled_at, id) where status = 'success'
create trigger final_status before update on orders for each row when (CURRENT_USER = 'fairturn_app' and old.status = 'done') execute function final_status_is_kept('bonus_bp', 'bonus_minor', 'counted', 'counts_visitors', 'kept_until', 'objection', 'quality_bp', 'reward_minor', 'verified', 'visits')
create trigger known_reviewer before insert or update of reviewed_by on orders for each row when (new.reviewed_by is not null) execute function actor_reviews_orders('reviewed_by')
grant insert, select to fairturn_app
grant update (status, link_code, started_at, verified, visits, counted, reward_minor, bonus_minor, bonus_bp, quality_bp, settled_at, claimed_at, review_until, objection, kept_until, reviewed_by, review_reason, unconfirmed_until, counts_visitors, level_purchase_id, extra_bonus_minor, over_share) to fairturn_app

create table unseen_award (
  member_id uuid not null,
  first_order_at timestamptz not null,
  unseen_minor bigint not null default 0,
  looks smallint not null default 0,
  last_look_at timestamptz,
  constraint unseen_award_pkey primary key (member_id),
  constraint unseen_award_member_id_fkey foreign key (member_id) references member(id),
  constraint unseen_award_looks_check check (looks >= 0 and looks <= 2),
  constraint unseen_award_unseen_minor_check check (unseen_minor >= 0)
)
grant insert, select to fairturn_app
grant update (unseen_minor, looks, last_look_at) to fairturn_app
