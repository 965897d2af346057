// Alarm for structuring: withdrawals that are each below the dual-approval threshold and together exceed it.
import type { Queryable } from '../platform/database/database.ts'
import { statement } from '../platform/database/statement.ts'

/** Lookback window; each alarm is raised once. */
const RECENT_MS = 7 * 86_400_000
/** Minimum number of withdrawals of one member, or to one account, each below the threshold and together above it. */
const MIN_WITHDRAWALS = 3

// One row per member or account, identified by its first withdrawal, so that further ones raise no new alarm.
const selectStructured = statement(
  `-- withdrawals_alarm_structuring
  with threshold as (
    select coalesce((select (value #>> '{}')::bigint from setting where key = 'two_person_withdrawal_minor'), 100000) as minor
  ), small as (
    select w.* from withdrawal w, threshold t
    where w.requested_at > $since and w.amount_minor < t.minor and w.status not in ('cancelled', 'refused', 'returned')
  ), grouped as (
    select (min(id::text)) as id, count(*)::int as withdrawals, sum(amount_minor) as sum_minor from small group by member_id
    union
    select (min(id::text)), count(*)::int, sum(amount_minor) from small
    group by iban, bank_code, account_number
  )
  select g.id, max(g.withdrawals)::int as withdrawals from grouped g, threshold t
  where g.withdrawals >= $withdrawals and g.sum_minor >= t.minor group by g.id order by g.id`,
  { params: { since: 'timestamptz', withdrawals: 'int4' }, columns: { id: 'text', withdrawals: 'int4' } },
)

/** Keyed by the first withdrawal's id; contains neither name nor amount. */
export const structuringAlarms = (on: Queryable, now: Date) =>
  selectStructured.all(on, { since: new Date(now.getTime() - RECENT_MS), withdrawals: MIN_WITHDRAWALS })
