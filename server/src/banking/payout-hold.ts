// What delays a member's withdrawals: a payout account changed just now, or a security lock.
import { type MemberRow, securityHoldOf } from '../members/members.ts'
import type { BankDetailsRow } from './bank-details.ts'

export interface Hold {
  readonly until: Date
  readonly reason: 'bank_changed' | 'security'
}

type SecurityState = Pick<MemberRow, 'lock_until' | 'security_ended_at'>

/** Until when a security lock delays money; undefined when none does. A conduct lock never does. */
export function securityHold(member: SecurityState, now: Date): Hold | undefined {
  const until = securityHoldOf(member, now)
  return until === undefined ? undefined : { until, reason: 'security' }
}

/** What delays a member's withdrawals now, if anything does: whichever lasts longer. */
export function holdOf(
  member: SecurityState,
  details: Pick<BankDetailsRow, 'hold_until'> | undefined,
  now: Date,
): Hold | undefined {
  const security = securityHold(member, now)
  const until = details?.hold_until ?? null
  if (until === null || until <= now || (security !== undefined && security.until >= until)) return security
  return { until, reason: 'bank_changed' }
}
