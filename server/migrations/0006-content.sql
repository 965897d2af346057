-- Why: settings, and texts that operators may change: what the deployment is called, costs and says, version by version, so that it
-- can be read, compared and restored.

create table setting (
  key text primary key,
  value jsonb not null,
  updated_at timestamptz not null
);

-- A page overrides the default text that comes with the product.
create table page (
  name text not null,
  locale text not null references locale (code),
  html text not null,
  updated_at timestamptz not null,
  primary key (name, locale)
);

create table popup (
  locale text primary key references locale (code),
  image text, -- Null: no popup in this language.
  updated_at timestamptz not null,
  -- Without a picture the one that came with the product is shown; `is_on` says whether any is.
  is_on boolean not null default true,
  alt text check (alt <> '')
);

-- What the banner's film says, for who cannot see or hear it: WebVTT, in each language. The film that came with the
-- product has its own, beside it.
create table banner_caption (
  film text not null,
  locale text not null references locale (code),
  vtt text not null,
  primary key (film, locale)
);

-- What staff uploaded to be shown. A file that nothing refers to any more is forgotten after a day.
create table content_file (
  url text primary key check (url ~ '^/files/[0-9a-f]{32}\.(webp|mp4|webm)$'),
  kind text not null check (kind in ('popup', 'film', 'poster')),
  uploaded_by uuid not null references operator (id),
  used_at timestamptz not null -- When it was uploaded, or last put to use.
);
create index content_file_used_at on content_file (used_at);

-- What operators change in settings, levels and texts.
create table version (
  kind text not null check (kind in ('setting', 'level', 'page', 'popup', 'banner')),
  key text not null check (key <> ''),
  number int not null check (number > 0), -- From 1 without a gap; the last is what holds now.
  content jsonb not null,
  reason text check (reason <> ''),
  operator_id uuid references operator (id), -- Null: it was there before anybody changed it.
  approved_by uuid references operator (id), -- The second pair of eyes, where it takes four.
  restored_from int,
  made_at timestamptz not null,
  primary key (kind, key, number),
  foreign key (kind, key, restored_from) references version (kind, key, number),
  check (restored_from < number),
  constraint version_is_made_by_somebody check (number = 1 or operator_id is not null),
  constraint version_is_approved_by_another check (approved_by <> operator_id),
  -- What a level costs, where money goes and what the service charges is never changed by one person.
  constraint version_takes_two check (approved_by is not null or operator_id is null or not (kind = 'level'
    or kind = 'page' and key like 'receive-account/%' or kind = 'setting' and (key in ('receive_account',
    'link_deposit', 'link_support', 'service_fee', 'min_withdrawal', 'withdrawal_fee', 'two_person_withdrawal'))))
);
create trigger append_only before delete or update or truncate on version for each statement
  execute function audit_append_only();

create function version_follows_the_last() returns trigger language plpgsql as $$
begin
  if new.number <> (select coalesce(max(number), 0) + 1 from version where kind = new.kind and key = new.key) then
    raise exception 'version % of % % does not follow the last', new.number, new.kind, new.key using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger follows_the_last before insert on version for each row execute function version_follows_the_last();

-- Grants.
revoke execute on function version_follows_the_last from fairturn_app;
