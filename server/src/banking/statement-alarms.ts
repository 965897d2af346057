// What operators are called for about bank statements: a missing one, one that waits, and lines that wait for over an hour.
import type { Queryable } from '../platform/database/database.ts'
import { typed, statement } from '../platform/database/statement.ts'

/** Lookback window of the alarms; each is raised once. */
const RECENT_MS = 7 * 86_400_000
const WAITED_MS = 3_600_000

const selectGaps = statement(
  `-- banking_alarm_gaps
  select id, to_day from bank_statement where gap and status = 'accepted' and imported_at > $since order by id`,
  { params: { since: 'timestamptz' }, columns: { id: 'uuid', to_day: 'date' } },
)
const selectWaiting = statement(
  `-- banking_alarm_waiting
  select id, 'statement' as what from bank_statement where status = 'unconfirmed' and imported_at <= $before
  union all
  select id, 'line' from bank_line where status = 'unconfirmed' and decided_at <= $before
  order by id`,
  { params: { before: 'timestamptz' }, columns: { id: 'uuid', what: typed<'statement' | 'line'>('text') } },
)

/** Statements with a gap before them. */
export const statementAlarms = (on: Queryable, now: Date) =>
  selectGaps.all(on, { since: new Date(now.getTime() - RECENT_MS) })

/** Statements that nobody has confirmed, and lines above what was announced, for over an hour. */
export const waitingAlarms = (on: Queryable, now: Date) =>
  selectWaiting.all(on, { before: new Date(now.getTime() - WAITED_MS) })
