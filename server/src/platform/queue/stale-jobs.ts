// Releases stale jobs of a killed worker within half a minute; graphile-worker's lease would be four hours. A live worker
// holds a session-level advisory lock for each of its names, which PostgreSQL releases when the session ends
// (stale-jobs.test.ts).
import { Client } from 'pg'
import { type Database, connectionOptions } from '../database/database.ts'
import { statement } from '../database/statement.ts'

const RECONNECT_MS = 500
const LOOK_EVERY_MS = 15_000

// If a name's advisory lock can be acquired, its worker is dead; the lock is released with the transaction. Recently taken
// jobs are skipped, since their worker may not have its lock yet. locked_at is by the worker's clock, not PostgreSQL's.
const unlockStale = statement(
  `-- queue_unlock_stale
  select graphile_worker.force_unlock_workers(array(
    select locked_by from (
      select distinct locked_by from graphile_worker._private_jobs
      where locked_by is not null and locked_at < $before::timestamptz - interval '10 seconds') as locks
    where pg_try_advisory_xact_lock(hashtextextended('fairturn worker ' || locked_by, 0))))`,
  { params: { before: 'timestamptz' } },
)
const LOCK = `select pg_advisory_lock(hashtextextended('fairturn worker ' || $1, 0))`

/** Returns jobs of dead workers to the queue. */
export const releaseStaleJobs = async (database: Database): Promise<void> => {
  await unlockStale.all(database, { before: new Date() })
}

export interface Heartbeat {
  /** Registers a worker name under which jobs are taken. */
  add(name: string): void
  stop(): Promise<void>
}

/** Starts this process's heartbeat and the release of dead workers' jobs, both until stopped. */
export async function startHeartbeat(database: Database): Promise<Heartbeat> {
  const names = new Set<string>()
  let client: Client | undefined
  let over = false
  let locked: Promise<unknown> = Promise.resolve()

  async function connect(): Promise<void> {
    const fresh = new Client(connectionOptions(database.url))
    fresh.on('error', () => undefined)
    fresh.once('end', () => {
      client = undefined
      if (!over) setTimeout(() => void connect(), RECONNECT_MS).unref()
    })
    try {
      await fresh.connect()
      // Stopped meanwhile.
      if (over) return await fresh.end()
      for (const name of names) await fresh.query(LOCK, [name])
      client = fresh
    } catch {
      await fresh.end().catch(() => undefined)
    }
  }

  await connect()
  // If the database is unavailable, there is nothing to release either.
  const look = setInterval(
    () => void releaseStaleJobs(database).catch(() => undefined),
    LOOK_EVERY_MS,
  ).unref()
  return {
    add(name) {
      names.add(name)
      locked = locked.then(() => client?.query(LOCK, [name])).catch(() => undefined)
    },
    async stop() {
      over = true
      clearInterval(look)
      await client?.end().catch(() => undefined)
    },
  }
}
