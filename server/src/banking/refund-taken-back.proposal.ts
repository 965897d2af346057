// Takes back a refund that was approved and stands in no payment file, for example because banks cannot read its payee's name: two
// people, and the money is nobody's again. It can be proposed again from its line, to the account that sent it and no other.
import { may } from '@fairturn/contract/backoffice/roles'
import { amount } from '@fairturn/contract/fields'
import { id } from '@fairturn/contract/ids'
import { formatMoney } from '@fairturn/contract/minor-units'
import { z } from 'zod'
import type { Tx } from '../platform/database/database.ts'
import { orRefuse, refuse } from '../platform/http/refusal.ts'
import {
  type ActingOperator,
  defineProposal,
  findOpenProposal,
  propose,
  refuseDecided,
} from '../staff/staff.ts'
import { selectLineLocked } from './bank-lines.store.ts'
import { isRefundInFile, type RefundRow, selectRefundsLocked } from './unmatched-payments.store.ts'
import { recordLine, returnRefund } from './unmatched-payments.ts'

/** Refuses `refund_is_unknown`, `refund_is_in_another_state` and `refund_is_in_a_payment_file`, which the bank may execute. */
async function lockInNoFile(tx: Tx, refund_id: string): Promise<RefundRow> {
  const [found] = await selectRefundsLocked.all(tx, { ids: [refund_id] })
  const refund = orRefuse(found, 'refund_is_unknown')
  if (refund.status !== 'approved')
    throw await refuseDecided(tx, 'refund_is_in_another_state', refund.line_id, { state: refund.status })
  if ((await isRefundInFile.one(tx, { refund_id })).found) throw refuse('refund_is_in_a_payment_file')
  return refund
}

export const refundTakenBack = defineProposal({
  kind: 'refund_taken_back',
  content: z.strictObject({ refund_id: id, line_id: id, reference: z.string(), amount }),
  side: 'out',
  proposers: may.move_money,
  approvers: may.move_money,
  async execute(tx, { refund_id, line_id }, { actor, reason }) {
    const refund = await lockInNoFile(tx, refund_id)
    const line = await selectLineLocked.one(tx, { line_id })
    await returnRefund(tx, { refund, actor, reason, finding: 'refund_taken_back' })
    await recordLine(tx, line, {
      action: 'unmatched_payment_refund_taken_back',
      actor,
      reason,
      after: 'unmatched',
    })
  },
})

/** Returns the proposal's id, or that of the one already pending for the refund. Refuses as lockInNoFile does. */
export async function proposeTakingBack(
  tx: Tx,
  { refund_id, reason }: { refund_id: string; reason: string },
  operator: ActingOperator,
): Promise<string> {
  const { line_id, reference, amount_minor } = await lockInNoFile(tx, refund_id)
  const about = JSON.stringify({ refund_id })
  const waiting = await findOpenProposal.maybe(tx, { kind: refundTakenBack.kind, about, now: tx.now })
  if (waiting !== undefined) return waiting.id
  const content = { refund_id, line_id, reference, amount: formatMoney(amount_minor) }
  return await propose(tx, refundTakenBack, content, reason, operator)
}
