// Rate limits in PostgreSQL, so that every process counts the same. GCRA (ITU-T I.371): a bucket is the instant from which
// it is empty; each hit moves it by per_seconds / hits. There is no window boundary at which two bursts meet.
import type { Database, Queryable } from '../database/database.ts'
import { statement } from '../database/statement.ts'

export interface Limit {
  readonly hits: number
  readonly per_seconds: number
}

/**
 * No row is returned, and none is written, where the limit is reached. Its commit does not wait for the disk: a crash of
 * PostgreSQL may forget the hits of the last moments (at most three times wal_writer_delay, 0.6 s), and nothing else.
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
/** An empty bucket counts like a missing one. $1: now. */
export const deleteEmptyBuckets = statement(`-- limits_delete_empty
  delete from rate_limit_bucket where empty_at < $1`)

/** Counts one hit in a separate commit; false when the limit is reached, and then nothing is counted. */
export async function hitLimit(
  database: Database,
  now: Date,
  bucket: string,
  limit: Limit,
): Promise<boolean> {
  return (await hit.maybe(database, bucket, now, shareOf(limit), limit.per_seconds)) !== undefined
}

/** Takes back one counted hit: where only failures count, and concurrent ones must not slip through. */
export async function refundHit(on: Queryable, bucket: string, limit: Limit): Promise<void> {
  await refund.all(on, bucket, shareOf(limit))
}

/** How long one hit occupies the bucket, in microseconds; rounded down, so that all the hits fit. */
const shareOf = ({ hits, per_seconds }: Limit): number => Math.floor((per_seconds * 1_000_000) / hits)
