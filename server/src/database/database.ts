// PostgreSQL: a pool, transactions with one instant each, and LISTEN. Every connection has the role fairturn_app, never
// the owner's (database.test.ts).
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, DatabaseError, Pool, type ClientConfig, type CustomTypesConfig, types as pgTypes } from 'pg'
import { traced } from '../telemetry/traces.ts'
import { openListener } from './listener.ts'
import { openReplica } from './replica.ts'
import type { Queryable, QueryConfig } from './statement.ts'

export type { Queryable } from './statement.ts'

export interface Clock {
  now(): Date
}

export interface Tx extends Queryable {
  /** One instant for all that happens in the transaction. */
  readonly now: Date
}

export interface Database extends Queryable {
  readonly clock: Clock
  readonly url: string
  /**
   * One READ COMMITTED transaction, rolled back when `work` throws. After a deadlock or a lost race `work` is retried
   * from the start, so it must have no effect outside the database.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * Where to read what decides nothing: at the replica, if there is one and it has everything acknowledged by now, else
   * here. For the reads of one request.
   */
  replica(): Promise<Queryable>
  /** Whether reads go to a replica at present; undefined without one. */
  usesReplica(): boolean | undefined
  /** Until the returned function is called. After a lost connection `reconnected` is called: notifications were lost. */
  listen(
    channel: string,
    receive: (payload: string) => void,
    reconnected?: () => void,
  ): Promise<() => Promise<void>>
  /** Of the pool: how many are in use, how many are free, and how many callers wait for one. */
  connections(): Readonly<Record<'busy' | 'idle' | 'waited_for', number>>
  close(): Promise<void>
}

export interface OpenOptions {
  url: string
  /** A streaming standby of it. */
  read_url?: string | undefined
  clock?: Clock
  /** Connections of the pool (10). */
  pool_size?: number
}

export const systemClock: Clock = { now: () => new Date() }

/** The role every connection of the application takes; migration 0001 makes it. */
export const APP_ROLE = 'fairturn_app'

const MAX_ATTEMPTS = 10
const PAUSE_MS = 20
const INT8 = 20
const INT8_ARRAY = 1016
const DATE = 1082
const TIMESTAMPTZ = 1184

const readInt8Array = pgTypes.getTypeParser(INT8_ARRAY as number)

// Limited to our own connections, because graphile-worker shares the driver and expects its defaults.
const types: CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === INT8) return BigInt
    if (oid === INT8_ARRAY)
      return (text: string) =>
        (readInt8Array(text) as (string | null)[]).map((item) => (item === null ? null : BigInt(item)))
    // Its ISO form, which takes a third of the time of the driver's parser. No `infinity` and no year before 1 or after 9999 is stored.
    if (oid === TIMESTAMPTZ) return (text: string) => new Date(`${text.replace(' ', 'T')}:00`)
    if (oid === DATE) return String // a day has no time zone; a Date would give it one
    return format === 'binary' ? pgTypes.getTypeParser(oid, 'binary') : pgTypes.getTypeParser(oid)
  },
}

/** Start-up options of every connection: with the role among them, `reset role` cannot shed it. */
export function connectionOptions(url: string): ClientConfig {
  return {
    connectionString: url,
    options: `-c role=${APP_ROLE} -c timezone=UTC -c idle_in_transaction_session_timeout=60s`,
    application_name: 'fairturn',
    keepAlive: true,
    types,
  }
}

/** Opens the pool and checks that the server answers; rejects when it does not. */
export async function openDatabase(options: OpenOptions): Promise<Database> {
  const clock = options.clock ?? systemClock
  const poolOf = (url: string) => ({
    ...connectionOptions(url),
    max: options.pool_size ?? 10,
    pipeline: true,
    idleTimeoutMillis: 30_000,
  })
  const pool = new Pool(poolOf(options.url))
  // The pool drops a broken idle connection; without a listener the event would end the process.
  pool.on('error', () => undefined)
  const listener = openListener(() => new Client(connectionOptions(options.url)))
  try {
    await pool.query('select 1')
  } catch (error) {
    await pool.end()
    throw error
  }

  const primary: Queryable = { query: (config) => traced('query', config.name, () => pool.query(config)) }
  const replica = options.read_url === undefined ? undefined : openReplica(primary, poolOf(options.read_url))
  return {
    ...primary,
    clock,
    url: options.url,
    replica: async () => (await replica?.reader()) ?? primary,
    usesReplica: () => replica?.isUsed(),
    transaction: (work) => traced('transaction', undefined, () => transaction(pool, clock, work)),
    connections: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waited_for: pool.waitingCount,
    }),
    listen: (channel, receive, reconnected) => listener.listen(channel, receive, reconnected),
    async close() {
      await listener.close()
      await replica?.close()
      await pool.end()
    },
  }
}

async function transaction<T>(pool: Pool, clock: Clock, work: (tx: Tx) => Promise<T>): Promise<T> {
  const now = clock.now()
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await attemptTransaction(pool, now, work)
    } catch (error) {
      if (!isRetryable(error) || attempt === MAX_ATTEMPTS) throw error
      // A random back-off, so that two losers of a deadlock do not collide again.
      await sleep(Math.random() * PAUSE_MS * attempt)
    }
  }
}

async function attemptTransaction<T>(pool: Pool, now: Date, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let over = false
  let broken: Error | undefined
  const onError = (error: Error) => {
    broken = error
  }
  client.on('error', onError)
  const tx: Tx = {
    now,
    query<Row extends object>(config: QueryConfig) {
      if (over) throw new Error('the transaction is over; a query came too late')
      // Pipelined: several queries issued at once are sent in one flight, and run in the order in which they were issued.
      const answered = traced('query', config.name, () => client.query<Row>(config))
      answered.catch(() => undefined) // of one that nobody waits for any more, because another failed
      return answered
    },
  }
  try {
    const begun = client.query('begin')
    begun.catch(() => undefined) // only with the connection, and then so does what follows it in the same flight
    const result = await work(tx)
    over = true
    const committed = await client.query('commit')
    // PostgreSQL answers ROLLBACK to a COMMIT when a statement failed and its error was swallowed.
    if (committed.command !== 'COMMIT')
      throw new Error('the transaction was rolled back: an error in it was swallowed')
    return result
  } catch (error) {
    over = true
    await client.query('rollback').catch((failure: Error) => {
      broken = failure
    })
    throw error
  } finally {
    client.removeListener('error', onError)
    client.release(broken)
  }
}

/** A deadlock (40P01) or a serialization failure that the ledger raises to have a race retried (40001): both rolled everything back. */
export function isRetryable(error: unknown): boolean {
  return error instanceof DatabaseError && (error.code === '40P01' || error.code === '40001')
}
