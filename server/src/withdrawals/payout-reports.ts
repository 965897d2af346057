import {
  readReport,
  bankReasonText,
  type PaymentStatus,
  returnRefund,
  settleRefund,
  selectRefundsLocked,
  readReference,
} from '../banking/banking.ts'
// The bank's response to a payment file: a status report (pain.002), or one collective booking. Settled payments are not
// changed (bank-files.test.ts).
import type { Tx } from '../platform/database/database.ts'
import { refuse, orRefuse } from '../platform/http/refusal.ts'
import { refuseWithdrawal } from './approve-withdrawal.ts'
import {
  type ItemRow,
  recordBankStatus,
  selectBatchByReference,
  selectItems,
} from './payout-batches.store.ts'
import { closeFinishedBatches, recordBatch } from './payout-batches.ts'
import { markPaid, returnWithdrawal } from './settle-withdrawal.ts'

/**
 * Marks all sent payments of a file, or of one part of it, as paid if the booking's amount equals their sum; returns
 * whether it does.
 */
export async function settleCollective(
  tx: Tx,
  booking: {
    reference: string
    batch_id: string | null
    amount_minor: bigint
    actor: string
    booked_on: string
  },
): Promise<boolean> {
  const batch = await selectBatchByReference.maybe(tx, booking.reference)
  if (batch === undefined || batch.status !== 'sent') return false
  const items = await selectItems.all(tx, batch.id)
  const named = items.filter(({ part_no }) => booking.batch_id?.endsWith(`-${part_no}`))
  const sum = (of: readonly ItemRow[]) => of.reduce((total, { amount_minor }) => total + amount_minor, 0n)
  const paid = [named, items].find((of) => of.length > 0 && sum(of) === booking.amount_minor)
  if (paid === undefined || paid.some(({ status }) => status !== 'sent')) return false
  for (const item of paid) await applyStatus(tx, item, { outcome: 'settled', reason: null }, booking)
  return true
}

export interface AppliedReport {
  readonly batch_id: string
  readonly accepted: number
  readonly settled: number
  readonly rejected: number
}

/**
 * Applies a bank's status report (pain.002) to a batch; idempotent. A rejected payment is returned with the bank's
 * reason, a settled one is paid. Refuses what readPain002 refuses, `payout_batch_is_unknown`, and
 * `payout_batch_is_in_another_state` for a batch that was not exported.
 */
export async function applyStatusReport(
  tx: Tx,
  { bytes, actor }: { bytes: Uint8Array; actor: string },
): Promise<AppliedReport> {
  const report = await readReport(bytes)
  const reference = readReference('FB', report.original_message_id)
  const found = reference === undefined ? undefined : await selectBatchByReference.maybe(tx, reference)
  const batch = orRefuse(found, 'payout_batch_is_unknown')
  if (batch.status === 'created' || batch.status === 'dropped')
    throw refuse('payout_batch_is_in_another_state', { state: batch.status })
  const counts = { accepted: 0, settled: 0, rejected: 0 }
  for (const item of await selectItems.all(tx, batch.id)) {
    const part_id = `${batch.reference}-${item.part_no}`
    const status =
      report.payments.find(({ end_to_end_id }) => end_to_end_id === item.end_to_end_id) ??
      report.parts.find((part) => part.part_id === part_id) ??
      report.group
    if (status === null || status === undefined) continue
    counts[status.outcome] += 1
    // A rejection is final: its hold is released, so a later report cannot mark it sent.
    if (item.bank_status === 'rejected') continue
    await recordBankStatus.all(tx, batch.id, item.item_no, status.outcome, status.reason)
    await applyStatus(tx, item, status, { actor })
  }
  await closeFinishedBatches(tx)
  await recordBatch(tx, 'payout_report_imported', batch, actor)
  return { batch_id: batch.id, ...counts }
}

async function applyStatus(
  tx: Tx,
  item: ItemRow,
  { outcome, reason }: PaymentStatus,
  { actor, booked_on = null }: { readonly actor: string; readonly booked_on?: string | null },
) {
  const { withdrawal_id, refund_id, status } = item
  if (outcome === 'accepted' || (status !== 'approved' && status !== 'sent')) return
  // Settled by the bank before it was marked sent here: marking it sent also records that it is paid.
  if (outcome === 'settled' && status !== 'sent') return
  const words = bankReasonText(reason)
  if (withdrawal_id !== null) {
    const step = { withdrawal_id, actor }
    if (outcome === 'settled') await markPaid(tx, { ...step, booked_on })
    else if (status === 'sent') await returnWithdrawal(tx, { ...step, reason: words })
    else await refuseWithdrawal(tx, { ...step, reason: words })
    return
  }
  const [refund] = await selectRefundsLocked.all(tx, [refund_id])
  if (refund === undefined) throw new Error(`the refund ${refund_id} is gone`)
  if (outcome === 'settled') await settleRefund(tx, refund)
  else await returnRefund(tx, { refund, actor, reason: words })
}
