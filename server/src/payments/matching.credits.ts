// Lines that brought money: whose deposit it is, or which payout came back.
import type { DepositStatus } from '@fairturn/contract/deposits'
import type { Tx } from '../database/database.ts'
import {
  type LineRow,
  reasonInWords,
  evidenceOf,
  openMembers,
  returnRefund,
  selectRefundByReference,
  receiptWaits,
} from '../banking/banking.ts'
import { type DepositRow, selectDepositsByReference } from '../deposits/deposits.ts'
import { type Decision, referencesIn } from './matching.decision.ts'
import { paidOut, returnWithdrawal, selectWithdrawalByReference } from '../withdrawals/withdrawals.ts'

/** Whether the line speaks of a payout of ours: it may have come back. */
export const namesPayout = (line: LineRow): boolean =>
  referencesIn(line, 'FW').length > 0 || referencesIn(line, 'FR').length > 0

/** Decides about credits that are no returns; the deposits are locked, and credited by the caller. */
export async function decideCredits(tx: Tx, lines: readonly LineRow[]): Promise<Decision[]> {
  const named = lines.map((line) => referencesIn(line, 'FT'))
  const rows = await selectDepositsByReference.all(tx, [...new Set(named.flat())])
  const deposits = new Map(rows.map((deposit) => [deposit.reference, deposit]))
  const open = await openMembers(
    tx,
    rows.map(({ member_id }) => member_id),
  )
  return lines.map((line, i) => {
    const decision = decideCredit(line, named[i]!, { deposits, open })
    const { arrival } = decision
    if (arrival !== undefined) {
      // The next line that names it finds it credited.
      const [reference] = named[i]!
      deposits.set(reference!, { ...deposits.get(reference!)!, status: 'credited' })
    }
    return decision
  })
}

interface Known {
  readonly deposits: ReadonlyMap<string, DepositRow>
  /** Members whose account is open. */
  readonly open: ReadonlySet<string>
}

function decideCredit(line: LineRow, references: readonly string[], known: Known): Decision {
  if (line.reversal) return { line, state: 'unmatched', finding: 'booking_taken_back' }
  const [reference, ...others] = references
  if (reference === undefined) return { line, state: 'unmatched', finding: 'no_reference' }
  if (others.length > 0) return { line, state: 'unmatched', finding: 'several_references' }
  const deposit = known.deposits.get(reference)
  if (deposit === undefined) return { line, state: 'unmatched', finding: 'reference_is_unknown' }
  return decideDeposit(line, deposit, known)
}

const NOT_CREDITED: Readonly<Partial<Record<DepositStatus, string>>> = {
  credited: 'deposit_was_credited',
  refused: 'deposit_was_refused',
}

/** Credited with what arrived, also after it has expired (decision 012); more than was announced waits for a second person. */
function decideDeposit(line: LineRow, deposit: DepositRow, { open }: Known): Decision {
  const { id: deposit_id, status, method, member_id } = deposit
  const unmatched = (finding: string): Decision => ({ line, state: 'unmatched', finding, deposit_id })
  const why_not = NOT_CREDITED[status]
  if (why_not !== undefined) return unmatched(why_not)
  if (method !== 'bank_transfer') return unmatched('deposit_is_by_card')
  if (!open.has(member_id)) return unmatched('account_is_closed')
  if (receiptWaits(line, deposit.amount_minor))
    return { line, state: 'held', finding: 'more_than_announced', deposit_id }
  const { amount_minor, imported_by: actor } = line
  const arrival = { deposit_id, amount_minor, evidence: evidenceOf(line), actor }
  const credited = (state: Decision['state'], finding: string): Decision => ({
    line,
    state,
    finding,
    deposit_id,
    arrival,
  })
  if (amount_minor > deposit.amount_minor) return credited('differs', 'credited_more_than_announced')
  if (amount_minor < deposit.amount_minor) return credited('differs', 'credited_less_than_announced')
  if (status === 'expired') return credited('differs', 'credited_after_it_expired')
  return credited('matched', 'deposit_credited')
}

/** A payout of ours that came back: the bank says so by a reason, a reversal, or our own end-to-end id. Moves the money. */
export async function decideReturn(tx: Tx, line: LineRow): Promise<Decision | undefined> {
  const { return_reason, reversal, end_to_end_id, amount_minor, imported_by: actor } = line
  const is_return = (reference: string) => return_reason !== null || reversal || end_to_end_id === reference
  const [withdrawn] = referencesIn(line, 'FW')
  const withdrawal =
    withdrawn === undefined ? undefined : await selectWithdrawalByReference.maybe(tx, withdrawn)
  const reason = reasonInWords(return_reason)
  if (withdrawal !== undefined) {
    const withdrawal_id = withdrawal.id
    const named = { line, state: 'unmatched', withdrawal_id } as const
    if (!is_return(withdrawal.reference)) return { ...named, finding: 'names_a_payout' }
    if (withdrawal.status !== 'sent' && withdrawal.status !== 'paid')
      return { ...named, finding: 'payout_was_not_out' }
    if (amount_minor > paidOut(withdrawal)) return { ...named, finding: 'more_than_the_payout' }
    await returnWithdrawal(tx, { withdrawal_id, actor, reason })
    const whole = amount_minor === paidOut(withdrawal)
    return {
      line,
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
  return { line, state: 'matched', finding: 'refund_came_back', refund_id: refund.id }
}
