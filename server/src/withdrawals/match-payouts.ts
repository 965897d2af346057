import {
  bankAlarm,
  type LineRow,
  type Decision,
  referencesIn,
  readReference,
  returnRefund,
  settleRefund,
  selectRefundByReference,
} from '../banking/banking.ts'
import { openMembers } from '../ledger/ledger.ts'
// Matches bank lines to payouts, refunds and whole payment files: booked or returned.
import type { Tx } from '../platform/database/database.ts'
import { enqueue } from '../platform/queue/queue.ts'
import { bankReason } from '../platform/texts/reasons.ts'
import { settleCollective } from './payout-reports.ts'
import { markAllPaid, returnWithdrawal } from './settle-withdrawal.ts'
import { paidOut } from './withdrawal-steps.ts'
import {
  isExecutedLater,
  selectWithdrawalByReference,
  selectWithdrawalsByReference,
  type WithdrawalRow,
} from './withdrawals.store.ts'

export const namesPayout = (line: LineRow): boolean =>
  referencesIn(line, 'FW').length > 0 || referencesIn(line, 'FR').length > 0

/**
 * Handles a returned payout, recognised by a return reason, a reversal or our own end-to-end id, and moves the money. Any
 * payer can send our end-to-end id, so only what the bank marks as a return may credit more than has arrived.
 */
export async function decideReturn(tx: Tx, line: LineRow): Promise<Decision | undefined> {
  const { return_reason, reversal, end_to_end_id, amount_minor, imported_by: actor } = line
  const marked = return_reason !== null || reversal
  const isReturn = (reference: string) => marked || end_to_end_id === reference
  const [reference] = referencesIn(line, 'FW')
  const withdrawal = reference && (await selectWithdrawalByReference.maybe(tx, { reference }))
  const reason = bankReason(return_reason)
  if (withdrawal) {
    const withdrawal_id = withdrawal.id
    const named = { line, status: 'unmatched', withdrawal_id } as const
    const whole = amount_minor === paidOut(withdrawal)
    // Of a marked return the bank may keep a charge, never most of it: then people decide what it is.
    const least_minor = marked ? paidOut(withdrawal) / 2n : paidOut(withdrawal)
    if (!isReturn(withdrawal.reference) || amount_minor < least_minor)
      return { ...named, finding: 'names_a_payout' }
    if (withdrawal.status !== 'sent' && withdrawal.status !== 'paid')
      return { ...named, finding: 'payout_was_not_out' }
    if (await isBeforeExecution(tx, withdrawal)) return { ...named, finding: 'payout_was_not_out' }
    if (amount_minor > paidOut(withdrawal)) return { ...named, finding: 'more_than_the_payout' }
    if (!(await openMembers(tx, [withdrawal.member_id])).has(withdrawal.member_id))
      return { ...named, finding: 'account_is_closed' }
    await returnWithdrawal(tx, { withdrawal_id, actor, reason })
    return whole
      ? { line, status: 'matched', finding: 'payout_came_back', withdrawal_id }
      : { line, status: 'differs', finding: 'payout_came_back_short', withdrawal_id }
  }
  const refund = await refundIn(tx, line)
  if (refund === undefined || !isReturn(refund.reference) || refund.amount_minor !== amount_minor)
    return undefined
  if (refund.status !== 'sent' && refund.status !== 'paid') return undefined
  await returnRefund(tx, { refund, actor, reason })
  return { line, status: 'matched', finding: 'refund_came_back', refund_id: refund.id }
}

/** What the bank has neither booked nor executed yet cannot have come back. */
const isBeforeExecution = async (tx: Tx, { id: withdrawal_id, status }: WithdrawalRow): Promise<boolean> =>
  status === 'sent' && (await isExecutedLater.one(tx, { withdrawal_id, now: tx.now })).found

/** Whether a credit that names this payout may be all of it that came back, without the bank's word for it. */
export const isWholeReturn = async (
  tx: Tx,
  { amount_minor }: LineRow,
  withdrawal: WithdrawalRow,
): Promise<boolean> =>
  amount_minor === paidOut(withdrawal) &&
  (withdrawal.status === 'sent' || withdrawal.status === 'paid') &&
  !(await isBeforeExecution(tx, withdrawal))

async function refundIn(tx: Tx, line: LineRow) {
  const [reference] = referencesIn(line, 'FR')
  return reference === undefined ? undefined : await selectRefundByReference.maybe(tx, { reference })
}

const NOT_PAID: Readonly<Partial<Record<WithdrawalRow['status'], string>>> = {
  approved: 'payout_is_not_sent',
  paid: 'payout_was_paid_before',
  returned: 'debit_after_return',
}

/** Decides debits and marks their payouts as paid; undefined for those left to decideRefundOrBatch(). */
export async function decideDebits(tx: Tx, lines: readonly LineRow[]): Promise<(Decision | undefined)[]> {
  const named = lines.map((line) => referencesIn(line, 'FW')[0])
  const rows = await selectWithdrawalsByReference.all(tx, {
    references: [...new Set(named.filter((each) => each !== undefined))],
  })
  const withdrawals = new Map(rows.map((withdrawal) => [withdrawal.reference, withdrawal]))
  const paid: { withdrawal: WithdrawalRow; actor: string; booked_on: string }[] = []
  const decisions = lines.map((line, i): Decision | undefined => {
    if (line.reversal) return { line, status: 'unexplained', finding: 'booking_taken_back' }
    const withdrawal = named[i] === undefined ? undefined : withdrawals.get(named[i])
    if (withdrawal === undefined) return isRefundOrBatch(line) ? undefined : unknownDebit(line)
    const decision = decidePayout(line, withdrawal)
    if (decision.status === 'matched') {
      paid.push({ withdrawal, actor: line.imported_by, booked_on: line.booking_day })
      // A later line with the same reference then finds it paid.
      withdrawals.set(withdrawal.reference, { ...withdrawal, status: 'paid' })
    }
    return decision
  })
  if (paid.length > 0) await markAllPaid(tx, paid)
  for (const { line, finding } of decisions.filter((each) => each !== undefined))
    if (finding === 'debit_after_return') await enqueue(tx, bankAlarm, { about: finding, id: line.id })
  return decisions
}

/** Where the bank names a payment file of ours: in a field of its own, or as the end-to-end id or in the text of one booking. */
export function batchIn(line: LineRow): { reference: string; part_no: number | null } | undefined {
  const texts = [line.batch_id, line.end_to_end_id, line.remittance].filter((text) => text !== null)
  for (const text of texts) {
    const reference = readReference('FB', text)
    if (reference !== undefined) return { reference, part_no: partAfter(reference, text) }
  }
  return undefined
}

/** `FB-7QM2-X9D4-2` names the second part of that file. */
function partAfter(reference: string, text: string): number | null {
  const [, part] =
    new RegExp(`${reference.split('-').join('[\\s-]*')}[\\s-]*(\\d)(?![0-9A-Z])`, 'i').exec(text) ?? []
  return part === undefined ? null : Number(part)
}

/** Whether it may be a refund, or one collective booking of a payment file. */
export const isRefundOrBatch = (line: LineRow): boolean =>
  batchIn(line) !== undefined || referencesIn(line, 'FR').length > 0

const unknownDebit = (line: LineRow): Decision => ({ line, status: 'unexplained', finding: 'unknown_debit' })

function decidePayout(line: LineRow, withdrawal: WithdrawalRow): Decision {
  const { id: withdrawal_id, status } = withdrawal
  const unexplained = (finding: string): Decision => ({ line, status: 'unexplained', finding, withdrawal_id })
  if (status !== 'sent') return unexplained(NOT_PAID[status] ?? 'payout_was_not_ordered')
  if (line.amount_minor !== paidOut(withdrawal)) return unexplained('payout_differs')
  return { line, status: 'matched', finding: 'payout_paid', withdrawal_id }
}

export async function decideRefundOrBatch(tx: Tx, line: LineRow): Promise<Decision> {
  const { amount_minor, imported_by: actor, booking_day: booked_on } = line
  const refund = await refundIn(tx, line)
  if (refund !== undefined) {
    const refund_id = refund.id
    if (refund.status !== 'sent' || refund.amount_minor !== amount_minor) {
      const finding = refund.status === 'approved' ? 'payout_is_not_sent' : 'payout_differs'
      return { line, status: 'unexplained', finding, refund_id }
    }
    await settleRefund(tx, refund, booked_on)
    return { line, status: 'matched', finding: 'refund_paid', refund_id }
  }
  const batch = batchIn(line)
  if (batch === undefined) return unknownDebit(line)
  const found = await settleCollective(tx, { ...batch, amount_minor, actor, booked_on })
  if (found === 'paid') return { line, status: 'matched', finding: 'batch_paid' }
  return { line, status: 'unexplained', finding: OF_A_FILE[found] }
}

const OF_A_FILE = {
  notSent: 'payout_is_not_sent',
  differs: 'payout_differs',
  paidBefore: 'payout_was_paid_before',
  unknown: 'unknown_debit',
} as const
