// Rate limits in PostgreSQL, shared by all processes. GCRA, a leaky bucket (ITU-T I.371): a bucket stores the instant from
// which it is empty, and each hit advances it by per_seconds / hits. Unlike a fixed window, there is no boundary at which
// two bursts add up.
import type { Database, Queryable } from '../database/database.ts'
import { statement } from '../database/statement.ts'

export interface Limit {
  readonly hits: number
  readonly per_seconds: number
}

/**
 * Neither returns nor writes a row if the limit is reached. Commits asynchronously: a crash of PostgreSQL may lose the
 * last hits (at most three times wal_writer_delay, 0.6 s), and nothing else.
 */
const hit = statement(`-- limits_hit
  with unwaited as (select set_config('synchronous_commit', 'off', true))
  insert into rate_limit_bucket as b (bucket, empty_at)
    select $1, $2::timestamptz + $3 * interval '1 microsecond' from unwaited
  on conflict (bucket) do update set empty_at = greatest(b.empty_at, $2) + $3 * interval '1 microsecond'
    where greatest(b.empty_at, $2) + $3 * interval '1 microsecond' <= $2::timestamptz + $4 * interval '1 second'
  returning bucket`)
const refund = statement(`-- limits_take_back
  update rate_limit_bucket set empty_at = empty_at - $2 * interval '1 microsecond' where bucket = $1`)
/** An empty bucket is equivalent to a missing one. $1: now. */
export const deleteEmptyBuckets = statement(`-- limits_delete_empty
  delete from rate_limit_bucket where empty_at < $1`)

/** Counts one hit in its own commit; false if the limit is reached, in which case nothing is counted. */
export async function hitLimit(
  database: Database,
  now: Date,
  bucket: string,
  limit: Limit,
): Promise<boolean> {
  return (await hit.maybe(database, bucket, now, shareOf(limit), limit.per_seconds)) !== undefined
}

/** Refunds one hit: for limits on failures only, where concurrent attempts must be counted in advance. */
export async function refundHit(on: Queryable, bucket: string, limit: Limit): Promise<void> {
  await refund.all(on, bucket, shareOf(limit))
}

/** Emission interval of a hit in microseconds, rounded down so that all hits fit. */
const shareOf = ({ hits, per_seconds }: Limit): number => Math.floor((per_seconds * 1_000_000) / hits)
