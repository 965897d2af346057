import {
  accountOf,
  entryId,
  type NewEntry,
  openAccounts,
  platformAccount,
  postOrRefuse,
} from '../ledger/ledger.ts'
// Unmatched payments: money that arrived without a known owner, held on a separate account per bank line, then assigned to
// a member or refunded. It leaves that account once (bank-files.test.ts).
import type { Queryable, Tx } from '../platform/database/database.ts'
import { statement } from '../platform/database/statement.ts'
import { refuse, orRefuse } from '../platform/http/refusal.ts'
import { recordAuditEvent, refuseDecided, requireNotProposed } from '../staff/staff.ts'
import { type LineRow, reopenLine, resolveLine, selectLineLocked } from './bank-lines.store.ts'
import { type RefundRow, updateRefundSent, updateRefundSettled } from './unmatched-payments.store.ts'

/** Evidence of arrival: the bank line's unique id. */
export const evidenceOf = ({ id, booking_day }: Pick<LineRow, 'id' | 'booking_day'>): string =>
  `bank line ${id} of ${booking_day}`

/** Opens an account for each line's money; returns the entries, still to be posted, that move it there. */
export async function unmatchedEntries(
  tx: Tx,
  lines: readonly Pick<LineRow, 'id' | 'amount_minor' | 'imported_by'>[],
): Promise<NewEntry[]> {
  if (lines.length === 0) return []
  await openAccounts(
    tx,
    lines.map(({ id }) => ({ kind: 'unmatched_payment' as const, holder_id: id })),
  )
  return lines.map((line) => {
    const id = entryId('unmatched_payment_kept', line.id)
    return {
      id,
      type: 'unmatched_payment_kept',
      refers_to: line.id,
      actor: line.imported_by,
      event_at: tx.now,
      postings: [
        { account: platformAccount('cash', id), amount_minor: -line.amount_minor },
        { account: accountOf('unmatched_payment', line.id), amount_minor: line.amount_minor },
      ],
    }
  })
}

/** The line, locked. Refuses `bank_line_is_unknown`, and `bank_line_is_in_another_state` unless it is unmatched. */
export async function lockUnmatched(tx: Tx, line_id: string): Promise<LineRow> {
  const line = orRefuse(await selectLineLocked.maybe(tx, { line_id }), 'bank_line_is_unknown')
  if (line.status !== 'unmatched')
    throw await refuseDecided(tx, 'bank_line_is_in_another_state', line_id, { state: line.status })
  return line
}

const selectBroughtBy = statement(
  `-- banking_line_brought_by
  select bank_line_brought_by as who from bank_line_brought_by($id)`,
  { params: { id: 'uuid' }, columns: { who: 'text' } },
)

/** Refuses `who_brought_money_in_does_not_send_it_out` if one of the actors imported or confirmed the line. */
export async function requireOthers(on: Queryable, { id }: LineRow, actors: readonly string[]) {
  if (await isBroughtBy(on, id, actors)) throw refuse('who_brought_money_in_does_not_send_it_out')
}

export const isBroughtBy = async (on: Queryable, id: string, actors: readonly string[]): Promise<boolean> =>
  (await selectBroughtBy.all(on, { id })).some(({ who }) => actors.includes(who))

/**
 * Records how an operator resolved a differing or unexplained line. Refuses `bank_line_is_unknown`,
 * `bank_line_is_in_another_state` for one that needs a posting, or nothing, `this_is_proposed_already`, and
 * `another_operator_must_decide` for whoever imported or confirmed it: a debit that balances an invented credit is not explained by those who brought both.
 */
export async function resolveBankLine(
  tx: Tx,
  { line_id, reason, actor }: { line_id: string; reason: string; actor: string },
): Promise<void> {
  const line = orRefuse(await selectLineLocked.maybe(tx, { line_id }), 'bank_line_is_unknown')
  if (line.status !== 'differs' && line.status !== 'unexplained')
    throw await refuseDecided(tx, 'bank_line_is_in_another_state', line_id, { state: line.status })
  if (await isBroughtBy(tx, line_id, [actor])) throw refuse('another_operator_must_decide')
  await requireNotProposed(tx, { line_id }, actor)
  await resolveLine.all(tx, {
    line_id,
    resolved_by: actor,
    reason,
    deposit_id: null,
    refund_id: null,
    proposed_by: null,
  })
  await recordLine(tx, line, { action: 'bank_line_resolved', actor, reason })
}

export const recordLine = (
  tx: Tx,
  { id, status }: LineRow,
  {
    after = 'resolved',
    ...act
  }: {
    action:
      | 'bank_line_assigned'
      | 'bank_line_resolved'
      | 'unmatched_payment_refund_approved'
      | 'unmatched_payment_refund_taken_back'
    actor: string
    reason: string
    after?: LineRow['status']
  },
): Promise<void> =>
  recordAuditEvent(tx, {
    ...act,
    object: { kind: 'bank_line', id },
    before: { status },
    after: { status: after },
  })

/** approved → sent: the money leaves the ledger. The caller has locked it. */
export async function sendRefund(tx: Tx, refund: RefundRow, actor: string): Promise<void> {
  await updateRefundSent.one(tx, { id: refund.id, sent_at: tx.now })
  await moveRefund(tx, 'unmatched_payment_refunded', refund, actor)
}

/** sent → paid: booked by the bank on that day. No money moves. */
export const settleRefund = (tx: Tx, { id }: RefundRow, booked_on: string): Promise<RefundRow> =>
  updateRefundSettled.one(tx, { id, status: 'paid', settled_at: tx.now, settled_reason: null, booked_on })

/**
 * approved, sent or paid → returned: the money is unmatched again, and its line is open as before. The caller has locked
 * it.
 */
export async function returnRefund(
  tx: Tx,
  {
    refund,
    actor,
    reason,
    finding = 'refund_came_back',
  }: {
    refund: RefundRow
    actor: string
    reason: string
    finding?: 'refund_came_back' | 'refund_taken_back'
  },
): Promise<void> {
  await updateRefundSettled.one(tx, {
    id: refund.id,
    status: 'returned',
    settled_at: tx.now,
    settled_reason: reason,
    booked_on: null,
  })
  await reopenLine.all(tx, { id: refund.line_id, finding })
  if (refund.status !== 'approved') await moveRefund(tx, 'unmatched_payment_returned', refund, actor)
}

/** How often it came back by a statement that was revoked since. */
const countRevokedReturns = statement(
  `-- banking_revoked_returns_of_refund
  select count(*)::int as count from bank_line where refund_id = $refund_id and direction = 'credit' and status = 'revoked'`,
  { params: { refund_id: 'uuid' }, columns: { count: 'int4' } },
)

async function moveRefund(
  tx: Tx,
  type: 'unmatched_payment_refunded' | 'unmatched_payment_returned',
  { id: refund_id, line_id, amount_minor }: RefundRow,
  actor: string,
): Promise<void> {
  const { count } = await countRevokedReturns.one(tx, { refund_id })
  const isAgain = type === 'unmatched_payment_returned' && count > 0
  const id = isAgain ? entryId(type, refund_id, count) : entryId(type, refund_id)
  const out = type === 'unmatched_payment_refunded' ? amount_minor : -amount_minor
  await postOrRefuse(tx, [
    {
      id,
      type,
      refers_to: refund_id,
      actor,
      event_at: tx.now,
      postings: [
        { account: accountOf('unmatched_payment', line_id), amount_minor: -out },
        { account: platformAccount('cash', id), amount_minor: out },
      ],
    },
  ])
}
