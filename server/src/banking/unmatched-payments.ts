// Unmatched payments: money that arrived and is nobody's yet, on an account of its own for each bank line,
// then assigned to a member or sent back. It leaves once, and goes only where two operators approved
// (bank-files.test.ts).
import { newId } from '@fairturn/contract/ids'
import type { Queryable, Tx } from '../database/database.ts'
import { statement } from '../database/statement.ts'
import { refuse } from '../http/refusal.ts'
import {
  accountOf,
  entryId,
  type NewEntry,
  openAccounts,
  platformAccount,
  postOrRefuse,
} from '../ledger/ledger.ts'
import { recordAct } from '../staff/staff.ts'
import { type LineRow, reopenLine, resolveLine, selectLineLocked } from './bank-lines.store.ts'
import { readIban } from './iban.ts'
import {
  insertRefund,
  type RefundRow,
  updateRefundSent,
  updateRefundSettled,
} from './unmatched-payments.store.ts'
import { withNewReference } from './references.ts'

/** What shows that money arrived: the line, by its id, which no other line has. */
export const evidenceOf = ({ id, booking_day }: Pick<LineRow, 'id' | 'booking_day'>): string =>
  `bank line ${id} of ${booking_day}`

/** Opens an account for what each line brought; returns the entries, to be posted, that take it there as nobody's. */
export async function receiptEntries(
  tx: Tx,
  lines: readonly Pick<LineRow, 'id' | 'amount_minor' | 'imported_by'>[],
): Promise<NewEntry[]> {
  if (lines.length === 0) return []
  await openAccounts(
    tx,
    lines.map(({ id }) => ({ kind: 'unmatched_receipt' as const, owner_id: id })),
  )
  return lines.map((line) => {
    const id = entryId('receipt_kept', line.id)
    return {
      id,
      type: 'receipt_kept',
      refers_to: line.id,
      actor: line.imported_by,
      event_at: tx.now,
      postings: [
        { account: platformAccount('cash', id), amount_minor: -line.amount_minor },
        { account: accountOf('unmatched_receipt', line.id), amount_minor: line.amount_minor },
      ],
    }
  })
}

/**
 * The line, locked; refuses `bank_line_is_unknown`, and `bank_line_is_in_another_state` unless unmatched
 * money waits on it.
 */
export async function lockUnmatched(tx: Tx, line_id: string): Promise<LineRow> {
  const line = await selectLineLocked.maybe(tx, line_id)
  if (line === undefined) throw refuse('bank_line_is_unknown')
  if (line.state !== 'unmatched') throw refuse('bank_line_is_in_another_state', { state: line.state })
  return line
}

const selectOpen = statement<{ id: string }>(
  'banking_open_members',
  `select id from member where id = any ($1::uuid[]) and closed_at is null`,
)

/** Of these members, those with an open account: nobody could reach money credited to a closed one. */
export const openMembers = async (on: Queryable, member_ids: readonly string[]): Promise<Set<string>> =>
  new Set((await selectOpen.all(on, member_ids)).map(({ id }) => id))

const selectBroughtBy = statement<{ who: string }>(
  'banking_line_brought_by',
  `select payments_line_brought_by as who from payments_line_brought_by($1)`,
)

/** Refuses `who_brought_money_in_does_not_send_it_out` where one of these imported the line or confirmed it. */
export async function requireOthers(
  on: Queryable,
  { id }: LineRow,
  actors: readonly string[],
): Promise<void> {
  const brought_by = await selectBroughtBy.all(on, id)
  if (brought_by.some(({ who }) => actors.includes(who)))
    throw refuse('who_brought_money_in_does_not_send_it_out')
}

/**
 * Records what became of a line that differs or is unexplained; nothing moves. Refuses
 * `bank_line_is_unknown`, and `bank_line_is_in_another_state` for one that needs money moved, or nothing.
 */
export async function resolveBankLine(
  tx: Tx,
  resolved: { line_id: string; reason: string; actor: string },
): Promise<void> {
  const { line_id, reason, actor } = resolved
  const line = await selectLineLocked.maybe(tx, line_id)
  if (line === undefined) throw refuse('bank_line_is_unknown')
  if (line.state !== 'differs' && line.state !== 'unexplained')
    throw refuse('bank_line_is_in_another_state', { state: line.state })
  await resolveLine.all(tx, line_id, actor, reason, null, null)
  await recordLine(tx, line, { action: 'bank_line_resolved', actor, reason })
}

export const recordLine = (
  tx: Tx,
  { id, state }: LineRow,
  act: {
    action: 'bank_line_assigned' | 'bank_line_resolved' | 'receipt_refund_approved'
    actor: string
    reason: string
  },
): Promise<void> =>
  recordAct(tx, {
    ...act,
    object: { kind: 'bank_line', id },
    member_id: null,
    before: { state },
    after: { state: 'resolved' },
  })

/** What two operators approve when unmatched money is sent back: all of it, to this account. */
export interface RefundOrder {
  readonly line_id: string
  readonly holder: string
  /** An IBAN, or an account number. */
  readonly account: string
  readonly amount_minor: bigint
}

/** Where a line's money came from, as far as the bank says. */
export const senderOf = ({ counterparty_name, counterparty_account }: LineRow) => ({
  holder: counterparty_name,
  account: counterparty_account,
})

/**
 * Orders a refund of an unmatched line's money; it waits for a payment file. It may only go to the sending
 * account, where the line names it: refuses `refund_goes_to_the_sender`,
 * `who_brought_money_in_does_not_send_it_out`, `bank_line_is_unknown`, `bank_line_is_in_another_state`, and
 * `amount_is_invalid` for another amount than the line's.
 */
export async function orderRefund(
  tx: Tx,
  order: RefundOrder,
  by: { proposed_by: string; approved_by: string; reason: string },
): Promise<RefundRow> {
  const line = await lockUnmatched(tx, order.line_id)
  await requireOthers(tx, line, [by.proposed_by, by.approved_by])
  if (order.amount_minor !== line.amount_minor) throw refuse('amount_is_invalid')
  const account = order.account.replace(/\s/g, '').toUpperCase()
  const { account: sender } = senderOf(line)
  if (sender !== null && sender.toUpperCase() !== account) throw refuse('refund_goes_to_the_sender')
  const iban = readIban(account) ?? null
  const refund = await insertOne(tx, { ...order, account, iban }, by)
  await resolveLine.all(tx, line.id, by.approved_by, by.reason, null, refund.id)
  await recordLine(tx, line, { action: 'receipt_refund_approved', actor: by.approved_by, reason: by.reason })
  return refund
}

async function insertOne(
  tx: Tx,
  order: RefundOrder & { iban: string | null },
  by: { proposed_by: string; approved_by: string; reason: string },
): Promise<RefundRow> {
  const { line_id, amount_minor, holder, account, iban } = order
  const number = iban === null ? account : null
  const { reason, proposed_by, approved_by } = by
  return await withNewReference('FR', (reference) =>
    insertRefund.maybe(
      tx,
      newId(tx.now),
      line_id,
      reference,
      amount_minor,
      holder,
      iban,
      number,
      reason,
      proposed_by,
      approved_by,
      tx.now,
    ),
  )
}

/** approved → sent: the money leaves the ledger. The caller has locked it. */
export async function sendRefund(tx: Tx, refund: RefundRow, actor: string): Promise<void> {
  await updateRefundSent.one(tx, refund.id, tx.now)
  await moveRefund(tx, 'receipt_refunded', refund, actor)
}

/** sent → paid: the bank has booked it. No money moves. */
export const settleRefund = (tx: Tx, refund: RefundRow): Promise<RefundRow> =>
  updateRefundSettled.one(tx, refund.id, 'paid', tx.now, null)

/**
 * approved, sent or paid → returned: it is unmatched again, and its line waits as before. The caller has
 * locked it.
 */
export async function returnRefund(
  tx: Tx,
  { refund, actor, reason }: { refund: RefundRow; actor: string; reason: string },
): Promise<void> {
  await updateRefundSettled.one(tx, refund.id, 'returned', tx.now, reason)
  await reopenLine.all(tx, refund.line_id)
  if (refund.status !== 'approved') await moveRefund(tx, 'receipt_returned', refund, actor)
}

async function moveRefund(
  tx: Tx,
  type: 'receipt_refunded' | 'receipt_returned',
  { id: refund_id, line_id, amount_minor }: RefundRow,
  actor: string,
): Promise<void> {
  const id = entryId(type, refund_id)
  const out = type === 'receipt_refunded' ? amount_minor : -amount_minor
  await postOrRefuse(tx, [
    {
      id,
      type,
      refers_to: refund_id,
      actor,
      event_at: tx.now,
      postings: [
        { account: accountOf('unmatched_receipt', line_id), amount_minor: -out },
        { account: platformAccount('cash', id), amount_minor: out },
      ],
    },
  ])
}
