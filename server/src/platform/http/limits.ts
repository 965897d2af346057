// Rate limits in PostgreSQL, shared by all processes. GCRA, a leaky bucket (ITU-T I.371): a bucket stores the instant from
// which it is empty, and each hit advances it by per_seconds / hits. Unlike a fixed window, there is no boundary at which
// two bursts add up.
import type { Database, Queryable } from '../database/database.ts'
import { statement } from '../database/statement.ts'
import { pseudonymsOf } from './address.ts'

export interface Limit {
  readonly hits: number
  /** At most a day. */
  readonly per_seconds: number
}

/** What is counted under a pseudonym: today's bucket begins with what is left in yesterday's, so midnight frees nothing. */
export interface DailyBucket {
  readonly bucket: string
  readonly former: string
}

/** `words`: the address, or the name that was typed, which no bucket contains. */
export function dailyBucket(secret: string, now: Date, kind: string, ...words: string[]): DailyBucket {
  const { today, yesterday } = pseudonymsOf(secret, now, kind, ...words)
  return {
    bucket: `${kind}:${today.toString('base64url')}`,
    former: `${kind}:${yesterday.toString('base64url')}`,
  }
}

/**
 * Neither returns nor writes a row if the limit is reached. Commits asynchronously: a crash of PostgreSQL may lose the
 * last hits (at most three times wal_writer_delay, 0.6 s), and nothing else.
 */
const hit = statement(
  `-- limits_hit
  with unwaited as (select set_config('synchronous_commit', 'off', true)),
  begun as (select greatest($now::timestamptz, (select empty_at from rate_limit_bucket where bucket = $former)) as full_from
    from unwaited)
  insert into rate_limit_bucket as b (bucket, empty_at)
    select $bucket, full_from + $empty_at * interval '1 microsecond' from begun
    where full_from + $empty_at * interval '1 microsecond' <= $now::timestamptz + $per_seconds * interval '1 second'
  on conflict (bucket) do update set empty_at = greatest(b.empty_at + $empty_at * interval '1 microsecond', excluded.empty_at)
    where b.empty_at + $empty_at * interval '1 microsecond' <= $now::timestamptz + $per_seconds * interval '1 second'
  returning bucket`,
  {
    params: {
      bucket: 'text',
      now: 'timestamptz',
      empty_at: 'float8',
      per_seconds: 'float8',
      former: 'text?',
    },
    columns: { bucket: 'text' },
  },
)
const refund = statement(
  `-- limits_take_back
  update rate_limit_bucket set empty_at = empty_at - $empty_at * interval '1 microsecond' where bucket = $bucket`,
  { params: { bucket: 'text', empty_at: 'float8' } },
)
/** An empty bucket is equivalent to a missing one. $before: now. */
export const deleteEmptyBuckets = statement(
  `-- limits_delete_empty
  delete from rate_limit_bucket where empty_at < $before`,
  { params: { before: 'timestamptz' } },
)

/** Counts one hit in its own commit; false if the limit is reached, in which case nothing is counted. */
export async function hitLimit(
  database: Database,
  now: Date,
  bucket: string | DailyBucket,
  limit: Limit,
): Promise<boolean> {
  const { bucket: name, former } = typeof bucket === 'string' ? { bucket, former: null } : bucket
  return (
    (await hit.maybe(database, {
      bucket: name,
      now,
      empty_at: shareOf(limit),
      per_seconds: limit.per_seconds,
      former,
    })) !== undefined
  )
}

/** Refunds one hit: for limits on failures only, where concurrent attempts must be counted in advance. */
export async function refundHit(on: Queryable, bucket: string | DailyBucket, limit: Limit): Promise<void> {
  await refund.all(on, {
    bucket: typeof bucket === 'string' ? bucket : bucket.bucket,
    empty_at: shareOf(limit),
  })
}

/** Emission interval of a hit in microseconds, rounded down so that all hits fit. */
const shareOf = ({ hits, per_seconds }: Limit): number => Math.floor((per_seconds * 1_000_000) / hits)
