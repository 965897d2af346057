// PostgreSQL: a connection pool, transactions with one timestamp each, and LISTEN. Logs in as fairturn_app, never as the
// schema owner (login.ts, login.test.ts).
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, DatabaseError, Pool, type ClientConfig, type CustomTypesConfig, types as pgTypes } from 'pg'
import { traced } from '../telemetry/traces.ts'
import { openListener } from './listener.ts'
import { PRIVILEGES_QUERY, type Privileges, refusePrivileges } from './login.ts'
import { openReplica } from './replica.ts'
import type { Queryable, QueryConfig } from './statement.ts'

export type { Queryable } from './statement.ts'

export interface Clock {
  now(): Date
}

export interface Tx extends Queryable {
  /** Timestamp of everything that happens in the transaction. */
  readonly now: Date
}

export interface Database extends Queryable {
  readonly clock: Clock
  readonly url: string
  /**
   * One READ COMMITTED transaction, rolled back if `work` throws. After a deadlock or serialization failure `work` is
   * retried from the start, so it must have no effects outside the database.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * For reads that decide nothing: the replica, if there is one and it has replayed everything acknowledged so far;
   * otherwise the primary. Valid for the reads of one request.
   */
  replica(): Promise<Queryable>
  /** Whether reads currently go to a replica; undefined without one. */
  usesReplica(): boolean | undefined
  /**
   * Listens until the returned function is called. `reconnected` is called after a lost connection, because notifications
   * were lost.
   */
  listen(
    channel: string,
    receive: (payload: string) => void,
    reconnected?: () => void,
  ): Promise<() => Promise<void>>
  /** Pool statistics: connections in use, idle connections, and callers waiting for one. */
  connections(): Readonly<Record<'busy' | 'idle' | 'waited_for', number>>
  close(): Promise<void>
}

export interface OpenOptions {
  url: string
  /** URL of a streaming standby. */
  readUrl?: string | undefined
  clock?: Clock
  /** Size of the connection pool (10). */
  poolSize?: number
  /**
   * Timeout of a query, and at most of waiting for a connection. Without it a query to a machine that has vanished waits
   * for TCP retransmissions, a quarter of an hour, because keepalive does not probe while data is unacknowledged.
   */
  queryTimeoutMs?: number | undefined
}

export const systemClock: Clock = { now: () => new Date() }

const MAX_ATTEMPTS = 10
const PAUSE_MS = 20
const CONNECT_TIMEOUT_MS = 10_000
const INT8 = 20
const INT8_ARRAY = 1016
const DATE = 1082
const TIMESTAMPTZ = 1184

const readInt8Array = pgTypes.getTypeParser(INT8_ARRAY as number)

// Type parsers for our own connections only: graphile-worker shares the driver and expects its defaults.
const types: CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === INT8) return BigInt
    if (oid === INT8_ARRAY)
      return (text: string) =>
        (readInt8Array(text) as (string | null)[]).map((item) => (item === null ? null : BigInt(item)))
    // Parses ISO format in a third of the time of the driver's parser. Neither `infinity` nor a year before 1 or after 9999
    // is stored.
    if (oid === TIMESTAMPTZ) return (text: string) => new Date(`${text.replace(' ', 'T')}:00`)
    if (oid === DATE) return String // a day has no time zone; a Date would give it one
    return format === 'binary' ? pgTypes.getTypeParser(oid, 'binary') : pgTypes.getTypeParser(oid)
  },
}

/**
 * TCP keepalive of the server's side: the session of a client whose machine vanished, and the advisory locks that it
 * holds, end after 25 s. The system's default is two hours.
 */
const KEEPALIVE = '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3'
/** Of this side: a lost server is noticed after 20 s, because libuv sends ten probes, one a second. */
const KEEPALIVE_IDLE_MS = 10_000

/** The URL with an option of the server for its sessions, such as `-c work_mem=7MB`. */
export const withOption = (url: string, option: string): string =>
  `${url}${url.includes('?') ? '&' : '?'}options=${encodeURIComponent(option)}`

const OPTIONS = /(?<=[?&])options=([^&#]*)&?/g

/** Startup options of every connection, after those of the URL, which the driver would use instead. */
export function connectionOptions(url: string): ClientConfig {
  // As text, because URL does not parse `postgresql://user@/database?host=/socket`.
  const requested = [...url.matchAll(OPTIONS)].map(([, value]) =>
    decodeURIComponent(value!.replaceAll('+', ' ')),
  )
  return {
    connectionString: url.replaceAll(OPTIONS, ''),
    options: `${requested.join(' ')} -c timezone=UTC -c idle_in_transaction_session_timeout=60s ${KEEPALIVE}`,
    application_name: 'fairturn',
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEPALIVE_IDLE_MS,
    types,
  }
}

/**
 * Opens the pool and checks that the server responds; rejects if it does not, or if the URL's user could change more than
 * a process may.
 */
export async function openDatabase(options: OpenOptions): Promise<Database> {
  const clock = options.clock ?? systemClock
  const { queryTimeoutMs } = options
  const poolOf = (url: string) => ({
    ...connectionOptions(url),
    max: options.poolSize ?? 10,
    pipeline: true,
    idleTimeoutMillis: 30_000,
    ...(queryTimeoutMs !== undefined && {
      query_timeout: queryTimeoutMs,
      connectionTimeoutMillis: Math.min(queryTimeoutMs, CONNECT_TIMEOUT_MS),
    }),
  })
  const pool = new Pool(poolOf(options.url))
  // The pool removes a broken idle connection; without a listener the error event would end the process.
  pool.on('error', () => undefined)
  const listener = openListener(() => new Client(connectionOptions(options.url)))
  try {
    refusePrivileges((await pool.query<Privileges>(PRIVILEGES_QUERY)).rows[0]!)
  } catch (error) {
    await pool.end()
    throw error
  }

  const primary: Queryable = { query: (config) => traced('query', config.name, () => pool.query(config)) }
  const replica = options.readUrl === undefined ? undefined : openReplica(primary, poolOf(options.readUrl))
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
      // Random backoff (jitter), so that the two parties of a deadlock do not collide again.
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
      // Pipelining: queries issued at once are sent together, and run in the order in which they were issued.
      const answered = traced('query', config.name, () => client.query<Row>(config))
      answered.catch(() => undefined) // nobody awaits it if another query has failed
      return answered
    },
  }
  try {
    const begun = client.query('begin')
    begun.catch(() => undefined) // fails only with the connection, and then so does everything pipelined after it
    const result = await work(tx)
    over = true
    const committed = await client.query('commit')
    // PostgreSQL answers COMMIT with ROLLBACK if a statement failed and its error was swallowed.
    if (committed.command !== 'COMMIT')
      throw new Error('the transaction was rolled back: an error in it was swallowed')
    return result
  } catch (error) {
    over = true
    // After a timeout the driver has destroyed the connection, and this fails at once (vanished-host.test.ts).
    await client.query('rollback').catch((failure: Error) => {
      broken = failure
    })
    throw error
  } finally {
    client.removeListener('error', onError)
    client.release(broken)
  }
}

/**
 * The results of statements that were issued at once and therefore sent together (pipelining). Throws the first failure in their
 * order, whichever came first: a refusal does not depend on the network.
 */
export async function together<const T extends readonly unknown[]>(
  ...issued: { readonly [K in keyof T]: Promise<T[K]> }
): Promise<T> {
  const settled = await Promise.allSettled(issued)
  return settled.map((each) => {
    if (each.status === 'rejected') throw each.reason
    return each.value
  }) as unknown as T
}

/**
 * Whether a transaction can be retried: a deadlock (40P01), or a serialization failure (40001), which the ledger also
 * raises for a lost race. Both have rolled everything back. So has a LostRace.
 */
export function isRetryable(error: unknown): boolean {
  const state = sqlStateOf(error)
  return state === '40P01' || state === '40001' || (error instanceof LostRace && error.isLost)
}

/** What the transaction had read was no longer so when it wrote. */
export abstract class LostRace extends Error {
  abstract readonly isLost: boolean
}

/** PostgreSQL's error classes connection exception (08), insufficient resources (53), operator intervention (57P). */
const UNAVAILABLE = /^(08|53|57P)|^(ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|ENOENT|EPIPE|ETIMEDOUT)$/
/** Faults for which the driver has no code. */
const UNAVAILABLE_MESSAGE =
  /^(Query read timeout|timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error)/

/** Whether the server did not answer, or could not: the outcome is unknown, and a retry may succeed. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as NodeJS.ErrnoException
  return code === undefined ? UNAVAILABLE_MESSAGE.test(error.message) : UNAVAILABLE.test(code)
}

/** SQLSTATE of an error that the database answered; undefined for any other, such as a lost connection. */
export const sqlStateOf = (error: unknown): string | undefined =>
  error instanceof DatabaseError ? error.code : undefined

/** Whether the program or what is stored is at fault (SQLSTATE classes 22, 23 and P0), and not a server or connection. */
export const isFaultOfData = (error: unknown): boolean =>
  error instanceof TypeError || /^(22|23|P0)/.test(sqlStateOf(error) ?? '')
