-- Why: what the public page says of a day stays as it was said, and what members are owed is signed once a day, so that each can check
-- on their own that they are in the total, for ever.

-- Each day's figures, kept and never changed.
create table figure_day (
  day date not null, -- UTC
  figure text not null check (figure ~ '^[a-z][a-z0-9_]*(\.[a-z0-9_]+)+$'),
  value bigint not null, -- Minor units, a count, seconds or basis points: contract/src/transparency.ts says which.
  out_of bigint, -- Of how many; null where the figure is no share.
  computed_at timestamptz not null,
  primary key (day, figure)
);
create index figure_day_of_figure on figure_day (figure, day);

create table proof_key (
  number int primary key check (number > 0),
  public_key bytea not null unique check (length(public_key) = 32),
  ciphertext bytea, -- The private key, encrypted; null where it is configured and never stored.
  since timestamptz not null,
  -- The key before says that this one is its successor; null for the first, and where that key could not sign.
  endorsement bytea check (length(endorsement) = 64),
  check (number > 1 or endorsement is null)
);

-- A proof of liabilities: each goes on where the one before ended.
create table proof (
  id uuid primary key,
  number int not null constraint proof_number_is_unique unique check (number > 0),
  -- The text that is signed, to the byte.
  statement text not null check (statement like (('Fairturn proof of liabilities, version 1' || chr(10)) || '%')),
  hash bytea not null unique,
  previous_hash bytea not null unique check (length(previous_hash) = 32),
  signature bytea not null check (length(signature) = 64),
  key_number int not null references proof_key (number),
  taken_at timestamptz not null,
  total_minor bigint not null check (total_minor >= 0),
  leaf_count bigint not null check (leaf_count between 0 and 4294967295),
  heads text not null, -- The heads of the ledger's chains at that moment, one line each.
  made_by text not null,
  check (hash = sha256(convert_to(statement, 'UTF8')))
);
create index proof_newest on proof (taken_at desc);

-- What the paths are answered from, for as long as trees are kept. The secret makes the salts; it is encrypted.
create table proof_tree (
  proof_id uuid primary key references proof (id),
  ciphertext bytea not null
);

-- 256 nodes a row, of every eighth level: what lies between is hashed again when it is asked for.
create table proof_block (
  proof_id uuid not null references proof_tree (proof_id) on delete cascade,
  level int not null check (level >= 0 and (level % 8) = 0),
  block_no int not null check (block_no >= 0),
  nodes bytea not null check ((length(nodes) % 40) = 0),
  primary key (proof_id, level, block_no)
);
-- Hashes do not compress.
alter table proof_block alter column nodes set storage external;

-- Whose leaves stand where, in the order of holders, many holders a row.
create table proof_holders (
  proof_id uuid not null references proof_tree (proof_id) on delete cascade,
  first_holder uuid not null,
  items bytea not null,
  primary key (proof_id, first_holder)
);

create function figure_day_is_kept() returns trigger language plpgsql as $$
begin
  raise exception '% on figure_day is refused: what was published stays as it was', tg_op using errcode = 'restrict_violation';
end $$;
create trigger append_only before delete or update or truncate on figure_day for each statement
  execute function figure_day_is_kept();

create function proof_is_kept() returns trigger language plpgsql as $$
begin
  raise exception '% on % is refused: proofs are kept as they were signed', tg_op, tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger kept before delete or update or truncate on proof for each statement execute function proof_is_kept();
create trigger kept before delete or truncate on proof_key for each statement execute function proof_is_kept();
create trigger kept before truncate on proof_tree for each statement execute function proof_is_kept();
create trigger kept before update or truncate on proof_block for each statement execute function proof_is_kept();
create trigger kept before update or truncate on proof_holders for each statement execute function proof_is_kept();

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

-- When the deployment's secret is replaced, what it encrypted is encrypted again; nothing else of the row may change.
create function proof_is_only_reencrypted() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - 'ciphertext' is distinct from to_jsonb(old) - 'ciphertext'
    or (to_jsonb(new) -> 'ciphertext' = 'null') <> (to_jsonb(old) -> 'ciphertext' = 'null')
  then
    raise exception '% on % is refused: what is signed and published is kept as it is', tg_op, tg_table_name
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger reencrypted before update on proof_key for each row execute function proof_is_only_reencrypted();
create trigger reencrypted before update on proof_tree for each row execute function proof_is_only_reencrypted();

-- Grants.
revoke execute on function figure_day_is_kept, proof_is_kept, proof_follows,
  proof_is_only_reencrypted from fairturn_app;
