// Alarms about bank statements.
import type { Queryable } from '../database/database.ts'
import { statement } from '../database/statement.ts'

/** How far back it looks; each alarm is raised once. */
const RECENT_MS = 7 * 86_400_000

const selectGaps = statement<{ id: string; to_day: string; gap: boolean }>(
  'banking_alarm_statements',
  `select id, to_day, gap from bank_statement where (gap or hold is not null) and imported_at > $1 order by id`,
)

/** Statements with a gap before them, or that wait for a second person. */
export const statementAlarms = (on: Queryable, now: Date) =>
  selectGaps.all(on, new Date(now.getTime() - RECENT_MS))
