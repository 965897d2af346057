// Rate limits, kept in PostgreSQL so that every process counts the same. Fixed windows; old ones are swept by a job.
import type { Queryable } from '../database/database.ts'
import { statement } from '../database/statement.ts'

export interface Limit {
  readonly hits: number
  readonly per_seconds: number
}

const hit = statement<{ hits: number }>(
  'limits_hit',
  `insert into rate_limit as r (bucket, window_start, hits) values ($1, $2, 1)
   on conflict (bucket, window_start) do update set hits = r.hits + 1
   returning hits`,
)
const takeBack = statement(
  'limits_take_back',
  `update rate_limit set hits = hits - 1 where bucket = $1 and window_start = $2 and hits > 0`,
)
const sweep = statement('limits_sweep', `delete from rate_limit where window_start < $1`)

/** Counts one hit; false when the window's hits are used up. */
export async function hitLimit(on: Queryable, now: Date, bucket: string, limit: Limit): Promise<boolean> {
  return (await hit.one(on, bucket, windowStart(now, limit))).hits <= limit.hits
}

/** Takes one hit back, counted at the same `now`: where only failures are to count, and none may slip by while it runs. */
export async function takeBackHit(on: Queryable, now: Date, bucket: string, limit: Limit): Promise<void> {
  await takeBack.all(on, bucket, windowStart(now, limit))
}

function windowStart(now: Date, limit: Limit): Date {
  const window_ms = limit.per_seconds * 1000
  return new Date(Math.floor(now.getTime() / window_ms) * window_ms)
}

/** Forgets windows that began more than a day ago. */
export async function sweepLimits(on: Queryable, now: Date): Promise<void> {
  await sweep.all(on, new Date(now.getTime() - 86_400_000))
}
