-- Why: a proof also signs the day's postings, its awards and the audit log, so that a member's device can check its statement
-- line by line, anybody an award, and that no line of the audit log was rewritten.

-- Statements of version 2 have more lines.
alter table proof drop constraint proof_statement_check;
alter table proof add constraint proof_statement_check check (statement ~ '^Fairturn proof of liabilities, version [12]\n');

-- Up to where a proof has read: the next one goes on from here. Kept for ever, as the proof is.
create table proof_reach (
  proof_id uuid primary key references proof (id),
  chains jsonb not null, -- The last entry number of each chain of the ledger.
  last_entry_no bigint not null,
  audit_events bigint not null check (audit_events >= 0),
  -- That the audit log of the proof before is the beginning of this one's: hashes of 32 bytes.
  audit_proof bytea not null check (length(audit_proof) % 32 = 0)
);

-- Trees of lines (1) and awards (2): 256 hashes a row, of every eighth level.
create table proof_node (
  proof_id uuid not null references proof_tree (proof_id) on delete cascade deferrable initially deferred, -- Written first.
  tree smallint not null check (tree in (1, 2)),
  level int not null check (level >= 0 and (level % 8) = 0),
  block_no int not null check (block_no >= 0),
  nodes bytea not null check ((length(nodes) % 32) = 0),
  primary key (proof_id, tree, level, block_no)
);
alter table proof_node alter column nodes set storage external;

-- Whose lines stand where (1: account, first place, first version, how many), and which award (2), many a row, in order.
create table proof_place (
  proof_id uuid not null references proof_tree (proof_id) on delete cascade deferrable initially deferred, -- Written first.
  tree smallint not null check (tree in (1, 2)),
  first_key uuid not null, -- Of a member, or of an award's entry.
  first_index bigint not null check (first_index >= 0),
  items bytea not null,
  primary key (proof_id, tree, first_key)
);

-- Roots over 256 links of the audit log each, complete ones only, so that no proof reads the whole log again.
create table proof_audit_node (
  block_no int primary key check (block_no >= 0),
  hash bytea not null check (length(hash) = 32)
);

create trigger kept before delete or update or truncate on proof_reach for each statement execute function proof_is_kept();
create trigger kept before update or truncate on proof_node for each statement execute function proof_is_kept();
create trigger kept before update or truncate on proof_place for each statement execute function proof_is_kept();
create trigger kept before delete or update or truncate on proof_audit_node for each statement execute function proof_is_kept();
