-- Why: a number that nobody had confirmed belonged to whoever typed it first, and one person could be many members.

alter table member add column phone_confirmed_at timestamptz;

-- A number is one member's once it is confirmed; before that it blocks nobody.
alter table member drop constraint member_phone_is_unique;
create unique index member_confirmed_phone on member (phone) where phone_confirmed_at is not null;
create index member_by_phone on member (phone);

-- A code that was sent, or that the sender did not take. Limits and the sender's failures are counted here, for a day.
create table phone_code (
  id uuid primary key,
  member_id uuid not null references member (id),
  phone text not null check (phone ~ '^\+[1-9][0-9]{4,17}$'), -- where it was sent
  is_change boolean not null, -- it makes this number the member's
  network_hash bytea not null check (length(network_hash) = 32), -- who asked, keyed
  code_hash bytea not null check (length(code_hash) = 32), -- keyed: six digits are soon tried
  -- `sending`: with the sender. `sent`: the sender took it. `timed_out`: it did not say. `unreachable`: the number gets no
  -- messages. `failed`: nothing was sent. `used`: the number is confirmed.
  status text not null check (status in ('sending', 'sent', 'timed_out', 'unreachable', 'failed', 'used')),
  tries int not null default 0 check (tries between 0 and 5),
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index phone_code_created on phone_code (created_at);
create index phone_code_of_member on phone_code (member_id, created_at);
create index phone_code_of_phone on phone_code (phone, created_at);
create index phone_code_of_network on phone_code (network_hash, created_at);
