import { settingsOf } from '../content/content.ts'
import type { Queryable } from '../platform/database/database.ts'
import { statement } from '../platform/database/statement.ts'
import { words } from '../platform/http/filters.ts'
import { sortedList } from '../platform/http/sorting.ts'
import { CAMPAIGN, CAMPAIGN_COLUMNS } from './campaigns.store.ts'

const REVIEW_MS = 24 * 3_600_000
const QUARTER_MS = 900_000
const WEEKEND = new Set(['Sat', 'Sun'])

export const listCampaigns = sortedList({
  name: 'campaigns_admin_list',
  rows: CAMPAIGN_COLUMNS,
  select: `select ${CAMPAIGN} from campaign`,
  filters: { status: 'status = ?', kind: 'kind = ?', member_id: 'member_id = ?', brand: words('brand') },
  columns: {
    paid_at: { by: `coalesce(paid_at, 'infinity'::timestamptz)`, type: 'timestamptz' },
    created_at: { by: 'id', type: 'uuid' },
    budget: { by: 'budget_minor', type: 'bigint' },
    brand: { by: 'lower(brand)', type: 'text' },
  },
  first: 'created_at.desc',
})

/** Campaigns in review; overdue are those paid by $by. */
const countInReview = statement(
  `-- campaigns_admin_in_review
  select count(*)::int as waiting, count(*) filter (where paid_at <= $by)::int as overdue, min(paid_at) as paid_at
  from campaign where status = 'review'`,
  {
    params: { by: 'timestamptz' },
    columns: { waiting: 'int4', overdue: 'int4', paid_at: 'timestamptz?' },
  },
)

export async function campaignsWaiting(on: Queryable, now: Date) {
  const { time_zone } = await settingsOf(on)
  const { paid_at, ...counts } = await countInReview.one(on, { by: reviewMoved(now, time_zone, -1) })
  return { ...counts, due_at: paid_at && reviewDueBy(paid_at, time_zone) }
}

export const reviewDueBy = (since: Date, time_zone: string) => reviewMoved(since, time_zone, 1)

/** Adds or subtracts 24 hours of working days (Monday to Friday in that time zone). */
function reviewMoved(from: Date, time_zone: string, towards: 1 | -1): Date {
  const weekday = new Intl.DateTimeFormat('en', { timeZone: time_zone, weekday: 'short' })
  let at = from.getTime()
  for (let left = REVIEW_MS; left > 0;) {
    // In every time zone, days begin at a quarter of an hour.
    const sinceQuarter = at % QUARTER_MS
    const toQuarter = towards === 1 ? QUARTER_MS - sinceQuarter : sinceQuarter || QUARTER_MS
    const step = Math.min(left, toQuarter)
    if (!WEEKEND.has(weekday.format(towards === 1 ? at : at - step))) left -= step
    at += towards * step
  }
  return new Date(at)
}
