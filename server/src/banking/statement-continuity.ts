// Decides whether a bank statement follows the last accepted one. Pure functions (statement-continuity.test.ts).
import type { UNCONFIRMED_REASONS } from '@fairturn/contract/backoffice/bank-statements'

export type UnconfirmedReason = (typeof UNCONFIRMED_REASONS)[number]

export interface StatementSpan {
  readonly from_day: string
  readonly to_day: string
  /** Null if the file has no balances. */
  readonly opening_minor: bigint | null
  readonly closing_minor: bigint | null
  /** ElctrncSeqNb and LglSeqNb: the bank's own numbers of its statements. */
  readonly electronic_no: bigint | null
  readonly legal_no: bigint | null
}

/**
 * Why a statement does not follow `last`, the account's last accepted one; null if it does: it begins on a later day, or
 * the bank numbers it as the next one of the same day, and it opens with that one's closing balance.
 */
export function whyNotFollowing(
  next: StatementSpan,
  last: StatementSpan | undefined,
): Exclude<UnconfirmedReason, 'by_hand' | 'contradicts'> | null {
  if (next.opening_minor === null || next.closing_minor === null) return 'no_balances'
  if (last === undefined) return 'first_statement'
  if (next.from_day <= last.to_day && !isNextOfDay(next, last)) return 'day_was_covered'
  return next.opening_minor === last.closing_minor ? null : 'does_not_follow'
}

/** Whether the bank numbers it as the next one of the same day, or of a later one. */
export function isNextOfDay(next: StatementSpan, last: StatementSpan): boolean {
  if (next.from_day < last.to_day) return false
  const follows = (one: bigint | null, before: bigint | null) =>
    one !== null && before !== null && one === before + 1n
  return follows(next.electronic_no, last.electronic_no) || follows(next.legal_no, last.legal_no)
}

/** Whether no working day lies between them, so that no statement can be missing: their balances must be equal. */
export function isAdjacent(next: Pick<StatementSpan, 'from_day'>, last: Pick<StatementSpan, 'to_day'>) {
  const DAY_MS = 86_400_000
  const end = Date.parse(next.from_day)
  for (let at = Date.parse(last.to_day) + DAY_MS; at < end; at += DAY_MS) {
    const weekday = new Date(at).getUTCDay()
    if (weekday !== 0 && weekday !== 6) return false
  }
  return true
}

/** An amount above the announced deposit waits, unless two people have confirmed the line. */
export const creditWaits = (
  line: { readonly amount_minor: bigint; readonly confirmed_by: string | null },
  announced_minor: bigint,
): boolean => line.amount_minor > announced_minor && line.confirmed_by === null
