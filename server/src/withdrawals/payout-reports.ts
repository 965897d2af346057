// The bank's response to a payment file: a status report (pain.002), or one collective booking. A report comes by the bank's
// connection or from two people, and only announces: what is rejected is returned on the bank's word (rejections.ts), what is
// settled is paid when it is booked (status-reports.test.ts).
import { may } from '@fairturn/contract/backoffice/roles'
import { formatMoney } from '@fairturn/contract/minor-units'
import { z } from 'zod'
import {
  CONNECTION,
  type ReadReport,
  readReport,
  readReference,
  selectRefundsLocked,
  settleRefund,
  type StatusReport,
  todayAtBank,
} from '../banking/banking.ts'
import type { Database, Queryable, Tx } from '../platform/database/database.ts'
import type { Operator } from '../platform/http/app.ts'
import { orRefuse, refuse } from '../platform/http/refusal.ts'
import { defineProposal, propose } from '../staff/staff.ts'
import {
  type BatchRow,
  type ItemRow,
  recordBankStatus,
  recordRejection,
  selectBatchByReference,
  selectItems,
} from './payout-batches.store.ts'
import { closeFinishedBatches, recordBatch } from './payout-batches.ts'
import { settleRejections } from './rejections.ts'
import { markPaid } from './settle-withdrawal.ts'

interface Booking {
  readonly reference: string
  /** If the bank names one part of the file. */
  readonly part_no: number | null
  readonly amount_minor: bigint
  readonly actor: string
  readonly booked_on: string
}

/**
 * Marks the payments of a file, or of one part of it, as paid if the booking's amount equals the sum of those that are not
 * booked yet, or of these without those that the bank has announced as rejected. Otherwise nothing is paid. `not_sent`: the file
 * is not marked as sent yet, `paid_before`: nothing of it is on its way any more, `unknown`: it is no file that was exported.
 */
export async function settleCollective(
  tx: Tx,
  booking: Booking,
): Promise<'paid' | 'notSent' | 'differs' | 'paidBefore' | 'unknown'> {
  const batch = await selectBatchByReference.maybe(tx, { reference: booking.reference })
  if (batch?.status === 'exported') return 'notSent'
  if (batch?.status === 'reconciled') return 'paidBefore'
  if (batch?.status !== 'sent') return 'unknown'
  const items = await selectItems.all(tx, { batch_id: batch.id })
  const paid = bookingsOfFile(items, booking.part_no).find(
    ({ sum_minor }) => sum_minor === booking.amount_minor,
  )
  if (paid === undefined) return 'differs'
  for (const item of paid.items) await settleItem(tx, item, booking)
  return 'paid'
}

/**
 * What one booking of a file may be: the part that it names, or the file, of each what is still on its way, and this without what
 * the bank has announced as rejected.
 */
export const bookingsOfFile = (items: readonly ItemRow[], part_no: number | null) =>
  [items.filter((item) => item.part_no === part_no), items]
    .map((of) => of.filter(({ status }) => status === 'sent'))
    .flatMap((of) => [of, of.filter(({ rejection_open }) => !rejection_open)])
    .filter((of) => of.length > 0)
    .map((of) => ({
      items: of,
      sum_minor: of.reduce((total, { amount_minor }) => total + amount_minor, 0n),
    }))

/** sent → paid, by a line of that day. */
export async function settleItem(
  tx: Tx,
  { withdrawal_id, refund_id }: Pick<ItemRow, 'withdrawal_id' | 'refund_id'>,
  { actor, booked_on }: Pick<Booking, 'actor' | 'booked_on'>,
): Promise<void> {
  if (withdrawal_id !== null) return void (await markPaid(tx, { withdrawal_id, actor, booked_on }))
  const [refund] = await selectRefundsLocked.all(tx, { ids: [refund_id] })
  if (refund === undefined) throw new Error(`the refund ${refund_id} is gone`)
  await settleRefund(tx, refund, booked_on)
}

export interface ReportCounts {
  readonly batch_id: string
  readonly accepted: number
  readonly settled: number
  readonly rejected: number
}

/** The file that a report is about. Refuses `payout_batch_is_unknown`, and `payout_batch_is_in_another_state` if none was exported. */
async function batchOf(on: Queryable, report: StatusReport): Promise<BatchRow> {
  const reference = readReference('FB', report.original_message_id)
  const found = reference === undefined ? undefined : await selectBatchByReference.maybe(on, { reference })
  const batch = orRefuse(found, 'payout_batch_is_unknown')
  if (batch.status === 'created' || batch.status === 'dropped')
    throw refuse('payout_batch_is_in_another_state', { state: batch.status })
  return batch
}

/**
 * Refuses `payout_report_is_of_another_file` if what the report repeats of our file is not in it: a payment, a part, an amount, how
 * many payments there are or their sum.
 */
function requireOf(batch: BatchRow, items: readonly ItemRow[], { repeated }: ReadReport): void {
  const another = (why: 'payment' | 'part' | 'amount' | 'count' | 'sum', where: string) =>
    refuse('payout_report_is_of_another_file', { reference: batch.reference, why, where })
  const { count, sum_minor } = repeated
  const code = batch.currency === 'EURO' ? 'EUR' : batch.currency
  for (const { end_to_end_id, amount_minor, currency } of repeated.payments) {
    const item = items.find((each) => each.end_to_end_id === end_to_end_id)
    if (item === undefined) throw another('payment', end_to_end_id)
    const isOther = amount_minor !== null && amount_minor !== item.amount_minor
    if (isOther || (currency !== null && currency !== code)) throw another('amount', end_to_end_id)
  }
  const parts = new Set(items.map(({ part_no }) => `${batch.reference}-${part_no}`))
  const part = repeated.part_ids.find((each) => !parts.has(each) && each !== batch.reference)
  if (part !== undefined) throw another('part', part)
  if (count !== null && count !== batch.payment_count) throw another('count', String(count))
  if (sum_minor !== null && sum_minor !== batch.total_minor) throw another('sum', formatMoney(sum_minor))
}

/** Refuses `payout_report_contradicts_the_statements` if all that it rejects was booked by the bank. */
function requireNews(report: StatusReport, batch: BatchRow, items: readonly ItemRow[]): void {
  const rejected = items.filter((item) => statusOf(report, batch, item)?.outcome === 'rejected')
  if (rejected.length > 0 && rejected.every(isBooked))
    throw refuse('payout_report_contradicts_the_statements', {
      references: rejected.slice(0, 20).map(({ end_to_end_id }) => end_to_end_id),
    })
}

const isBooked = ({ status }: ItemRow): boolean => status === 'paid'

const statusOf = (report: StatusReport, batch: BatchRow, { part_no, end_to_end_id }: ItemRow) =>
  report.payments.find((payment) => payment.end_to_end_id === end_to_end_id) ??
  report.parts.find(({ part_id }) => part_id === `${batch.reference}-${part_no}`) ??
  report.group ??
  undefined

/** Records what a report says; idempotent, and a rejection is final. Refuses as batchOf. */
export async function applyStatusReport(tx: Tx, report: StatusReport, actor: string): Promise<ReportCounts> {
  const batch = await batchOf(tx, report)
  const counts = { accepted: 0, settled: 0, rejected: 0 }
  const today = await todayAtBank(tx, tx.now)
  for (const item of await selectItems.all(tx, { batch_id: batch.id })) {
    const status = statusOf(report, batch, item)
    if (status === undefined) continue
    // What a statement has booked comes back by a statement alone.
    if (status.outcome === 'rejected' && isBooked(item)) continue
    counts[status.outcome] += 1
    if (item.bank_status === 'rejected') continue
    await recordBankStatus.all(tx, {
      batch_id: batch.id,
      item_no: item.item_no,
      bank_status: status.outcome,
      bank_reason: status.reason,
    })
    if (status.outcome === 'rejected' && (item.status === 'approved' || item.status === 'sent'))
      await recordRejection.all(tx, { batch_id: batch.id, item_no: item.item_no, day: today })
  }
  await settleRejections(tx)
  await closeFinishedBatches(tx)
  await recordBatch(tx, 'payout_report_imported', batch, actor)
  return { batch_id: batch.id, ...counts }
}

/** The file that a report is about. Refuses as batchOf, requireOf and requireNews. */
async function requireRight(on: Queryable, report: ReadReport) {
  const batch = await batchOf(on, report)
  const items = await selectItems.all(on, { batch_id: batch.id })
  requireOf(batch, items, report)
  requireNews(report, batch, items)
  return { batch, items }
}

/** One that the bank's connection brought. Refuses what readReport refuses, and as requireRight. */
export async function takeStatusReport(database: Database, bytes: Uint8Array): Promise<void> {
  const report = await readReport(bytes)
  await database.transaction(async (tx) => {
    await requireRight(tx, report)
    await applyStatusReport(tx, report, CONNECTION)
  })
}

const status = { outcome: z.enum(['accepted', 'settled', 'rejected']), reason: z.string().nullable() }
const reportContent = z.strictObject({
  message_id: z.string(),
  original_message_id: z.string(),
  group: z.strictObject(status).nullable(),
  payments: z.array(z.strictObject({ ...status, end_to_end_id: z.string() })),
  parts: z.array(z.strictObject({ ...status, part_id: z.string() })),
})

export const payoutReport = defineProposal({
  kind: 'payout_report',
  oneOpenFor: 'content',
  content: z.strictObject({ file: z.string(), rejected: z.array(z.string()), report: reportContent }),
  side: 'in',
  proposers: may.move_money,
  approvers: may.move_money,
  execute: async (tx, { report }, { actor }) => void (await applyStatusReport(tx, report, actor)),
})

/** Proposes one that an operator has brought to another. Refuses as requireRight. */
export async function proposeStatusReport(
  tx: Tx,
  { report: { repeated, ...report }, reason }: { report: ReadReport; reason: string },
  operator: Operator,
): Promise<ReportCounts & { proposal_id: string; booked: number }> {
  const { batch, items } = await requireRight(tx, { ...report, repeated })
  const found = items.map((item) => {
    const outcome = statusOf(report, batch, item)?.outcome
    return { item, outcome: outcome === 'rejected' && isBooked(item) ? ('booked' as const) : outcome }
  })
  const count = (outcome: string) => found.filter((each) => each.outcome === outcome).length
  const rejected = found.filter(({ outcome }) => outcome === 'rejected').map(({ item }) => item.end_to_end_id)
  const { payments, parts } = report
  const content = {
    file: batch.reference,
    rejected,
    report: { ...report, payments: [...payments], parts: [...parts] },
  }
  return {
    batch_id: batch.id,
    accepted: count('accepted'),
    settled: count('settled'),
    rejected: rejected.length,
    booked: count('booked'),
    proposal_id: await propose(tx, payoutReport, content, reason, operator),
  }
}
