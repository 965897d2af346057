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

create table bank_connection (
  singleton boolean not null default true,
  read_at timestamptz not null,
  constraint bank_connection_pkey primary key (singleton),
  constraint bank_connection_singleton_check check (singleton)
)
grant insert, select to fairturn_app
grant update (read_at) to fairturn_app

create table bank_connection_file (
  file_hash bytea not null,
  file_name text not null,
  seen_at timestamptz not null,
  refusal text,
  constraint bank_connection_file_pkey primary key (file_hash),
  constraint bank_connection_file_file_hash_check check (length(file_hash) = 32),
  constraint bank_connection_file_refusal_check check (refusal <> '')
)
grant insert, select to fairturn_app
grant update (seen_at, refusal) to fairturn_app

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
  changed_by_staff_at timestamptz,
  constraint bank_details_pkey primary key (member_id),
  constraint bank_details_member_id_fkey foreign key (member_id) references member(id),
  constraint bank_details_check check (num_nonnulls(account_number, iban) = 1),
  constraint bank_details_check1 check (account_number is null or bank_code is not null),
  constraint bank_details_holder_check check (holder <> '')
)
create index bank_details_account_number on bank_details using btree (account_number) where account_number is not null
create index bank_details_delayed on bank_details using btree (payout_delay_until) where payout_delay_until is not null
create index bank_details_iban on bank_details using btree (iban) where iban is not null
create index bank_details_searchable_words on bank_details using gin (searchable_words(holder) gin_trgm_ops)
grant delete, insert, select to fairturn_app
grant update (bank_code, bank_name, country, swift, holder, account_number, iban, payout_delay_until, updated_at, changed_by_staff_at) to fairturn_app

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
  identity_no integer not null default 1,
  proposed_by text,
  payer_differs boolean,
  counterparty_swift text,
  fee_minor bigint,
  account_read_by text,
  account_not_shown boolean not null default false,
  account_misread integer not null default 0,
  account_disputed_by uuid[] not null default '{}'::uuid[],
  constraint bank_line_pkey primary key (id),
  constraint bank_line_deposit_id_fkey foreign key (deposit_id) references deposit(id),
  constraint bank_line_refund_id_fkey foreign key (refund_id) references unmatched_payment_refund(id),
  constraint bank_line_statement_id_fkey foreign key (statement_id) references bank_statement(id),
  constraint bank_line_withdrawal_id_fkey foreign key (withdrawal_id) references withdrawal(id),
  constraint bank_line_account_misread_check check (account_misread >= 0),
  constraint bank_line_amount_minor_check check (amount_minor > 0),
  constraint bank_line_check check ((status = 'new') = (decided_at is null)),
  constraint bank_line_check1 check ((status = 'new') = (finding is null)),
  constraint bank_line_direction_check check (direction in ('credit', 'debit')),
  constraint bank_line_fee_is_inside check (fee_minor is null or fee_minor > 0 and fee_minor < amount_minor and direction = 'debit' and proposed_by is not null),
  constraint bank_line_finding_check check (finding ~ '^[a-z]+(_[a-z]+)*$'),
  constraint bank_line_identity_check check (length(identity) = 32),
  constraint bank_line_identity_no_check check (identity_no > 0),
  constraint bank_line_is_confirmed_once check (num_nonnulls(confirmed_by, confirmed_at) <> 1),
  constraint bank_line_is_decided_by_two check (proposed_by <> resolved_by and proposed_by <> confirmed_by),
  constraint bank_line_line_no_check check (line_no > 0),
  constraint bank_line_resolution_check check (resolution <> ''),
  constraint bank_line_says_who_resolved_it check ((resolved_by is not null) = (status = 'resolved') or status = 'revoked'),
  constraint bank_line_status_check check (status in ('new', 'unconfirmed', 'matched', 'differs', 'unmatched', 'unexplained', 'resolved', 'revoked'))
)
create index bank_line_by_day on bank_line using btree (account, booking_day)
create index bank_line_debit_after_return on bank_line using btree (withdrawal_id) where finding = 'debit_after_return' and status = 'unexplained'
create index bank_line_decided on bank_line using btree (decided_at) where direction = 'credit'
create index bank_line_fee_inside on bank_line using btree (booking_day) include (fee_minor, decided_at) where fee_minor is not null
create unique index bank_line_is_imported_once on bank_line using btree (account, identity, identity_no) where status <> 'revoked'
create index bank_line_listed on bank_line using btree (booking_day, id)
create index bank_line_of_counterparty on bank_line using btree (counterparty_account) where counterparty_account is not null
create index bank_line_of_deposit on bank_line using btree (deposit_id) where deposit_id is not null
create index bank_line_of_refund on bank_line using btree (refund_id) where refund_id is not null
create index bank_line_of_statement on bank_line using btree (statement_id, line_no)
create index bank_line_of_withdrawal on bank_line using btree (withdrawal_id) where withdrawal_id is not null
create index bank_line_other_debits on bank_line using btree (booking_day) include (amount_minor) where direction = 'debit' and (coalesce(finding, '') not in ('payout_paid', 'refund_paid', 'batch_paid'))
create index bank_line_queue on bank_line using btree (status, id desc) where status in ('differs', 'unmatched', 'unexplained')
create index bank_line_searchable_words on bank_line using gin (searchable_words(counterparty_name) gin_trgm_ops) where counterparty_name is not null
create index bank_line_short_return on bank_line using btree (booking_day) where finding = 'payout_came_back_short'
create index bank_line_to_review on bank_line using btree (booking_day, id) where status in ('differs', 'unmatched', 'unexplained', 'unconfirmed')
create index bank_line_unconfirmed on bank_line using btree (id desc) where status = 'unconfirmed'
create index bank_line_undecided on bank_line using btree (booking_day, (direction = 'credit'), id) where status = 'new'
create index bank_line_undecided_credits on bank_line using btree (booking_day) include (amount_minor) where direction = 'credit' and (status in ('new', 'unconfirmed'))
create index bank_line_undecided_of_statement on bank_line using btree (statement_id) where status = 'new'
create trigger known_actors before insert or update of resolved_by, confirmed_by, proposed_by, account_read_by on bank_line for each row when (num_nonnulls(new.resolved_by, new.confirmed_by, new.proposed_by, new.account_read_by) > 0) execute function actors_move_money('resolved_by', 'confirmed_by', 'proposed_by', 'account_read_by')
create trigger separate_duties before update of status, confirmed_by on bank_line for each row when (new.status <> 'new' or new.confirmed_by is not null) execute function bank_line_duties()
create trigger separate_duties_of_new after insert on bank_line referencing new table as inserted for each statement execute function new_bank_line_duties()
grant delete, insert, select to fairturn_app
grant update (statement_id, line_no, status, finding, deposit_id, withdrawal_id, decided_at, resolved_by, resolution, refund_id, confirmed_by, confirmed_at, proposed_by, payer_differs, fee_minor, account_read_by, account_not_shown, account_misread, account_disputed_by) to fairturn_app

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
  status text not null,
  from_connection boolean not null default false,
  electronic_no bigint,
  legal_no bigint,
  pick_seed uuid not null default gen_random_uuid(),
  discarded_by text,
  discarded_at timestamptz,
  revocation_proposed_by text,
  revoked_by text,
  revoked_at timestamptz,
  constraint bank_statement_pkey primary key (id),
  constraint bank_statement_account_check check (account <> ''),
  constraint bank_statement_check check (to_day >= from_day),
  constraint bank_statement_check1 check (known_count >= 0 and known_count <= line_count),
  constraint bank_statement_check2 check (num_nonnulls(opening_minor, opening_day, closing_minor, closing_day) in (0, 4)),
  constraint bank_statement_counts_on_two_words check ((status not in ('accepted', 'revoked')) or from_connection or confirmed_by is not null),
  constraint bank_statement_file_hash_check check (length(file_hash) = 32),
  constraint bank_statement_is_confirmed_by_another check (confirmed_by <> imported_by),
  constraint bank_statement_is_confirmed_once check (num_nonnulls(confirmed_by, confirmed_at) <> 1),
  constraint bank_statement_is_discarded_by_another check (num_nonnulls(discarded_by, discarded_at) = case when status = 'discarded' then 2 else 0 end and (status <> 'discarded' or discarded_by <> imported_by and not from_connection)),
  constraint bank_statement_is_revoked_by_two check (num_nonnulls(revocation_proposed_by, revoked_by, revoked_at) = case when status = 'revoked' then 3 else 0 end and (status <> 'revoked' or revocation_proposed_by <> revoked_by and not from_connection)),
  constraint bank_statement_line_count_check check (line_count >= 0),
  constraint bank_statement_statement_id_check check (statement_id <> ''),
  constraint bank_statement_status check (status in ('unconfirmed', 'accepted', 'discarded', 'revoked')),
  constraint bank_statement_unconfirmed_reason_check check (unconfirmed_reason in ('by_hand', 'first_statement', 'no_balances', 'does_not_follow', 'day_was_covered', 'contradicts')),
  constraint bank_statement_unconfirmed_says_why check ((status in ('unconfirmed', 'discarded')) = (unconfirmed_reason is not null))
)
create index bank_statement_by_day on bank_statement using btree (account, closing_day)
create index bank_statement_by_last_day on bank_statement using btree (account, to_day)
create index bank_statement_file_name on bank_statement using btree (file_name)
create index bank_statement_file_name_contains on bank_statement using gin (file_name gin_trgm_ops)
create index bank_statement_id_contains on bank_statement using gin (statement_id gin_trgm_ops)
create unique index bank_statement_is_imported_once on bank_statement using btree (account, statement_id, to_day, from_connection) where status in ('unconfirmed', 'accepted')
create index bank_statement_unconfirmed on bank_statement using btree (account, to_day) where status = 'unconfirmed'
create trigger known_actors before insert or update of confirmed_by, discarded_by, revocation_proposed_by, revoked_by on bank_statement for each row when (num_nonnulls(new.confirmed_by, new.discarded_by, new.revocation_proposed_by, new.revoked_by) > 0) execute function actors_move_money('confirmed_by', 'discarded_by', 'revocation_proposed_by', 'revoked_by')
create trigger known_importer before insert on bank_statement for each row when (not new.from_connection) execute function actors_move_money('imported_by')
create trigger separate_duties before update on bank_statement for each row execute function bank_statement_duties()
grant delete, insert, select to fairturn_app
grant update (opening_minor, opening_day, closing_minor, closing_day, gap, known_count, unconfirmed_reason, confirmed_by, confirmed_at, status, discarded_by, discarded_at, revocation_proposed_by, revoked_by, revoked_at) to fairturn_app

create table bank_statement_wrong_answer (
  statement_id uuid not null,
  actor text not null,
  answer_no smallint not null,
  answered_at timestamptz not null,
  constraint bank_statement_wrong_answer_pkey primary key (statement_id, actor, answer_no),
  constraint bank_statement_wrong_answer_statement_id_fkey foreign key (statement_id) references bank_statement(id),
  constraint bank_statement_wrong_answer_answer_no_check check (answer_no >= 1 and answer_no <= 3)
)
grant insert, select to fairturn_app

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

create table hand_import_permit (
  id uuid not null,
  account text not null,
  valid_until timestamptz not null,
  proposed_by text not null,
  approved_by text not null,
  constraint hand_import_permit_pkey primary key (id),
  constraint hand_import_permit_account_check check (account <> ''),
  constraint hand_import_permit_check check (proposed_by <> approved_by)
)
create trigger known_actors before insert or update of proposed_by, approved_by on hand_import_permit for each row execute function actors_move_money('proposed_by', 'approved_by')
grant insert, select to fairturn_app

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

create table unconfirmed_bank_line (
  id uuid not null,
  statement_id uuid not null,
  line_no integer not null,
  identity bytea not null,
  identity_no integer not null default 1,
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
  counterparty_swift text,
  constraint unconfirmed_bank_line_pkey primary key (statement_id, line_no),
  constraint unconfirmed_bank_line_statement_id_fkey foreign key (statement_id) references bank_statement(id),
  constraint unconfirmed_bank_line_amount_minor_check check (amount_minor > 0),
  constraint unconfirmed_bank_line_direction_check check (direction in ('credit', 'debit')),
  constraint unconfirmed_bank_line_identity_check check (length(identity) = 32),
  constraint unconfirmed_bank_line_identity_no_check check (identity_no > 0),
  constraint unconfirmed_bank_line_line_no_check check (line_no > 0)
)
grant delete, insert, select to fairturn_app

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
  payee_city text,
  payee_country text,
  payee_swift text,
  booked_on date not null default 'infinity'::date,
  constraint unmatched_payment_refund_reference_is_unique unique (reference),
  constraint unmatched_payment_refund_pkey primary key (id),
  constraint unmatched_payment_refund_line_id_fkey foreign key (line_id) references bank_line(id),
  constraint unmatched_payment_refund_amount_minor_check check (amount_minor > 0),
  constraint unmatched_payment_refund_check check (proposed_by <> approved_by),
  constraint unmatched_payment_refund_check1 check ((status = 'approved') = (sent_at is null)),
  constraint unmatched_payment_refund_check2 check ((status in ('paid', 'returned')) = (settled_at is not null)),
  constraint unmatched_payment_refund_has_a_payee check ( case when payee_erased_at is null then holder <> '' and num_nonnulls(account_number, iban) = 1 else num_nonnulls(account_number, iban) = 0 and holder = '' and (status in ('paid', 'returned')) end),
  constraint unmatched_payment_refund_has_a_whole_address check ((payee_city is null) = (payee_country is null) and (payee_erased_at is null or payee_city is null)),
  constraint unmatched_payment_refund_reason_check check (reason <> ''),
  constraint unmatched_payment_refund_reference_check check (reference ~ '^FR-[0-9A-Z]{4}-[0-9A-Z]{4}$'),
  constraint unmatched_payment_refund_status_check check (status in ('approved', 'sent', 'paid', 'returned')),
  constraint unmatched_payment_refund_swift_is_a_bic check (payee_swift ~ '^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$')
)
create unique index unmatched_payment_refund_once on unmatched_payment_refund using btree (line_id) where status <> 'returned'
create index unmatched_payment_refund_payee on unmatched_payment_refund using btree (settled_at) where payee_erased_at is null
create index unmatched_payment_refund_reference_contains on unmatched_payment_refund using gin (reference gin_trgm_ops)
create index unmatched_payment_refund_to_send on unmatched_payment_refund using btree (approved_at) where status = 'approved'
create trigger final_status before update on unmatched_payment_refund for each row when (CURRENT_USER = 'fairturn_app' and old.status = 'returned' and new.status = 'returned' and new.booked_on <> 'infinity'::date) execute function final_status_is_kept()
create trigger known_actors before insert or update of proposed_by, approved_by on unmatched_payment_refund for each row execute function actors_move_money('proposed_by', 'approved_by')
create trigger return_is_revoked before update on unmatched_payment_refund for each row when (old.status = 'returned' and new.status <> 'returned') execute function return_is_revoked()
create trigger returned_status before update on unmatched_payment_refund for each row when (CURRENT_USER = 'fairturn_app' and old.status = 'returned' and new.status <> 'returned') execute function final_status_is_kept('status', 'settled_reason', 'settled_at')
create trigger returned_unbooked before update on unmatched_payment_refund for each row when (CURRENT_USER = 'fairturn_app' and old.status = 'returned' and new.status = 'returned' and new.booked_on = 'infinity'::date) execute function final_status_is_kept('booked_on')
create trigger separate_duties before insert on unmatched_payment_refund for each row execute function unmatched_payment_refund_duties()
grant insert, select to fairturn_app
grant update (status, sent_at, settled_at, settled_reason, booked_on) to fairturn_app

CREATE OR REPLACE FUNCTION public.bank_line_brought_by(p_line_id uuid)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE
AS $function$
  select who from bank_line l join bank_statement s on s.id = l.statement_id
  cross join lateral (values (s.imported_by), (s.confirmed_by), (l.proposed_by), (l.confirmed_by)) as each (who)
  where l.id = p_line_id and who like 'operator:%'
$function$

grant execute to fairturn_app

CREATE OR REPLACE FUNCTION public.bank_line_duties()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  v_imported_by text;
begin
  select imported_by into strict v_imported_by from bank_statement where id = new.statement_id;
  if new.confirmed_by is distinct from old.confirmed_by and coalesce(new.proposed_by, v_imported_by) = new.confirmed_by then
    raise exception 'a line is confirmed by another person'
      using errcode = 'check_violation', constraint = 'bank_line_is_confirmed_by_another';
  end if;
  if new.status = 'resolved' and old.status = 'unmatched' and new.refund_id is not distinct from old.refund_id
    and new.proposed_by is null then
    raise exception 'two people say whose money is' using errcode = 'check_violation', constraint = 'bank_line_is_assigned_by_two';
  end if;
  return new;
end $function$


CREATE OR REPLACE FUNCTION public.bank_statement_duties()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if (new.from_connection, new.imported_by, new.account, new.file_hash, new.pick_seed)
    is distinct from (old.from_connection, old.imported_by, old.account, old.file_hash, old.pick_seed)
    or old.closing_minor is not null and (new.opening_minor, new.closing_minor) is distinct from (old.opening_minor, old.closing_minor) then
    raise exception 'what was imported stays as it is' using errcode = 'check_violation', constraint = 'bank_statement_stays';
  end if;
  if new.status <> old.status and (old.status, new.status)
    not in (('unconfirmed', 'accepted'), ('unconfirmed', 'discarded'), ('accepted', 'revoked')) then
    raise exception 'a statement does not go from % to %', old.status, new.status
      using errcode = 'check_violation', constraint = 'bank_statement_status_moves_on';
  end if;
  return new;
end $function$


CREATE OR REPLACE FUNCTION public.ledger_beyond_awards(p_member_id uuid)
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  with moved as (
    select p.entry_no, sum(case when e.type in ('award_claimed', 'objection_upheld') then 0 else p.amount_minor end) as amount_minor
    from posting p
    join account a on a.no = p.account_no
    join entry e on e.id = p.entry_id
    where a.id in (ledger_account_id('member_available', p_member_id::text), ledger_account_id('member_held', p_member_id::text))
    group by p.entry_no
  ), summed as (
    select entry_no, sum(amount_minor) over (order by entry_no) as so_far from moved
  )
  select coalesce((select so_far from summed order by entry_no desc limit 1) - least(0, (select min(so_far) from summed)), 0)::bigint
$function$

grant execute to fairturn_app

CREATE OR REPLACE FUNCTION public.new_bank_line_duties()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if exists (
    select from (select distinct statement_id from inserted) i join bank_statement s on s.id = i.statement_id
    where s.status <> 'accepted') then
    raise exception 'lines count once their statement is accepted'
      using errcode = 'check_violation', constraint = 'bank_line_is_of_an_accepted_statement';
  end if;
  return null;
end $function$


CREATE OR REPLACE FUNCTION public.unmatched_payment_refund_duties()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if exists (select from bank_line_brought_by(new.line_id) who where who in (new.proposed_by, new.approved_by)) then
    raise exception 'who brought money in does not send it back'
      using errcode = 'check_violation', constraint = 'unmatched_payment_refund_importer_does_nothing_else';
  end if;
  return new;
end $function$

