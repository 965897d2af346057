// Jobs that a killed worker held go to another within half a minute; graphile-worker itself would leave them for four hours. A worker
// that lives holds a lock for each name it takes jobs by, in a session that ends with it. It must never take a job from the living.
import { Client } from 'pg'
import { type Database, connectionOptions } from '../database/database.ts'
import { statement } from '../database/statement.ts'

const RECONNECT_MS = 500
const LOOK_EVERY_MS = 15_000

// Whoever can take the lock of a name shows that nobody holds it; it is given back with the statement's transaction. What was only
// just taken is left, for its worker may be about to lock its name.
const unlockAbandoned = statement(
  'queue_unlock_abandoned',
  `select graphile_worker.force_unlock_workers(array(
     select locked_by from (
       select distinct locked_by from graphile_worker._private_jobs
       where locked_by is not null and locked_at < clock_timestamp() - interval '10 seconds') as held
     where pg_try_advisory_xact_lock(hashtextextended('fairturn worker ' || locked_by, 0))))`,
)
const LOCK = `select pg_advisory_lock(hashtextextended('fairturn worker ' || $1, 0))`

/** Gives the jobs of workers that no longer live back to the queue. */
export const releaseStaleJobs = async (database: Database): Promise<void> => {
  await unlockAbandoned.all(database)
}

export interface Heartbeat {
  /** A name jobs are taken by, from now on that of a living worker. */
  add(name: string): void
  stop(): Promise<void>
}

/** Says that this process lives, and looks for what others that no longer do left behind; both until stopped. */
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
  // The database may be away; then there is nothing to free either.
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
