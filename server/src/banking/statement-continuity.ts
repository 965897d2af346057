// Which bank statements may credit members at once: those that follow the last accepted one. Any other
// waits, whole, for a second person. Pure (separate-duties.test.ts).
export const STATEMENT_HOLDS = [
  'first_statement',
  'no_balances',
  'does_not_follow',
  'day_was_covered',
] as const
/** Why a statement waits. */
export type StatementHold = (typeof STATEMENT_HOLDS)[number]

export interface StatementSpan {
  readonly from_day: string
  readonly to_day: string
  /** Null where the file has no balances. */
  readonly opening_minor: bigint | null
  readonly closing_minor: bigint | null
}

/**
 * Why a statement must wait for a second person, or null where it follows `last`, the accepted statement of the account with the
 * latest last day: it begins on a later day (one statement a day and account) with the balance that one closed with.
 */
export function statementHold(
  statement: StatementSpan,
  last: StatementSpan | undefined,
): StatementHold | null {
  if (statement.opening_minor === null || statement.closing_minor === null) return 'no_balances'
  if (last === undefined) return 'first_statement'
  if (statement.from_day <= last.to_day) return 'day_was_covered'
  return statement.opening_minor === last.closing_minor ? null : 'does_not_follow'
}

/**
 * A receipt above its deposit's announcement waits for a second person as well, unless one has confirmed
 * the line.
 */
export const receiptWaits = (
  line: { readonly amount_minor: bigint; readonly confirmed_by: string | null },
  announced_minor: bigint,
): boolean => line.amount_minor > announced_minor && line.confirmed_by === null
