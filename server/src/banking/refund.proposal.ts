// Sending unmatched money back takes two operators; one open proposal a line.
import { id } from '@fairturn/contract/ids'
import { amount, formatMoney } from '@fairturn/contract/money'
import { z } from 'zod'
import type { Tx } from '../database/database.ts'
import type { Operator } from '../http/app.ts'
import { refuse } from '../http/refusal.ts'
import { actorOf, defineProposal, findOpenProposal, propose } from '../staff/staff.ts'
import { selectLineLocked } from './bank-lines.store.ts'
import { orderRefund, requireOthers, senderOf } from './unmatched-payments.ts'

const FINANCE = ['finance', 'owner'] as const

export const receiptRefund = defineProposal({
  kind: 'receipt_refund',
  content: z.strictObject({ line_id: id, holder: z.string(), account: z.string(), amount }),
  proposers: FINANCE,
  approvers: FINANCE,
  async execute(tx, { line_id, holder, account, amount: amount_minor }, eyes) {
    const proposed_by = `operator:${eyes.proposed_by}`
    const by = { proposed_by, approved_by: eyes.actor, reason: eyes.reason }
    await orderRefund(tx, { line_id, holder, account, amount_minor }, by)
  },
})

/**
 * Proposes to send the money of an unmatched line back and returns the proposal's id; one that waits already is returned in
 * its place. Refuses `bank_line_is_unknown`, `bank_line_is_in_another_state`, `who_brought_money_in_does_not_send_it_out` and
 * `refund_goes_to_the_sender`.
 */
export async function proposeRefund(
  tx: Tx,
  input: { line_id: string; holder: string; account: string; reason: string },
  operator: Operator,
): Promise<string> {
  const { line_id, holder, reason } = input
  const line = await selectLineLocked.maybe(tx, line_id)
  if (line === undefined) throw refuse('bank_line_is_unknown')
  if (line.state !== 'unmatched') throw refuse('bank_line_is_in_another_state', { state: line.state })
  await requireOthers(tx, line, [actorOf(operator)])
  const account = input.account.replace(/\s/g, '').toUpperCase()
  const { account: sender } = senderOf(line)
  if (sender !== null && sender.toUpperCase() !== account) throw refuse('refund_goes_to_the_sender')
  const waiting = await findOpenProposal.maybe(tx, receiptRefund.kind, JSON.stringify({ line_id }), tx.now)
  if (waiting !== undefined) return waiting.id
  const content = { line_id, holder, account, amount: formatMoney(line.amount_minor) }
  return await propose(tx, receiptRefund, content, reason, operator)
}
