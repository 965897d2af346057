// A separate database for each test file, cloned from the migrated template, with a clock that tests control.
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { Pool } from 'pg'
import { inject } from 'vitest'
import {
  CITUS_URL,
  cloneCitusTemplate,
  dropCitusDatabase,
  queryOnce,
  withDatabase,
} from '../../testing/citus-databases.ts'
import {
  type Clock,
  type Database,
  type Tx,
  connectionOptions,
  openDatabase,
} from '../src/platform/database/database.ts'
import { SCHEMA_OWNER } from '../src/platform/database/embedded.state.ts'
import type { Embedded } from '../src/platform/database/embedded.ts'
import { ensureAppLogin, keptAppPassword, withSameLogin } from '../src/platform/database/login.ts'
import { migrate } from '../src/platform/database/migrate.ts'
import type { JobHandler } from '../src/platform/queue/queue.ts'

export interface TestClock extends Clock {
  advance(durationMs: number): void
  set(instant: string | Date): void
}

export interface TestDatabase extends Database {
  readonly clock: TestClock
  /** The processes' login. */
  readonly url: string
  readonly schemaOwnerUrl: string
  /** Runs SQL as the schema owner, to set up states that no code path produces. */
  asSchemaOwner<Row extends object = Record<string, unknown>>(
    text: string,
    values?: unknown[],
  ): Promise<Row[]>
  /** As the superuser of the machine, who can switch triggers off: only for damage that checks must find. */
  asSuperuser<Row extends object = Record<string, unknown>>(text: string): Promise<Row[]>
  readonly superuserUrl: string
  /** Runs every job due by the test clock, and those they enqueue; rejects if one fails. */
  runDueJobs(handlers: JobHandler[]): Promise<number>
  /** Closes its connections but keeps the database, which `close` may drop. */
  disconnect(): Promise<void>
}

export function testClock(start = '2026-11-21T08:00:00Z'): TestClock {
  let instant = new Date(start).getTime()
  return {
    now: () => new Date(instant),
    advance: (durationMs) => void (instant += durationMs),
    set: (to) => void (instant = new Date(to).getTime()),
  }
}

export interface TestDatabaseOptions {
  clock?: TestClock
  poolSize?: number
  queryTimeoutMs?: number
  /** Another cluster than the test run's. */
  cluster?: TestCluster
  /** A standby of that cluster, by any login. */
  standby_url?: string
}

/** The logins of a cluster, each of its migrated template. */
export interface TestCluster {
  readonly schemaOwnerUrl: string
  readonly superuserUrl: string
  readonly appUrl: string
}

/** Migrates a cluster of a test's own, whose databases `createTestDatabase` then clones. */
export async function migrateCluster(server: Embedded, dataDir: string): Promise<TestCluster> {
  await migrate({ url: server.url })
  const appUrl = await ensureAppLogin(server.url, keptAppPassword(dataDir))
  return { schemaOwnerUrl: server.url, superuserUrl: server.superuserUrl, appUrl }
}

/** The same cluster at a port, such as a proxy's. */
export const clusterAt = (cluster: TestCluster, port: number): TestCluster => ({
  schemaOwnerUrl: byPort(cluster.schemaOwnerUrl, port),
  superuserUrl: byPort(cluster.superuserUrl, port),
  appUrl: byPort(cluster.appUrl, port),
})

const byPort = (url: string, port: number): string => {
  const { username, password, pathname } = new URL(url)
  return `postgresql://${username}:${password}@127.0.0.1:${port}${pathname}`
}

/** The test run's cluster. */
export const testCluster = (): TestCluster => inject('cluster')

export async function createTestDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const clock = options.clock ?? testClock()
  const cluster = options.cluster ?? testCluster()
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const citus = CITUS_URL !== undefined && options.cluster === undefined
  const administer = (text: string) => queryOnce(withDatabase(cluster.superuserUrl, 'postgres'), text)
  if (citus) await cloneCitusTemplate(cluster.superuserUrl, name)
  else await administer(`create database ${name} template fairturn owner ${SCHEMA_OWNER} strategy file_copy`)
  const schemaOwnerUrl = withDatabase(cluster.schemaOwnerUrl, name)
  const superuserUrl = withDatabase(cluster.superuserUrl, name)
  const url = withDatabase(cluster.appUrl, name)
  const readUrl = options.standby_url && withSameLogin(withDatabase(options.standby_url, name), url)
  const { poolSize = 10, queryTimeoutMs } = options
  const database = refusingBesideKeyed(await openDatabase({ url, readUrl, clock, poolSize, queryTimeoutMs }))
  const schemaOwner = new Pool({ ...connectionOptions(schemaOwnerUrl), max: 2 })
  schemaOwner.on('error', () => undefined)
  let disconnected: Promise<unknown> | undefined
  const disconnect = async () =>
    void (await (disconnected ??= schemaOwner.end().then(() => database.close())))
  return {
    ...database,
    clock,
    schemaOwnerUrl,
    disconnect,
    asSchemaOwner: async <Row extends object>(text: string, values: unknown[] = []) =>
      (await schemaOwner.query<Row>(text, values)).rows,
    superuserUrl,
    asSuperuser: (text) => queryOnce(superuserUrl, text),
    runDueJobs: (handlers) => runDueJobs(database, schemaOwner, clock, handlers),
    async close() {
      await disconnect()
      if (citus) await dropCitusDatabase(name)
      // Normally they are deleted with their cluster, because dropping one needs a checkpoint; mutation runs create
      // too many to keep in memory.
      else if (process.env['MUTATION_TARGET'] !== undefined)
        await administer(`drop database ${name} with (force)`)
    },
  }
}

/** Set in what a transaction calls, until it is over. */
const transactions = new AsyncLocalStorage<{ isKeyed: boolean }>()
/** The first statement of a call with an idempotency key, in whose transaction its handler then runs (idempotency.ts). */
const RESERVES_KEY = 'idempotency_reserve'

/**
 * Rejects what a handler with an idempotency key asks outside its transaction, which it may do unnoticed: it would not see what
 * was written there, take a second connection, and decide on what is not locked (idempotency.test.ts).
 */
function refusingBesideKeyed(database: Database): Database {
  const refuse = (what: string) => {
    if (transactions.getStore()?.isKeyed === true)
      throw new Error(`beside the transaction of a call with an idempotency key: ${what}`)
  }
  return {
    ...database,
    async query(config) {
      refuse(config.name ?? config.text)
      return await database.query(config)
    },
    async replica() {
      refuse('the replica')
      return await database.replica()
    },
    async transaction(work) {
      refuse('a transaction')
      return await database.transaction(async (tx) => {
        const here = { isKeyed: false }
        const watched: Tx = {
          ...tx,
          query(config) {
            if (config.name === RESERVES_KEY) here.isKeyed = true
            return tx.query(config)
          },
        }
        return await transactions.run(here, () => work(watched)).finally(() => (here.isKeyed = false))
      })
    },
  }
}

interface DueJob {
  id: bigint
  task_identifier: string
  payload: unknown
}

async function runDueJobs(
  database: Database,
  schemaOwner: Pool,
  clock: Clock,
  handlers: JobHandler[],
): Promise<number> {
  for (let ran = 0; ; ran += 1) {
    const due = await schemaOwner.query<DueJob>(
      `delete from graphile_worker._private_jobs where id = (
         select id from graphile_worker._private_jobs where run_at <= $1 order by run_at, id limit 1)
       returning id, payload, (select identifier from graphile_worker._private_tasks t where t.id = task_id) as task_identifier`,
      [clock.now()],
    )
    const job = due.rows[0]
    if (!job) return ran
    const handler = handlers.find((candidate) => candidate.name === job.task_identifier)
    if (!handler) throw new Error(`nothing answers the job ${job.task_identifier}`)
    await handler.run(database, job.payload)
  }
}
