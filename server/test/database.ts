// A separate database for each test file, cloned from the migrated template, with a clock that tests control.
import { randomUUID } from 'node:crypto'
import { Pool } from 'pg'
import { inject } from 'vitest'
import {
  type Clock,
  type Database,
  connectionOptions,
  openDatabase,
} from '../src/platform/database/database.ts'
import type { JobHandler } from '../src/platform/queue/queue.ts'
import {
  CITUS_URL,
  cloneCitusTemplate,
  dropCitusDatabase,
  queryOnce,
  withDatabase,
} from '../../testing/citus-databases.ts'

export interface TestClock extends Clock {
  advance(duration_ms: number): void
  set(instant: string | Date): void
}

export interface TestDatabase extends Database {
  readonly clock: TestClock
  /** The owner's URL; `url` is the same, but connections assume the application's role. */
  readonly url: string
  /** Runs SQL as the superuser, to set up states that no code path produces. */
  asOwner<Row extends object = Record<string, unknown>>(text: string, values?: unknown[]): Promise<Row[]>
  /** Runs every job due by the test clock, and those they enqueue; rejects if one fails. */
  runDueJobs(handlers: JobHandler[]): Promise<number>
  /** Closes its connections but keeps the database, which `close` may drop. */
  disconnect(): Promise<void>
}

export function testClock(start = '2026-11-21T08:00:00Z'): TestClock {
  let instant = new Date(start).getTime()
  return {
    now: () => new Date(instant),
    advance: (duration_ms) => void (instant += duration_ms),
    set: (to) => void (instant = new Date(to).getTime()),
  }
}

export interface TestDatabaseOptions {
  clock?: TestClock
  pool_size?: number
  query_timeout_ms?: number
  /** A template in another cluster than the test run's. */
  template_url?: string
  /** A standby of that cluster. */
  standby_url?: string
}

export async function createTestDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const clock = options.clock ?? testClock()
  const template_url = options.template_url ?? inject('template_url')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const citus = CITUS_URL !== undefined && options.template_url === undefined
  if (!citus)
    await queryOnce(
      withDatabase(template_url, 'postgres'),
      `create database ${name} template fairturn strategy file_copy`,
    )
  const url = citus ? await cloneCitusTemplate(template_url, name) : withDatabase(template_url, name)
  const read_url = options.standby_url && withDatabase(options.standby_url, name)
  const { pool_size = 10, query_timeout_ms } = options
  const database = await openDatabase({ url, read_url, clock, pool_size, query_timeout_ms })
  const { options: _role, ...as_owner } = connectionOptions(url)
  const owner = new Pool({ ...as_owner, max: 2 })
  owner.on('error', () => undefined)
  let disconnected: Promise<unknown> | undefined
  const disconnect = async () => void (await (disconnected ??= owner.end().then(() => database.close())))
  return {
    ...database,
    clock,
    disconnect,
    asOwner: async <Row extends object>(text: string, values: unknown[] = []) =>
      (await owner.query<Row>(text, values)).rows,
    runDueJobs: (handlers) => runDueJobs(database, owner, clock, handlers),
    async close() {
      await disconnect()
      if (citus) await dropCitusDatabase(name)
      // Normally they are deleted with their cluster, because dropping one needs a checkpoint; mutation runs create
      // too many to keep in memory.
      else if (process.env['MUTATION_TARGET'] !== undefined)
        await queryOnce(withDatabase(template_url, 'postgres'), `drop database ${name} with (force)`)
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
  owner: Pool,
  clock: Clock,
  handlers: JobHandler[],
): Promise<number> {
  for (let ran = 0; ; ran += 1) {
    const due = await owner.query<DueJob>(
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
