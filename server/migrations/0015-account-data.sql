-- Why: a member can close their account; what identifies them is erased at once, and what the law makes us keep stays without a name.

alter table member
  add column closed_at timestamptz,
  alter column phone drop not null,
  alter column password_hash drop not null,
  -- Nothing that identifies a person is left in a closed account, and everything is there in an open one.
  add constraint member_closed_is_erased check (
    case when closed_at is null then num_nulls(phone, password_hash) = 0
    else num_nonnulls(phone, password_hash, email, file, lock_kind) = 0 and username = '' end);
create index member_closed_at on member (closed_at) where closed_at is not null;

-- Known to this deployment alone, so that names once taken cannot be read back from a copy of another's list.
create table closed_name_salt (
  only_one boolean primary key default true check (only_one),
  salt bytea not null
);
insert into closed_name_salt (salt)
select sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));
revoke insert, update, delete on closed_name_salt from fairturn_app;

-- What stays of the name of a closed account: enough to see that a new member asks for it. Longer than any name, so that
-- nobody can be called so.
create function closed_name_key(username_key text) returns text language sql stable as $$
  select 'closed ' || encode(sha256(salt || convert_to(username_key, 'UTF8')), 'hex') from closed_name_salt
$$;

-- Where withdrawals of closed accounts went is forgotten after years (payments decides how many); the movement stays.
alter table withdrawal
  add column payee_erased_at timestamptz,
  drop constraint withdrawal_check1,
  add constraint withdrawal_has_a_payee check (
    case when payee_erased_at is null then num_nonnulls(account_number, iban) = 1
    else num_nonnulls(bank_code, bank_name, swift, account_number, iban) = 0 and holder = ''
      and status in ('paid', 'returned', 'cancelled', 'refused') end);
