// Decides which bank statements may credit members at once: those that continue the last accepted one. Pure functions
// (separate-duties.test.ts).
import type { STATEMENT_HOLDS } from '@fairturn/contract/backoffice/banking'

export type StatementHold = (typeof STATEMENT_HOLDS)[number]

export interface StatementSpan {
  readonly from_day: string
  readonly to_day: string
  /** Null if the file has no balances. */
  readonly opening_minor: bigint | null
  readonly closing_minor: bigint | null
}

/**
 * Why a whole statement is held for a second person; null if it continues `last`, the account's accepted statement with
 * the latest last day: it begins on a later day, and opens with that one's closing balance.
 */
export function statementHold(next: StatementSpan, last: StatementSpan | undefined): StatementHold | null {
  if (next.opening_minor === null || next.closing_minor === null) return 'no_balances'
  if (last === undefined) return 'first_statement'
  if (next.from_day <= last.to_day) return 'day_was_covered'
  return next.opening_minor === last.closing_minor ? null : 'does_not_follow'
}

/** An amount above the announced deposit is held too, unless a second person has confirmed the line. */
export const receiptWaits = (
  line: { readonly amount_minor: bigint; readonly confirmed_by: string | null },
  announced_minor: bigint,
): boolean => line.amount_minor > announced_minor && line.confirmed_by === null
