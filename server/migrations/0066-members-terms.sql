-- Why: which terms and which privacy notice a person had agreed to was not recorded, and they could change without a day
-- from which they hold.

-- The terms and the privacy notice together; the imprint is no part of them. Announced on one day, in force from a later one.
create table terms_version (
  number int primary key check (number > 0),
  announced_at timestamptz not null,
  in_force_at timestamptz not null,
  -- Null of the first, which came with the product.
  proposed_by uuid references operator,
  approved_by uuid references operator,
  -- Progress of the announcement: the last member told, by id, and when everybody had been.
  told_to uuid,
  told_at timestamptz,
  constraint terms_version_is_announced_30_days_before check (number = 1 or in_force_at >= announced_at + interval '30 days'),
  constraint terms_version_takes_two check (number = 1 or (proposed_by is not null and approved_by is not null and approved_by <> proposed_by))
);

-- As announced: what a person agreed to stays readable when the product's texts change.
create table terms_text (
  version int not null references terms_version,
  name text not null check (name in ('terms', 'privacy-notice')),
  locale text not null references locale (code),
  html text not null check (html <> ''),
  primary key (version, name, locale)
);

create table terms_agreement (
  id uuid primary key,
  member_id uuid not null references member,
  version int not null references terms_version,
  agreed_at timestamptz not null,
  unique (member_id, version)
);

create function terms_version_follows_the_last() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.number <> (select coalesce(max(number), 0) + 1 from terms_version)
    or exists (select from terms_version where in_force_at >= new.in_force_at) then
    raise exception 'version % of the terms does not follow the last', new.number using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger follows_the_last before insert on terms_version for each row execute function terms_version_follows_the_last();
revoke execute on function terms_version_follows_the_last from public;

create trigger append_only before delete or truncate on terms_version for each statement execute function audit_append_only();
create trigger append_only before delete or update or truncate on terms_text for each statement
  execute function audit_append_only();
create trigger append_only before delete or update or truncate on terms_agreement for each statement
  execute function audit_append_only();

-- Members of before have thirty days; where there are none, the first holds from the beginning.
insert into terms_version (number, announced_at, in_force_at)
select 1, t.announced_at, t.announced_at + case when t.told then interval '30 days' else interval '0' end
from (select has_members as told, case when has_members then now() else timestamptz '2026-01-01T00:00:00Z' end as announced_at
  from (select exists (select from member) as has_members) m) t;
