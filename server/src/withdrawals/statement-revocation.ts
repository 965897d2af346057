// An accepted statement that turns out to be wrong is revoked by two people. What the bank's connection says too stays; the
// rest is reversed as far as the members still have it beyond their awards, for which their pending withdrawals of it are
// refused; what is gone is the platform's loss, booked as such. Campaigns and levels paid with it stand. Its lines keep
// what they said, as `revoked` (statement-revocation.test.ts).
import { LINES_TO_REVIEW } from '@fairturn/contract/backoffice/banking'
import { may } from '@fairturn/contract/backoffice/roles'
import { money } from '@fairturn/contract/fields'
import { id } from '@fairturn/contract/ids'
import { formatMoney } from '@fairturn/contract/minor-units'
import { z } from 'zod'
import {
  acceptWaiting,
  asRead,
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
  textOfLine,
  transferToConnection,
  updateRevoked,
} from '../banking/banking.ts'
import { recordTakenBack, trimCardMoney } from '../deposits/deposits.ts'
import {
  accountOf,
  availableOf,
  balancesOf,
  entryId,
  lockVatAdvances,
  type NewPosting,
  platformAccount,
  postOrRefuse,
  requestedCheck,
  setOffVat,
} from '../ledger/ledger.ts'
import { announce, notify } from '../notices/notices.ts'
import type { Tx } from '../platform/database/database.ts'
import { statement } from '../platform/database/statement.ts'
import type { Operator } from '../platform/http/app.ts'
import { orRefuse, refuse } from '../platform/http/refusal.ts'
import { enqueue } from '../platform/queue/queue.ts'
import {
  activeOperators,
  actorOf,
  defineProposal,
  propose,
  recordAuditEvent,
  refuseDecided,
  takesSide,
  voidProposalsAbout,
} from '../staff/staff.ts'
import { refuseWithdrawal } from './approve-withdrawal.ts'
import { destinationOf, paidOut, withdrawalPath } from './withdrawal-steps.ts'
import { selectWithdrawal } from './withdrawals.store.ts'

const selectBeyondAwards = statement(
  `-- withdrawals_beyond_awards
  select ledger_beyond_awards($member_id) as beyond_minor`,
  { params: { member_id: 'uuid' }, columns: { beyond_minor: 'int8' } },
)
/** Withdrawals of a member ($member_id) requested after a credit ($settled_at) that can still be refused, newest first. */
const selectRefusable = statement(
  `-- withdrawals_refusable
  select w.id, w.reference from withdrawal w where w.member_id = $member_id and w.status in ('requested', 'approved') and w.requested_at >= $settled_at and w.card_deposit_id is null
    and not exists (select from payout_item i where i.withdrawal_id = w.id and i.live and i.bank_status is distinct from 'rejected')
  order by w.id desc`,
  { params: { member_id: 'uuid', settled_at: 'timestamptz' }, columns: { id: 'uuid', reference: 'text' } },
)
const selectCredited = statement(
  `-- withdrawals_credited_by_line
  select id, member_id, reference, settled_at from deposit where id = $id and status = 'credited' and evidence = $evidence`,
  {
    params: { id: 'uuid', evidence: 'text' },
    columns: { id: 'uuid', member_id: 'uuid', reference: 'text', settled_at: 'timestamptz!' },
  },
)
/** Payouts that the lines of a statement ($statement_id) booked as paid, one by one or with their file. */
const unbookPayouts = statement(
  `-- withdrawals_unbook_payouts
  update withdrawal w set booked_on = 'infinity',
    status = case w.status when 'paid' then 'sent' else w.status end,
    settled_at = case w.status when 'paid' then null else w.settled_at end,
    settled_by = case w.status when 'paid' then null else w.settled_by end
  where w.id in (
    select l.withdrawal_id from bank_line l where l.statement_id = $statement_id and l.finding = 'payout_paid'
    union all
    select i.withdrawal_id from bank_line l join payout_batch b on strpos(${textOfLine('l')}, ${asRead('b.reference')}) > 0
    join payout_item i on i.batch_id = b.id and i.live
    join withdrawal o on o.id = i.withdrawal_id and o.booked_on = l.booking_day
    where l.statement_id = $statement_id and l.finding = 'batch_paid'
      -- Unless another line has booked it by itself, before its file's other payments came in one sum.
      and not exists (select from bank_line a where a.withdrawal_id = o.id and a.finding = 'payout_paid' and a.statement_id <> l.statement_id))
  returning id, reference, status`,
  { params: { statement_id: 'uuid' }, columns: { id: 'uuid', reference: 'text', status: 'text' } },
)
const unbookRefunds = statement(
  `-- withdrawals_unbook_refunds
  update unmatched_payment_refund r set booked_on = 'infinity',
    status = case r.status when 'paid' then 'sent' else r.status end,
    settled_at = case r.status when 'paid' then null else r.settled_at end
  where r.id in (
    select l.refund_id from bank_line l where l.statement_id = $statement_id and l.finding = 'refund_paid'
    union all
    select i.refund_id from bank_line l join payout_batch b on strpos(${textOfLine('l')}, ${asRead('b.reference')}) > 0
    join payout_item i on i.batch_id = b.id and i.live
    join unmatched_payment_refund o on o.id = i.refund_id and o.booked_on = l.booking_day
    where l.statement_id = $statement_id and l.finding = 'batch_paid'
      -- Unless another line has booked it by itself, before its file's other payments came in one sum.
      and not exists (select from bank_line a where a.refund_id = o.id and a.finding = 'refund_paid' and a.statement_id <> l.statement_id))
  returning id`,
  { params: { statement_id: 'uuid' }, columns: { id: 'uuid' } },
)
/** Their files wait for the bank's booking again. */
const reopenBatches = statement(
  `-- withdrawals_reopen_batches
  update payout_batch b set status = 'sent', closed_at = null
  where b.status = 'reconciled' and b.id in (
    select i.batch_id from payout_item i where i.live and (i.withdrawal_id = any ($ids::uuid[]) or i.refund_id = any ($ids::uuid[])))`,
  { params: { ids: 'uuid[]' } },
)
/** What the bank is said to have returned, and has not: on its way until the bank has booked it. */
const sendAgain = statement(
  `-- withdrawals_send_again
  update withdrawal set status = case when booked_on = 'infinity' then 'sent' else 'paid' end, reason = null,
    settled_at = case when booked_on = 'infinity' then null else $now::timestamptz end,
    settled_by = case when booked_on = 'infinity' then null else $actor end
  where id = $id and status = 'returned' returning status`,
  { params: { id: 'uuid', actor: 'text', now: 'timestamptz' }, columns: { status: 'text' } },
)
/** No row if its money is on its way in another refund, which this one gave way to. */
const sendRefundAgain = statement(
  `-- withdrawals_send_refund_again
  update unmatched_payment_refund r set status = case when booked_on = 'infinity' then 'sent' else 'paid' end, settled_reason = null,
    settled_at = case when booked_on = 'infinity' then null else $now::timestamptz end
  where id = $id and status = 'returned'
    and not exists (select from unmatched_payment_refund o where o.line_id = r.line_id and o.status <> 'returned')
  returning status`,
  { params: { id: 'uuid', now: 'timestamptz' }, columns: { status: 'text' } },
)
/** Refunds in no payment file: of its unmatched payments, and of what it said came back from a refund before. */
const dropRefunds = statement(
  `-- withdrawals_drop_refunds
  update unmatched_payment_refund r set status = 'returned', sent_at = $sent_at, settled_at = $sent_at, settled_reason = 'credited_by_mistake'
  where r.status = 'approved' and r.line_id in (
    select id from bank_line where statement_id = $statement_id
    union all
    select o.line_id from bank_line l join unmatched_payment_refund o on o.id = l.refund_id
    where l.statement_id = $statement_id and l.finding = 'refund_came_back')
    and not exists (select from payout_item i where i.refund_id = r.id and i.live)
  returning r.line_id`,
  { params: { statement_id: 'uuid', sent_at: 'timestamptz' }, columns: { line_id: 'uuid' } },
)

const isLeaving = statement(
  `-- withdrawals_refund_leaves
  select exists (select from unmatched_payment_refund where line_id = $line_id and status <> 'returned'
    and id is distinct from $except) as leaves`,
  { params: { line_id: 'uuid', except: 'uuid?' }, columns: { leaves: 'bool' } },
)

interface Revocation {
  readonly proposed_by: string
  readonly approved_by: string
  readonly reason: string
}

/** What a revocation does, by the references of deposits and withdrawals. */
interface Effects {
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
async function lockRevocable(tx: Tx, statement_id: string): Promise<LockedStatement> {
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
async function revokeStatement(tx: Tx, statement_id: string, revocation: Revocation): Promise<Effects> {
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
  await dropRefunds.all(tx, { statement_id, sent_at: tx.now })
  const payouts = await unbookPayouts.all(tx, { statement_id })
  const refunds = await unbookRefunds.all(tx, { statement_id })
  await reopenBatches.all(tx, { ids: [...payouts, ...refunds].map(({ id }) => id) })
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
      : await selectCredited.maybe(tx, { id: line.deposit_id, evidence: evidenceOf(line) })
  if (deposit !== undefined) {
    const taken = await takeBack(tx, { ...deposit, kind: 'deposit', amount_minor }, by)
    await recordTakenBack.all(tx, { id: deposit.id, at: tx.now, taken_minor: -sumOf(taken) })
    if (taken.length > 0) {
      const params = { amount: formatMoney(-sumOf(taken)), reference: deposit.reference }
      await notify(tx, deposit.member_id, 'deposit_reversed', params, '/individual/deposit-history')
    }
    return await post(tx, line, by, { cash_minor: amount_minor, taken, member_id: deposit.member_id })
  }
  // Interest that the bank did not pay was the platform's own: nobody loses it.
  if (line.finding === 'interest_booked') {
    await post(tx, line, by, { cash_minor: amount_minor, taken: [] })
    return 0n
  }
  // Nobody's yet, or on its way back in a payment file: that leaves all the same, and is lost.
  const account = accountOf('unmatched_payment', line.id)
  const kept = (await balancesOf(tx, [account])).get(account)?.balance_minor ?? 0n
  const { leaves } = await isLeaving.one(tx, { line_id: line.id, except: null })
  const taken = kept >= amount_minor && !leaves ? [{ account, amount_minor: -amount_minor }] : []
  return await post(tx, line, by, { cash_minor: amount_minor, taken })
}

/** What a payment of VAT had settled: the bank's amount less the exchange difference. */
const selectSettled = statement(
  `-- withdrawals_vat_settled
  select -sum(p.amount_minor)::bigint as settled_minor from entry e
  join posting p on p.entry_no = e.entry_no and p.entry_id = e.id join account a on a.no = p.account_no and a.kind = 'vat'
  where e.id = $entry_id`,
  { params: { entry_id: 'uuid' }, columns: { settled_minor: 'int8' } },
)

/** A fee that the bank did not take is the platform's own money again, and VAT that it did not pay is owed again. */
async function reverseDebit(
  tx: Tx,
  { id: line_id, amount_minor: whole_minor, fee_minor, finding }: LineRow,
  { approved_by: actor, reason: note, effects }: Revoking,
): Promise<bigint> {
  const taken_minor = fee_minor ?? whole_minor
  const settled_minor =
    finding === 'vat_paid'
      ? (await selectSettled.one(tx, { entry_id: entryId('vat_paid', line_id) })).settled_minor
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
  const { status } = await sendAgain.one(tx, { id: withdrawal.id, actor: by.approved_by, now: tx.now })
  by.effects[status === 'sent' ? 'resent' : 'paid'].push(reference)
  if (status === 'sent') await reopenBatches.all(tx, { ids: [withdrawal.id] })
  const debits = await reopenDebitsAfterReturn.all(tx, { withdrawal_id: withdrawal.id })
  if (debits.length > 0) await enqueue(tx, decideBankLines, {}, { job_key: decideBankLines.name })
  // What two people had booked as the bank's fee, because less came back.
  const kept_minor = paidOut(withdrawal) - line.amount_minor
  if (line.proposed_by !== null) await reverseDebit(tx, { ...line, fee_minor: kept_minor }, by)
  const fee = platformAccount('revenue', entryId('withdrawal_sent', withdrawal.id))
  return await post(tx, line, by, {
    cash_minor: paidOut(withdrawal),
    member_id,
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
  const again = await sendRefundAgain.maybe(tx, { id: refund.id, now: tx.now })
  if (again?.status === 'sent') await reopenBatches.all(tx, { ids: [refund.id] })
  await selectLineLocked.one(tx, { line_id })
  const account = accountOf('unmatched_payment', line_id)
  const kept_minor = (await balancesOf(tx, [account])).get(account)?.balance_minor ?? 0n
  // Given to a member, in a payment file once more or reversed with its own statement, it is lost.
  if (kept_minor < amount_minor || (await isLeaving.one(tx, { line_id, except: refund.id })).leaves)
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
  const { beyond_minor } = await selectBeyondAwards.one(tx, { member_id })
  const due_minor = beyond_minor < amount_minor ? beyond_minor : amount_minor
  for (const refusable of await selectRefusable.all(tx, { member_id, settled_at })) {
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

/** Cash was never there: it falls by all of it, and the platform's own money by what `taken` does not cover. */
async function post(
  tx: Tx,
  line: LineRow,
  { approved_by: actor, reason: note }: Revocation,
  { cash_minor, taken, member_id }: { cash_minor: bigint; taken: readonly NewPosting[]; member_id?: string },
): Promise<bigint> {
  const entry_id = entryId('credit_reversed', line.id)
  const loss_minor = taken.reduce((left, posting) => left + posting.amount_minor, cash_minor)
  const postings = [
    ...taken,
    { account: platformAccount('cash', entry_id), amount_minor: cash_minor },
    ...(loss_minor === 0n
      ? []
      : [{ account: platformAccount('own_money', entry_id), amount_minor: -loss_minor }]),
  ]
  const entry = { id: entry_id, type: 'credit_reversed', refers_to: line.id, actor, note } as const
  await postOrRefuse(tx, [{ ...entry, event_at: tx.now, postings }])
  if (member_id !== undefined) await trimCardMoney(tx, member_id, line.id)
  return loss_minor
}

export const statementRevocation = defineProposal({
  kind: 'statement_revocation',
  oneOpenFor: ['statement_id'],
  content: z.strictObject({
    statement_id: id,
    statement: z.string(),
    day: z.string(),
    credits: money,
    // As of the proposal; the members' money may have moved when it is approved. Proposals of before have none of it.
    taken_back: z.array(z.strictObject({ reference: z.string(), taken: money })).optional(),
    loss: money.optional(),
    refused: z.array(z.string()).optional(),
    resent: z.array(z.string()).optional(),
    paid: z.array(z.string()).optional(),
    fees: money.optional(),
    vat: money.optional(),
  }),
  side: 'in',
  proposers: may.move_money,
  approvers: may.move_money,
  async execute(tx, { statement_id }, { actor, proposed_by, reason }) {
    await revokeStatement(tx, statement_id, {
      proposed_by: actorOf({ operator_id: proposed_by }),
      approved_by: actor,
      reason,
    })
  },
})

const selectCredits = statement(
  `-- withdrawals_credits_of_statement
  select coalesce(sum(amount_minor), 0)::bigint as credits_minor from bank_line where statement_id = $statement_id and direction = 'credit'`,
  { params: { statement_id: 'uuid' }, columns: { credits_minor: 'int8' } },
)

const beginTrial = statement(`-- withdrawals_begin_trial_revocation
  savepoint trial_revocation`)
const undoTrial = statement(`-- withdrawals_undo_trial_revocation
  rollback to savepoint trial_revocation`)

/**
 * What the revocation would do now: it is done, and undone at once. The database lets nobody do it alone, so it is tried in the
 * name of somebody who could approve it; undefined if there is nobody. Refuses as lockRevocable does.
 */
async function tryRevocation(tx: Tx, statement_id: string, operator: Operator, reason: string) {
  const side = (await activeOperators(tx, tx.now)).filter(
    (each) => takesSide(each.role) && each.side === 'in',
  )
  const other = side.find(({ id: operator_id }) => operator_id !== operator.operator_id)
  if (operator.side !== 'in' || other === undefined) return undefined
  await beginTrial.all(tx)
  const effects = await revokeStatement(tx, statement_id, {
    proposed_by: actorOf(operator),
    approved_by: actorOf({ operator_id: other.id }),
    reason,
  })
  await undoTrial.all(tx)
  return effects
}

const NAMED = 50

/** The first of them, and how many more there are. */
const someOf = (names: readonly string[]): string[] =>
  names.length > NAMED ? [...names.slice(0, NAMED), `+ ${names.length - NAMED}`] : [...names]

const someTaken = (taken: Effects['taken']) => {
  const rest = taken.slice(NAMED)
  const rest_minor = rest.reduce((sum, { taken_minor }) => sum + taken_minor, 0n)
  return [
    ...taken.slice(0, NAMED),
    ...(rest.length > 0 ? [{ reference: `+ ${rest.length}`, taken_minor: rest_minor }] : []),
  ].map(({ reference, taken_minor }) => ({ reference, taken: formatMoney(taken_minor) }))
}

/** Returns the proposal's id. Refuses `this_is_proposed_already`, as lockRevocable does. */
export async function proposeRevocation(
  tx: Tx,
  { statement_id, reason }: { statement_id: string; reason: string },
  operator: Operator,
): Promise<string> {
  const effects = await tryRevocation(tx, statement_id, operator, reason)
  const row = await lockRevocable(tx, statement_id)
  const { credits_minor } = await selectCredits.one(tx, { statement_id })
  const content = {
    statement_id,
    statement: row.statement_id,
    day: row.to_day,
    credits: formatMoney(credits_minor),
    ...(effects && {
      taken_back: someTaken(effects.taken),
      loss: formatMoney(effects.loss_minor),
      refused: someOf(effects.refused),
      resent: someOf(effects.resent),
      paid: someOf(effects.paid),
      fees: formatMoney(effects.fees_minor),
      vat: formatMoney(effects.vat_minor),
    }),
  }
  return await propose(tx, statementRevocation, content, reason, operator)
}
