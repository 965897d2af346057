import { maskName } from '../members/members.ts'
// Group report: members who joined with a member's code, and whether they are active. Masked names and no money: inviting
// pays nothing (promise 6; reports.test.ts).
import type { Queryable } from '../platform/database/database.ts'
import { typed, statement } from '../platform/database/statement.ts'
import { pageOf, idBefore } from '../platform/http/cursor.ts'

const ACTIVE_FOR_MS = 30 * 86_400_000
const MONTHS_SHOWN = 12
const PAGE_SIZE = 20

const ACTIVE = `exists (
  select from orders o where o.member_id = m.id and (o.taken_at >= $active_since or o.claimed_at >= $active_since)
)`

const countInvited = statement(
  `-- invited_count
  select count(*)::int as joined, count(*) filter (where ${ACTIVE})::int as active from member m where m.invited_by = $member_id`,
  { params: { member_id: 'uuid', active_since: 'timestamptz' }, columns: { joined: 'int4', active: 'int4' } },
)
// By the month of each instant, as awards by their day (awards.ts).
const countMonths = statement(
  `-- invited_months
  select to_char(first.month, 'YYYY-MM') as month, coalesce(m.joined, 0) as joined
  from (
    select date_trunc('month', $now::timestamptz at time zone $time_zone) - make_interval(months => back) as month
    from generate_series(0, $months_shown::int - 1) as back
  ) as first
  left join (
    select date_trunc('month', created_at at time zone $time_zone) as month, count(*)::int as joined
    from member where invited_by = $member_id group by 1
  ) m on m.month = first.month
  order by first.month`,
  {
    params: { member_id: 'uuid', now: 'timestamptz', time_zone: 'text', months_shown: 'int4' },
    columns: { month: 'text', joined: 'int4' },
  },
)
const listInvited = statement(
  `-- invited_list
  select m.id, m.username, m.created_at, ${ACTIVE} as active,
    (select count(*)::int from orders o where o.member_id = m.id and o.status = 'done') as orders_done
  from member m where m.invited_by = $member_id and m.id < $before_id order by m.id desc limit $limit`,
  {
    params: {
      member_id: 'uuid',
      active_since: 'timestamptz',
      before_id: 'uuid',
      limit: typed<number>('int8'),
    },
    columns: { id: 'uuid', username: 'text', created_at: 'timestamptz', active: 'bool', orders_done: 'int4' },
  },
)

interface InvitedQuery {
  readonly member_id: string
  readonly cursor: string | undefined
  readonly now: Date
  readonly time_zone: string
}

/** The report, with a page of invited members, newest first, names masked. */
export async function invitedBy(on: Queryable, query: InvitedQuery) {
  const { member_id, cursor: after, now, time_zone } = query
  const active_since = new Date(now.getTime() - ACTIVE_FOR_MS)
  const [counts, months, rows] = await Promise.all([
    countInvited.one(on, { member_id, active_since }),
    countMonths.all(on, { member_id, now, time_zone, months_shown: MONTHS_SHOWN }),
    listInvited.all(on, { member_id, active_since, before_id: idBefore(after), limit: PAGE_SIZE + 1 }),
  ])
  const { list, cursor } = pageOf(rows, PAGE_SIZE)
  return {
    ...counts,
    months,
    list: list.map(({ username, created_at, active, orders_done }) => ({
      username: maskName(username),
      joined_at: created_at.toISOString(),
      active,
      orders_done,
    })),
    cursor,
  }
}
