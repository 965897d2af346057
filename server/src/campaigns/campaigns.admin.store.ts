import { settingsOf } from '../content/content.ts'
import type { Queryable, Tx } from '../platform/database/database.ts'
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
  filters: {
    // What waits for a look: campaigns in review, and those that five networks reported.
    status: {
      where: '(status = ? or (?::boolean and reported_at is not null))',
      values: (status: string) => [status, status === 'review'],
    },
    kind: 'kind = ?',
    member_id: 'member_id = ?',
    brand: words('brand'),
  },
  columns: {
    // Reported ones before all others, whenever those were paid.
    waiting: {
      by: `coalesce(reported_at - interval '100 years', paid_at, 'infinity'::timestamptz)`,
      type: 'timestamptz',
    },
    paid_at: { by: `coalesce(paid_at, 'infinity'::timestamptz)`, type: 'timestamptz' },
    created_at: { by: 'id', type: 'uuid' },
    budget: { by: 'budget_minor', type: 'bigint' },
    brand: { by: 'lower(brand)', type: 'text' },
  },
  first: 'created_at.desc',
})

/** Campaigns in review, and those that were reported; overdue are those that wait since $by or longer. Two partial indexes. */
const countInReview = statement(
  `-- campaigns_admin_in_review
  select count(*)::int as waiting, count(*) filter (where since <= $by)::int as overdue, min(since) as since
  from (select paid_at as since from campaign where status = 'review'
    union all select reported_at from campaign where reported_at is not null and status <> 'review') waiting`,
  {
    params: { by: 'timestamptz' },
    columns: { waiting: 'int4', overdue: 'int4', since: 'timestamptz?' },
  },
)

const mark = statement(
  `-- campaigns_mark_reported
  update campaign set reported_at = $now where id = any($ids::uuid[]) and reported_at is null`,
  { params: { ids: 'uuid[]', now: 'timestamptz' } },
)
const unmark = statement(
  `-- campaigns_unmark_reported
  update campaign set reported_at = null where id = $id and reported_at is not null`,
  { params: { id: 'uuid' } },
)

/** Puts campaigns on top of the review queue, whatever their status; changes nothing else. Idempotent. */
export async function markReported(tx: Tx, campaignIds: readonly string[]): Promise<void> {
  await mark.all(tx, { ids: campaignIds.toSorted(), now: tx.now })
}

export async function unmarkReported(tx: Tx, campaign_id: string): Promise<void> {
  await unmark.all(tx, { id: campaign_id })
}

export async function campaignsWaiting(on: Queryable, now: Date) {
  const { time_zone } = await settingsOf(on)
  const { since, ...counts } = await countInReview.one(on, { by: reviewMoved(now, time_zone, -1) })
  return { ...counts, due_at: since && reviewDueBy(since, time_zone) }
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
