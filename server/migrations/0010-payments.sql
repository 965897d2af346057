-- Why: where members live and bank, and what came in and goes out; the money itself moves in the ledger alone.

create table member_address (
  member_id uuid primary key references member (id),
  name text not null check (name <> ''),
  street text not null check (street <> ''),
  city text not null check (city <> ''),
  -- Empty where the country has none.
  postal_code text not null,
  region text not null,
  country text not null check (country ~ '^[A-Z]{2}$'),
  updated_at timestamptz not null
);

-- The bank directory as it was last fetched, whole or not at all; while it is empty the bundled list counts.
create table bank (
  code text primary key,
  bin text,
  name text not null,
  short_name text not null,
  country text not null check (country ~ '^[A-Z]{2}$'),
  swift text,
  position int not null,
  fetched_at timestamptz not null
);

create table bank_details (
  member_id uuid primary key references member (id),
  bank_code text,
  bank_name text,
  country text,
  swift text,
  holder text not null check (holder <> ''),
  account_number text,
  iban text,
  -- After a change withdrawals wait until then; null for details that were never changed.
  hold_until timestamptz,
  updated_at timestamptz not null,
  check (num_nonnulls(account_number, iban) = 1),
  check (account_number is null or bank_code is not null)
);

create table deposit (
  id uuid primary key,
  member_id uuid not null references member (id),
  method text not null check (method in ('bank_transfer')),
  -- What the member announced; what arrived may be more or less.
  amount_minor bigint not null check (amount_minor > 0),
  reference text not null constraint deposit_reference_is_unique unique check (reference ~ '^FT-[0-9A-Z]{4}-[0-9A-Z]{4}$'),
  status text not null default 'awaiting' check (status in ('awaiting', 'credited', 'expired', 'refused')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  settled_at timestamptz,
  received_minor bigint check (received_minor > 0),
  -- What shows that the money arrived, e.g. the line of a bank statement; one line credits one deposit.
  evidence text constraint deposit_evidence_is_unique unique check (evidence <> ''),
  settled_by text,
  reason text,
  check ((status = 'awaiting') = (settled_at is null)),
  check ((status = 'credited') = (received_minor is not null) and (status = 'credited') = (evidence is not null)),
  check ((status = 'refused') = (reason is not null))
);
create index deposit_of_member on deposit (member_id, id desc);
create index deposit_to_expire on deposit (expires_at) where status = 'awaiting';

-- Where it goes is copied when it is requested: a later change of the bank details does not redirect it.
create table withdrawal (
  id uuid primary key,
  member_id uuid not null references member (id),
  amount_minor bigint not null check (amount_minor > 0),
  -- Part of the amount.
  fee_minor bigint not null check (fee_minor >= 0 and fee_minor < amount_minor),
  reference text not null constraint withdrawal_reference_is_unique unique check (reference ~ '^FW-[0-9A-Z]{4}-[0-9A-Z]{4}$'),
  bank_code text,
  bank_name text,
  country text,
  swift text,
  holder text not null,
  account_number text,
  iban text,
  status text not null default 'requested'
    check (status in ('requested', 'approved', 'sent', 'paid', 'returned', 'cancelled', 'refused')),
  requested_at timestamptz not null,
  approved_at timestamptz,
  approved_by text,
  sent_at timestamptz,
  sent_by text,
  settled_at timestamptz,
  settled_by text,
  reason text,
  check (num_nonnulls(account_number, iban) = 1),
  check (num_nonnulls(approved_at, approved_by) <> 1 and num_nonnulls(sent_at, sent_by) <> 1),
  check (status not in ('approved', 'sent', 'paid', 'returned') or approved_at is not null),
  check (status <> 'cancelled' or approved_at is null),
  check ((status in ('sent', 'paid', 'returned')) = (sent_at is not null)),
  check ((status in ('paid', 'returned', 'cancelled', 'refused')) = (settled_at is not null)),
  check ((status in ('returned', 'refused')) = (reason is not null))
);
create index withdrawal_of_member on withdrawal (member_id, id desc);
create index withdrawal_open on withdrawal (member_id) where status in ('requested', 'approved');
create index withdrawal_paid on withdrawal (settled_at) where status = 'paid';
