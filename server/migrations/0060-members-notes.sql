-- Why: support had nowhere to write down what the next colleague needs to know about a member.

-- Written once: a correction is another note that replaces this one, and one without a text ends it.
create table member_note (
  id uuid primary key,
  member_id uuid not null references member,
  written_by uuid not null references operator,
  written_at timestamptz not null,
  text text check (char_length(text) between 1 and 2000),
  replaces uuid unique references member_note,
  check (text is not null or replaces is not null)
);
create index member_note_of_member on member_note (member_id, id);

-- A row for each time that a tag was on a member, so that no text is in the audit log, which outlives the account.
create table member_tag (
  id uuid primary key,
  member_id uuid not null references member,
  tag text not null check (char_length(tag) between 1 and 24),
  added_by uuid not null references operator,
  added_at timestamptz not null,
  removed_by uuid references operator,
  removed_at timestamptz,
  check ((removed_by is null) = (removed_at is null))
);
create unique index member_tag_once on member_tag (member_id, tag) where removed_at is null;
create index member_tag_of_member on member_tag (member_id, id);

-- Only of a closed account: whoever has the processes' login can neither change nor delete what was noted of an open one.
create function members_erase_notes(p_member_id uuid) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (select from member where id = p_member_id and closed_at is not null) then
    return;
  end if;
  delete from member_note where member_id = p_member_id;
  delete from member_tag where member_id = p_member_id;
end $$;
revoke execute on function members_erase_notes from public;
grant execute on function members_erase_notes to fairturn_app;
