-- Why: whoever asks or objects is answered by a time that is known, and a complaint is decided by somebody else than the decision.

create table conversation (
  id uuid primary key,
  member_id uuid not null references member (id),
  subject_kind text check (subject_kind in ('order', 'visits', 'link', 'withdrawal', 'deposit', 'campaign', 'invoice', 'lock', 'staff_action')),
  subject_id uuid,
  locale text not null references locale (code),
  status text not null default 'open' check (status in ('open', 'answered', 'solved', 'closed')),
  created_at timestamptz not null,
  last_message_at timestamptz not null,
  last_by text not null default 'member' check (last_by in ('member', 'staff')),
  -- Of the member and of staff; each side may write so many.
  member_messages int not null default 0 check (member_messages between 0 and 300),
  staff_messages int not null default 0 check (staff_messages between 0 and 300),
  notes int not null default 0 check (notes between 0 and 200),
  -- By when we owe the next answer, or while a complaint is open its decision; null while we owe nothing.
  due_by timestamptz,
  first_answered_at timestamptz,
  moved_from timestamptz,
  moved_reason text,
  moved_at timestamptz,
  -- Late, or about to end by time: it is the owners' too.
  raised_at timestamptz,
  assigned_to uuid references operator (id),
  -- When it was last solved or closed.
  ended_at timestamptz,
  -- What was written in it is deleted with the account.
  erased_at timestamptz,
  check ((subject_kind is null) = (subject_id is null)),
  check (num_nonnulls(moved_from, moved_reason, moved_at) in (0, 3)),
  check ((status in ('solved', 'closed')) = (ended_at is not null))
);
create index conversation_of_member on conversation (member_id, last_message_at desc, id desc);
create index conversation_due on conversation (due_by, id) where due_by is not null;
create index conversation_by_time on conversation (id desc);
create index conversation_by_last_message on conversation (last_message_at, id);
create index conversation_by_status on conversation (status, last_message_at, id);
create index conversation_about on conversation (subject_id, id desc) where subject_id is not null;
create index conversation_assigned on conversation (assigned_to, id) where assigned_to is not null;
create index conversation_answered on conversation (first_answered_at) where first_answered_at is not null;

create table conversation_message (
  conversation_id uuid not null references conversation (id) on delete cascade,
  message_no int not null check (message_no > 0),
  id uuid not null unique,
  by text not null check (by in ('member', 'staff')),
  written_by uuid references operator (id),
  text text not null check (length(text) between 1 and 4000),
  at timestamptz not null,
  primary key (conversation_id, message_no),
  check ((by = 'staff') = (written_by is not null))
);

create table conversation_note (
  id uuid primary key,
  conversation_id uuid not null references conversation (id) on delete cascade,
  written_by uuid not null references operator (id),
  text text not null check (length(text) between 1 and 2000),
  at timestamptz not null
);
create index conversation_note_of on conversation_note (conversation_id, id);

create table complaint (
  conversation_id uuid primary key references conversation (id) on delete cascade,
  member_id uuid not null references member (id),
  against text not null
    check (against in ('withdrawal_refused', 'visits_refused', 'order_in_review', 'campaign_rejected', 'conduct_lock', 'staff_action')),
  -- What the decision was on: withdrawal, order, campaign, member; a staff action is its own line in the audit log.
  target_id uuid not null,
  -- What an operator did with it before that does not keep them from deciding.
  decision_at timestamptz not null,
  made_at timestamptz not null,
  decide_by timestamptz not null,
  -- A conduct lock ends then if nobody has decided; moving the due time does not move it.
  lock_ends_at timestamptz,
  called_at timestamptz,
  status text not null default 'open' check (status in ('open', 'upheld', 'not_upheld', 'ended_by_time')),
  decided_at timestamptz,
  decided_by text,
  facts text,
  rule text,
  machine text check (machine in ('none', 'found', 'decided')),
  can_be_done text,
  remedy text check (remedy in ('lock_ended', 'visits_accepted', 'order_paid', 'withdraw_again', 'place_again')),
  constraint complaint_about_a_decision_is_made_once unique (target_id, against, decision_at),
  check ((against = 'conduct_lock') = (lock_ends_at is not null)),
  check ((status = 'open') = (decided_at is null) and (status = 'open') = (decided_by is null)),
  check (num_nonnulls(facts, rule, machine, can_be_done) in (0, 4)),
  check ((status in ('upheld', 'not_upheld')) = (facts is not null)),
  check (remedy is null or status in ('upheld', 'ended_by_time')),
  check (status <> 'ended_by_time' or decided_by = 'system')
);
create index complaint_open on complaint (decide_by) where status = 'open';
create index complaint_lock_ends on complaint (lock_ends_at) where status = 'open' and lock_ends_at is not null;
create index complaint_of_member on complaint (member_id);
create index complaint_decided on complaint (decided_at) where status <> 'open';
create trigger final_status before update on complaint for each row
  when (current_user = 'fairturn_app' and old.status <> 'open') execute function final_status_is_kept('facts', 'rule', 'can_be_done');
create trigger known_decider before insert or update of decided_by on complaint for each row
  when (new.decided_by is not null and not (new.decided_by = 'system' and new.status = 'ended_by_time'))
  execute function actor_reviews_orders('decided_by');

create table answer_template (
  id uuid primary key,
  name text not null check (length(name) between 1 and 60),
  locale text not null references locale (code),
  text text not null check (length(text) between 1 and 2000),
  changed_by uuid not null references operator (id),
  changed_at timestamptz not null,
  unique (name, locale)
);
