// A minimal hand-written transfer, against which the ledger and a claim are measured.
import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'

export const PEER_CONNECTIONS = 20 // 10 and 40 were slower or the same

/** Two row updates in order, two postings, one entry with a unique id, one function, one commit each. */
export const PEER_SCHEMA = `
  create table peer_account (id uuid primary key, balance bigint not null check (balance >= 0)) with (fillfactor = 60);
  create table peer_entry (id uuid primary key, created_at timestamptz not null default now());
  create table peer_posting (entry_id uuid, account_id uuid, amount bigint not null, balance_after bigint not null,
    primary key (entry_id, account_id));
  create function peer_transfer(p_id uuid, p_from uuid, p_to uuid, p_amount bigint) returns void language plpgsql as $$
  declare
    v_from bigint;
    v_to bigint;
  begin
    if p_from < p_to then
      update peer_account set balance = balance - p_amount where id = p_from returning balance into v_from;
      update peer_account set balance = balance + p_amount where id = p_to returning balance into v_to;
    else
      update peer_account set balance = balance + p_amount where id = p_to returning balance into v_to;
      update peer_account set balance = balance - p_amount where id = p_from returning balance into v_from;
    end if;
    insert into peer_entry (id) values (p_id);
    insert into peer_posting values (p_id, p_from, -p_amount, v_from), (p_id, p_to, p_amount, v_to);
  end $$;`

/** Transfers one cent. */
export async function transferByHand(pool: Pool, from: string, to: string): Promise<void> {
  await pool.query({
    name: 'peer',
    text: 'select peer_transfer($1, $2, $3, $4)',
    values: [randomUUID(), from, to, 1],
  })
}
