-- Written by schema.test.ts from a migrated database: a table is read here. UPDATE_SCHEMA=1 writes it.

create table billing_profile (
  member_id uuid not null,
  kind text not null,
  legal_name text not null,
  street text,
  postal_code text,
  city text,
  country text not null,
  vat_number text,
  registration_number text,
  purchase_order text,
  email text,
  number_check text not null default 'unconfirmed',
  checked_at timestamptz,
  confirmed_at timestamptz,
  confirmed_by uuid,
  consultation text,
  updated_at timestamptz not null,
  constraint billing_profile_pkey primary key (member_id),
  constraint billing_profile_confirmed_by_fkey foreign key (confirmed_by) references operator(id),
  constraint billing_profile_member_id_fkey foreign key (member_id) references member(id),
  constraint billing_profile_check check (kind = 'person' or street <> '' and city <> ''),
  constraint billing_profile_check1 check ((number_check = 'unconfirmed') = (checked_at is null)),
  constraint billing_profile_check2 check ((number_check = 'confirmed') = (confirmed_at is not null)),
  constraint billing_profile_check3 check (number_check = 'unconfirmed' or vat_number is not null),
  constraint billing_profile_check4 check (number_check = 'confirmed' or confirmed_by is null),
  constraint billing_profile_country_check check (country ~ '^[A-Z]{2}$'),
  constraint billing_profile_kind_check check (kind in ('person', 'company')),
  constraint billing_profile_legal_name_check check (legal_name <> ''),
  constraint billing_profile_number_check_check check (number_check in ('unconfirmed', 'confirmed', 'refused')),
  constraint billing_profile_vat_number_check check (vat_number ~ '^[A-Z0-9]{4,20}$')
)
create index billing_profile_of_number on billing_profile using btree (vat_number) where vat_number is not null
grant delete, insert, select to fairturn_app
grant update (kind, legal_name, street, postal_code, city, country, vat_number, registration_number, purchase_order, email, number_check, checked_at, confirmed_at, confirmed_by, consultation, updated_at) to fairturn_app

create table invoice (
  id uuid not null,
  series text not null,
  member_id uuid not null,
  subject text not null,
  subject_id uuid not null,
  subject_name text not null,
  entry_id uuid not null,
  issued_at timestamptz not null,
  day date not null,
  currency text not null,
  vat_case text,
  rate_bp integer not null,
  supply text not null,
  escrow_minor bigint not null,
  fee_minor bigint not null,
  vat_minor bigint not null,
  total_minor bigint not null generated always as (escrow_minor + fee_minor + vat_minor) stored,
  seller jsonb,
  buyer jsonb not null,
  lines jsonb not null,
  salt uuid default gen_random_uuid(),
  erased bytea,
  vat_country text,
  reduces boolean not null default false,
  constraint numbered trigger deferrable initially deferred,
  constraint invoice_pkey primary key (id),
  constraint invoice_member_id_fkey foreign key (member_id) references member(id),
  constraint invoice_check check ((salt is null) = (erased is not null)),
  constraint invoice_check1 check ((escrow_minor + fee_minor + vat_minor) > 0),
  constraint invoice_check2 check ((vat_case is null) = (seller is null)),
  constraint invoice_check3 check (vat_minor = 0 or rate_bp > 0),
  constraint invoice_check4 check (rate_bp = 0 or (vat_case in ('domestic', 'consumer'))),
  constraint invoice_check5 check (not reduces or series = 'FC'),
  constraint invoice_currency_check check (currency in ('USD', 'EURO')),
  constraint invoice_escrow_minor_check check (escrow_minor >= 0),
  constraint invoice_fee_minor_check check (fee_minor >= 0),
  constraint invoice_rate_bp_check check (rate_bp >= 0 and rate_bp <= 10000),
  constraint invoice_series_check check (series in ('FI', 'FC')),
  constraint invoice_subject_check check (subject in ('campaign', 'level')),
  constraint invoice_supply_check check (supply in ('principal', 'agent')),
  constraint invoice_vat_case_check check (vat_case in ('domestic', 'reverse_charge', 'outside', 'exempt', 'consumer')),
  constraint invoice_vat_country_check check (vat_country ~ '^[A-Z]{2}$'),
  constraint invoice_vat_minor_check check (vat_minor >= 0)
)
create index invoice_of_day on invoice using btree (day) where erased is null
create index invoice_of_entry on invoice using btree (entry_id)
create index invoice_of_member on invoice using btree (member_id, id desc)
create index invoice_of_subject on invoice using btree (subject_id, id)
create index invoice_that_reduces on invoice using btree (issued_at) where reduces
create trigger append_only before delete or truncate on invoice for each statement execute function invoice_append_only()
create trigger erased_only before update on invoice for each row execute function invoice_is_erased_only()
create constraint trigger numbered after insert on invoice deferrable initially deferred for each row execute function invoice_is_numbered()
grant insert, select to fairturn_app

create table invoice_chain (
  only_one boolean not null default true,
  length bigint not null,
  hash bytea not null,
  constraint invoice_chain_pkey primary key (only_one),
  constraint invoice_chain_only_one_check check (only_one)
)
create trigger append_only before insert or delete or truncate on invoice_chain for each statement execute function invoice_append_only()
grant select to fairturn_app

create table invoice_correction (
  invoice_id uuid not null,
  corrects uuid not null,
  escrow_minor bigint not null,
  fee_minor bigint not null,
  vat_minor bigint not null,
  constraint invoice_correction_pkey primary key (invoice_id, corrects),
  constraint invoice_correction_corrects_fkey foreign key (corrects) references invoice(id),
  constraint invoice_correction_invoice_id_fkey foreign key (invoice_id) references invoice(id),
  constraint invoice_correction_escrow_minor_check check (escrow_minor >= 0),
  constraint invoice_correction_fee_minor_check check (fee_minor >= 0),
  constraint invoice_correction_vat_minor_check check (vat_minor >= 0)
)
create index invoice_correction_of on invoice_correction using btree (corrects)
create trigger append_only before delete or update or truncate on invoice_correction for each statement execute function invoice_append_only()
create trigger fits after insert on invoice_correction for each row execute function invoice_correction_fits()
grant insert, select to fairturn_app

create table invoice_number (
  invoice_id uuid not null,
  series text not null,
  year integer not null,
  number integer not null,
  link_no bigint not null,
  previous_hash bytea not null,
  hash bytea not null,
  constraint invoice_number_link_no_key unique (link_no),
  constraint invoice_number_series_year_number_key unique (series, year, number),
  constraint invoice_number_pkey primary key (invoice_id),
  constraint invoice_number_invoice_id_fkey foreign key (invoice_id) references invoice(id),
  constraint invoice_number_number_check check (number > 0)
)
create trigger append_only before delete or update or truncate on invoice_number for each statement execute function invoice_append_only()
grant select to fairturn_app

create table invoice_series (
  series text not null,
  year integer not null,
  last_number integer not null,
  constraint invoice_series_pkey primary key (series, year)
)
create trigger append_only before delete or truncate on invoice_series for each statement execute function invoice_append_only()
grant select to fairturn_app

CREATE OR REPLACE FUNCTION public.invoice_append_only()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  raise exception '% on % is refused: documents are append-only', tg_op, tg_table_name using errcode = 'restrict_violation';
end $function$


CREATE OR REPLACE FUNCTION public.invoice_bytes(fields text[])
 RETURNS bytea
 LANGUAGE sql
 STABLE
AS $function$
  select string_agg(
    case when field is null then '\x00'::bytea
    else '\x01'::bytea || int4send(octet_length(convert_to(field, 'UTF8'))) || convert_to(field, 'UTF8') end,
    ''::bytea order by no)
  from unnest(fields) with ordinality as each (field, no)
$function$

grant execute to fairturn_app

CREATE OR REPLACE FUNCTION public.invoice_correction_fits()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
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
end $function$


CREATE OR REPLACE FUNCTION public.invoice_hash(previous_hash bytea, series text, year integer, number integer, document invoice)
 RETURNS bytea
 LANGUAGE sql
 STABLE
AS $function$
  select sha256(previous_hash || invoice_bytes(array[series, year::text, number::text, document.id::text, document.member_id::text,
    document.subject, document.subject_id::text, encode(coalesce(document.erased, invoice_identity(document)), 'hex'),
    document.entry_id::text, (extract(epoch from document.issued_at) * 1000)::bigint::text, to_char(document.day, 'YYYY-MM-DD'),
    document.currency, document.vat_case, document.rate_bp::text, document.supply, document.escrow_minor::text, document.fee_minor::text,
    document.vat_minor::text, document.seller::text, document.lines::text,
    (select string_agg(concat_ws(' ', c.corrects, c.escrow_minor, c.fee_minor, c.vat_minor), ',' order by c.corrects)
     from invoice_correction c where c.invoice_id = document.id)])
    || case when document.vat_country is null and not document.reduces then ''::bytea
       else invoice_bytes(array[document.vat_country, document.reduces::text]) end)
$function$

grant execute to fairturn_app

CREATE OR REPLACE FUNCTION public.invoice_identity(document invoice)
 RETURNS bytea
 LANGUAGE sql
 STABLE
AS $function$
  select sha256(invoice_bytes(array[document.salt::text, document.subject_name, document.buyer::text]))
$function$

grant execute to fairturn_app

CREATE OR REPLACE FUNCTION public.invoice_is_erased_only()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if old.erased is not null or to_jsonb(new) - 'total_minor' <> to_jsonb(invoice_without_buyer(old)) - 'total_minor'
    or not exists (select from member where id = old.member_id and closed_at is not null) then
    raise exception 'UPDATE on invoice is refused: documents are append-only' using errcode = 'restrict_violation';
  end if;
  return new;
end $function$


CREATE OR REPLACE FUNCTION public.invoice_is_numbered()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
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
end $function$


CREATE OR REPLACE FUNCTION public.invoice_without_buyer(document invoice)
 RETURNS invoice
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
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
end $function$

grant execute to fairturn_app

CREATE OR REPLACE FUNCTION public.invoices_erase_buyers(p_before date, p_limit integer)
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  with erased as (
    update invoice i set salt = null, erased = e.erased, subject_name = e.subject_name, buyer = e.buyer
    from (
      select w.* from invoice i join member m on m.id = i.member_id, invoice_without_buyer(i) w
      where i.erased is null and i.day < p_before and m.closed_at is not null limit p_limit) e
    where i.id = e.id returning 1)
  select count(*)::int from erased
$function$

grant execute to fairturn_app
