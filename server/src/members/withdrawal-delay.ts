// Whether a member's money waits before it is paid out: after a security lock (the security delay), and after a change of the
// payout account (the payout delay). Levels, quotas and conduct locks never delay it.
import { refuse, type Refusal } from '../platform/http/refusal.ts'
import type { MemberRow } from './members.store.ts'

const HOUR_MS = 3_600_000
/** Time for the member to notice that the lock has ended, and to check the payout account. */
const SECURITY_DELAY_HOURS = 24
const PAYOUT_DELAY_HOURS = 24

export interface WithdrawalDelay {
  readonly until: Date
  readonly reason: 'bank_changed' | 'security'
}

/**
 * What delays a member's withdrawals now: the longer of the two, if any. Without the account only a security lock counts, as for a
 * withdrawal that was requested already: it keeps the account of its request.
 */
export function withdrawalDelayOf(
  member: Pick<MemberRow, 'lock_until' | 'security_ended_at'>,
  now: Date,
  account?: { readonly payout_delay_until: Date | null },
): WithdrawalDelay | undefined {
  const locked = securityDelayUntil(member, now)
  const changed = account?.payout_delay_until ?? now
  const until = locked === undefined || changed > locked ? changed : locked
  return until > now ? { until, reason: until === locked ? 'security' : 'bank_changed' } : undefined
}

function securityDelayUntil(
  { lock_until, security_ended_at }: Parameters<typeof withdrawalDelayOf>[0],
  now: Date,
): Date | undefined {
  const ended_at = lock_until ?? security_ended_at
  if (ended_at === null) return undefined
  // Also for an expired lock that the job has not ended yet.
  const until =
    lock_until !== null && lock_until > now
      ? lock_until
      : new Date(ended_at.getTime() + SECURITY_DELAY_HOURS * HOUR_MS)
  return until > now ? until : undefined
}

/** The refusal, to throw: `withdrawals_wait_for_a_security_check` or `withdrawals_wait_after_a_change_of_bank`. */
export const refuseAsDelayed = ({ until, reason }: WithdrawalDelay): Refusal =>
  refuse(
    reason === 'security'
      ? 'withdrawals_wait_for_a_security_check'
      : 'withdrawals_wait_after_a_change_of_bank',
    { until: until.toISOString() },
  )

/** Until when a change of the payout account delays withdrawals. */
export const payoutDelayAfter = (changed_at: Date): Date =>
  new Date(changed_at.getTime() + PAYOUT_DELAY_HOURS * HOUR_MS)

/** SQL: ids of members whose withdrawals a security lock delays at an instant, also of locks that the job has not ended yet. */
export const delayedByLock = (instant: string): string =>
  `select id from member where lock_until is not null
      union select id from member where security_ended_at > ${instant}::timestamptz - interval '${SECURITY_DELAY_HOURS} hours'`

/** SQL: whether a change of this row of bank_details delays withdrawals at an instant; null if it was never changed. */
export const delayedByChange = (account: string, instant: string): string =>
  `${account}.payout_delay_until > ${instant}`
