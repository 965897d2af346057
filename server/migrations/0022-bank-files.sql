-- Why: what the bank says came and went is kept line by line, once, and payouts leave in files that cannot be sent twice.

-- Money that arrived and is nobody's yet: an account for each line, so that it can be given away only once.
create or replace function ledger_account_starts_empty() returns trigger language plpgsql as $$
begin
  if new.kind not in ('cash', 'revenue', 'member_available', 'member_held', 'campaign_escrow', 'campaign_fee', 'level_fee',
    'unmatched_receipt') then
    raise exception 'there is no account kind %', new.kind using errcode = 'check_violation';
  end if;
  if new.balance_minor <> 0 or new.reserved_minor <> 0 or new.version <> 0
    or new.may_go_negative <> (new.kind = 'cash') or new.id <> ledger_account_id(new.kind, new.owner_id) then
    raise exception 'an account starts empty, with the id that follows from its kind and owner' using errcode = 'check_violation';
  end if;
  return new;
end $$;

-- Whatever types there are by now, and these.
do $$
declare
  v_check text;
begin
  select pg_get_constraintdef(oid) into strict v_check from pg_constraint where contypid = 'entry_type'::regtype and conname = 'entry_type_check';
  execute 'alter domain entry_type drop constraint entry_type_check';
  execute 'alter domain entry_type add constraint entry_type_check ' || replace(v_check, '''deposit_credited''::text',
    '''deposit_credited''::text, ''receipt_kept''::text, ''receipt_refunded''::text, ''receipt_returned''::text');
end $$;

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
  to_day date not null check (to_day >= from_day),
  -- Null where the file had no balances, so that nothing proves it whole.
  opening_minor bigint,
  opening_day date,
  closing_minor bigint,
  closing_day date,
  -- The closing balance before it is not its opening balance: a statement between them is missing.
  gap boolean not null default false,
  file_name text not null,
  file_hash bytea not null check (length(file_hash) = 32),
  line_count int not null check (line_count >= 0),
  -- Lines that an earlier statement had already.
  known_count int not null check (known_count between 0 and line_count),
  imported_at timestamptz not null,
  imported_by text not null,
  constraint bank_statement_is_imported_once unique (account, statement_id, to_day),
  check (num_nonnulls(opening_minor, opening_day, closing_minor, closing_day) in (0, 4))
);
create index bank_statement_by_day on bank_statement (account, closing_day);

create table bank_line (
  id uuid primary key,
  statement_id uuid not null references bank_statement (id),
  line_no int not null check (line_no > 0),
  account text not null,
  -- What makes two lines of whatever files the same booking.
  identity bytea not null check (length(identity) = 32),
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
  -- `new`: not looked at yet. `matched`: needs nobody. `differs`: done, and somebody should know. `unmatched`: came, is
  -- nobody's. `unexplained`: went, and the ledger does not know why. `resolved`: somebody decided.
  state text not null default 'new' check (state in ('new', 'matched', 'differs', 'unmatched', 'unexplained', 'resolved')),
  -- Why it is in that state.
  finding text check (finding ~ '^[a-z]+(_[a-z]+)*$'),
  deposit_id uuid references deposit (id),
  withdrawal_id uuid references withdrawal (id),
  decided_at timestamptz,
  resolved_by text,
  resolution text check (resolution <> ''),
  constraint bank_line_is_imported_once unique (account, identity),
  check ((state = 'new') = (decided_at is null)),
  check ((state = 'new') = (finding is null)),
  check ((state = 'resolved') = (resolved_by is not null))
);
create index bank_line_of_statement on bank_line (statement_id, line_no);
create index bank_line_undecided on bank_line (id) where state = 'new';
create index bank_line_queue on bank_line (state, id desc) where state in ('differs', 'unmatched', 'unexplained');
create index bank_line_by_day on bank_line (account, booking_day);
create index bank_line_of_withdrawal on bank_line (withdrawal_id) where withdrawal_id is not null;

-- Unmatched money on its way back to who sent it.
create table receipt_refund (
  id uuid primary key,
  line_id uuid not null references bank_line (id),
  reference text not null constraint receipt_refund_reference_is_unique unique check (reference ~ '^FR-[0-9A-Z]{4}-[0-9A-Z]{4}$'),
  amount_minor bigint not null check (amount_minor > 0),
  holder text not null check (holder <> ''),
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
  check (num_nonnulls(account_number, iban) = 1),
  check (proposed_by <> approved_by),
  check ((status = 'approved') = (sent_at is null)),
  check ((status in ('paid', 'returned')) = (settled_at is not null))
);
-- At most one on its way, or arrived.
create unique index receipt_refund_once on receipt_refund (line_id) where status <> 'returned';
alter table bank_line add column refund_id uuid references receipt_refund (id);

create table payout_batch (
  id uuid primary key,
  -- The file's message id at the bank.
  reference text not null constraint payout_batch_reference_is_unique unique check (reference ~ '^FB-[0-9A-Z]{4}-[0-9A-Z]{4}$'),
  format text not null check (format in ('pain.001.001.03', 'pain.001.001.09')),
  state text not null default 'drawn' check (state in ('drawn', 'exported', 'sent', 'reconciled', 'dropped')),
  currency text not null check (currency in ('USD', 'EURO')),
  -- Whose account pays, as it was when the batch was drawn.
  debtor jsonb not null,
  execution_day date not null,
  payment_count int not null check (payment_count > 0),
  total_minor bigint not null check (total_minor > 0),
  drawn_at timestamptz not null,
  drawn_by text not null,
  exported_at timestamptz,
  exported_by text,
  file_hash bytea check (length(file_hash) = 32),
  sent_at timestamptz,
  sent_by text,
  closed_at timestamptz,
  check ((state in ('exported', 'sent', 'reconciled')) = (file_hash is not null)),
  check (num_nonnulls(exported_at, exported_by, file_hash) in (0, 3) and num_nonnulls(sent_at, sent_by) <> 1),
  check (state not in ('sent', 'reconciled') or sent_at is not null),
  check ((state in ('reconciled', 'dropped')) = (closed_at is not null))
);
create index payout_batch_open on payout_batch (id) where state in ('drawn', 'exported', 'sent');

create table payout_item (
  batch_id uuid not null references payout_batch (id),
  item_no int not null check (item_no > 0),
  -- Which payment information of the file it stands in.
  part_no int not null check (part_no > 0),
  amount_minor bigint not null check (amount_minor > 0),
  withdrawal_id uuid references withdrawal (id),
  refund_id uuid references receipt_refund (id),
  end_to_end_id text not null,
  -- False only where the batch was dropped before any file of it existed.
  live boolean not null default true,
  -- The last the bank said of it.
  bank_status text check (bank_status in ('accepted', 'settled', 'rejected')),
  bank_reason text,
  primary key (batch_id, item_no),
  check (num_nonnulls(withdrawal_id, refund_id) = 1)
);
-- What has once stood in a file stands in no other, ever.
create unique index payout_item_withdrawal_once on payout_item (withdrawal_id) where live;
create unique index payout_item_refund_once on payout_item (refund_id) where live;
create unique index payout_item_end_to_end_id on payout_item (end_to_end_id) where live;

-- What needed a person, and what became of it.
alter table card_event
  drop constraint card_event_state_check,
  add constraint card_event_state_check check (state in ('applied', 'ignored', 'needs_review', 'resolved')),
  add column resolved_by text,
  add column resolved_at timestamptz,
  add column resolution text check (resolution <> ''),
  add check (num_nonnulls(resolved_by, resolved_at, resolution) = case when state = 'resolved' then 3 else 0 end);
