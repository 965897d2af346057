-- Why: anybody could make accounts without end, from one address or by one code, and one operator could let in ten thousand.

-- Codes of the house. Without a limit of uses or time: the demo's, which links nobody.
alter table invitation alter column max_uses drop not null;
alter table invitation alter column expires_at drop not null;
alter table invitation add column lifts_limits boolean not null default false; -- Of an address.
alter table invitation add column links_members boolean not null default true; -- For the unseen limit.
alter table invitation add column approved_by uuid references operator (id); -- The second person.
alter table invitation add constraint invitation_is_approved_by_another
  check (approved_by is null or (created_by is not null and approved_by <> created_by));
alter table invitation drop constraint invitation_code_check;
alter table invitation add constraint invitation_code_check check (code ~ '^([A-Z0-9]{10}|WELCOME)$');
alter table invitation add constraint invitation_without_end_is_the_demos
  check ((max_uses is not null and expires_at is not null) or code = 'WELCOME');

-- The demo's code belonged to its first member.
insert into invitation (id, code, note, max_uses, expires_at, lifts_limits, links_members, created_at)
select '019a0000-0000-7000-8000-0000000000de', 'WELCOME', 'Demo', null, null, true, false, created_at
from member where code = 'WELCOME';
update member set code = (
    select string_agg(substr('23456789ABCDEFGHJKMNPQRSTUVWXYZ', 1 + (get_byte(uuid_send(gen_random_uuid()), 0) % 31), 1), '')
    from generate_series(1, 8))
  where code = 'WELCOME';

-- Above thirty uses, or with limits lifted, a code takes two people; codes of before stay as they were made.
create function invitation_takes_two() returns trigger language plpgsql as $$
begin
  if new.approved_by is null then
    raise exception 'a code of the house above thirty uses or with limits lifted takes two people' using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger invitation_takes_two after insert on invitation for each row
  when (new.lifts_limits or coalesce(new.max_uses, 31) > 30) execute function invitation_takes_two();

-- Registrations of the last day, for the limits of an address; who registered is not kept with it.
create table registration (
  id uuid primary key,
  address_hash bytea not null check (length(address_hash) = 16), -- Of the address or /64, with the day's salt (visit_salt).
  created_at timestamptz not null
);
create index registration_of_address on registration (address_hash, created_at);
create index registration_created on registration (created_at);

-- Proofs of work that were used, until they would have expired: that is how a second use is noticed.
create table used_challenge (
  hash bytea primary key check (length(hash) = 32),
  expires_at timestamptz not null
);
create index used_challenge_expires_at on used_challenge (expires_at);

-- Grants.
revoke execute on function invitation_takes_two from fairturn_app;
