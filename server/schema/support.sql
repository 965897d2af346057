-- Written by schema.test.ts from a migrated database: a table is read here. UPDATE_SCHEMA=1 writes it.

create table answer_template (
  id uuid not null,
  name text not null,
  locale text not null,
  text text not null,
  changed_by uuid not null,
  changed_at timestamptz not null,
  constraint answer_template_name_locale_key unique (name, locale),
  constraint answer_template_pkey primary key (id),
  constraint answer_template_changed_by_fkey foreign key (changed_by) references operator(id),
  constraint answer_template_locale_fkey foreign key (locale) references locale(code),
  constraint answer_template_name_check check (length(name) >= 1 and length(name) <= 60),
  constraint answer_template_text_check check (length(text) >= 1 and length(text) <= 2000)
)
grant delete, insert, select to fairturn_app
grant update (text, changed_by, changed_at) to fairturn_app

create table complaint (
  conversation_id uuid not null,
  member_id uuid not null,
  against text not null,
  target_id uuid not null,
  decision_at timestamptz not null,
  made_at timestamptz not null,
  decide_by timestamptz not null,
  lock_ends_at timestamptz,
  called_at timestamptz,
  status text not null default 'open',
  decided_at timestamptz,
  decided_by text,
  facts text,
  rule text,
  machine text,
  can_be_done text,
  remedy text,
  constraint complaint_about_a_decision_is_made_once unique (target_id, against, decision_at),
  constraint complaint_pkey primary key (conversation_id),
  constraint complaint_conversation_id_fkey foreign key (conversation_id) references conversation(id) on delete cascade,
  constraint complaint_member_id_fkey foreign key (member_id) references member(id),
  constraint complaint_against_check check (against in ('withdrawal_refused', 'visits_refused', 'order_in_review', 'campaign_rejected', 'conduct_lock', 'staff_action')),
  constraint complaint_check check ((against = 'conduct_lock') = (lock_ends_at is not null)),
  constraint complaint_check1 check ((status = 'open') = (decided_at is null) and (status = 'open') = (decided_by is null)),
  constraint complaint_check2 check (num_nonnulls(facts, rule, machine, can_be_done) in (0, 4)),
  constraint complaint_check3 check ((status in ('upheld', 'not_upheld')) = (facts is not null)),
  constraint complaint_check4 check (remedy is null or (status in ('upheld', 'ended_by_time'))),
  constraint complaint_check5 check (status <> 'ended_by_time' or decided_by = 'system'),
  constraint complaint_machine_check check (machine in ('none', 'found', 'decided')),
  constraint complaint_remedy_check check (remedy in ('lock_ended', 'visits_accepted', 'order_paid', 'withdraw_again', 'place_again')),
  constraint complaint_status_check check (status in ('open', 'upheld', 'not_upheld', 'ended_by_time'))
)
create index complaint_decided on complaint using btree (decided_at) where status <> 'open'
create index complaint_lock_ends on complaint using btree (lock_ends_at) where status = 'open' and lock_ends_at is not null
create index complaint_of_member on complaint using btree (member_id)
create index complaint_open on complaint using btree (decide_by) where status = 'open'
create trigger final_status before update on complaint for each row when (CURRENT_USER = 'fairturn_app' and old.status <> 'open') execute function final_status_is_kept('facts', 'rule', 'can_be_done')
create trigger known_decider before insert or update of decided_by on complaint for each row when (new.decided_by is not null and not (new.decided_by = 'system' and new.status = 'ended_by_time')) execute function actor_reviews_orders('decided_by')
grant delete, insert, select to fairturn_app
grant update (decide_by, called_at, status, decided_at, decided_by, facts, rule, machine, can_be_done, remedy) to fairturn_app

create table conversation (
  id uuid not null,
  member_id uuid,
  subject_kind text,
  subject_id uuid,
  locale text not null,
  status text not null default 'open',
  created_at timestamptz not null,
  last_message_at timestamptz not null,
  last_by text not null default 'member',
  member_messages integer not null default 0,
  staff_messages integer not null default 0,
  notes integer not null default 0,
  due_by timestamptz,
  first_answered_at timestamptz,
  moved_from timestamptz,
  moved_reason text,
  moved_at timestamptz,
  raised_at timestamptz,
  assigned_to uuid,
  ended_at timestamptz,
  erased_at timestamptz,
  stranger_id uuid,
  constraint conversation_pkey primary key (id),
  constraint conversation_assigned_to_fkey foreign key (assigned_to) references operator(id),
  constraint conversation_locale_fkey foreign key (locale) references locale(code),
  constraint conversation_member_id_fkey foreign key (member_id) references member(id),
  constraint conversation_stranger_id_fkey foreign key (stranger_id) references stranger(id),
  constraint conversation_check check ((subject_kind is null) = (subject_id is null)),
  constraint conversation_check1 check (num_nonnulls(moved_from, moved_reason, moved_at) in (0, 3)),
  constraint conversation_check2 check ((status in ('solved', 'closed')) = (ended_at is not null)),
  constraint conversation_is_somebodys check (num_nonnulls(member_id, stranger_id) = 1),
  constraint conversation_last_by_check check (last_by in ('member', 'staff')),
  constraint conversation_member_messages_check check (member_messages >= 0 and member_messages <= 300),
  constraint conversation_notes_check check (notes >= 0 and notes <= 200),
  constraint conversation_of_a_stranger_is_about_nothing check (stranger_id is null or subject_kind is null),
  constraint conversation_staff_messages_check check (staff_messages >= 0 and staff_messages <= 300),
  constraint conversation_status_check check (status in ('open', 'answered', 'solved', 'closed')),
  constraint conversation_subject_kind_check check (subject_kind in ('order', 'visits', 'link', 'withdrawal', 'deposit', 'campaign', 'invoice', 'lock', 'staff_action'))
)
create index conversation_about on conversation using btree (subject_id, id desc) where subject_id is not null
create index conversation_answered on conversation using btree (first_answered_at) where first_answered_at is not null
create index conversation_assigned on conversation using btree (assigned_to, id) where assigned_to is not null
create index conversation_by_last_message on conversation using btree (last_message_at, id)
create index conversation_by_status on conversation using btree (status, last_message_at, id)
create index conversation_by_time on conversation using btree (id desc)
create index conversation_due on conversation using btree (due_by, id) where due_by is not null
create index conversation_of_member on conversation using btree (member_id, last_message_at desc, id desc)
create unique index conversation_of_stranger on conversation using btree (stranger_id) where stranger_id is not null
grant delete, insert, select to fairturn_app
grant update (status, last_message_at, last_by, member_messages, staff_messages, notes, due_by, first_answered_at, moved_from, moved_reason, moved_at, raised_at, assigned_to, ended_at, erased_at) to fairturn_app

create table conversation_message (
  conversation_id uuid not null,
  message_no integer not null,
  id uuid not null,
  by text not null,
  written_by uuid,
  text text not null,
  at timestamptz not null,
  sent_key uuid,
  constraint conversation_message_id_key unique (id),
  constraint conversation_message_pkey primary key (conversation_id, message_no),
  constraint conversation_message_conversation_id_fkey foreign key (conversation_id) references conversation(id) on delete cascade,
  constraint conversation_message_written_by_fkey foreign key (written_by) references operator(id),
  constraint conversation_message_by_check check (by in ('member', 'staff')),
  constraint conversation_message_check check ((by = 'staff') = (written_by is not null)),
  constraint conversation_message_message_no_check check (message_no > 0),
  constraint conversation_message_text_check check (length(text) >= 1 and length(text) <= 4000)
)
create unique index conversation_message_sent_once on conversation_message using btree (conversation_id, sent_key) where sent_key is not null
grant delete, insert, select to fairturn_app

create table conversation_note (
  id uuid not null,
  conversation_id uuid not null,
  written_by uuid not null,
  text text not null,
  at timestamptz not null,
  constraint conversation_note_pkey primary key (id),
  constraint conversation_note_conversation_id_fkey foreign key (conversation_id) references conversation(id) on delete cascade,
  constraint conversation_note_written_by_fkey foreign key (written_by) references operator(id),
  constraint conversation_note_text_check check (length(text) >= 1 and length(text) <= 2000)
)
create index conversation_note_of on conversation_note using btree (conversation_id, id)
grant delete, insert, select to fairturn_app

create table overruled_lock (
  id uuid not null,
  member_id uuid not null,
  facts text not null,
  at timestamptz not null,
  constraint overruled_lock_pkey primary key (id),
  constraint overruled_lock_member_id_fkey foreign key (member_id) references member(id)
)
create index overruled_lock_of_member on overruled_lock using btree (member_id, at desc)
grant delete, insert, select to fairturn_app

create table overruled_refusal (
  withdrawal_id uuid not null,
  member_id uuid not null,
  at timestamptz not null,
  again_id uuid,
  constraint overruled_refusal_again_id_key unique (again_id),
  constraint overruled_refusal_pkey primary key (withdrawal_id),
  constraint overruled_refusal_again_id_fkey foreign key (again_id) references withdrawal(id),
  constraint overruled_refusal_member_id_fkey foreign key (member_id) references member(id),
  constraint overruled_refusal_withdrawal_id_fkey foreign key (withdrawal_id) references withdrawal(id)
)
create index overruled_refusal_of_member on overruled_refusal using btree (member_id)
grant insert, select to fairturn_app
grant update (again_id) to fairturn_app

create table stranger (
  id uuid not null,
  email text not null,
  locale text not null,
  asked_at timestamptz not null,
  message text,
  confirmed_at timestamptz,
  constraint stranger_pkey primary key (id),
  constraint stranger_locale_fkey foreign key (locale) references locale(code),
  constraint stranger_check check ((message is null) = (confirmed_at is not null)),
  constraint stranger_email_check check (length(email) >= 3 and length(email) <= 254 and email ~~ '%_@_%'),
  constraint stranger_message_check check (length(message) >= 1 and length(message) <= 4000)
)
create index stranger_unconfirmed on stranger using btree (asked_at) where confirmed_at is null
grant delete, insert, select to fairturn_app
grant update (message, confirmed_at) to fairturn_app

create table stranger_link (
  hash bytea not null,
  stranger_id uuid not null,
  expires_at timestamptz not null,
  constraint stranger_link_pkey primary key (hash),
  constraint stranger_link_stranger_id_fkey foreign key (stranger_id) references stranger(id) on delete cascade,
  constraint stranger_link_hash_check check (length(hash) = 32)
)
create index stranger_link_expires on stranger_link using btree (expires_at)
create index stranger_link_of on stranger_link using btree (stranger_id)
grant delete, insert, select to fairturn_app
grant update (expires_at) to fairturn_app

CREATE OR REPLACE FUNCTION public.complaint_deciders(p_conversation_id uuid)
 RETURNS TABLE(actor text)
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select e.actor from complaint c join audit_event e on e.id = c.target_id
  where c.conversation_id = p_conversation_id and c.against = 'staff_action'
  union
  select e.actor from complaint c join audit_event e on e.object_id = c.target_id::text and e.at >= c.decision_at
  where c.conversation_id = p_conversation_id and e.action = case c.against
    when 'withdrawal_refused' then 'withdrawal_refused' when 'campaign_rejected' then 'campaign_rejected'
    when 'conduct_lock' then 'member_locked' else 'order_reviewed' end
    and c.against <> 'staff_action'
  union
  select e.actor from complaint c join objection b on b.order_id = c.target_id
    join audit_event e on e.object_id = b.id::text and e.action = 'objection_decided'
  where c.conversation_id = p_conversation_id and c.against = 'visits_refused'
  union
  select 'operator:' || p.decided_by from complaint c join proposal p on p.decided_at >= c.decision_at and p.status = 'executed'
    and (p.content -> 'params' ->> 'withdrawal_id' = c.target_id::text or p.content -> 'params' ->> 'order_id' = c.target_id::text
      or p.content -> 'params' ->> 'campaign_id' = c.target_id::text or p.content -> 'params' ->> 'member_id' = c.target_id::text
      or p.kind = 'conduct_lock_again' and p.member_id = c.target_id)
  where c.conversation_id = p_conversation_id and c.against <> 'staff_action'
$function$

grant execute to fairturn_app
