// Running totals: counts and sums stored beside the rows, because counting costs more the more rows there are (decision
// 067).
import type { Queryable } from './database.ts'
import { type RowOf, statement } from './statement.ts'

const fold = statement(
  `-- running_totals_fold
  select running_total_fold()`,
)
/** Folds the rows appended since into the totals; the result does not change. */
export const foldRunningTotals = (on: Queryable) => fold.all(on)

export type TotalFinding = RowOf<typeof differing>

// A single statement, so that both sides come from one snapshot.
const differing = statement(
  `-- running_totals_check
  select name, concat_ws(' ', nullif(key, ''), nullif(day, '-infinity')) as subject,
    format('%s, sum %s', c.count, c.amount_minor) as expected, format('%s, sum %s', k.count, k.amount_minor) as found
  from running_total_counted c
  full join (
    select name, key, day, sum(count) as count, sum(amount_minor) as amount_minor from running_total group by name, key, day) k
    using (name, key, day)
  where coalesce(c.count, 0) <> coalesce(k.count, 0) or coalesce(c.amount_minor, 0) <> coalesce(k.amount_minor, 0)
  limit 100`,
  { columns: { name: 'text', subject: 'text', expected: 'text', found: 'text' } },
)
/** Every total that differs from what it counts. */
export const checkRunningTotals = (on: Queryable): Promise<TotalFinding[]> => differing.all(on)
