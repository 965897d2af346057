-- Why: whoever cannot sign in can ask, too, by a mail address that they have confirmed; nothing here says whether it has an account.

create table stranger (
  id uuid primary key,
  email text not null check (length(email) between 3 and 254 and email like '%_@_%'),
  locale text not null references locale (code),
  asked_at timestamptz not null,
  -- What was asked, until the address is confirmed; then it is the first message.
  message text check (length(message) between 1 and 4000),
  confirmed_at timestamptz,
  check ((message is null) = (confirmed_at is not null))
);
create index stranger_unconfirmed on stranger (asked_at) where confirmed_at is null;

-- A link that was mailed: before the address is confirmed it confirms it, later it opens the conversation.
create table stranger_link (
  hash bytea primary key check (length(hash) = 32),
  stranger_id uuid not null references stranger (id) on delete cascade,
  expires_at timestamptz not null
);
create index stranger_link_of on stranger_link (stranger_id);
create index stranger_link_expires on stranger_link (expires_at);

alter table conversation
  alter member_id drop not null,
  add stranger_id uuid references stranger (id),
  add constraint conversation_is_somebodys check (num_nonnulls(member_id, stranger_id) = 1),
  add constraint conversation_of_a_stranger_is_about_nothing check (stranger_id is null or subject_kind is null);
create unique index conversation_of_stranger on conversation (stranger_id) where stranger_id is not null;
-- Whoever sends a reply again has it once.
alter table conversation_message add sent_key uuid;
create unique index conversation_message_sent_once on conversation_message (conversation_id, sent_key) where sent_key is not null;
