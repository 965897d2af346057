// Proves that the limit of bench/money.ts writes what the product writes: rows inserted and updated by one call, table by
// table, as PostgreSQL counts them.
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { load } from './http-load.ts'
import type { Operation } from './money-world.ts'

/** What a server is asked for, call by call: each member does each thing once. */
export interface Side {
  readonly port: number
  readonly next: () => readonly Buffer[]
}
const CALLS_COUNTED = 20
/** An idle connection reports its counts within ten seconds. */
const REPORTED_MS = 11_000

/** Written by the product beside an operation, and not by the limit. */
const NOT_OF_THE_OPERATION: Readonly<Record<string, string>> = {
  rate_limit_bucket: 'counts calls',
  _private_jobs: 'one a batch of claims, not one a claim',
  _private_job_queues: 'as the jobs',
}

type Counts = Map<string, { readonly inserted: number; readonly updated: number }>

async function countsOf(url: string): Promise<Counts> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ table: string; inserted: string; updated: string }>(
    `select regexp_replace(relname, '_\\d{8}$', '') as table, sum(n_tup_ins) as inserted, sum(n_tup_upd) as updated
     from pg_stat_user_tables group by 1`,
  )
  await client.end()
  return new Map(
    rows.map(({ table, inserted, updated }) => [
      table,
      { inserted: Number(inserted), updated: Number(updated) },
    ]),
  )
}

async function rowsOf({ port, next }: Side, url: string): Promise<Counts> {
  await load(port, 1, 0, next) // A day's first row of a total is inserted, every other call updates it.
  await sleep(REPORTED_MS)
  const before = await countsOf(url)
  const calls = Array.from({ length: CALLS_COUNTED }, () => next()[0]!)
  await load(port, 1, 0, () => calls)
  await sleep(REPORTED_MS)
  const after = await countsOf(url)
  const perCall = (table: string, what: 'inserted' | 'updated') =>
    ((after.get(table)?.[what] ?? 0) - (before.get(table)?.[what] ?? 0)) / CALLS_COUNTED
  return new Map(
    [...after.keys()].map((table) => [
      table,
      { inserted: perCall(table, 'inserted'), updated: perCall(table, 'updated') },
    ]),
  )
}

/** Prints both; rejects unless the limit inserts as many rows as the product into each table of the operation. */
export async function compareRows(
  operation: Operation,
  sides: Readonly<Record<'product' | 'limit', Side>>,
  urls: Readonly<Record<'product' | 'limit', string>>,
): Promise<void> {
  const [product, limit] = await Promise.all([
    rowsOf(sides.product, urls.product),
    rowsOf(sides.limit, urls.limit),
  ])
  const none = { inserted: 0, updated: 0 }
  const lines = [...product]
    .map(([table, ours]) => ({ table, ours, theirs: limit.get(table) ?? none }))
    .filter(({ ours, theirs }) => [ours, theirs].some(({ inserted, updated }) => inserted + updated > 0))
  console.log(`${operation}: rows a call`)
  console.table(
    lines.map(({ table, ours, theirs }) => ({
      table,
      inserted: ours.inserted,
      'by the limit': theirs.inserted,
      updated: ours.updated,
      'updated by it': theirs.updated,
      'left out': NOT_OF_THE_OPERATION[table] ?? '',
    })),
  )
  const others = lines.filter(
    ({ table, ours, theirs }) =>
      theirs.inserted !== ours.inserted && NOT_OF_THE_OPERATION[table] === undefined,
  )
  if (others.length > 0)
    throw new Error(
      `the limit of ${operation} writes other rows into ${others.map(({ table }) => table).join(', ')}`,
    )
}
