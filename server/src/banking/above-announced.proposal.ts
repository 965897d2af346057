// An amount above the announced deposit is credited by two people, or kept as nobody's by one.
import { may } from '@fairturn/contract/backoffice/roles'
import { amount } from '@fairturn/contract/fields'
import { id } from '@fairturn/contract/ids'
import { formatMoney } from '@fairturn/contract/minor-units'
import { z } from 'zod'
import { postOrRefuse } from '../ledger/ledger.ts'
import type { Tx } from '../platform/database/database.ts'
import { statement } from '../platform/database/statement.ts'
import type { Operator } from '../platform/http/app.ts'
import { orRefuse, refuse } from '../platform/http/refusal.ts'
import { enqueue } from '../platform/queue/queue.ts'
import {
  actorOf,
  defineProposal,
  propose,
  recordAuditEvent,
  refuseDecided,
  requireNotProposed,
} from '../staff/staff.ts'
import { type LineRow, lockDeciding, selectLineLocked, selectMembersOfLine } from './bank-lines.store.ts'
import { decideBankLines } from './banking.jobs.ts'
import { unmatchedEntries } from './unmatched-payments.ts'

const confirmLine = statement(
  `-- banking_confirm_bank_line
  update bank_line set status = 'new', finding = null, deposit_id = null, decided_at = null, proposed_by = $proposed_by, confirmed_by = $approved_by,
    confirmed_at = $confirmed_at
  where id = $line_id`,
  {
    params: { line_id: 'uuid', proposed_by: 'text', approved_by: 'text', confirmed_at: 'timestamptz' },
  },
)
const keepUnmatched = statement(
  `-- banking_keep_waiting_line_unmatched
  update bank_line set status = 'unmatched', decided_at = $decided_at, confirmed_by = $actor, confirmed_at = $decided_at,
    resolution = $reason where id = $line_id`,
  { params: { line_id: 'uuid', actor: 'text', reason: 'text', decided_at: 'timestamptz' } },
)

/** Refuses `bank_line_is_unknown` and `bank_line_is_in_another_state`. */
async function lockWaiting(tx: Tx, line_id: string): Promise<LineRow> {
  await lockDeciding.all(tx)
  const line = orRefuse(await selectLineLocked.maybe(tx, { line_id }), 'bank_line_is_unknown')
  if (line.status !== 'unconfirmed' || line.finding !== 'more_than_announced')
    throw await refuseDecided(tx, 'bank_line_is_in_another_state', line_id, { state: line.status })
  return line
}

const record = (tx: Tx, line_id: string, done: { actor: string; reason: string; credited: boolean }) =>
  recordAuditEvent(tx, {
    actor: done.actor,
    action: 'bank_line_confirmed',
    object: { kind: 'bank_line', id: line_id },
    reason: done.reason,
    before: { state: 'unconfirmed' },
    after: { credited: done.credited },
  })

/** What creditAboveAnnounced does once it is approved; the job credits the line. */
export async function creditAboveAnnounced(
  tx: Tx,
  line_id: string,
  { proposed_by, approved_by, reason }: { proposed_by: string; approved_by: string; reason: string },
): Promise<void> {
  await lockWaiting(tx, line_id)
  await record(tx, line_id, { actor: approved_by, reason, credited: true })
  await confirmLine.all(tx, { line_id, proposed_by, approved_by, confirmed_at: tx.now })
  await enqueue(tx, decideBankLines, {}, { job_key: decideBankLines.name })
}

export const paymentAboveAnnounced = defineProposal({
  kind: 'payment_above_announced',
  oneOpenFor: ['line_id'],
  ofAnyKind: true,
  // Proposals of before name no member.
  content: z.strictObject({ line_id: id, deposit_id: id, member_id: id.optional(), amount }),
  side: 'in',
  proposers: may.move_money,
  approvers: may.move_money,
  member_id: ({ member_id }) => member_id ?? null,
  async execute(tx, { line_id }, { actor, proposed_by, reason }) {
    const by = { proposed_by: actorOf({ operator_id: proposed_by }), approved_by: actor, reason }
    await creditAboveAnnounced(tx, line_id, by)
  },
})

/** Returns the proposal's id. Refuses `this_is_proposed_already`, as keepAboveAnnounced does. */
export async function proposeAboveAnnounced(
  tx: Tx,
  { line_id, reason }: { line_id: string; reason: string },
  operator: Operator,
): Promise<string> {
  const { deposit_id, amount_minor } = await lockWaiting(tx, line_id)
  const { member_id } = await selectMembersOfLine.one(tx, { line_id })
  const content = { line_id, deposit_id: deposit_id!, member_id, amount: formatMoney(amount_minor) }
  return await propose(tx, paymentAboveAnnounced, content, reason, operator)
}

/**
 * Another person than its importer keeps the money as nobody's. Refuses `bank_line_is_unknown`,
 * `bank_line_is_in_another_state`, `this_is_proposed_already` and `who_imported_a_statement_does_not_decide_on_it`.
 */
export async function keepAboveAnnounced(
  tx: Tx,
  { line_id, reason, actor }: { line_id: string; reason: string; actor: string },
): Promise<void> {
  const line = await lockWaiting(tx, line_id)
  await requireNotProposed(tx, { line_id }, actor)
  if (line.imported_by === actor) throw refuse('who_imported_a_statement_does_not_decide_on_it')
  await record(tx, line_id, { actor, reason, credited: false })
  await keepUnmatched.all(tx, { line_id, actor, reason, decided_at: tx.now })
  await postOrRefuse(tx, await unmatchedEntries(tx, [line]))
}
