-- Why: a company books what it spends by an invoice for each payment and a credit note for each refund, numbered without a gap
-- and never changed, not even by the schema owner.

-- The ledger: VAT paid with a campaign, and VAT owed to the state -----------------------------------------------------

create or replace function ledger_account_starts_empty() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.kind not in ('cash', 'revenue', 'own_money', 'vat', 'member_available', 'member_held', 'campaign_escrow', 'campaign_fee',
    'campaign_vat', 'level_fee', 'unmatched_payment') then
    raise exception 'there is no account kind %', new.kind using errcode = 'check_violation';
  end if;
  if new.balance_minor <> 0 or new.reserved_minor <> 0 or new.version <> 0
    or new.may_go_negative <> (new.kind in ('cash', 'own_money')) or new.id <> ledger_account_id(new.kind, new.holder_id) then
    raise exception 'an account starts empty, with the id that follows from its kind and holder' using errcode = 'check_violation';
  end if;
  return new;
end $$;
insert into account (id, kind, holder_id, may_go_negative)
select ledger_account_id('vat', shard::text), 'vat', shard::text, false from generate_series(0, 15) shard
on conflict do nothing;

-- A proof with VAT is of version 3 (docs/proof.md).
alter table proof drop constraint proof_statement_check,
  add constraint proof_statement_check check (statement ~ '^Fairturn proof of liabilities, version [123]\n');

-- A difference between documents and ledger stops draws and payments of the campaign; refunds go on.
alter table ledger_check_finding drop constraint ledger_check_finding_scope_check,
  add constraint ledger_check_finding_scope_check
    check (scope in ('member_money', 'campaign_money', 'campaign_payments', 'payouts', 'staff_approvals'));
alter table ledger_freeze drop constraint ledger_freeze_scope_check,
  add constraint ledger_freeze_scope_check
    check (scope in ('member_money', 'campaign_money', 'campaign_payments', 'payouts', 'staff_approvals'));

-- Who is invoiced -----------------------------------------------------------------------------------------------------

create table billing_profile (
  member_id uuid primary key references member (id),
  kind text not null check (kind in ('person', 'company')),
  legal_name text not null check (legal_name <> ''),
  street text,
  postal_code text,
  city text,
  country text not null check (country ~ '^[A-Z]{2}$'),
  vat_number text check (vat_number ~ '^[A-Z0-9]{4,20}$'),
  registration_number text,
  purchase_order text,
  email text,
  -- Of the number that is there now: right by its digits; then what the public service or an operator said of it.
  number_check text not null default 'unconfirmed' check (number_check in ('unconfirmed', 'confirmed', 'refused')),
  checked_at timestamptz,
  confirmed_at timestamptz,
  confirmed_by uuid references operator (id), -- null: the public service
  consultation text, -- the service's own reference of its answer
  updated_at timestamptz not null,
  check (kind = 'person' or (street <> '' and city <> '')),
  check ((number_check = 'unconfirmed') = (checked_at is null)),
  check ((number_check = 'confirmed') = (confirmed_at is not null)),
  check (number_check = 'unconfirmed' or vat_number is not null),
  check (number_check = 'confirmed' or confirmed_by is null)
);

-- Documents -----------------------------------------------------------------------------------------------------------

create table invoice (
  id uuid primary key,
  series text not null check (series in ('FI', 'FC')), -- invoice, credit note
  member_id uuid not null references member (id),
  subject text not null check (subject in ('campaign', 'level')),
  subject_id uuid not null, -- a campaign's or a level purchase's
  subject_name text not null, -- a campaign's brand, a level's name
  entry_id uuid not null, -- the ledger's entry, of the same transaction
  issued_at timestamptz not null,
  day date not null, -- of issued_at, in the site's time zone
  currency text not null check (currency in ('USD', 'EURO')),
  vat_case text check (vat_case in ('domestic', 'reverse_charge', 'outside', 'exempt', 'consumer')), -- null: no seller
  rate_bp int not null check (rate_bp between 0 and 10000),
  supply text not null check (supply in ('principal', 'agent')),
  -- Net amounts: what goes into the escrow, and the fee (of a level all of it); of a credit note what comes back of each.
  escrow_minor bigint not null check (escrow_minor >= 0),
  fee_minor bigint not null check (fee_minor >= 0),
  vat_minor bigint not null check (vat_minor >= 0),
  total_minor bigint not null generated always as (escrow_minor + fee_minor + vat_minor) stored,
  seller jsonb,
  buyer jsonb not null,
  lines jsonb not null,
  -- Of who it was for and what it calls them; erased together, and then their hash stands in the document's.
  salt uuid default gen_random_uuid(),
  erased bytea,
  check ((salt is null) = (erased is not null)),
  check (escrow_minor + fee_minor + vat_minor > 0),
  check ((vat_case is null) = (seller is null)),
  check (vat_minor = 0 or rate_bp > 0),
  check (rate_bp = 0 or vat_case in ('domestic', 'consumer'))
);
create index invoice_of_member on invoice (member_id, id desc);
create index invoice_of_subject on invoice (subject_id, id);
create index invoice_of_entry on invoice (entry_id);
create index invoice_of_day on invoice (day) where erased is null;

-- Which invoices a credit note corrects, and by how much of each.
create table invoice_correction (
  invoice_id uuid not null references invoice (id),
  corrects uuid not null references invoice (id),
  escrow_minor bigint not null check (escrow_minor >= 0),
  fee_minor bigint not null check (fee_minor >= 0),
  vat_minor bigint not null check (vat_minor >= 0),
  primary key (invoice_id, corrects)
);
create index invoice_correction_of on invoice_correction (corrects);

-- Given as the transaction commits (invoice_is_numbered), so that none is lost with one that rolls back.
create table invoice_number (
  invoice_id uuid primary key references invoice (id),
  series text not null,
  year int not null,
  number int not null check (number > 0),
  link_no bigint not null unique, -- the order of all documents
  previous_hash bytea not null,
  hash bytea not null,
  unique (series, year, number)
);
create table invoice_series (
  series text not null,
  year int not null,
  last_number int not null,
  primary key (series, year)
);
create table invoice_chain (
  only_one boolean primary key default true check (only_one),
  length bigint not null,
  hash bytea not null
);
insert into invoice_chain (length, hash) values (0, sha256(convert_to('fairturn invoices', 'UTF8')));

-- Bytes that no other fields can share: each with its length, null apart.
create function invoice_bytes(fields text[]) returns bytea language sql stable as $$
  select string_agg(
    case when field is null then '\x00'::bytea
    else '\x01'::bytea || int4send(octet_length(convert_to(field, 'UTF8'))) || convert_to(field, 'UTF8') end,
    ''::bytea order by no)
  from unnest(fields) with ordinality as each (field, no)
$$;
create function invoice_identity(document invoice) returns bytea language sql stable as $$
  select sha256(invoice_bytes(array[document.salt::text, document.subject_name, document.buyer::text]))
$$;
create function invoice_hash(previous_hash bytea, series text, year int, number int, document invoice) returns bytea
language sql stable as $$
  select sha256(previous_hash || invoice_bytes(array[series, year::text, number::text, document.id::text, document.member_id::text,
    document.subject, document.subject_id::text, encode(coalesce(document.erased, invoice_identity(document)), 'hex'),
    document.entry_id::text, (extract(epoch from document.issued_at) * 1000)::bigint::text, to_char(document.day, 'YYYY-MM-DD'),
    document.currency, document.vat_case, document.rate_bp::text, document.supply, document.escrow_minor::text, document.fee_minor::text,
    document.vat_minor::text, document.seller::text, document.lines::text,
    (select string_agg(concat_ws(' ', c.corrects, c.escrow_minor, c.fee_minor, c.vat_minor), ',' order by c.corrects)
     from invoice_correction c where c.invoice_id = document.id)]))
$$;

-- Deferred: the chain and its series are locked from here to the end of the commit only. Both are locked in one order, so no
-- two commits wait for each other.
create function invoice_is_numbered() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
declare
  v_length bigint;
  v_previous bytea;
  v_hash bytea;
  v_year int := extract(year from new.day);
  v_number int;
begin
  select length + 1, hash into strict v_length, v_previous from invoice_chain for no key update;
  insert into invoice_series as s (series, year, last_number) values (new.series, v_year, 1)
  on conflict (series, year) do update set last_number = s.last_number + 1
  returning last_number into v_number;
  v_hash := invoice_hash(v_previous, new.series, v_year, v_number, new);
  insert into invoice_number (invoice_id, series, year, number, link_no, previous_hash, hash)
  values (new.id, new.series, v_year, v_number, v_length, v_previous, v_hash);
  update invoice_chain set length = v_length, hash = v_hash;
  return null;
end $$;
create constraint trigger numbered after insert on invoice deferrable initially deferred for each row
  execute function invoice_is_numbered();

create function invoice_append_only() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  raise exception '% on % is refused: documents are append-only', tg_op, tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger append_only before delete or truncate on invoice for each statement execute function invoice_append_only();
create trigger append_only before delete or update or truncate on invoice_correction for each statement
  execute function invoice_append_only();
create trigger append_only before delete or update or truncate on invoice_number for each statement
  execute function invoice_append_only();
create trigger append_only before delete or truncate on invoice_series for each statement
  execute function invoice_append_only();
create trigger append_only before insert or delete or truncate on invoice_chain for each statement
  execute function invoice_append_only();

-- Of a closed account, who a document was for may be erased, and nothing else of it changed.
create function invoice_without_buyer(document invoice) returns invoice language plpgsql stable
set search_path = pg_catalog, public, pg_temp as $$
begin
  if document.erased is null then
    document.erased := invoice_identity(document);
    document.salt := null;
  end if;
  if document.subject = 'campaign' then
    document.subject_name := '****';
  end if;
  document.buyer := (select jsonb_object_agg(key, case key when 'kind' then value when 'country' then value
    when 'legal_name' then '"****"' else 'null' end) from jsonb_each(document.buyer));
  return document;
end $$;
create function invoice_is_erased_only() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.erased is not null or to_jsonb(new) - 'total_minor' <> to_jsonb(invoice_without_buyer(old)) - 'total_minor'
    or not exists (select from member where id = old.member_id and closed_at is not null) then
    raise exception 'UPDATE on invoice is refused: documents are append-only' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger erased_only before update on invoice for each row execute function invoice_is_erased_only();
create function invoices_erase_buyers(p_before date, p_limit int) returns int
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with erased as (
    update invoice i set salt = null, erased = e.erased, subject_name = e.subject_name, buyer = e.buyer
    from (
      select w.* from invoice i join member m on m.id = i.member_id, invoice_without_buyer(i) w
      where i.erased is null and i.day < p_before and m.closed_at is not null limit p_limit) e
    where i.id = e.id returning 1)
  select count(*)::int from erased
$$;

-- A correction belongs to a credit note that has no number yet, and corrects an invoice of the same subject by at most what is
-- left of it.
create function invoice_correction_fits() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  v_note invoice;
  v_invoice invoice;
begin
  select * into strict v_note from invoice where id = new.invoice_id;
  select * into strict v_invoice from invoice where id = new.corrects;
  if v_note.series <> 'FC' or v_invoice.series <> 'FI' or v_note.subject_id <> v_invoice.subject_id
    or v_note.member_id <> v_invoice.member_id or exists (select from invoice_number where invoice_id = new.invoice_id) then
    raise exception 'a credit note corrects invoices of the same subject, before it has its number'
      using errcode = 'check_violation';
  end if;
  if exists (
    select from invoice_correction where corrects = new.corrects
    having sum(escrow_minor) > v_invoice.escrow_minor or sum(fee_minor) > v_invoice.fee_minor
      or sum(vat_minor) > v_invoice.vat_minor) then
    raise exception 'credit notes correct an invoice by at most its amounts' using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger fits after insert on invoice_correction for each row execute function invoice_correction_fits();

revoke execute on function invoice_is_numbered, invoice_append_only, invoice_is_erased_only, invoice_correction_fits from fairturn_app;
revoke execute on function invoices_erase_buyers from public;
grant execute on function invoices_erase_buyers to fairturn_app;
