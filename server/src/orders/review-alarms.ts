// What operators are called for about reviews: a dear order that nobody has looked at, and a week in which silence paid too many.
import type { Queryable } from '../platform/database/database.ts'
import { statement } from '../platform/database/statement.ts'

/** An award above this is dear. */
const DEAR_MINOR = 2000n
/** Hours before the 72 of a review are over in which somebody can still look. */
const WAITED_MS = 48 * 3_600_000
const WEEK_MS = 7 * 86_400_000
/** Silence may pay one review in so many. */
const ONE_IN = 10

const selectDear = statement(
  `-- reviews_alarm_dear
  select order_id from order_review
  where outcome is null and award_minor > $dear_minor and opened_at <= $opened_until order by order_id`,
  { params: { dear_minor: 'int8', opened_until: 'timestamptz' }, columns: { order_id: 'uuid' } },
)

const countEnded = statement(
  `-- reviews_alarm_ended
  select count(*)::int4 as ended, count(*) filter (where outcome = 'silence')::int4 as by_silence
  from order_review where outcome is not null and outcome <> 'with_other' and decided_at > $since`,
  { params: { since: 'timestamptz' }, columns: { ended: 'int4', by_silence: 'int4' } },
)

/** Orders above 20.00 that have waited for a person for 48 hours. */
export const dearReviews = (on: Queryable, now: Date): Promise<{ order_id: string }[]> =>
  selectDear.all(on, { dear_minor: DEAR_MINOR, opened_until: new Date(now.getTime() - WAITED_MS) })

/** Reviews of the last seven days, if silence paid more than a tenth of them. */
export async function weekOfSilence(
  on: Queryable,
  now: Date,
): Promise<{ ended: number; by_silence: number } | undefined> {
  const week = await countEnded.one(on, { since: new Date(now.getTime() - WEEK_MS) })
  return week.by_silence * ONE_IN > week.ended ? week : undefined
}
