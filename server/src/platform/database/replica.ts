// Read replica: reads that decide nothing (lists, histories, statistics, exports) go to a streaming standby (PostgreSQL
// manual, 27.2). Read-your-writes: the standby is used only once it has replayed everything durable when the request
// arrived. If it is down or lags, the primary answers.
import { setTimeout as sleep } from 'node:timers/promises'
import { Pool, type PoolConfig } from 'pg'
import { traced } from '../telemetry/traces.ts'
import { type Queryable, type QueryConfig, statement } from './statement.ts'

/** How long a read waits for the standby to catch up; normal replication lag is a few milliseconds. */
const MAX_WAIT_MS = 100
const POLL_MS = 5
/** How long a standby that was down or lagging is not used. */
const RETRY_AFTER_MS = 2_000
const CONNECT_TIMEOUT_MS = 1_000
/** Statement timeout, so that a hung standby blocks nobody for longer. */
const QUERY_TIMEOUT_MS = 15_000

/**
 * The flushed position, not the written one: acknowledged transactions are flushed, and a standby receives nothing
 * earlier.
 */
const durablePosition = statement(
  `-- replica_durable_position
  select pg_current_wal_flush_lsn() as position`,
  { columns: { position: 'pg_lsn' } },
)
/** Null on a server that is not a standby: its history may differ from the primary's. */
const hasReplayed = statement(
  `-- replica_has_replayed
  select case when pg_is_in_recovery() then pg_last_wal_replay_lsn() >= $position::pg_lsn end as replayed`,
  { params: { position: 'pg_lsn' }, columns: { replayed: 'bool?' } },
)

export interface Replica {
  /** Where to read now. */
  reader(): Promise<Queryable>
  /** Whether reads currently go to it. */
  isUsed(): boolean
  close(): Promise<void>
}

/** Never rejects: an unavailable standby is retried later. */
export function openReplica(primary: Queryable, connection: PoolConfig): Replica {
  const pool = new Pool({
    ...connection,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
  })
  pool.on('error', () => undefined)
  const standby: Queryable = {
    query: (config) => traced('query', config.name, () => pool.query(config)),
  }
  let unusedUntilMs = 0
  const leaveOut = () => (unusedUntilMs = performance.now() + RETRY_AFTER_MS)

  async function isUpToDate(): Promise<boolean> {
    const { position } = await durablePosition.one(primary)
    const untilMs = performance.now() + MAX_WAIT_MS
    for (;;) {
      const { replayed } = await hasReplayed.one(standby, { position })
      if (replayed !== false || performance.now() > untilMs) return replayed === true
      await sleep(POLL_MS)
    }
  }

  /**
   * A query that fails on the standby is retried on the primary, which serves all further ones: pages of one export never
   * go back in time.
   */
  function openReader(): Queryable {
    let hasFailed = false
    return {
      async query<Row extends object>(config: QueryConfig) {
        if (!hasFailed)
          try {
            return await standby.query<Row>(config)
          } catch {
            hasFailed = true
            leaveOut()
          }
        return await primary.query<Row>(config)
      },
    }
  }

  return {
    async reader() {
      if (performance.now() < unusedUntilMs) return primary
      if (await isUpToDate().catch(() => false)) return openReader()
      leaveOut()
      return primary
    },
    isUsed: () => performance.now() >= unusedUntilMs,
    close: () => pool.end(),
  }
}
