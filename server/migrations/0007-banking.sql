-- Why: where members live and bank, and what the bank says came and went, line by line, once. A statement that does not follow the
-- last one, or a line above what was announced, credits nobody before a second person has confirmed it.

create table member_address (
  member_id uuid primary key references member (id),
  name text not null check (name <> ''),
  street text not null check (street <> ''),
  city text not null check (city <> ''),
  postal_code text not null, -- Empty where the country has none.
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
  -- After a change withdrawals are delayed until then; null for details that were never changed.
  payout_delay_until timestamptz,
  updated_at timestamptz not null,
  check (num_nonnulls(account_number, iban) = 1),
  check (account_number is null or bank_code is not null)
);

-- Payout accounts that others have taken the place of; kept for 37 days.
create table former_bank_details (
  id uuid primary key,
  member_id uuid not null references member (id),
  bank_code text,
  bank_name text,
  country text,
  swift text,
  holder text not null,
  account_number text,
  iban text,
  set_at timestamptz not null,
  left_at timestamptz not null
);
create index former_bank_details_of_member on former_bank_details (member_id, left_at);
create index former_bank_details_left_at on former_bank_details (left_at);

create table bank_csv_mapping (
  id uuid primary key,
  name text not null constraint bank_csv_mapping_name_is_unique unique check (name <> ''),
  mapping jsonb not null,
  changed_at timestamptz not null,
  changed_by text not null
);

create table bank_statement (
  id uuid primary key,
  format text not null,
  account text not null check (account <> ''),
  statement_id text not null check (statement_id <> ''),
  from_day date not null,
  to_day date not null,
  opening_minor bigint, -- Null where the file had no balances, so that nothing proves it whole.
  opening_day date,
  closing_minor bigint,
  closing_day date,
  -- The closing balance before it is not its opening balance: a statement between them is missing.
  gap boolean not null default false,
  file_name text not null,
  file_hash bytea not null check (length(file_hash) = 32),
  line_count int not null check (line_count >= 0),
  known_count int not null, -- Lines that an earlier statement had already.
  imported_at timestamptz not null,
  imported_by text not null,
  -- Why its lines are unconfirmed; null once it is accepted: it follows the last accepted one, or a second person has confirmed
  -- it.
  unconfirmed_reason text check (unconfirmed_reason in ('first_statement', 'no_balances', 'does_not_follow',
    'day_was_covered')),
  confirmed_by text,
  confirmed_at timestamptz,
  constraint bank_statement_is_imported_once unique (account, statement_id, to_day),
  check (to_day >= from_day),
  check (known_count between 0 and line_count),
  check (num_nonnulls(opening_minor, opening_day, closing_minor, closing_day) in (0, 4)),
  constraint bank_statement_is_confirmed_once check (num_nonnulls(confirmed_by, confirmed_at) <> 1),
  constraint bank_statement_is_confirmed_by_another check (confirmed_by <> imported_by),
  constraint bank_statement_confirmed_is_not_unconfirmed check (confirmed_by is null or unconfirmed_reason is null)
);
create index bank_statement_by_day on bank_statement (account, closing_day);
create index bank_statement_unconfirmed on bank_statement (account, to_day) where unconfirmed_reason is not null;
create index bank_statement_by_last_day on bank_statement (account, to_day);

-- Unmatched money on its way back to who sent it.
create table unmatched_payment_refund (
  id uuid primary key,
  line_id uuid not null,
  reference text not null constraint unmatched_payment_refund_reference_is_unique unique
    check (reference ~ '^FR-[0-9A-Z]{4}-[0-9A-Z]{4}$'),
  amount_minor bigint not null check (amount_minor > 0),
  holder text not null,
  iban text,
  account_number text,
  status text not null default 'approved' check (status in ('approved', 'sent', 'paid', 'returned')),
  reason text not null check (reason <> ''),
  proposed_by text not null,
  approved_by text not null,
  approved_at timestamptz not null,
  sent_at timestamptz,
  settled_at timestamptz,
  settled_reason text,
  payee_erased_at timestamptz,
  check (proposed_by <> approved_by),
  check ((status = 'approved') = (sent_at is null)),
  check ((status in ('paid', 'returned')) = (settled_at is not null)),
  constraint unmatched_payment_refund_has_a_payee check (case when payee_erased_at is null then holder <> ''
    and num_nonnulls(account_number, iban) = 1 else num_nonnulls(account_number, iban) = 0 and holder = ''
    and (status in ('paid', 'returned')) end)
);
-- At most one on its way, or arrived.
create unique index unmatched_payment_refund_once on unmatched_payment_refund (line_id) where status <> 'returned';
create index unmatched_payment_refund_payee on unmatched_payment_refund (settled_at) where payee_erased_at is null;

create table bank_line (
  id uuid primary key,
  statement_id uuid not null references bank_statement (id),
  line_no int not null check (line_no > 0),
  account text not null,
  identity bytea not null check (length(identity) = 32), -- What makes two lines of whatever files the same booking.
  booking_day date not null,
  value_day date,
  amount_minor bigint not null check (amount_minor > 0),
  direction text not null check (direction in ('credit', 'debit')),
  reversal boolean not null,
  bank_reference text,
  end_to_end_id text,
  batch_id text,
  remittance text not null,
  counterparty_name text,
  counterparty_account text,
  return_reason text,
  -- `new`: not looked at yet. `unconfirmed`: a second person has to confirm it. `matched`: needs nobody. `differs`: done, and somebody should know. `unmatched`: came, is
  -- nobody's. `unexplained`: went, and the ledger does not know why. `resolved`: somebody decided.
  status text not null default 'new' check (status in ('new', 'unconfirmed', 'matched', 'differs', 'unmatched',
    'unexplained', 'resolved')),
  finding text check (finding ~ '^[a-z]+(_[a-z]+)*$'), -- Why it has that status.
  deposit_id uuid,
  withdrawal_id uuid,
  decided_at timestamptz,
  resolved_by text,
  resolution text check (resolution <> ''),
  refund_id uuid references unmatched_payment_refund (id),
  confirmed_by text,
  confirmed_at timestamptz,
  check ((status = 'new') = (decided_at is null)),
  check ((status = 'new') = (finding is null)),
  check ((status = 'resolved') = (resolved_by is not null)),
  constraint bank_line_is_confirmed_once check (num_nonnulls(confirmed_by, confirmed_at) <> 1)
);
create index bank_line_of_statement on bank_line (statement_id, line_no);
create index bank_line_queue on bank_line (status, id desc) where status in ('differs', 'unmatched', 'unexplained');
create index bank_line_by_day on bank_line (account, booking_day);
create index bank_line_of_withdrawal on bank_line (withdrawal_id) where withdrawal_id is not null;
create index bank_line_of_deposit on bank_line (deposit_id) where deposit_id is not null;
-- A statement of many thousand lines is decided in sets, in the order of booking, and its progress is shown while that
-- lasts.
create index bank_line_undecided on bank_line (booking_day, (direction = 'credit'), id) where status = 'new';
create index bank_line_undecided_of_statement on bank_line (statement_id) where status = 'new';
create index bank_line_listed on bank_line (booking_day, id);
-- What a reconciliation looks for: few of all lines.
create index bank_line_other_debits on bank_line (booking_day) include (amount_minor) where direction = 'debit'
  and (coalesce(finding, '') not in ('payout_paid', 'refund_paid', 'batch_paid'));
create index bank_line_decided on bank_line (decided_at) where direction = 'credit';
create index bank_line_short_return on bank_line (booking_day) where finding = 'payout_came_back_short';
-- Whether a refund was booked.
create index bank_line_of_refund on bank_line (refund_id) where refund_id is not null;
create index bank_line_unconfirmed on bank_line (id desc) where status = 'unconfirmed';
create index bank_line_undecided_credits on bank_line (booking_day) include (amount_minor) where direction = 'credit'
  and (status in ('new', 'unconfirmed'));
-- Each unconfirmed statement has its own lines; a booking of accepted statements is one line.
create unique index bank_line_is_imported_once on bank_line (account, identity)
  where finding is distinct from 'statement_unconfirmed';

-- What refers to this module from before it.
alter table unmatched_payment_refund add foreign key (line_id) references bank_line (id);

-- Who imported a line, or confirmed that its money came.
create function bank_line_brought_by(p_line_id uuid) returns setof text language sql stable as $$
  select who from bank_line l join bank_statement s on s.id = l.statement_id
  cross join lateral (values (s.imported_by), (s.confirmed_by), (l.confirmed_by)) as each (who)
  where l.id = p_line_id and who like 'operator:%'
$$;

create function unmatched_payment_refund_duties() returns trigger language plpgsql as $$
begin
  if exists (select from bank_line_brought_by(new.line_id) who where who in (new.proposed_by, new.approved_by)) then
    raise exception 'who brought money in does not send it back'
      using errcode = 'check_violation', constraint = 'unmatched_payment_refund_importer_does_nothing_else';
  end if;
  return new;
end $$;
create trigger separate_duties before insert on unmatched_payment_refund for each row
  execute function unmatched_payment_refund_duties();

-- The program decides line by line and says why; this refuses whatever comes past it.
create function bank_line_duties() returns trigger language plpgsql as $$
declare
  v_statement bank_statement;
begin
  select * into strict v_statement from bank_statement where id = new.statement_id;
  if v_statement.unconfirmed_reason is not null and new.status <> 'unconfirmed' then
    raise exception 'the line’s statement is not confirmed by a second person'
      using errcode = 'check_violation', constraint = 'bank_line_is_unconfirmed_with_its_statement';
  end if;
  if new.confirmed_by is distinct from old.confirmed_by and new.confirmed_by = v_statement.imported_by then
    raise exception 'who imported a line does not confirm it'
      using errcode = 'check_violation', constraint = 'bank_line_is_confirmed_by_another';
  end if;
  if new.status = 'resolved' and old.status = 'unmatched' and new.resolved_by = v_statement.imported_by
    and new.resolved_by like 'operator:%' then
    raise exception 'who imported money does not say whose it is'
      using errcode = 'check_violation', constraint = 'bank_line_is_matched_by_another';
  end if;
  return new;
end $$;
create trigger separate_duties before update of status, confirmed_by on bank_line for each row
  when (new.status <> 'new' or new.confirmed_by is not null) execute function bank_line_duties();

-- Grants.
revoke execute on function unmatched_payment_refund_duties, bank_line_duties from fairturn_app;
