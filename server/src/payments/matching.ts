// What each line of the bank means: a deposit that arrived, a payout that left or came back, or something for a colleague. Each
// line is decided once, in its own transaction. It must never credit money to somebody it was not clearly sent for.
import type { DepositStatus } from '@fairturn/contract/payments'
import type { Database, Tx } from '../database/database.ts'
import {
  decideLine,
  type LineRow,
  listNewLines,
  lockDeciding,
  type NewLine,
  selectNewLine,
} from './bank-lines.store.ts'
import { reasonInWords } from './bank-reasons.ts'
import { creditDeposit } from './deposits.ts'
import { type DepositRow, selectDepositByReference } from './deposits.store.ts'
import { closeFinishedBatches } from './payout-batches.ts'
import { settleCollective } from './payout-reports.ts'
import { markPaid, paidOut, returnWithdrawal } from './paying-out.ts'
import { evidenceOf, isOpenAccount, keepReceipt, returnRefund, settleRefund } from './receipts.ts'
import { selectRefundByReference } from './receipts.store.ts'
import { readReference, type ReferencePrefix } from './references.ts'
import { selectWithdrawalByReference, type WithdrawalRow } from './withdrawals.store.ts'

interface Decision {
  readonly state: 'matched' | 'differs' | 'unmatched' | 'unexplained'
  readonly finding: string
  readonly deposit_id?: string
  readonly withdrawal_id?: string
  readonly refund_id?: string
}

const LOOKED_AT_ONCE = 500
const BEFORE_EVERY_LINE: NewLine = {
  id: '00000000-0000-0000-0000-000000000000',
  booking_day: '-infinity',
  came: false,
}

/**
 * Decides every line that nobody has decided yet. Returns how many; may be called by many at once. A line that fails stays
 * as it is and keeps no other waiting; then it rejects at the end, with all that failed.
 */
export async function decideNewLines(database: Database): Promise<number> {
  let decided = 0
  const failures: unknown[] = []
  for (let after = BEFORE_EVERY_LINE; ;) {
    const { booking_day, came, id: last } = after
    const batch = await listNewLines.all(database, booking_day, came, last, LOOKED_AT_ONCE)
    for (const { id } of batch) {
      try {
        if (await database.transaction((tx) => decide(tx, id))) decided += 1
      } catch (error) {
        failures.push(error)
      }
    }
    if (batch.length < LOOKED_AT_ONCE) break
    after = batch.at(-1)!
  }
  if (decided > 0) await database.transaction(closeFinishedBatches)
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} lines of the bank could not be decided`)
  return decided
}

async function decide(tx: Tx, line_id: string): Promise<boolean> {
  await lockDeciding.all(tx)
  const line = await selectNewLine.maybe(tx, line_id)
  if (line === undefined) return false
  const decision = line.direction === 'credit' ? await decideCredit(tx, line) : await decideDebit(tx, line)
  const { state, finding, deposit_id = null, withdrawal_id = null, refund_id = null } = decision
  await decideLine.all(tx, line_id, state, finding, deposit_id, withdrawal_id, refund_id, tx.now)
  if (state === 'unmatched') await keepReceipt(tx, line)
  return true
}

/** References that a line names, each once: what the bank carried for the payer before what the payer wrote. */
function referencesIn(line: LineRow, prefix: ReferencePrefix): string[] {
  const texts = [line.end_to_end_id, line.remittance]
  return [...new Set(texts.flatMap((text) => (text === null ? [] : (readReference(prefix, text) ?? []))))]
}

async function decideCredit(tx: Tx, line: LineRow): Promise<Decision> {
  const came_back = await decideReturn(tx, line)
  if (came_back !== undefined) return came_back
  if (line.reversal) return { state: 'unmatched', finding: 'booking_taken_back' }
  const references = referencesIn(line, 'FT')
  if (references.length !== 1)
    return { state: 'unmatched', finding: references.length === 0 ? 'no_reference' : 'several_references' }
  const deposit = await selectDepositByReference.maybe(tx, references[0])
  if (deposit === undefined) return { state: 'unmatched', finding: 'reference_is_unknown' }
  return await decideDeposit(tx, line, deposit)
}

const NOT_CREDITED: Readonly<Partial<Record<DepositStatus, string>>> = {
  credited: 'deposit_was_credited',
  refused: 'deposit_was_refused',
}

/** Credited with what arrived, whatever was announced, and also after it has expired (decision 012). */
async function decideDeposit(tx: Tx, line: LineRow, deposit: DepositRow): Promise<Decision> {
  const { id: deposit_id, status, method, member_id } = deposit
  const why_not = NOT_CREDITED[status]
  if (why_not !== undefined) return { state: 'unmatched', finding: why_not, deposit_id }
  if (method !== 'bank_transfer') return { state: 'unmatched', finding: 'deposit_is_by_card', deposit_id }
  if (!(await isOpenAccount(tx, member_id)))
    return { state: 'unmatched', finding: 'account_is_closed', deposit_id }
  const { amount_minor } = line
  await creditDeposit(tx, { deposit_id, amount_minor, evidence: evidenceOf(line), actor: line.imported_by })
  if (amount_minor !== deposit.amount_minor) {
    const finding =
      amount_minor > deposit.amount_minor ? 'credited_more_than_announced' : 'credited_less_than_announced'
    return { state: 'differs', finding, deposit_id }
  }
  if (status === 'expired') return { state: 'differs', finding: 'credited_after_it_expired', deposit_id }
  return { state: 'matched', finding: 'deposit_credited', deposit_id }
}

/** A payout of ours that came back: the bank says so by a reason, a reversal, or our own end-to-end id. */
async function decideReturn(tx: Tx, line: LineRow): Promise<Decision | undefined> {
  const { return_reason, reversal, end_to_end_id, amount_minor, imported_by: actor } = line
  const is_return = (reference: string) => return_reason !== null || reversal || end_to_end_id === reference
  const [withdrawn] = referencesIn(line, 'FW')
  const withdrawal =
    withdrawn === undefined ? undefined : await selectWithdrawalByReference.maybe(tx, withdrawn)
  const reason = reasonInWords(return_reason)
  if (withdrawal !== undefined) {
    const withdrawal_id = withdrawal.id
    const named = { state: 'unmatched', withdrawal_id } as const
    if (!is_return(withdrawal.reference)) return { ...named, finding: 'names_a_payout' }
    if (withdrawal.status !== 'sent' && withdrawal.status !== 'paid')
      return { ...named, finding: 'payout_was_not_out' }
    if (amount_minor > paidOut(withdrawal)) return { ...named, finding: 'more_than_the_payout' }
    await returnWithdrawal(tx, { withdrawal_id, actor, reason })
    const whole = amount_minor === paidOut(withdrawal)
    return {
      state: whole ? 'matched' : 'differs',
      finding: whole ? 'payout_came_back' : 'payout_came_back_short',
      withdrawal_id,
    }
  }
  const [refunded] = referencesIn(line, 'FR')
  const refund = refunded === undefined ? undefined : await selectRefundByReference.maybe(tx, refunded)
  if (refund === undefined || !is_return(refund.reference) || refund.amount_minor !== amount_minor)
    return undefined
  if (refund.status !== 'sent' && refund.status !== 'paid') return undefined
  await returnRefund(tx, { refund, actor, reason })
  return { state: 'matched', finding: 'refund_came_back', refund_id: refund.id }
}

async function decideDebit(tx: Tx, line: LineRow): Promise<Decision> {
  if (line.reversal) return { state: 'unexplained', finding: 'booking_taken_back' }
  const [withdrawn] = referencesIn(line, 'FW')
  const withdrawal =
    withdrawn === undefined ? undefined : await selectWithdrawalByReference.maybe(tx, withdrawn)
  if (withdrawal !== undefined) return await decidePayout(tx, line, withdrawal)
  const [refunded] = referencesIn(line, 'FR')
  const refund = refunded === undefined ? undefined : await selectRefundByReference.maybe(tx, refunded)
  if (refund !== undefined) {
    const refund_id = refund.id
    if (refund.status !== 'sent' || refund.amount_minor !== line.amount_minor) {
      const finding = refund.status === 'approved' ? 'payout_is_not_sent' : 'payout_differs'
      return { state: 'unexplained', finding, refund_id }
    }
    await settleRefund(tx, refund)
    return { state: 'matched', finding: 'refund_paid', refund_id }
  }
  const batch = line.batch_id === null ? undefined : readReference('FB', line.batch_id)
  const collective = {
    reference: batch,
    batch_id: line.batch_id,
    amount_minor: line.amount_minor,
    actor: line.imported_by,
  }
  if (batch !== undefined && (await settleCollective(tx, { ...collective, reference: batch })))
    return { state: 'matched', finding: 'batch_paid' }
  return { state: 'unexplained', finding: 'unknown_debit' }
}

const NOT_PAID: Readonly<Partial<Record<WithdrawalRow['status'], string>>> = {
  approved: 'payout_is_not_sent',
  paid: 'payout_was_paid_before',
  returned: 'payout_was_paid_before',
}

async function decidePayout(tx: Tx, line: LineRow, withdrawal: WithdrawalRow): Promise<Decision> {
  const { id: withdrawal_id, status } = withdrawal
  if (status !== 'sent')
    return { state: 'unexplained', finding: NOT_PAID[status] ?? 'payout_was_not_ordered', withdrawal_id }
  if (line.amount_minor !== paidOut(withdrawal))
    return { state: 'unexplained', finding: 'payout_differs', withdrawal_id }
  await markPaid(tx, { withdrawal_id, actor: line.imported_by })
  return { state: 'matched', finding: 'payout_paid', withdrawal_id }
}
