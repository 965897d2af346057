-- Why: a document says whose VAT it has, and a refund outside the rules of what was paid for is a credit note as any other.
alter table invoice
  -- The state whose VAT is charged, or who the buyer owes it to in reverse charge; null: none, or written before this was kept.
  add column vat_country text check (vat_country ~ '^[A-Z]{2}$'),
  -- A credit note of a refund outside the rules: its price was reduced, nothing of it came back.
  add column reduces boolean not null default false,
  add check (not reduces or series = 'FC');

-- What was hashed before stays as it was: these come behind it, where a document has them.
create or replace function invoice_hash(previous_hash bytea, series text, year int, number int, document invoice) returns bytea
language sql stable as $$
  select sha256(previous_hash || invoice_bytes(array[series, year::text, number::text, document.id::text, document.member_id::text,
    document.subject, document.subject_id::text, encode(coalesce(document.erased, invoice_identity(document)), 'hex'),
    document.entry_id::text, (extract(epoch from document.issued_at) * 1000)::bigint::text, to_char(document.day, 'YYYY-MM-DD'),
    document.currency, document.vat_case, document.rate_bp::text, document.supply, document.escrow_minor::text, document.fee_minor::text,
    document.vat_minor::text, document.seller::text, document.lines::text,
    (select string_agg(concat_ws(' ', c.corrects, c.escrow_minor, c.fee_minor, c.vat_minor), ',' order by c.corrects)
     from invoice_correction c where c.invoice_id = document.id)])
    || case when document.vat_country is null and not document.reduces then ''::bytea
       else invoice_bytes(array[document.vat_country, document.reduces::text]) end)
$$;
create index invoice_that_reduces on invoice (issued_at) where reduces;
-- Who else has a number is shown to whoever confirms it.
create index billing_profile_of_number on billing_profile (vat_number) where vat_number is not null;
