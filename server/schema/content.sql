-- Written by schema.test.ts from a migrated database: a table is read here. UPDATE_SCHEMA=1 writes it.

create table banner_caption (
  film text not null,
  locale text not null,
  vtt text not null,
  constraint banner_caption_pkey primary key (film, locale),
  constraint banner_caption_locale_fkey foreign key (locale) references locale(code)
)
grant delete, insert, select to fairturn_app
grant update (vtt) to fairturn_app

create table content_file (
  url text not null,
  kind text not null,
  uploaded_by uuid not null,
  used_at timestamptz not null,
  constraint content_file_pkey primary key (url),
  constraint content_file_uploaded_by_fkey foreign key (uploaded_by) references operator(id),
  constraint content_file_kind_check check (kind in ('popup', 'film', 'poster')),
  constraint content_file_url_check check (url ~ '^/files/[0-9a-f]{32}\.(webp|mp4|webm)$')
)
create index content_file_used_at on content_file using btree (used_at)
grant delete, insert, select to fairturn_app
grant update (used_at) to fairturn_app

create table page (
  name text not null,
  locale text not null,
  html text not null,
  updated_at timestamptz not null,
  constraint page_pkey primary key (name, locale),
  constraint page_locale_fkey foreign key (locale) references locale(code)
)
grant delete, insert, select to fairturn_app
grant update (html, updated_at) to fairturn_app

create table popup (
  locale text not null,
  image text,
  updated_at timestamptz not null,
  is_on boolean not null default true,
  alt text,
  constraint popup_pkey primary key (locale),
  constraint popup_locale_fkey foreign key (locale) references locale(code),
  constraint popup_alt_check check (alt <> '')
)
grant insert, select to fairturn_app
grant update (image, updated_at, is_on, alt) to fairturn_app

create table setting (
  key text not null,
  value jsonb not null,
  updated_at timestamptz not null,
  constraint service_fee_fits_the_levels trigger deferrable initially deferred,
  constraint setting_pkey primary key (key)
)
create constraint trigger service_fee_fits_the_levels after insert or delete or update on setting deferrable initially deferred for each row execute function refuse_unfunded_levels()
grant insert, select to fairturn_app
grant update (value, updated_at) to fairturn_app

create table version (
  kind text not null,
  key text not null,
  number integer not null,
  content jsonb not null,
  reason text,
  operator_id uuid,
  approved_by uuid,
  restored_from integer,
  made_at timestamptz not null,
  constraint version_pkey primary key (kind, key, number),
  constraint version_approved_by_fkey foreign key (approved_by) references operator(id),
  constraint version_kind_key_restored_from_fkey foreign key (kind, key, restored_from) references version(kind, key, number),
  constraint version_operator_id_fkey foreign key (operator_id) references operator(id),
  constraint version_check check (restored_from < number),
  constraint version_is_approved_by_another check (approved_by <> operator_id),
  constraint version_is_made_by_somebody check (number = 1 or operator_id is not null),
  constraint version_key_check check (key <> ''),
  constraint version_kind_check check (kind in ('setting', 'level', 'page', 'popup', 'banner')),
  constraint version_number_check check (number > 0),
  constraint version_reason_check check (reason <> ''),
  constraint version_takes_two check (approved_by is not null or operator_id is null or not (kind = 'level' or kind = 'page' and key ~~ 'receive-account/%' or kind = 'setting' and (key in ('receive_account', 'link_deposit', 'link_support', 'service_fee', 'min_withdrawal', 'withdrawal_fee', 'two_person_withdrawal', 'unseen_limit', 'highest_price_page', 'highest_order_page', 'highest_price_beacon', 'highest_order_beacon', 'highest_price_postback', 'least_counted_award'))))
)
create trigger append_only before delete or update or truncate on version for each statement execute function audit_append_only()
create trigger follows_the_last before insert on version for each row execute function version_follows_the_last()
grant insert, select to fairturn_app

CREATE OR REPLACE FUNCTION public.version_follows_the_last()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if new.number <> (select coalesce(max(number), 0) + 1 from version where kind = new.kind and key = new.key) then
    raise exception 'version % of % % does not follow the last', new.number, new.kind, new.key using errcode = 'check_violation';
  end if;
  return new;
end $function$

