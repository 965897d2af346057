-- Why: what was said to a member, kept as kind and words so that it can be read in whichever language they use later.

create table notification (
  id uuid primary key,
  member_id uuid not null references member (id),
  kind text not null,
  -- Texts, money as wire strings, instants as ISO 8601.
  params jsonb not null check (jsonb_typeof(params) = 'object'),
  path text check (path like '/%'),
  created_at timestamptz not null,
  read_at timestamptz
);
create index notification_of_member on notification (member_id, id desc);
create index notification_unread on notification (member_id) where read_at is null;
