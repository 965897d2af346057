// What operators are called for about bank statements: a missing one, one that waits, and lines that wait for over an hour.
import type { Queryable } from '../platform/database/database.ts'
import { statement } from '../platform/database/statement.ts'

/** Lookback window of the alarms; each is raised once. */
const RECENT_MS = 7 * 86_400_000
const WAITED_MS = 3_600_000

const selectGaps = statement<{ id: string; to_day: string }>(`-- banking_alarm_gaps
  select id, to_day from bank_statement where gap and status = 'accepted' and imported_at > $1 order by id`)
const selectWaiting = statement<{ id: string; what: 'statement' | 'line' }>(`-- banking_alarm_waiting
  select id, 'statement' as what from bank_statement where status = 'unconfirmed' and imported_at <= $1
  union all
  select id, 'line' from bank_line where status = 'unconfirmed' and decided_at <= $1
  order by id`)

/** Statements with a gap before them. */
export const statementAlarms = (on: Queryable, now: Date) =>
  selectGaps.all(on, new Date(now.getTime() - RECENT_MS))

/** Statements that nobody has confirmed, and lines above what was announced, for over an hour. */
export const waitingAlarms = (on: Queryable, now: Date) =>
  selectWaiting.all(on, new Date(now.getTime() - WAITED_MS))
