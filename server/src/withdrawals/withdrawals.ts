// Withdrawals, from request to payment file or to the provider's refund; this file has the cancellation before approval.
import type { Queryable, Tx } from '../platform/database/database.ts'
import { refuse } from '../platform/http/refusal.ts'
import { voidProposalsAbout } from '../staff/staff.ts'
import { releaseHeld } from './withdrawal-steps.ts'
import * as store from './withdrawals.store.ts'
import type { WithdrawalRow } from './withdrawals.store.ts'

export { deletePayees, withdrawalData, withdrawalsUnderWay } from './personal-data.ts'
export {
  approveWithdrawal,
  proposeApproval,
  refuseWithdrawal,
  withdrawalOverThreshold,
  overruleRefusal,
} from './approve-withdrawal.ts'
export { paymentAssignment } from './assign-payment.ts'
export { batchOf } from './payout-batches.store.ts'
export { createPayoutBatch, exportBatch, sendBatch } from './payout-batches.ts'
export { takesTwoNow } from './separate-duties.ts'
export { paidOut } from './withdrawal-steps.ts'
export { decideFewNewLines } from './line-decisions.ts'
export { markPaid, returnWithdrawal, sendWithdrawal } from './settle-withdrawal.ts'
export { lateBatch } from './late-batches.ts'
export { payoutWithFee } from './payout-with-fee.proposal.ts'
export { addressOfHolder, payoutsWaitForOurAddress } from './our-address.ts'
export { payoutReport, takeStatusReport } from './payout-reports.ts'
export { statementRevocation } from './statement-revocation.proposal.ts'
export { structuringAlarms } from './structuring-alarms.ts'
export { keptBackOf, refuseKeptBack, withdrawableOf } from './kept-back.ts'
export { feeOf, partsOf, requestWithdrawals, withdrawAgain } from './request-withdrawal.ts'
export { cardReturner } from './card-returns.ts'
export { checkBooked, checkCardMoney, checkRevokedMoney, checkWithdrawals } from './withdrawals.check.ts'
export { withdrawalOnWire, withdrawalReasonText } from './withdrawals.dto.ts'
export {
  listWithdrawals,
  secondsToBooking,
  selectReversedCredits,
  selectWithdrawalReferences,
} from './withdrawals.store.ts'

const EXPERIENCE_MS = 90 * 86_400_000

/** Median hours (rounded up) to the booking by our bank, of the latest withdrawals paid in 90 days; null while they are few. */
export async function medianHours(on: Queryable, now: Date, time_zone: string): Promise<number | null> {
  const { seconds } = await store.medianDuration.one(on, {
    since: new Date(now.getTime() - EXPERIENCE_MS),
    time_zone,
  })
  return seconds === null ? null : Math.max(1, Math.ceil(seconds / 3600))
}

/** The member's withdrawal. Refuses `withdrawal_is_unknown`, also for another member's. */
export async function getWithdrawal(on: Queryable, own: OwnWithdrawal): Promise<WithdrawalRow> {
  return requireOwn(await store.selectWithdrawal.maybe(on, { id: own.withdrawal_id }), own)
}

interface OwnWithdrawal {
  readonly member_id: string
  readonly withdrawal_id: string
}

function requireOwn(row: WithdrawalRow | undefined, { member_id }: OwnWithdrawal): WithdrawalRow {
  if (row === undefined || row.member_id !== member_id) throw refuse('withdrawal_is_unknown')
  return row
}

/** Idempotent. Refuses `withdrawal_is_unknown`, and `withdrawal_cannot_be_cancelled` once approved or settled. */
export async function cancelWithdrawal(tx: Tx, own: OwnWithdrawal): Promise<WithdrawalRow> {
  const { member_id, withdrawal_id } = own
  const withdrawal = requireOwn(await store.selectWithdrawalLocked.maybe(tx, { id: withdrawal_id }), own)
  const { status } = withdrawal
  if (status === 'cancelled') return withdrawal
  if (status !== 'requested') throw refuse('withdrawal_cannot_be_cancelled', { status })
  const actor = `member:${member_id}`
  const cancelled = await store.updateSettled.one(tx, {
    id: withdrawal_id,
    status: 'cancelled',
    settled_at: tx.now,
    settled_by: actor,
    reason: null,
  })
  await releaseHeld(tx, withdrawal, actor)
  await voidProposalsAbout(tx, { withdrawal_id }, { because: 'withdrawal_cancelled', actor })
  return cancelled
}
