-- Written by schema.test.ts from a migrated database: a table is read here. UPDATE_SCHEMA=1 writes it.

create table figure_day (
  day date not null,
  figure text not null,
  value bigint not null,
  out_of bigint,
  computed_at timestamptz not null,
  constraint figure_day_pkey primary key (day, figure),
  constraint figure_day_figure_check check (figure ~ '^[a-z][a-z0-9_]*(\.[a-z0-9_]+)+$')
)
create index figure_day_of_figure on figure_day using btree (figure, day)
create trigger append_only before delete or update or truncate on figure_day for each statement execute function figure_day_is_kept()
grant insert, select to fairturn_app

create table proof (
  id uuid not null,
  number integer not null,
  statement text not null,
  hash bytea not null,
  previous_hash bytea not null,
  signature bytea not null,
  key_number integer not null,
  taken_at timestamptz not null,
  total_minor bigint not null,
  leaf_count bigint not null,
  heads text not null,
  made_by text not null,
  constraint proof_hash_key unique (hash),
  constraint proof_number_is_unique unique (number),
  constraint proof_previous_hash_key unique (previous_hash),
  constraint proof_pkey primary key (id),
  constraint proof_key_number_fkey foreign key (key_number) references proof_key(number),
  constraint proof_check check (hash = sha256(convert_to(statement, 'UTF8'))),
  constraint proof_leaf_count_check check (leaf_count >= 0 and leaf_count <= '4294967295'),
  constraint proof_number_check check (number > 0),
  constraint proof_previous_hash_check check (length(previous_hash) = 32),
  constraint proof_signature_check check (length(signature) = 64),
  constraint proof_statement_check check (statement ~ '^Fairturn proof of liabilities, version [123]\n'),
  constraint proof_total_minor_check check (total_minor >= 0)
)
create index proof_newest on proof using btree (taken_at desc)
create trigger follows before insert on proof for each row execute function proof_follows()
create trigger kept before delete or update or truncate on proof for each statement execute function proof_is_kept()
grant insert, select to fairturn_app

create table proof_audit_node (
  block_no integer not null,
  hash bytea not null,
  constraint proof_audit_node_pkey primary key (block_no),
  constraint proof_audit_node_block_no_check check (block_no >= 0),
  constraint proof_audit_node_hash_check check (length(hash) = 32)
)
create trigger kept before delete or update or truncate on proof_audit_node for each statement execute function proof_is_kept()
grant insert, select to fairturn_app

create table proof_block (
  proof_id uuid not null,
  level integer not null,
  block_no integer not null,
  nodes bytea not null,
  constraint proof_block_pkey primary key (proof_id, level, block_no),
  constraint proof_block_proof_id_fkey foreign key (proof_id) references proof_tree(proof_id) on delete cascade,
  constraint proof_block_block_no_check check (block_no >= 0),
  constraint proof_block_level_check check (level >= 0 and (level % 8) = 0),
  constraint proof_block_nodes_check check ((length(nodes) % 40) = 0)
)
create trigger kept before update or truncate on proof_block for each statement execute function proof_is_kept()
grant insert, select to fairturn_app

create table proof_holders (
  proof_id uuid not null,
  first_holder uuid not null,
  items bytea not null,
  constraint proof_holders_pkey primary key (proof_id, first_holder),
  constraint proof_holders_proof_id_fkey foreign key (proof_id) references proof_tree(proof_id) on delete cascade
)
create trigger kept before update or truncate on proof_holders for each statement execute function proof_is_kept()
grant insert, select to fairturn_app

create table proof_key (
  number integer not null,
  public_key bytea not null,
  ciphertext bytea,
  since timestamptz not null,
  endorsement bytea,
  constraint proof_key_public_key_key unique (public_key),
  constraint proof_key_pkey primary key (number),
  constraint proof_key_check check (number > 1 or endorsement is null),
  constraint proof_key_endorsement_check check (length(endorsement) = 64),
  constraint proof_key_number_check check (number > 0),
  constraint proof_key_public_key_check check (length(public_key) = 32)
)
create trigger kept before delete or truncate on proof_key for each statement execute function proof_is_kept()
create trigger reencrypted before update on proof_key for each row execute function proof_is_only_reencrypted()
grant insert, select to fairturn_app
grant update (ciphertext) to fairturn_app

create table proof_node (
  proof_id uuid not null,
  tree smallint not null,
  level integer not null,
  block_no integer not null,
  nodes bytea not null,
  constraint proof_node_pkey primary key (proof_id, tree, level, block_no),
  constraint proof_node_proof_id_fkey foreign key (proof_id) references proof_tree(proof_id) on delete cascade deferrable initially deferred,
  constraint proof_node_block_no_check check (block_no >= 0),
  constraint proof_node_level_check check (level >= 0 and (level % 8) = 0),
  constraint proof_node_nodes_check check ((length(nodes) % 32) = 0),
  constraint proof_node_tree_check check (tree in (1, 2))
)
create trigger kept before update or truncate on proof_node for each statement execute function proof_is_kept()
grant insert, select to fairturn_app

create table proof_place (
  proof_id uuid not null,
  tree smallint not null,
  first_key uuid not null,
  first_index bigint not null,
  items bytea not null,
  constraint proof_place_pkey primary key (proof_id, tree, first_key),
  constraint proof_place_proof_id_fkey foreign key (proof_id) references proof_tree(proof_id) on delete cascade deferrable initially deferred,
  constraint proof_place_first_index_check check (first_index >= 0),
  constraint proof_place_tree_check check (tree in (1, 2))
)
create trigger kept before update or truncate on proof_place for each statement execute function proof_is_kept()
grant insert, select to fairturn_app

create table proof_reach (
  proof_id uuid not null,
  chains jsonb not null,
  last_entry_no bigint not null,
  audit_events bigint not null,
  audit_proof bytea not null,
  constraint proof_reach_pkey primary key (proof_id),
  constraint proof_reach_proof_id_fkey foreign key (proof_id) references proof(id),
  constraint proof_reach_audit_events_check check (audit_events >= 0),
  constraint proof_reach_audit_proof_check check ((length(audit_proof) % 32) = 0)
)
create trigger kept before delete or update or truncate on proof_reach for each statement execute function proof_is_kept()
grant insert, select to fairturn_app

create table proof_tree (
  proof_id uuid not null,
  ciphertext bytea not null,
  constraint proof_tree_pkey primary key (proof_id),
  constraint proof_tree_proof_id_fkey foreign key (proof_id) references proof(id)
)
create trigger kept before truncate on proof_tree for each statement execute function proof_is_kept()
create trigger reencrypted before update on proof_tree for each row execute function proof_is_only_reencrypted()
grant insert, select to fairturn_app
grant update (ciphertext) to fairturn_app

create table refused_call (
  call text not null,
  day date not null,
  code text not null,
  count bigint not null,
  constraint refused_call_pkey primary key (call, day, code),
  constraint refused_call_count_check check (count > 0)
)
grant insert, select to fairturn_app
grant update (count) to fairturn_app

CREATE OR REPLACE FUNCTION public.figure_day_is_kept()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  raise exception '% on figure_day is refused: what was published stays as it was', tg_op using errcode = 'restrict_violation';
end $function$


CREATE OR REPLACE FUNCTION public.proof_follows()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if new.previous_hash is distinct from coalesce(
    (select hash from proof where number = new.number - 1), case when new.number = 1 then decode(repeat('00', 32), 'hex') end)
  then
    raise exception 'proof % does not follow the one before', new.number using errcode = 'check_violation';
  end if;
  return new;
end $function$


CREATE OR REPLACE FUNCTION public.proof_forget_trees(before timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  v_count int;
begin
  delete from proof_tree t using proof p
  where p.id = t.proof_id and p.taken_at < least(before, clock_timestamp() - interval '92 days');
  get diagnostics v_count = row_count;
  return v_count;
end $function$

grant execute to fairturn_app

CREATE OR REPLACE FUNCTION public.proof_is_kept()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  raise exception '% on % is refused: proofs are kept as they were signed', tg_op, tg_table_name using errcode = 'restrict_violation';
end $function$


CREATE OR REPLACE FUNCTION public.proof_is_only_reencrypted()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if to_jsonb(new) - 'ciphertext' is distinct from to_jsonb(old) - 'ciphertext'
    or (to_jsonb(new) -> 'ciphertext' = 'null') <> (to_jsonb(old) -> 'ciphertext' = 'null')
  then
    raise exception '% on % is refused: what is signed and published is kept as it is', tg_op, tg_table_name
      using errcode = 'restrict_violation';
  end if;
  return new;
end $function$

