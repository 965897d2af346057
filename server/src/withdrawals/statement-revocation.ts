// An accepted statement that turns out to be wrong is revoked by two people. What the bank's connection says too stays; the
// rest is reversed as far as the members still have it beyond their awards, for which their pending withdrawals of it are
// refused and payment files with them, which nobody has exported, dropped. Who has it is whom corrections gave it to. What is
// gone is the platform's loss, booked as such. Campaigns and levels paid with it stand. Its lines keep what they said, as
// `revoked` (statements-by-two.test.ts, revoked-credits.test.ts).
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
  openingBalanceOf,
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
import { recordTakenBack } from '../deposits/deposits.ts'
import {
  accountOf,
  availableOf,
  balancesOf,
  beyondAwards,
  earnedOf,
  entryId,
  lockVatAdvances,
  movedOn,
  type NewPosting,
  platformAccount,
  postOrRefuse,
  recordCorrection,
  recordCreditLoss,
  requestedCheck,
  setOffVat,
  takenFrom,
} from '../ledger/ledger.ts'
import { usernamesOf } from '../members/members.ts'
import { announce, notify } from '../notices/notices.ts'
import type { Tx } from '../platform/database/database.ts'
import { orRefuse, refuse } from '../platform/http/refusal.ts'
import { enqueue } from '../platform/queue/queue.ts'
import { recordAuditEvent, refuseDecided, voidProposalsAbout } from '../staff/staff.ts'
import { refuseWithdrawal } from './approve-withdrawal.ts'
import { discardBatch } from './payout-batches.ts'
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
  /** Payment files that nobody has exported, with such a withdrawal or refund: their other payments wait for another file. */
  readonly dropped: string[]
  /** Payouts that count as on their way again. */
  readonly resent: string[]
  /** Payouts that had come back and count as paid again: the bank has booked them otherwise. */
  readonly paid: string[]
  /** Booked as the bank's, which own money has again. */
  fees_minor: bigint
  /** Booked as the bank's interest, which own money does not have. */
  interest_minor: bigint
  /** Booked as what the account held before, which own money does not have either. */
  opening_minor: bigint
  /** Booked as paid to the state. */
  vat_minor: bigint
  /** The platform's. */
  loss_minor: bigint
}
type Revoking = Revocation & { readonly effects: Effects }

const noEffects = (): Effects => ({
  taken: [],
  refused: [],
  dropped: [],
  resent: [],
  paid: [],
  fees_minor: 0n,
  interest_minor: 0n,
  opening_minor: 0n,
  vat_minor: 0n,
  loss_minor: 0n,
})

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
  const effects = noEffects()
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
  for (const { batch_id } of await store.selectUnexported.all(tx, { statement_id }))
    await drop(tx, batch_id, by)
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
  await reverseOpening(tx, statement_id, by)
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
  if (effects.loss_minor + effects.interest_minor + effects.opening_minor > 0n)
    await enqueue(tx, bankAlarm, { about: 'statement_revoked', id: statement_id })
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

/** The opening balance that was booked from the statement is own money no more; the right one is booked anew. */
async function reverseOpening(
  tx: Tx,
  statement_id: string,
  { approved_by: actor, reason: note, effects }: Revoking,
): Promise<void> {
  const amount_minor = await openingBalanceOf(tx, statement_id)
  if (amount_minor === 0n) return
  effects.opening_minor = amount_minor
  const id = entryId('credit_reversed', statement_id)
  const postings = [
    { account: platformAccount('cash', id), amount_minor },
    { account: platformAccount('own_money', id), amount_minor: -amount_minor },
  ]
  const entry = { id, type: 'credit_reversed', refers_to: statement_id, actor, note } as const
  await postOrRefuse(tx, [{ ...entry, event_at: tx.now, postings }])
}

async function drop(tx: Tx, batch_id: string, { approved_by: actor, effects }: Revoking): Promise<void> {
  const { reference } = await discardBatch(tx, { batch_id, actor })
  effects.dropped.push(reference)
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
    const credit = { ...deposit, kind: 'deposit', amount_minor } as const
    const entry_id = entryId('deposit_credited', deposit.id)
    const { taken_minor, loss_minor } = await reverseCredit(tx, line, { ...credit, entry_id }, by)
    await recordTakenBack.all(tx, { id: deposit.id, at: tx.now, taken_minor })
    if (taken_minor > 0n) {
      const params = { amount: formatMoney(taken_minor), reference: deposit.reference }
      await notify(tx, deposit.member_id, 'deposit_reversed', params, '/individual/deposit-history')
    }
    return loss_minor
  }
  // Interest that the bank did not pay was the platform's own: no member loses it.
  if (line.finding === 'interest_booked') {
    by.effects.interest_minor += amount_minor
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
  const { id: withdrawal_id, member_id, reference, amount_minor, settled_at } = withdrawal
  const { entry_id } = await store.selectReturn.one(tx, { withdrawal_id })
  const credit = { kind: 'withdrawal', id: withdrawal_id, member_id, reference, amount_minor } as const
  const fee = platformAccount('revenue', entryId('withdrawal_sent', withdrawal_id))
  const { taken_minor, loss_minor } = await reverseCredit(
    tx,
    line,
    { ...credit, settled_at: settled_at!, entry_id },
    by,
    withdrawal.fee_minor > 0n ? [{ account: fee, amount_minor: withdrawal.fee_minor }] : [],
  )
  const params = { amount: formatMoney(taken_minor), reference }
  await notify(tx, member_id, 'withdrawal_not_returned', params, withdrawalPath(withdrawal.id))
  const { status } = await store.sendAgain.one(tx, { id: withdrawal.id, actor: by.approved_by, now: tx.now })
  by.effects[status === 'sent' ? 'resent' : 'paid'].push(reference)
  if (status === 'sent') await store.reopenBatches.all(tx, { ids: [withdrawal.id] })
  const debits = await reopenDebitsAfterReturn.all(tx, { withdrawal_id: withdrawal.id })
  if (debits.length > 0) await enqueue(tx, decideBankLines, {}, { job_key: decideBankLines.name })
  // What two people had booked as the bank's fee, because less came back.
  const kept_minor = paidOut(withdrawal) - line.amount_minor
  if (line.proposed_by !== null) await reverseDebit(tx, { ...line, fee_minor: kept_minor }, by)
  return loss_minor
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

/** What had been credited: a deposit, or a withdrawal that came back. */
interface Credit {
  readonly kind: keyof typeof REVERSED
  readonly id: string
  readonly member_id: string
  readonly reference: string
  readonly amount_minor: bigint
  readonly settled_at: Date
  /** That credited it. */
  readonly entry_id: string
}

/**
 * Takes a credit back from whoever has it: its member, and those to whom corrections gave it. `others` are postings of its entry
 * besides. Returns what its member gave, and what is lost.
 */
async function reverseCredit(
  tx: Tx,
  line: LineRow,
  credit: Credit,
  by: Revoking,
  others: readonly NewPosting[] = [],
): Promise<{ taken_minor: bigint; loss_minor: bigint }> {
  const moved = await movedOn(tx, credit.entry_id)
  const leftOf = (entry_id: string, gave_minor: bigint) =>
    moved.reduce(
      (left, { corrects, amount_minor }) => left - (corrects === entry_id ? amount_minor : 0n),
      gave_minor,
    )
  const cash_minor = leftOf(credit.entry_id, credit.amount_minor)
  const taken = cash_minor > 0n ? await takeBack(tx, { ...credit, amount_minor: cash_minor }, by) : []
  const fee_minor = sumOf(others)
  let loss_minor = await post(tx, line, by, {
    cash_minor: cash_minor - fee_minor,
    taken: [...taken, ...others],
    of: { ...credit, amount_minor: cash_minor },
  })
  for (const { entry_id, amount_minor, event_at, kind, holder_id } of moved) {
    // Cash that it was corrected to has fallen already.
    if (kind === 'cash') continue
    const left_minor = leftOf(entry_id, amount_minor)
    const of = {
      member_id: holder_id,
      reference: null,
      entry_id,
      amount_minor: left_minor,
      settled_at: event_at,
    }
    loss_minor +=
      kind === 'member_available'
        ? await takeMoved(tx, line, { ...of, name: credit.reference }, by)
        : await takeEarned(tx, line, { amount_minor: left_minor, part: entry_id }, by)
  }
  return { taken_minor: -sumOf(taken), loss_minor }
}

type Holding = Pick<Credit, 'member_id' | 'amount_minor' | 'settled_at' | 'entry_id'>

/** Takes from a member what a correction gave them of a credit; returns what is lost. `name` is the credit's reference. */
async function takeMoved(
  tx: Tx,
  line: LineRow,
  { name, ...of }: Holding & { readonly reference: null; readonly name: string },
  by: Revoking,
): Promise<bigint> {
  const { member_id, amount_minor, entry_id: part } = of
  if (amount_minor === 0n) return 0n
  const taken = await takeFrom(tx, of, by)
  const username = (await usernamesOf(tx, [member_id])).get(member_id)!
  by.effects.taken.push({ reference: `${name} → ${username}`, taken_minor: -sumOf(taken) })
  await recordAuditEvent(tx, {
    actor: by.approved_by,
    action: 'balance_adjusted',
    object: { kind: 'entry', id: part },
    member_id,
    reason: by.reason,
    after: { amount: formatMoney(sumOf(taken)) },
  })
  return await post(tx, line, by, { cash_minor: amount_minor, taken, of, part })
}

/** Takes from revenue what a correction brought there, as far as it has it: the rest is lost. */
async function takeEarned(
  tx: Tx,
  line: LineRow,
  { amount_minor, part }: { readonly amount_minor: bigint; readonly part: string },
  by: Revoking,
): Promise<bigint> {
  const earned_minor = await earnedOf(tx)
  const taken_minor = earned_minor < amount_minor ? earned_minor : amount_minor
  const taken = taken_minor > 0n ? await takenFrom(tx, 'revenue', taken_minor) : []
  await post(tx, line, by, { cash_minor: amount_minor, taken, part })
  return amount_minor
}

async function takeBack(tx: Tx, credit: Credit, by: Revoking): Promise<NewPosting[]> {
  const { kind, id, member_id, reference, amount_minor } = credit
  const { approved_by: actor, reason, effects } = by
  const taken = await takeFrom(tx, credit, by)
  const taken_minor = -sumOf(taken)
  effects.taken.push({ reference, taken_minor })
  await recordAuditEvent(tx, {
    actor,
    action: REVERSED[kind],
    object: { kind, id },
    member_id,
    reason,
    after: { credited: formatMoney(amount_minor), taken: formatMoney(taken_minor) },
  })
  return taken
}

/** As much as the member has beyond their awards; withdrawals of it are refused first. */
async function takeFrom(
  tx: Tx,
  { member_id, amount_minor, settled_at }: Holding,
  by: Revoking,
): Promise<NewPosting[]> {
  const beyond_minor = await beyondAwards(tx, member_id)
  const due_minor = beyond_minor < amount_minor ? beyond_minor : amount_minor
  const dropped = new Set<string>()
  for (const refusable of await store.selectRefusable.all(tx, { member_id, settled_at })) {
    if ((await availableOf(tx, member_id)) >= due_minor) break
    const { id: withdrawal_id, batch_id } = refusable
    if (batch_id !== null && !dropped.has(batch_id)) {
      await drop(tx, batch_id, by)
      dropped.add(batch_id)
    }
    by.effects.refused.push(refusable.reference)
    await refuseWithdrawal(tx, { withdrawal_id, actor: by.approved_by, reason: 'credited_by_mistake' })
  }
  const available_minor = await availableOf(tx, member_id)
  const taken_minor = available_minor < due_minor ? available_minor : due_minor
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
  readonly of?: Pick<Credit, 'member_id' | 'amount_minor' | 'entry_id'> & {
    readonly reference: string | null
  }
  /** The correction that had moved it, where it is an entry of its own. */
  readonly part?: string
}

/** Cash was never there: it falls by all of it, and the platform's own money by what `taken` does not cover. */
async function post(
  tx: Tx,
  line: LineRow,
  { approved_by: actor, reason: note }: Revocation,
  { cash_minor, taken, of, part }: Reversal,
): Promise<bigint> {
  if (cash_minor === 0n && taken.length === 0) return 0n
  const entry_id =
    part === undefined ? entryId('credit_reversed', line.id) : entryId('credit_reversed', line.id, part)
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
  if (of === undefined || of.amount_minor === 0n) return loss_minor
  const { member_id, reference, entry_id: corrects, amount_minor } = of
  await recordCorrection(
    tx,
    { member_id, corrects, amount_minor },
    { entry_id, taken_minor: amount_minor - loss_minor },
  )
  await recordCreditLoss(tx, { entry_id, member_id, refers_to: line.id, reference, lost_minor: loss_minor })
  return loss_minor
}
