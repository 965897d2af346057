-- Why: what members are owed is signed once a day, so that each can check on their own that they are in the total, for ever.

create table proof_key (
  number int primary key check (number > 0),
  public_key bytea not null unique check (length(public_key) = 32),
  -- The private key, sealed; null where it is configured and never stored.
  sealed bytea,
  since timestamptz not null,
  -- The key before says that this one is its successor; null for the first, and where that key could not sign.
  endorsement bytea check (length(endorsement) = 64),
  check (number > 1 or endorsement is null)
);

create table proof (
  id uuid primary key,
  number int not null constraint proof_number_is_unique unique check (number > 0),
  -- The text that is signed, to the byte.
  statement text not null check (statement like 'Fairturn proof of liabilities, version 1' || chr(10) || '%'),
  hash bytea not null unique check (hash = sha256(convert_to(statement, 'UTF8'))),
  previous_hash bytea not null unique check (length(previous_hash) = 32),
  signature bytea not null check (length(signature) = 64),
  key_number int not null references proof_key (number),
  taken_at timestamptz not null,
  total_minor bigint not null check (total_minor >= 0),
  leaf_count bigint not null check (leaf_count between 0 and 4294967295),
  -- The heads of the ledger's chains at that moment, one line each.
  heads text not null,
  made_by text not null
);
create index proof_newest on proof (taken_at desc);

-- What the paths are answered from, for as long as trees are kept. The secret makes the salts; it is sealed.
create table proof_tree (
  proof_id uuid primary key references proof (id),
  sealed_secret bytea not null
);
-- 256 nodes a row, of every eighth level: what lies between is hashed again when it is asked for.
create table proof_block (
  proof_id uuid not null references proof_tree (proof_id) on delete cascade,
  level int not null check (level >= 0 and level % 8 = 0),
  block_no int not null check (block_no >= 0),
  nodes bytea not null check (length(nodes) % 40 = 0),
  primary key (proof_id, level, block_no)
);
-- Whose leaves stand where, in the order of owners, many owners a row.
create table proof_owners (
  proof_id uuid not null references proof_tree (proof_id) on delete cascade,
  first_owner uuid not null,
  items bytea not null,
  primary key (proof_id, first_owner)
);
-- Hashes do not compress.
alter table proof_block alter column nodes set storage external;

create function proof_is_kept() returns trigger language plpgsql as $$
begin
  raise exception '% on % is refused: proofs are kept as they were signed', tg_op, tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger kept before update or delete or truncate on proof for each statement execute function proof_is_kept();
create trigger kept before delete or truncate on proof_key for each statement execute function proof_is_kept();
create trigger kept before truncate on proof_tree for each statement execute function proof_is_kept();
-- When the deployment's secret is replaced, what it sealed is sealed anew; nothing else of the row may change.
create function proof_is_only_sealed_anew() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - array['sealed', 'sealed_secret'] is distinct from to_jsonb(old) - array['sealed', 'sealed_secret']
    or jsonb_path_exists(to_jsonb(new), '$.sealed ? (@ == null)') <> jsonb_path_exists(to_jsonb(old), '$.sealed ? (@ == null)')
  then
    raise exception '% on % is refused: what is signed and published is kept as it is', tg_op, tg_table_name
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger sealed_anew before update on proof_key for each row execute function proof_is_only_sealed_anew();
create trigger sealed_anew before update on proof_tree for each row execute function proof_is_only_sealed_anew();
create trigger kept before update or truncate on proof_block for each statement execute function proof_is_kept();
create trigger kept before update or truncate on proof_owners for each statement execute function proof_is_kept();

-- Each proof goes on where the one before ended.
create function proof_follows() returns trigger language plpgsql as $$
begin
  if new.previous_hash is distinct from coalesce(
    (select hash from proof where number = new.number - 1), case when new.number = 1 then decode(repeat('00', 32), 'hex') end)
  then
    raise exception 'proof % does not follow the one before', new.number using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger follows before insert on proof for each row execute function proof_follows();

-- Trees are large, and old ones nobody asks for; statements stay. Never younger ones than this, whoever asks.
create function proof_forget_trees(before timestamptz) returns int
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_count int;
begin
  delete from proof_tree t using proof p
  where p.id = t.proof_id and p.taken_at < least(before, clock_timestamp() - interval '92 days');
  get diagnostics v_count = row_count;
  return v_count;
end $$;

revoke execute on function proof_is_only_sealed_anew from public, fairturn_app;
revoke update, delete on proof, proof_key, proof_tree, proof_block, proof_owners from fairturn_app;
revoke execute on function proof_is_kept, proof_follows from public, fairturn_app;
revoke execute on function proof_forget_trees from public;
