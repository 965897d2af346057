-- Why: staff says something to many members at once, each in their language and once; and keeps the files its pages show.

create table broadcast (
  id uuid primary key,
  -- Grows with every change, so that nobody sends what a colleague has changed meanwhile.
  version int not null default 1,
  status text not null check (status in ('draft', 'scheduled', 'sending', 'sent', 'cancelled')),
  -- By language `{"title", "text"}`; Vietnamese is there always, and stands in for those that are not.
  texts jsonb not null check (texts -> 'vn' ->> 'title' <> '' and texts -> 'vn' ->> 'text' <> ''),
  path text check (path like '/%'),
  -- Whom it is for: all that are set must fit.
  level_id uuid,
  locale text check (locale in ('vn', 'en', 'jp', 'kr', 'cn', 'rs', 'fr')),
  active_days int check (active_days between 1 and 30),
  created_by uuid not null references operator (id),
  created_at timestamptz not null,
  send_at timestamptz,
  begun_at timestamptz,
  finished_at timestamptz,
  -- How far it is: members are told in the order of their ids, and this is the last one who was.
  last_member_id uuid,
  recipients int not null default 0,
  check ((send_at is null) <= (status in ('draft', 'cancelled'))),
  check ((begun_at is not null) = (status in ('sending', 'sent'))),
  check ((finished_at is not null) = (status = 'sent'))
);

-- Its words stand once, with the broadcast.
alter table notification add column broadcast_id uuid references broadcast (id),
  add constraint notification_of_a_broadcast_names_it check ((broadcast_id is not null) = (kind = 'broadcast'));
-- Nobody has it twice, whatever happens to whom sends it.
create unique index notification_broadcast_id on notification (broadcast_id, member_id) where broadcast_id is not null;

-- What staff uploaded to be shown. A file that nothing refers to any more is forgotten after a day.
create table content_file (
  url text primary key check (url ~ '^/files/[0-9a-f]{32}\.(webp|mp4|webm)$'),
  kind text not null check (kind in ('popup', 'film', 'poster')),
  uploaded_by uuid not null references operator (id),
  -- When it was uploaded, or last put to use.
  used_at timestamptz not null
);
create index content_file_used_at on content_file (used_at);

-- Without a picture the one that came with the product is shown; `is_on` says whether any is.
alter table popup add column is_on boolean not null default true, add column alt text check (alt <> '');
update popup set is_on = false where image is null;

-- What the banner's film says, for who cannot see or hear it: WebVTT, in each language. The film that came with the
-- product has its own, beside it.
create table banner_caption (
  film text not null,
  locale text not null check (locale in ('vn', 'en', 'jp', 'kr', 'cn', 'rs', 'fr')),
  vtt text not null,
  primary key (film, locale)
);
