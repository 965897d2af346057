// Withdrawals, the operators' side: approved, sent, then paid or returned by the bank; or refused with a reason. Each step
// happens once. It must never send what was not approved, nor keep money that will not be sent.
import { formatMoney } from '@fairturn/contract/money'
import type { WithdrawalStatus } from '@fairturn/contract/withdrawals'
import type { Tx } from '../database/database.ts'
import { refuse } from '../http/refusal.ts'
import {
  accountOf,
  entryId,
  moneyOf,
  type NewPosting,
  PAYOUTS,
  platformAccount,
  postOrRefuse,
  refuseWhilePaused,
} from '../ledger/ledger.ts'
import { getMember } from '../members/members.ts'
import { announce, notify, notifyAll } from '../notices/notices.ts'
import { recordAct, recordActs, type StaffAction } from '../staff/staff.ts'
import { accountLabel } from '../banking/banking.ts'
import { requireBroughtNothingIn, takesTwo } from './separate-duties.ts'
import {
  inPaymentFile,
  selectWithdrawalLocked,
  updateApproved,
  updatePaid,
  updateReturned,
  updateSent,
  updateSettled,
  type WithdrawalRow,
} from './withdrawals.store.ts'
import { giveBackHeld, securityHold } from './request-withdrawal.ts'

export interface Step {
  readonly withdrawal_id: string
  /** Who does it, e.g. `operator:<id>`. */
  readonly actor: string
}
export interface Approval extends Step {
  /** The first of two: who proposed it. */
  readonly proposed_by?: string
}
export interface ReasonedStep extends Step {
  /** A whole sentence; the member reads it. */
  readonly reason: string
}

const PATH = '/individual/withdraw-history'

/** The withdrawal, locked; refuses `withdrawal_is_unknown`, and `withdrawal_is_in_another_state` unless it is in one of these. */
async function lockIn(tx: Tx, id: string, statuses: readonly WithdrawalStatus[]): Promise<WithdrawalRow> {
  const withdrawal = await selectWithdrawalLocked.maybe(tx, id)
  if (withdrawal === undefined) throw refuse('withdrawal_is_unknown')
  const { status } = withdrawal
  if (!statuses.includes(status)) throw refuse('withdrawal_is_in_another_state', { status })
  return withdrawal
}

async function refuseUnderSecurityHold(tx: Tx, { member_id }: WithdrawalRow): Promise<void> {
  const hold = securityHold(await getMember(tx, member_id), tx.now)
  if (hold === undefined) return
  throw refuse('withdrawals_wait_for_a_security_check', { until: hold.until.toISOString() })
}

/** Writes what staff did to a withdrawal in their log. */
async function record(
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

/**
 * requested → approved. Refuses also `who_brought_money_in_does_not_send_it_out`, `withdrawal_takes_two_people`,
 * `withdrawals_wait_for_a_security_check` and `this_is_paused_while_the_ledger_is_checked`.
 * Sending does not: what has left the bank is written down whatever waits.
 */
export async function approveWithdrawal(
  tx: Tx,
  { withdrawal_id, actor, proposed_by }: Approval,
): Promise<WithdrawalRow> {
  const takes_two = await takesTwo(tx, withdrawal_id, actor)
  const withdrawal = await lockIn(tx, withdrawal_id, ['requested'])
  const approvers = proposed_by === undefined ? [actor] : [actor, proposed_by]
  await requireBroughtNothingIn(tx, withdrawal.member_id, approvers)
  if (takes_two !== null && proposed_by === undefined)
    throw refuse('withdrawal_takes_two_people', { why: takes_two })
  await refuseUnderSecurityHold(tx, withdrawal)
  await refuseWhilePaused(tx, PAYOUTS, moneyOf(withdrawal.member_id))
  const approved = await updateApproved.one(tx, withdrawal_id, tx.now, actor, proposed_by ?? null)
  await record(tx, 'withdrawal_approved', { withdrawal, after: approved, actor })
  const params = { amount: formatMoney(paidOut(withdrawal)), account: accountLabel(withdrawal) }
  await notify(tx, withdrawal.member_id, 'withdrawal_approved', params, PATH)
  return approved
}

/**
 * approved → sent: held money leaves the bank, the fee is earned. Refuses also
 * `withdrawals_wait_for_a_security_check`; sent already, `withdrawal_is_in_another_state`.
 */
export async function sendWithdrawal(tx: Tx, { withdrawal_id, actor }: Step): Promise<WithdrawalRow> {
  const withdrawal = await lockIn(tx, withdrawal_id, ['approved'])
  await refuseUnderSecurityHold(tx, withdrawal)
  const sent = await updateSent.one(tx, withdrawal_id, tx.now, actor)
  await record(tx, 'withdrawal_sent', { withdrawal, after: sent, actor })
  const { member_id, amount_minor, reference } = withdrawal
  const params = { amount: formatMoney(paidOut(withdrawal)), account: accountLabel(withdrawal), reference }
  await notify(tx, member_id, 'withdrawal_sent', params, PATH)
  await announce(tx, { to: member_id, kind: 'balance', data: {} })
  const id = entryId('withdrawal_sent', withdrawal_id)
  await postOrRefuse(tx, [
    {
      id,
      type: 'withdrawal_sent',
      refers_to: withdrawal_id,
      actor,
      event_at: tx.now,
      postings: [
        { account: accountOf('member_held', member_id), amount_minor: -amount_minor },
        { account: platformAccount('cash', id), amount_minor: paidOut(withdrawal) },
        ...platformFee(withdrawal, 1n),
      ],
    },
  ])
  return sent
}

/** The fee's posting, on the account where sending puts it, so that it is there when it must come back. */
function platformFee({ id, fee_minor }: WithdrawalRow, sign: 1n | -1n): NewPosting[] {
  if (fee_minor === 0n) return []
  const account = platformAccount('revenue', entryId('withdrawal_sent', id))
  return [{ account, amount_minor: sign * fee_minor }]
}

/** sent → paid: the bank says that it has arrived. No money moves. */
export async function markPaid(tx: Tx, { withdrawal_id, actor }: Step): Promise<WithdrawalRow> {
  const withdrawal = await lockIn(tx, withdrawal_id, ['sent'])
  const [paid] = await markAllPaid(tx, [{ withdrawal, actor }])
  return paid!
}

/** The same for many, each once, which the caller has locked and seen to be sent. */
export async function markAllPaid(
  tx: Tx,
  paid: readonly { withdrawal: WithdrawalRow; actor: string }[],
): Promise<WithdrawalRow[]> {
  const rows = await updatePaid.all(
    tx,
    paid.map(({ withdrawal }) => withdrawal.id),
    paid.map(({ actor }) => actor),
    tx.now,
  )
  if (rows.length !== paid.length) throw new Error('a withdrawal to be marked paid is not sent')
  await recordActs(
    tx,
    paid.map(({ withdrawal: { id, member_id, status }, actor }) => ({
      actor,
      action: 'withdrawal_paid' as const,
      object: { kind: 'withdrawal', id },
      member_id,
      before: { status },
      after: { status: 'paid' },
    })),
  )
  await notifyAll(
    tx,
    paid.map(({ withdrawal }) => ({
      member_id: withdrawal.member_id,
      kind: 'withdrawal_paid' as const,
      params: { amount: formatMoney(paidOut(withdrawal)), account: accountLabel(withdrawal) },
      path: PATH,
    })),
  )
  return rows
}

/**
 * sent or paid → returned: the bank sent it back, which it may do days after it has booked the payment. All of it, the fee
 * too, is available again.
 */
export async function returnWithdrawal(tx: Tx, step: ReasonedStep): Promise<WithdrawalRow> {
  const { withdrawal_id, actor, reason } = step
  const withdrawal = await lockIn(tx, withdrawal_id, ['sent', 'paid'])
  const returned = await updateReturned.one(tx, withdrawal_id, tx.now, actor, reason)
  await record(tx, 'withdrawal_returned', { withdrawal, after: returned, actor, reason })
  const { member_id, amount_minor } = withdrawal
  await notify(tx, member_id, 'withdrawal_returned', { amount: formatMoney(amount_minor), reason }, PATH)
  await announce(tx, { to: member_id, kind: 'balance', data: {} })
  const id = entryId('withdrawal_returned', withdrawal_id)
  await postOrRefuse(tx, [
    {
      id,
      type: 'withdrawal_returned',
      refers_to: withdrawal_id,
      actor,
      event_at: tx.now,
      postings: [
        { account: platformAccount('cash', id), amount_minor: -paidOut(withdrawal) },
        ...platformFee(withdrawal, -1n),
        { account: accountOf('member_available', member_id), amount_minor },
      ],
    },
  ])
  return returned
}

/**
 * requested or approved → refused, with a reason; the money is available again at once. Refuses also
 * `withdrawal_is_in_a_payment_file`, unless the bank has rejected it there: the file could still be carried out.
 */
export async function refuseWithdrawal(tx: Tx, step: ReasonedStep): Promise<WithdrawalRow> {
  const { withdrawal_id, actor, reason } = step
  const withdrawal = await lockIn(tx, withdrawal_id, ['requested', 'approved'])
  if ((await inPaymentFile.one(tx, withdrawal_id)).found) throw refuse('withdrawal_is_in_a_payment_file')
  const refused = await updateSettled.one(tx, withdrawal_id, 'refused', tx.now, actor, reason)
  await record(tx, 'withdrawal_refused', { withdrawal, after: refused, actor, reason })
  const { member_id, amount_minor } = withdrawal
  await notify(tx, member_id, 'withdrawal_refused', { amount: formatMoney(amount_minor), reason }, PATH)
  await announce(tx, { to: member_id, kind: 'balance', data: {} })
  await giveBackHeld(tx, withdrawal, actor)
  return refused
}
