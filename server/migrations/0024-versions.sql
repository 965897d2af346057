-- Why: what operators change in settings, levels and texts is kept version by version, so that it can be read, compared and restored.

create table version (
  kind text not null check (kind in ('setting', 'level', 'page', 'popup', 'banner')),
  key text not null check (key <> ''),
  -- From 1 without a gap; the last is what holds now.
  number int not null check (number > 0),
  content jsonb not null,
  reason text check (reason <> ''),
  -- Null: it was there before anybody changed it.
  operator_id uuid references operator (id),
  -- The second pair of eyes, where it takes four.
  approved_by uuid references operator (id),
  restored_from int,
  made_at timestamptz not null,
  primary key (kind, key, number),
  foreign key (kind, key, restored_from) references version (kind, key, number),
  check (restored_from < number),
  constraint version_is_made_by_somebody check (number = 1 or operator_id is not null),
  constraint version_is_approved_by_another check (approved_by <> operator_id)
);

create function version_follows_the_last() returns trigger language plpgsql as $$
begin
  if new.number <> (select coalesce(max(number), 0) + 1 from version where kind = new.kind and key = new.key) then
    raise exception 'version % of % % does not follow the last', new.number, new.kind, new.key using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger follows_the_last before insert on version for each row execute function version_follows_the_last();
create trigger append_only before update or delete or truncate on version for each statement execute function staff_append_only();

revoke update, delete on version from fairturn_app;
revoke execute on function version_follows_the_last from public, fairturn_app;

-- A table of levels is written as a whole: two rows may change places within one statement.
alter table level drop constraint level_rank_is_unique, drop constraint level_name_is_unique;
alter table level
  add constraint level_rank_is_unique unique (rank) deferrable initially immediate,
  add constraint level_name_is_unique unique (name) deferrable initially immediate;
