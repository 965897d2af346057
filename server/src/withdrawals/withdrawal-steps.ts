// Shared by every step of a withdrawal: lock it in the required state, and write the audit log.
import type { WithdrawalStatus } from '@fairturn/contract/withdrawals'
import type { Tx } from '../database/database.ts'
import { refuse } from '../http/refusal.ts'
import { accountOf, entryId, postOrRefuse } from '../ledger/ledger.ts'
import { getMember } from '../members/members.ts'
import { recordAct, type StaffAction } from '../staff/staff.ts'
import { securityHold } from '../banking/banking.ts'
import { selectWithdrawalLocked, type WithdrawalRow } from './withdrawals.store.ts'

export interface Step {
  readonly withdrawal_id: string
  /** Who does it, e.g. `operator:<id>`. */
  readonly actor: string
}
export interface ReasonedStep extends Step {
  /** A whole sentence; the member reads it. */
  readonly reason: string
}

export const WITHDRAWALS_PATH = '/individual/withdraw-history'

/**
 * The withdrawal, locked; refuses `withdrawal_is_unknown`, and `withdrawal_is_in_another_state` unless it
 * is in one of these.
 */
export async function lockIn(
  tx: Tx,
  id: string,
  statuses: readonly WithdrawalStatus[],
): Promise<WithdrawalRow> {
  const withdrawal = await selectWithdrawalLocked.maybe(tx, id)
  if (withdrawal === undefined) throw refuse('withdrawal_is_unknown')
  const { status } = withdrawal
  if (!statuses.includes(status)) throw refuse('withdrawal_is_in_another_state', { status })
  return withdrawal
}

export async function refuseUnderSecurityHold(tx: Tx, { member_id }: WithdrawalRow): Promise<void> {
  const hold = securityHold(await getMember(tx, member_id), tx.now)
  if (hold === undefined) return
  throw refuse('withdrawals_wait_for_a_security_check', { until: hold.until.toISOString() })
}

/** Audit log of an operator's action on a withdrawal. */
export async function recordStep(
  tx: Tx,
  action: StaffAction,
  done: { withdrawal: WithdrawalRow; after: WithdrawalRow; actor: string; reason?: string },
): Promise<void> {
  const { withdrawal, after, ...by } = done
  const { id, member_id, status } = withdrawal
  const object = { kind: 'withdrawal', id }
  await recordAct(tx, {
    ...by,
    action,
    object,
    member_id,
    before: { status },
    after: { status: after.status },
  })
}

/** What the bank is to send, in minor units. */
export const paidOut = (withdrawal: Pick<WithdrawalRow, 'amount_minor' | 'fee_minor'>): bigint =>
  withdrawal.amount_minor - withdrawal.fee_minor

/** The hold of a withdrawal that will not be sent is released. */
export async function giveBackHeld(tx: Tx, withdrawal: WithdrawalRow, actor: string): Promise<void> {
  const { id, member_id, amount_minor } = withdrawal
  await postOrRefuse(tx, [
    {
      id: entryId('withdrawal_returned', id),
      type: 'withdrawal_returned',
      refers_to: id,
      actor,
      event_at: tx.now,
      postings: [
        { account: accountOf('member_held', member_id), amount_minor: -amount_minor },
        { account: accountOf('member_available', member_id), amount_minor },
      ],
    },
  ])
}
