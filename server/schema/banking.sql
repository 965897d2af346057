-- Written by schema.test.ts from a migrated database: a table is read here. UPDATE_SCHEMA=1 writes it.

create table bank (
  code text not null,
  bin text,
  name text not null,
  short_name text not null,
  country text not null,
  swift text,
  position integer not null,
  fetched_at timestamptz not null,
  constraint bank_pkey primary key (code),
  constraint bank_country_check check (country ~ '^[A-Z]{2}$')
)
grant delete, insert, select to fairturn_app

create table bank_csv_mapping (
  id uuid not null,
  name text not null,
  mapping jsonb not null,
  changed_at timestamptz not null,
  changed_by text not null,
  constraint bank_csv_mapping_name_is_unique unique (name),
  constraint bank_csv_mapping_pkey primary key (id),
  constraint bank_csv_mapping_name_check check (name <> '')
)
grant delete, insert, select to fairturn_app
grant update (mapping, changed_at, changed_by) to fairturn_app

create table bank_details (
  member_id uuid not null,
  bank_code text,
  bank_name text,
  country text,
  swift text,
  holder text not null,
  account_number text,
  iban text,
  payout_delay_until timestamptz,
  updated_at timestamptz not null,
  constraint bank_details_pkey primary key (member_id),
  constraint bank_details_member_id_fkey foreign key (member_id) references member(id),
  constraint bank_details_check check (num_nonnulls(account_number, iban) = 1),
  constraint bank_details_check1 check (account_number is null or bank_code is not null),
  constraint bank_details_holder_check check (holder <> '')
)
grant delete, insert, select to fairturn_app
grant update (bank_code, bank_name, country, swift, holder, account_number, iban, payout_delay_until, updated_at) to fairturn_app

create table bank_line (
  id uuid not null,
  statement_id uuid not null,
  line_no integer not null,
  account text not null,
  identity bytea not null,
  booking_day date not null,
  value_day date,
  amount_minor bigint not null,
  direction text not null,
  reversal boolean not null,
  bank_reference text,
  end_to_end_id text,
  batch_id text,
  remittance text not null,
  counterparty_name text,
  counterparty_account text,
  return_reason text,
  status text not null default 'new',
  finding text,
  deposit_id uuid,
  withdrawal_id uuid,
  decided_at timestamptz,
  resolved_by text,
  resolution text,
  refund_id uuid,
  confirmed_by text,
  confirmed_at timestamptz,
  constraint bank_line_pkey primary key (id),
  constraint bank_line_deposit_id_fkey foreign key (deposit_id) references deposit(id),
  constraint bank_line_refund_id_fkey foreign key (refund_id) references unmatched_payment_refund(id),
  constraint bank_line_statement_id_fkey foreign key (statement_id) references bank_statement(id),
  constraint bank_line_withdrawal_id_fkey foreign key (withdrawal_id) references withdrawal(id),
  constraint bank_line_amount_minor_check check (amount_minor > 0),
  constraint bank_line_check check ((status = 'new') = (decided_at is null)),
  constraint bank_line_check1 check ((status = 'new') = (finding is null)),
  constraint bank_line_check2 check ((status = 'resolved') = (resolved_by is not null)),
  constraint bank_line_direction_check check (direction in ('credit', 'debit')),
  constraint bank_line_finding_check check (finding ~ '^[a-z]+(_[a-z]+)*$'),
  constraint bank_line_identity_check check (length(identity) = 32),
  constraint bank_line_is_confirmed_once check (num_nonnulls(confirmed_by, confirmed_at) <> 1),
  constraint bank_line_line_no_check check (line_no > 0),
  constraint bank_line_resolution_check check (resolution <> ''),
  constraint bank_line_status_check check (status in ('new', 'unconfirmed', 'matched', 'differs', 'unmatched', 'unexplained', 'resolved'))
)
create index bank_line_by_day on bank_line using btree (account, booking_day)
create index bank_line_decided on bank_line using btree (decided_at) where direction = 'credit'
create unique index bank_line_is_imported_once on bank_line using btree (account, identity) where finding is distinct from 'statement_unconfirmed'
create index bank_line_listed on bank_line using btree (booking_day, id)
create index bank_line_of_deposit on bank_line using btree (deposit_id) where deposit_id is not null
create index bank_line_of_refund on bank_line using btree (refund_id) where refund_id is not null
create index bank_line_of_statement on bank_line using btree (statement_id, line_no)
create index bank_line_of_withdrawal on bank_line using btree (withdrawal_id) where withdrawal_id is not null
create index bank_line_other_debits on bank_line using btree (booking_day) include (amount_minor) where direction = 'debit' and (coalesce(finding, '') not in ('payout_paid', 'refund_paid', 'batch_paid'))
create index bank_line_queue on bank_line using btree (status, id desc) where status in ('differs', 'unmatched', 'unexplained')
create index bank_line_short_return on bank_line using btree (booking_day) where finding = 'payout_came_back_short'
create index bank_line_unconfirmed on bank_line using btree (id desc) where status = 'unconfirmed'
create index bank_line_undecided on bank_line using btree (booking_day, (direction = 'credit'), id) where status = 'new'
create index bank_line_undecided_credits on bank_line using btree (booking_day) include (amount_minor) where direction = 'credit' and (status in ('new', 'unconfirmed'))
create index bank_line_undecided_of_statement on bank_line using btree (statement_id) where status = 'new'
create trigger separate_duties before update of status, confirmed_by on bank_line for each row when (new.status <> 'new' or new.confirmed_by is not null) execute function bank_line_duties()
grant delete, insert, select to fairturn_app
grant update (status, finding, deposit_id, withdrawal_id, decided_at, resolved_by, resolution, refund_id, confirmed_by, confirmed_at) to fairturn_app

create table bank_statement (
  id uuid not null,
  format text not null,
  account text not null,
  statement_id text not null,
  from_day date not null,
  to_day date not null,
  opening_minor bigint,
  opening_day date,
  closing_minor bigint,
  closing_day date,
  gap boolean not null default false,
  file_name text not null,
  file_hash bytea not null,
  line_count integer not null,
  known_count integer not null,
  imported_at timestamptz not null,
  imported_by text not null,
  unconfirmed_reason text,
  confirmed_by text,
  confirmed_at timestamptz,
  constraint bank_statement_is_imported_once unique (account, statement_id, to_day),
  constraint bank_statement_pkey primary key (id),
  constraint bank_statement_account_check check (account <> ''),
  constraint bank_statement_check check (to_day >= from_day),
  constraint bank_statement_check1 check (known_count >= 0 and known_count <= line_count),
  constraint bank_statement_check2 check (num_nonnulls(opening_minor, opening_day, closing_minor, closing_day) in (0, 4)),
  constraint bank_statement_confirmed_is_not_unconfirmed check (confirmed_by is null or unconfirmed_reason is null),
  constraint bank_statement_file_hash_check check (length(file_hash) = 32),
  constraint bank_statement_is_confirmed_by_another check (confirmed_by <> imported_by),
  constraint bank_statement_is_confirmed_once check (num_nonnulls(confirmed_by, confirmed_at) <> 1),
  constraint bank_statement_line_count_check check (line_count >= 0),
  constraint bank_statement_statement_id_check check (statement_id <> ''),
  constraint bank_statement_unconfirmed_reason_check check (unconfirmed_reason in ('first_statement', 'no_balances', 'does_not_follow', 'day_was_covered'))
)
create index bank_statement_by_day on bank_statement using btree (account, closing_day)
create index bank_statement_by_last_day on bank_statement using btree (account, to_day)
create index bank_statement_unconfirmed on bank_statement using btree (account, to_day) where unconfirmed_reason is not null
grant delete, insert, select to fairturn_app
grant update (gap, known_count, unconfirmed_reason, confirmed_by, confirmed_at) to fairturn_app

create table former_bank_details (
  id uuid not null,
  member_id uuid not null,
  bank_code text,
  bank_name text,
  country text,
  swift text,
  holder text not null,
  account_number text,
  iban text,
  set_at timestamptz not null,
  left_at timestamptz not null,
  constraint former_bank_details_pkey primary key (id),
  constraint former_bank_details_member_id_fkey foreign key (member_id) references member(id)
)
create index former_bank_details_left_at on former_bank_details using btree (left_at)
create index former_bank_details_of_member on former_bank_details using btree (member_id, left_at)
grant delete, insert, select to fairturn_app

create table member_address (
  member_id uuid not null,
  name text not null,
  street text not null,
  city text not null,
  postal_code text not null,
  region text not null,
  country text not null,
  updated_at timestamptz not null,
  constraint member_address_pkey primary key (member_id),
  constraint member_address_member_id_fkey foreign key (member_id) references member(id),
  constraint member_address_city_check check (city <> ''),
  constraint member_address_country_check check (country ~ '^[A-Z]{2}$'),
  constraint member_address_name_check check (name <> ''),
  constraint member_address_street_check check (street <> '')
)
grant delete, insert, select to fairturn_app
grant update (name, street, city, postal_code, region, country, updated_at) to fairturn_app

create table unmatched_payment_refund (
  id uuid not null,
  line_id uuid not null,
  reference text not null,
  amount_minor bigint not null,
  holder text not null,
  iban text,
  account_number text,
  status text not null default 'approved',
  reason text not null,
  proposed_by text not null,
  approved_by text not null,
  approved_at timestamptz not null,
  sent_at timestamptz,
  settled_at timestamptz,
  settled_reason text,
  payee_erased_at timestamptz,
  constraint unmatched_payment_refund_reference_is_unique unique (reference),
  constraint unmatched_payment_refund_pkey primary key (id),
  constraint unmatched_payment_refund_line_id_fkey foreign key (line_id) references bank_line(id),
  constraint unmatched_payment_refund_amount_minor_check check (amount_minor > 0),
  constraint unmatched_payment_refund_check check (proposed_by <> approved_by),
  constraint unmatched_payment_refund_check1 check ((status = 'approved') = (sent_at is null)),
  constraint unmatched_payment_refund_check2 check ((status in ('paid', 'returned')) = (settled_at is not null)),
  constraint unmatched_payment_refund_has_a_payee check ( case when payee_erased_at is null then holder <> '' and num_nonnulls(account_number, iban) = 1 else num_nonnulls(account_number, iban) = 0 and holder = '' and (status in ('paid', 'returned')) end),
  constraint unmatched_payment_refund_reason_check check (reason <> ''),
  constraint unmatched_payment_refund_reference_check check (reference ~ '^FR-[0-9A-Z]{4}-[0-9A-Z]{4}$'),
  constraint unmatched_payment_refund_status_check check (status in ('approved', 'sent', 'paid', 'returned'))
)
create unique index unmatched_payment_refund_once on unmatched_payment_refund using btree (line_id) where status <> 'returned'
create index unmatched_payment_refund_payee on unmatched_payment_refund using btree (settled_at) where payee_erased_at is null
create trigger final_status before update on unmatched_payment_refund for each row when (CURRENT_USER = 'fairturn_app' and old.status = 'returned') execute function final_status_is_kept()
create trigger separate_duties before insert on unmatched_payment_refund for each row execute function unmatched_payment_refund_duties()
grant insert, select to fairturn_app
grant update (status, sent_at, settled_at, settled_reason) to fairturn_app

CREATE OR REPLACE FUNCTION public.bank_line_brought_by(p_line_id uuid)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE
AS $function$
  select who from bank_line l join bank_statement s on s.id = l.statement_id
  cross join lateral (values (s.imported_by), (s.confirmed_by), (l.confirmed_by)) as each (who)
  where l.id = p_line_id and who like 'operator:%'
$function$

grant execute to fairturn_app

CREATE OR REPLACE FUNCTION public.bank_line_duties()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$


CREATE OR REPLACE FUNCTION public.unmatched_payment_refund_duties()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from bank_line_brought_by(new.line_id) who where who in (new.proposed_by, new.approved_by)) then
    raise exception 'who brought money in does not send it back'
      using errcode = 'check_violation', constraint = 'unmatched_payment_refund_importer_does_nothing_else';
  end if;
  return new;
end $function$

