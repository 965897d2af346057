// An accepted statement that turns out to be wrong is revoked by two people. What the bank's connection says too stays; the
// rest is reversed as far as the members still have it beyond their awards, for which their pending withdrawals of it are
// refused; what is gone is the platform's loss, booked as such. Campaigns and levels paid with it stand. Its lines keep
// what they said, as `revoked` (statement-revocation.test.ts).
import { LINES_TO_REVIEW } from '@fairturn/contract/backoffice/banking'
import { formatMoney } from '@fairturn/contract/minor-units'
import {
  acceptWaiting,
  bankAlarm,
  decideBankLines,
  evidenceOf,
  type LineRow,
  lockBankAccount,
  type LockedStatement,
  lockDeciding,
  reopenDebitsAfterReturn,
  resolveLine,
  revokeLines,
  selectLineLocked,
  selectLinesOfStatement,
  selectRefundsLocked,
  selectStatementLocked,
  transferToConnection,
  updateRevoked,
} from '../banking/banking.ts'
import { recordTakenBack, trimCardMoney } from '../deposits/deposits.ts'
import {
  accountOf,
  availableOf,
  balancesOf,
  beyondAwards,
  entryId,
  lockVatAdvances,
  type NewPosting,
  platformAccount,
  postOrRefuse,
  recordCreditLoss,
  requestedCheck,
  setOffVat,
} from '../ledger/ledger.ts'
import { announce, notify } from '../notices/notices.ts'
import type { Tx } from '../platform/database/database.ts'
import { orRefuse, refuse } from '../platform/http/refusal.ts'
import { enqueue } from '../platform/queue/queue.ts'
import { recordAuditEvent, refuseDecided, voidProposalsAbout } from '../staff/staff.ts'
import { refuseWithdrawal } from './approve-withdrawal.ts'
import * as store from './statement-revocation.store.ts'
import { destinationOf, paidOut, withdrawalPath } from './withdrawal-steps.ts'
import { selectWithdrawal } from './withdrawals.store.ts'

interface Revocation {
  readonly proposed_by: string
  readonly approved_by: string
  readonly reason: string
}

/** What a revocation does, by the references of deposits and withdrawals. */
export interface Effects {
  /** Whose credit it takes back, with how much of it is still there. */
  readonly taken: { readonly reference: string; readonly taken_minor: bigint }[]
  /** Withdrawals that are refused. */
  readonly refused: string[]
  /** Payouts that count as on their way again. */
  readonly resent: string[]
  /** Payouts that had come back and count as paid again: the bank has booked them otherwise. */
  readonly paid: string[]
  /** Booked as the bank's, which own money has again. */
  fees_minor: bigint
  /** Booked as paid to the state. */
  vat_minor: bigint
  /** The platform's. */
  loss_minor: bigint
}
type Revoking = Revocation & { readonly effects: Effects }

/** Refuses `bank_statement_is_unknown`, `bank_statement_is_not_accepted` and `what_the_bank_connection_brought_stays`. */
export async function lockRevocable(tx: Tx, statement_id: string): Promise<LockedStatement> {
  const row = orRefuse(
    await selectStatementLocked.maybe(tx, { id: statement_id }),
    'bank_statement_is_unknown',
  )
  if (row.status !== 'accepted')
    throw await refuseDecided(tx, 'bank_statement_is_not_accepted', statement_id, { status: row.status })
  if (row.from_connection) throw refuse('what_the_bank_connection_brought_stays')
  return row
}

/** Refuses as lockRevocable does. */
export async function revokeStatement(
  tx: Tx,
  statement_id: string,
  revocation: Revocation,
): Promise<Effects> {
  const effects: Effects = {
    taken: [],
    refused: [],
    resent: [],
    paid: [],
    fees_minor: 0n,
    vat_minor: 0n,
    loss_minor: 0n,
  }
  const by = { ...revocation, effects }
  const { account } = orRefuse(
    await selectStatementLocked.maybe(tx, { id: statement_id }),
    'bank_statement_is_unknown',
  )
  // Lock order: the account and the deciding of lines, VAT in advance, then the statement.
  await lockBankAccount.all(tx, { account })
  await lockDeciding.all(tx)
  await lockVatAdvances(tx)
  const row = await lockRevocable(tx, statement_id)
  await updateRevoked.all(tx, {
    statement_id,
    revocation_proposed_by: by.proposed_by,
    revoked_by: by.approved_by,
    revoked_at: tx.now,
  })
  await transferToConnection(tx, row)
  await store.dropRefunds.all(tx, { statement_id, sent_at: tx.now })
  const payouts = await store.unbookPayouts.all(tx, { statement_id })
  const refunds = await store.unbookRefunds.all(tx, { statement_id })
  await store.reopenBatches.all(tx, { ids: [...payouts, ...refunds].map(({ id }) => id) })
  const unpaid = payouts.filter(({ status }) => status === 'sent')
  effects.resent.push(...unpaid.map(({ reference }) => reference))
  await tellUnbooked(
    tx,
    unpaid.map(({ id }) => id),
  )
  for (const line of await selectLinesOfStatement.all(tx, { statement_id })) {
    effects.loss_minor += await reverse(tx, line, by)
    if (line.status === 'resolved' || LINES_TO_REVIEW.some((state) => state === line.status))
      await voidProposalsAbout(
        tx,
        { line_id: line.id },
        { because: 'bank_statement_revoked', actor: by.approved_by },
      )
  }
  await revokeLines.all(tx, { statement_id, now: tx.now })
  await acceptWaiting(tx, account)
  await recordAuditEvent(tx, {
    actor: by.approved_by,
    action: 'bank_statement_revoked',
    object: { kind: 'bank_statement', id: statement_id },
    reason: by.reason,
    before: { status: 'accepted', statement: row.statement_id, day: row.to_day },
    after: { status: 'revoked', loss: formatMoney(effects.loss_minor) },
  })
  if (effects.loss_minor > 0n) await enqueue(tx, bankAlarm, { about: 'statement_revoked', id: statement_id })
  // What it contradicted may be gone now: a fresh check lets two people end the freeze.
  await enqueue(tx, requestedCheck, { asked_by: 'system' })
  return effects
}

/** Members were told that the bank had booked these. */
async function tellUnbooked(tx: Tx, withdrawal_ids: readonly string[]): Promise<void> {
  for (const id of withdrawal_ids) {
    const withdrawal = await selectWithdrawal.one(tx, { id })
    const params = {
      amount: formatMoney(paidOut(withdrawal)),
      account: await destinationOf(tx, withdrawal),
      reference: withdrawal.reference,
    }
    await notify(tx, withdrawal.member_id, 'withdrawal_not_booked', params, withdrawalPath(id))
  }
}

/** Takes back what a line brought; returns what nobody has any more. */
async function reverse(tx: Tx, line: LineRow, by: Revoking): Promise<bigint> {
  if (line.finding === 'bank_fee_booked' || line.finding === 'vat_paid' || line.fee_minor !== null)
    return await reverseDebit(tx, line, by)
  if (line.direction === 'debit' || line.status === 'new' || line.status === 'unconfirmed') return 0n
  const { amount_minor } = line
  if (line.finding === 'payout_came_back' || line.finding === 'payout_came_back_short')
    return await reverseReturn(tx, line, by)
  if (line.finding === 'refund_came_back') return await reverseRefundReturn(tx, line, by)
  const deposit =
    line.deposit_id === null
      ? undefined
      : await store.selectCredited.maybe(tx, { id: line.deposit_id, evidence: evidenceOf(line) })
  if (deposit !== undefined) {
    const taken = await takeBack(tx, { ...deposit, kind: 'deposit', amount_minor }, by)
    await recordTakenBack.all(tx, { id: deposit.id, at: tx.now, taken_minor: -sumOf(taken) })
    if (taken.length > 0) {
      const params = { amount: formatMoney(-sumOf(taken)), reference: deposit.reference }
      await notify(tx, deposit.member_id, 'deposit_reversed', params, '/individual/deposit-history')
    }
    return await post(tx, line, by, { cash_minor: amount_minor, taken, of: deposit })
  }
  // Interest that the bank did not pay was the platform's own: nobody loses it.
  if (line.finding === 'interest_booked') {
    await post(tx, line, by, { cash_minor: amount_minor, taken: [] })
    return 0n
  }
  // Nobody's yet, or on its way back in a payment file: that leaves all the same, and is lost.
  const account = accountOf('unmatched_payment', line.id)
  const kept = (await balancesOf(tx, [account])).get(account)?.balance_minor ?? 0n
  const { leaves } = await store.isLeaving.one(tx, { line_id: line.id, except: null })
  const taken = kept >= amount_minor && !leaves ? [{ account, amount_minor: -amount_minor }] : []
  return await post(tx, line, by, { cash_minor: amount_minor, taken })
}

/** A fee that the bank did not take is the platform's own money again, and VAT that it did not pay is owed again. */
async function reverseDebit(
  tx: Tx,
  { id: line_id, amount_minor: whole_minor, fee_minor, finding }: LineRow,
  { approved_by: actor, reason: note, effects }: Revoking,
): Promise<bigint> {
  const taken_minor = fee_minor ?? whole_minor
  const settled_minor =
    finding === 'vat_paid'
      ? (await store.selectSettled.one(tx, { entry_id: entryId('vat_paid', line_id) })).settled_minor
      : 0n
  effects.vat_minor += settled_minor
  if (finding !== 'vat_paid') effects.fees_minor += taken_minor
  const parts = [
    { type: 'vat_paid_reversed', kind: 'vat', amount_minor: settled_minor },
    {
      type: finding === 'vat_paid' ? 'exchange_difference_reversed' : 'bank_fee_reversed',
      kind: 'own_money',
      amount_minor: taken_minor - settled_minor,
    },
  ] as const
  const entries = parts.flatMap(({ type, kind, amount_minor }) => {
    if (amount_minor === 0n) return []
    const id = entryId(type, line_id)
    const postings = [
      { account: platformAccount('cash', id), amount_minor: -amount_minor },
      { account: platformAccount(kind, id), amount_minor },
    ]
    return [{ id, type, refers_to: line_id, actor, note, event_at: tx.now, postings }]
  })
  await postOrRefuse(tx, entries)
  // What own money had put in for it is own money again; what is owed is owed as before.
  if (finding === 'vat_paid')
    await postOrRefuse(
      tx,
      await setOffVat(tx, { amount_minor: 0n, refers_to: line_id, actor, note, turn: 'revoked' }),
    )
  return 0n
}

/** A payout that the statement said came back: the member was credited with all of it, the fee included. It is out again. */
async function reverseReturn(tx: Tx, line: LineRow, by: Revoking): Promise<bigint> {
  const withdrawal = await selectWithdrawal.one(tx, { id: line.withdrawal_id })
  const { member_id, reference, amount_minor, settled_at } = withdrawal
  const taken = await takeBack(
    tx,
    { kind: 'withdrawal', id: withdrawal.id, member_id, reference, amount_minor, settled_at: settled_at! },
    by,
  )
  const params = { amount: formatMoney(-sumOf(taken)), reference }
  await notify(tx, member_id, 'withdrawal_not_returned', params, withdrawalPath(withdrawal.id))
  const { status } = await store.sendAgain.one(tx, { id: withdrawal.id, actor: by.approved_by, now: tx.now })
  by.effects[status === 'sent' ? 'resent' : 'paid'].push(reference)
  if (status === 'sent') await store.reopenBatches.all(tx, { ids: [withdrawal.id] })
  const debits = await reopenDebitsAfterReturn.all(tx, { withdrawal_id: withdrawal.id })
  if (debits.length > 0) await enqueue(tx, decideBankLines, {}, { job_key: decideBankLines.name })
  // What two people had booked as the bank's fee, because less came back.
  const kept_minor = paidOut(withdrawal) - line.amount_minor
  if (line.proposed_by !== null) await reverseDebit(tx, { ...line, fee_minor: kept_minor }, by)
  const fee = platformAccount('revenue', entryId('withdrawal_sent', withdrawal.id))
  return await post(tx, line, by, {
    cash_minor: paidOut(withdrawal),
    of: { member_id, reference },
    taken: [
      ...taken,
      ...(withdrawal.fee_minor > 0n ? [{ account: fee, amount_minor: withdrawal.fee_minor }] : []),
    ],
  })
}

/** A refund that the statement said came back: whoever it was paid to has it, so its money waits for nobody any more. */
async function reverseRefundReturn(tx: Tx, line: LineRow, by: Revoking): Promise<bigint> {
  const [refund] = await selectRefundsLocked.all(tx, { ids: [line.refund_id] })
  if (refund === undefined) throw new Error(`the refund ${line.refund_id} is gone`)
  const { line_id, amount_minor } = refund
  const again = await store.sendRefundAgain.maybe(tx, { id: refund.id, now: tx.now })
  if (again?.status === 'sent') await store.reopenBatches.all(tx, { ids: [refund.id] })
  await selectLineLocked.one(tx, { line_id })
  const account = accountOf('unmatched_payment', line_id)
  const kept_minor = (await balancesOf(tx, [account])).get(account)?.balance_minor ?? 0n
  // Given to a member, in a payment file once more or reversed with its own statement, it is lost.
  if (kept_minor < amount_minor || (await store.isLeaving.one(tx, { line_id, except: refund.id })).leaves)
    return await post(tx, line, by, { cash_minor: amount_minor, taken: [] })
  await resolveLine.all(tx, {
    line_id,
    resolved_by: by.approved_by,
    reason: by.reason,
    deposit_id: null,
    refund_id: null,
    proposed_by: by.proposed_by,
  })
  return await post(tx, line, by, {
    cash_minor: amount_minor,
    taken: [{ account, amount_minor: -amount_minor }],
  })
}

/** A bank's recall of a payment is none of these: its debit waits for an operator (`booking_taken_back`). */
const REVERSED = { deposit: 'deposit_reversed', withdrawal: 'withdrawal_return_reversed' } as const

/** As much as the member has beyond their awards; withdrawals of it are refused first. */
async function takeBack(
  tx: Tx,
  credit: {
    /** What had been credited: a deposit, or a withdrawal that came back. */
    kind: keyof typeof REVERSED
    id: string
    member_id: string
    reference: string
    amount_minor: bigint
    settled_at: Date
  },
  { approved_by: actor, reason, effects }: Revoking,
): Promise<NewPosting[]> {
  const { kind, id, member_id, reference, amount_minor, settled_at } = credit
  const beyond_minor = await beyondAwards(tx, member_id)
  const due_minor = beyond_minor < amount_minor ? beyond_minor : amount_minor
  for (const refusable of await store.selectRefusable.all(tx, { member_id, settled_at })) {
    if ((await availableOf(tx, member_id)) >= due_minor) break
    const { id: withdrawal_id } = refusable
    effects.refused.push(refusable.reference)
    await refuseWithdrawal(tx, { withdrawal_id, actor, reason: 'credited_by_mistake' })
  }
  const available_minor = await availableOf(tx, member_id)
  const taken_minor = available_minor < due_minor ? available_minor : due_minor
  effects.taken.push({ reference, taken_minor: taken_minor > 0n ? taken_minor : 0n })
  await recordAuditEvent(tx, {
    actor,
    action: REVERSED[kind],
    object: { kind, id },
    member_id,
    reason,
    after: { credited: formatMoney(amount_minor), taken: formatMoney(taken_minor) },
  })
  if (taken_minor <= 0n) return []
  await announce(tx, { to: member_id, kind: 'balance', data: {} })
  return [{ account: accountOf('member_available', member_id), amount_minor: -taken_minor }]
}

const sumOf = (postings: readonly NewPosting[]): bigint =>
  postings.reduce((sum, { amount_minor }) => sum + amount_minor, 0n)

interface Reversal {
  readonly cash_minor: bigint
  readonly taken: readonly NewPosting[]
  /** Whose credit it was. */
  readonly of?: { readonly member_id: string; readonly reference: string }
}

/** Cash was never there: it falls by all of it, and the platform's own money by what `taken` does not cover. */
async function post(
  tx: Tx,
  line: LineRow,
  { approved_by: actor, reason: note }: Revocation,
  { cash_minor, taken, of }: Reversal,
): Promise<bigint> {
  const entry_id = entryId('credit_reversed', line.id)
  const loss_minor = cash_minor + sumOf(taken)
  const postings = [
    ...taken,
    { account: platformAccount('cash', entry_id), amount_minor: cash_minor },
    ...(loss_minor === 0n
      ? []
      : [{ account: platformAccount('own_money', entry_id), amount_minor: -loss_minor }]),
  ]
  const entry = { id: entry_id, type: 'credit_reversed', refers_to: line.id, actor, note } as const
  await postOrRefuse(tx, [{ ...entry, event_at: tx.now, postings }])
  if (of === undefined) return loss_minor
  const { member_id, reference } = of
  await recordCreditLoss(tx, { entry_id, member_id, refers_to: line.id, reference, lost_minor: loss_minor })
  await trimCardMoney(tx, member_id, line.id)
  return loss_minor
}
