// How long members wait for us: public figures. A complaint is no question: its decision is the answer.
import { PERCENTILE_MINIMUM } from '@fairturn/contract/withdrawals'
import type { Queryable } from '../platform/database/database.ts'
import { statement } from '../platform/database/statement.ts'

const COLUMNS = { times: 'int4', p50: 'int4?', p90: 'int4?' } as const
const PERCENTILES = `count(*)::int as times, ceil(percentile_disc(0.5) within group (order by seconds))::int as p50,
    ceil(percentile_disc(0.9) within group (order by seconds))::int as p90`

const selectAnswers = statement(
  `-- support_answer_times
  select ${PERCENTILES} from (
    select extract(epoch from c.first_answered_at - c.created_at)::float8 as seconds from conversation c
    where c.first_answered_at >= $at::timestamptz - interval '90 days' and c.first_answered_at < $at
      and not exists (select from complaint k where k.conversation_id = c.id)) answered`,
  { params: { at: 'timestamptz' }, columns: COLUMNS },
)

const selectComplaints = statement(
  `-- support_complaint_times
  select ${PERCENTILES} from (
    select extract(epoch from decided_at - made_at)::float8 as seconds from complaint
    where status <> 'open' and decided_at >= $at::timestamptz - interval '90 days' and decided_at < $at) decided`,
  { params: { at: 'timestamptz' }, columns: COLUMNS },
)

/** By the index of due times: it reads what is late, and nothing that was answered. */
const countLate = statement(
  `-- support_late
  select count(*) filter (where not decides)::int as answers, count(*) filter (where decides)::int as complaints
  from (select exists (select from complaint k where k.conversation_id = c.id and k.status = 'open') as decides
    from conversation c where c.due_by <= $at) late`,
  { params: { at: 'timestamptz' }, columns: { answers: 'int4', complaints: 'int4' } },
)

/** Answers and decisions on complaints that are owed at this instant, and were due by then. */
export const supportLate = (on: Queryable, at: Date): Promise<{ answers: number; complaints: number }> =>
  countLate.one(on, { at })

interface Times {
  readonly times: number
  readonly p50: number | null
  readonly p90: number | null
}

const withEnough = (took: Times): Times =>
  took.times < PERCENTILE_MINIMUM ? { ...took, p50: null, p90: null } : took

/** Seconds to the first answer and to the decision, of those of the last 90 days; without percentiles of too few. */
export async function supportTimes(on: Queryable, at: Date): Promise<{ answers: Times; complaints: Times }> {
  return {
    answers: withEnough(await selectAnswers.one(on, { at })),
    complaints: withEnough(await selectComplaints.one(on, { at })),
  }
}
