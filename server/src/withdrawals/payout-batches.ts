// Payout batches: approved withdrawals and refunds that leave in one payment file. Created, exported, sent and reconciled
// once each; a payment in an exported file is never put in another (bank-files.test.ts), unless two people have dropped the
// file after its day of execution (late-batches.ts).
import { hash } from 'node:crypto'
import { isExecutionDay, lastExecutionDay } from '@fairturn/contract/banking-days'
import { newId } from '@fairturn/contract/ids'
import { formatMoney } from '@fairturn/contract/minor-units'
import {
  reopenEarlyDebits,
  type PaymentFormat,
  isBankText,
  lacksBic,
  isInSepa,
  partOf,
  type PayeeAddress,
  writePain001,
  decideBankLines,
  sendRefund,
  type RefundRow,
  selectRefundsInDoubt,
  selectRefundsLocked,
  withNewReference,
  todayAtBank,
} from '../banking/banking.ts'
import { isoCurrency, settingsOf, type SettingValues } from '../content/content.ts'
import { moneyOf, PAYOUTS, refuseWhileFrozen } from '../ledger/ledger.ts'
import type { Tx } from '../platform/database/database.ts'
import { toColumn } from '../platform/database/statement.ts'
import { refuse, refuseField, orRefuse } from '../platform/http/refusal.ts'
import { enqueue } from '../platform/queue/queue.ts'
import { recordAuditEvent, refuseDecided } from '../staff/staff.ts'
import { refuseLeavingKeptBack } from './kept-back.ts'
import { addressOfHolder } from './our-address.ts'
import * as store from './payout-batches.store.ts'
import type { BatchRow, ItemRow } from './payout-batches.store.ts'
import { requireMayRelease } from './separate-duties.ts'
import { sendWithdrawal } from './settle-withdrawal.ts'
import { paidOut, refuseDelayed } from './withdrawal-steps.ts'
import {
  selectSavedTowns,
  selectWithAddress,
  selectWithdrawalsLocked,
  takeSavedAddress,
  takeSavedBics,
  type WithdrawalRow,
} from './withdrawals.store.ts'

export const MAX_PAYMENTS = 500

export interface NewBatch {
  readonly withdrawal_ids: readonly string[]
  readonly refund_ids: readonly string[]
  readonly format: PaymentFormat
  /** Requested execution date of the bank, `2026-11-23`. */
  readonly execution_day: string
  readonly actor: string
}

/**
 * Creates a batch. Refuses `execution_day_is_not_possible`, `payout_is_not_ready`, with its id, for a payment that is not approved, is under a security
 * hold or is in another batch, `amount_is_in_dispute`, `amount_was_paid_out_twice`, `receiving_account_has_no_address`, and `receiving_account_is_not_set`: payouts leave from the account that receives deposits.
 */
export async function createPayoutBatch(tx: Tx, batch: NewBatch): Promise<BatchRow> {
  const settings = await settingsOf(tx)
  const { currency, receive_account } = settings
  if (receive_account === null) throw refuse('receiving_account_is_not_set')
  await requirePossibleDay(tx, batch, currency)
  const payments = await readyPayments(tx, batch)
  await requireMayRelease(tx, batch, batch.actor)
  const { holder, iban, account_number, bic } = receive_account
  const address = addressOfHolder(receive_account)
  refuseWithoutAddress(payments, settings, address)
  refuseOtherLetters(payments, settings, { holder, address })
  const debtor = JSON.stringify({
    holder,
    iban,
    account_number,
    bic,
    ...(address !== null && { address }),
    letters: 'latin',
    rules: 2,
  })
  const total_minor = payments.reduce((sum, { amount_minor }) => sum + amount_minor, 0n)
  const row = await withNewReference('FB', (reference) =>
    store.insertBatch.maybe(tx, {
      id: newId(tx.now),
      reference,
      format: batch.format,
      currency,
      debtor,
      execution_day: batch.execution_day,
      payment_count: payments.length,
      total_minor,
      created_at: tx.now,
      created_by: batch.actor,
    }),
  )
  const items = payments.map(({ iban: to, amount_minor, ...payment }, i) =>
    Object.assign(payment, {
      item_no: i + 1,
      part_no: partOf(isoCurrency(currency), { from: iban, to }),
      amount_minor: String(amount_minor), // JSON has no bigint
    }),
  )
  const inserted = await store.insertItems.all(tx, { batch_id: row.id, items: JSON.stringify(items) })
  if (inserted.length !== items.length) {
    const taken = new Set(inserted.map(({ item_no }) => item_no))
    const { withdrawal_id, refund_id, end_to_end_id } = items.find(({ item_no }) => !taken.has(item_no))!
    const other = await store.selectBatchOfPayment.maybe(tx, { withdrawal_id, refund_id })
    throw refuse('payout_is_not_ready', {
      id: withdrawal_id ?? refund_id,
      why: 'in_another_batch',
      reference: end_to_end_id,
      file: other?.reference ?? null,
      by: other?.by ?? null,
    })
  }
  await recordBatch(tx, 'payout_batch_drawn', row, batch.actor)
  return row
}

/**
 * Outside SEPA banks take payments only with the town and country of both sides (in force for payment files since November
 * 2026). Refuses `receiving_account_has_no_address` and `payout_is_not_ready`.
 */
function refuseWithoutAddress(
  payments: Awaited<ReturnType<typeof readyPayments>>,
  settings: SettingValues,
  address: PayeeAddress | null,
): void {
  const others = payments.filter(({ iban }) => !isInSepa(settings, iban))
  if (others.length > 0 && address === null) throw refuse('receiving_account_has_no_address')
  // A refund approved before refunds had an address keeps to its names: nothing could add one.
  // An account number without its bank is found by no bank. A refund of before BICs were asked for is taken back, and proposed anew.
  const withoutBank = others.find(({ iban, hasBank }) => iban === null && !hasBank)
  if (withoutBank !== undefined)
    throw refuse('payout_is_not_ready', {
      id: withoutBank.withdrawal_id ?? withoutBank.refund_id,
      why: 'no_bank',
    })
  const withoutBic = payments.find(lacksBic)
  if (withoutBic !== undefined)
    throw refuse('payout_is_not_ready', {
      id: withoutBic.withdrawal_id ?? withoutBic.refund_id,
      why: withoutBic.refund_id === null ? 'no_bic' : 'no_bank',
      reference: withoutBic.end_to_end_id,
    })
  const without = others.find(({ has_address, refund_id }) => !has_address && refund_id === null)
  if (without !== undefined)
    throw refuse('payout_is_not_ready', {
      id: without.withdrawal_id,
      why: 'no_address',
      reference: without.end_to_end_id,
    })
}

/**
 * Banks read Latin letters only, and what they cannot read they reject, or pay to nobody. In SEPA a town that cannot be written
 * in them is left out, since the scheme asks for none. Refuses `receiving_account_is_not_in_latin_letters`,
 * `payee_is_not_in_latin_letters` and `town_of_payee_is_not_in_latin_letters`.
 */
function refuseOtherLetters(
  payments: Awaited<ReturnType<typeof readyPayments>>,
  settings: SettingValues,
  ours: { readonly holder: string; readonly address: PayeeAddress | null },
): void {
  const inOther = (...texts: (string | null)[]) => texts.find((text) => text !== null && !isBankText(text))
  const ourText = inOther(ours.holder, ours.address?.city ?? null)
  if (ourText !== undefined) throw refuse('receiving_account_is_not_in_latin_letters', { text: ourText })
  for (const { withdrawal_id, refund_id, end_to_end_id: reference, iban, holder, ...payee } of payments) {
    const inSepa = isInSepa(settings, iban)
    const text = inSepa ? inOther(holder) : inOther(holder, payee.bank)
    const of = { id: withdrawal_id ?? refund_id, reference, holder }
    if (text !== undefined) throw refuse('payee_is_not_in_latin_letters', { ...of, text })
    const town = inSepa ? undefined : inOther(payee.city)
    if (town !== undefined) throw refuse('town_of_payee_is_not_in_latin_letters', { ...of, text: town })
  }
}

/** The bank would execute a past day at once, and what is counted from that day would be over before it begins. */
async function requirePossibleDay(tx: Tx, { execution_day: day }: NewBatch, currency: 'USD' | 'EURO') {
  const today = await todayAtBank(tx, tx.now)
  if (day < today || day > lastExecutionDay(today) || !isExecutionDay(day, currency))
    throw refuseField('execution_day_is_not_possible', 'execution_day')
}

/** Whether its day of execution has passed, in the bank's time zone, and it is not marked as sent. */
export const isLate = ({ status, execution_day }: BatchRow, today: string): boolean =>
  (status === 'created' || status === 'exported') && execution_day < today

async function readyPayments(tx: Tx, batch: NewBatch) {
  const withdrawal_ids = [...new Set(batch.withdrawal_ids)]
  const refund_ids = [...new Set(batch.refund_ids)]
  const count = withdrawal_ids.length + refund_ids.length
  if (count === 0 || count > MAX_PAYMENTS) throw refuse('too_many_ids', { from: 1, to: MAX_PAYMENTS })
  const withdrawals = await selectWithdrawalsLocked.all(tx, { ids: withdrawal_ids })
  const refunds = await selectRefundsLocked.all(tx, { ids: refund_ids })
  const found = new Set([...withdrawals, ...refunds].map(({ id }) => id))
  const missing = [...withdrawal_ids, ...refund_ids].find((id) => !found.has(id))
  if (missing !== undefined) throw refuse('payout_is_not_ready', { id: missing, why: 'unknown' })
  for (const { id, card_deposit_id } of withdrawals)
    if (card_deposit_id !== null) throw refuse('payout_is_not_ready', { id, why: 'to_card' })
  for (const { id, status, reference } of [...withdrawals, ...refunds])
    if (status !== 'approved') throw refuse('payout_is_not_ready', { id, why: status, reference })
  await refuseInDoubt(tx, refunds)
  await refuseStopped(tx, withdrawals)
  const bics = new Map<string, string | null>(
    (await takeSavedBics.all(tx, { ids: toColumn(withdrawals.filter(lacksBic), 'id'), now: tx.now })).map(
      ({ id, swift }) => [id, swift],
    ),
  )
  const addressed = await withLatinTowns(tx, await selectWithAddress.all(tx, { ids: withdrawal_ids }))
  const towns = new Map(addressed.map(({ id, city }) => [id, city]))
  return [
    ...withdrawals.map((row) => ({
      withdrawal_id: row.id,
      refund_id: null,
      end_to_end_id: row.reference,
      amount_minor: paidOut(row),
      iban: row.iban,
      swift: row.swift ?? bics.get(row.id) ?? null,
      has_address: towns.has(row.id),
      hasBank: row.swift !== null || row.bank_name !== null,
      holder: row.holder,
      city: towns.get(row.id) ?? null,
      bank: row.swift === null ? row.bank_name : null,
    })),
    ...refunds.map((row) => ({
      withdrawal_id: null,
      refund_id: row.id,
      end_to_end_id: row.reference,
      amount_minor: row.amount_minor,
      iban: row.iban,
      swift: row.payee_swift,
      has_address: row.payee_city !== null,
      hasBank: row.payee_swift !== null,
      holder: row.holder,
      city: row.payee_city,
      /** Named in the file only where it has no BIC. */
      bank: null,
    })),
  ]
}

/** Refuses what goes back to an account that a later statement does not name. */
async function refuseInDoubt(tx: Tx, refunds: readonly Pick<RefundRow, 'id' | 'reference'>[]): Promise<void> {
  const [inDoubt] = await selectRefundsInDoubt.all(tx, { ids: toColumn(refunds, 'id') })
  if (inDoubt === undefined) return
  throw refuse('payout_is_not_ready', { ...inDoubt, why: 'account_in_doubt' })
}

/** Where a withdrawal was requested with a town in other letters, and the member has saved it in Latin ones since: with that address. */
async function withLatinTowns(tx: Tx, addressed: readonly { id: string; city: string | null }[]) {
  const unreadable = addressed.filter(({ city }) => city !== null && !isBankText(city))
  const saved = await selectSavedTowns.all(tx, { ids: toColumn(unreadable, 'id') })
  const readable = saved.filter(({ city }) => isBankText(city))
  await takeSavedAddress.all(tx, { ids: toColumn(readable, 'id') })
  const towns = new Map(readable.map(({ id, city }) => [id, city]))
  return addressed.map(({ id, city }) => ({ id, city: towns.get(id) ?? city }))
}

/** Refuses what is delayed, what a freeze of payouts or of these members' money stops, and what is kept back (refuseLeavingKeptBack()). */
async function refuseStopped(tx: Tx, withdrawals: readonly WithdrawalRow[]): Promise<void> {
  await refuseWhileFrozen(tx, PAYOUTS, ...withdrawals.map(({ member_id }) => moneyOf(member_id)))
  for (const withdrawal of withdrawals) {
    const { id, reference } = withdrawal
    const why = 'security_hold'
    await refuseDelayed(tx, withdrawal, () => refuse('payout_is_not_ready', { id, why, reference }))
  }
  for (const [member_id, theirs] of Map.groupBy(withdrawals, (each) => each.member_id))
    await refuseLeavingKeptBack(tx, { member_id, withdrawal_ids: toColumn(theirs, 'id') })
}

interface BatchStep {
  readonly batch_id: string
  readonly actor: string
}

export async function lockBatch(
  tx: Tx,
  batch_id: string,
  statuses: readonly BatchRow['status'][],
): Promise<BatchRow> {
  const batch = orRefuse(await store.selectBatchLocked.maybe(tx, { batch_id }), 'payout_batch_is_unknown')
  const { status } = batch
  if (!statuses.includes(status))
    throw await refuseDecided(tx, 'payout_batch_is_in_another_state', batch_id, { state: status })
  return batch
}

type BatchAction =
  | 'payout_batch_drawn'
  | 'payout_batch_exported'
  | 'payout_batch_sent'
  | 'payout_batch_dropped'
  | 'payout_report_imported'

export const recordBatch = (
  tx: Tx,
  action: BatchAction,
  { id, status, payment_count, total_minor }: BatchRow,
  actor: string,
) =>
  recordAuditEvent(tx, {
    actor,
    action,
    object: { kind: 'payout_batch', id },
    after: { status, payments: payment_count, total: formatMoney(total_minor) },
  })

/**
 * The batch's payment file. The first export makes the batch `exported`; later ones return the same bytes. Refuses
 * `payout_batch_is_unknown`, `payout_batch_is_in_another_state`, until it is sent `this_is_paused_while_the_ledger_is_checked`, the first time `payout_is_not_ready` and, once its day of
 * execution has passed before it was marked as sent, `payout_batch_is_too_late` and `payout_batch_was_not_sent_in_time`.
 */
export async function exportBatch(
  tx: Tx,
  { batch_id, actor }: BatchStep,
): Promise<{ name: string; text: string }> {
  const batch = await lockBatch(tx, batch_id, ['created', 'exported', 'sent', 'reconciled'])
  if (batch.status === 'created' || batch.status === 'exported') {
    await requireMayRelease(tx, { batch_id }, actor)
    await refuseWhileFrozen(tx, PAYOUTS)
  }
  await refuseLate(tx, batch)
  const items = await store.selectItems.all(tx, { batch_id })
  const currency = isoCurrency(batch.currency)
  const text = writePain001({ ...batch, currency, created_at: batch.created_at, payments: items })
  const file_hash = hash('sha256', text, 'buffer')
  if (batch.file_hash !== null) {
    // The bank may have this file already: a different one with the same message id must not exist.
    if (!batch.file_hash.equals(file_hash))
      throw new Error(`the file of the batch ${batch_id} would not be the same again`)
  } else {
    await refuseUnready(tx, items)
    const exported = await store.updateExported.one(tx, { batch_id, exported_at: tx.now, actor, file_hash })
    await recordBatch(tx, 'payout_batch_exported', exported, actor)
  }
  return { name: `${batch.reference}.${batch.format}.xml`, text }
}

async function refuseLate(tx: Tx, batch: BatchRow): Promise<void> {
  if (isLate(batch, await todayAtBank(tx, tx.now)))
    throw refuse(
      batch.status === 'created' ? 'payout_batch_is_too_late' : 'payout_batch_was_not_sent_in_time',
      { day: batch.execution_day },
    )
}

async function refuseUnready(tx: Tx, items: readonly ItemRow[]): Promise<void> {
  for (const { withdrawal_id, refund_id, status, end_to_end_id: reference } of items)
    if (status !== 'approved')
      throw refuse('payout_is_not_ready', { id: withdrawal_id ?? refund_id, why: status, reference })
  await refuseInDoubt(
    tx,
    await selectRefundsLocked.all(tx, { ids: items.flatMap(({ refund_id }) => refund_id ?? []) }),
  )
  const ids = items.flatMap(({ withdrawal_id }) => withdrawal_id ?? [])
  await refuseStopped(tx, await selectWithdrawalsLocked.all(tx, { ids }))
}

/**
 * exported → sent: the file is at the bank, so each of its payments is marked sent; idempotent. `late`: by two people, after
 * its day of execution. Refuses `payout_batch_is_unknown`, `payout_batch_is_in_another_state`,
 * `payout_batch_was_not_sent_in_time`, `withdrawals_wait_for_a_security_check`, and unless it is late
 * `this_is_paused_while_the_ledger_is_checked`: what two people say the bank has is recorded all the same.
 */
export async function sendBatch(
  tx: Tx,
  { batch_id, actor, late = false }: BatchStep & { readonly late?: boolean },
): Promise<BatchRow> {
  const batch = await lockBatch(tx, batch_id, ['exported', 'sent', 'reconciled'])
  if (batch.status !== 'exported') return batch
  if (!late) await refuseLate(tx, batch)
  await requireMayRelease(tx, { batch_id }, actor)
  if (!late) await refuseWhileFrozen(tx, PAYOUTS)
  const sent = await store.updateBatchSent.one(tx, { batch_id, sent_at: tx.now, actor })
  await recordBatch(tx, 'payout_batch_sent', sent, actor)
  const items = await store.selectItems.all(tx, { batch_id })
  // Payments that the bank has rejected meanwhile are already settled.
  const open = items.filter(({ status }) => status === 'approved')
  for (const { withdrawal_id } of open)
    if (withdrawal_id !== null) await sendWithdrawal(tx, { withdrawal_id, actor })
  const refunds = await selectRefundsLocked.all(tx, { ids: open.flatMap(({ refund_id }) => refund_id ?? []) })
  for (const refund of refunds) await sendRefund(tx, refund, actor)
  await reopenEarlyDebits.all(tx)
  await enqueue(tx, decideBankLines, {}, { job_key: decideBankLines.name })
  return sent
}

/**
 * created → dropped: its payments may be put in another batch, since no file was exported. `late`: exported → dropped, by two
 * people and on what the bank has booked (late-batches.ts). Refuses `payout_batch_is_unknown` and
 * `payout_batch_is_in_another_state`.
 */
export async function discardBatch(
  tx: Tx,
  { batch_id, actor, late = false }: BatchStep & { readonly late?: boolean },
): Promise<BatchRow> {
  await lockBatch(tx, batch_id, [late ? 'exported' : 'created'])
  await store.releaseItems.all(tx, { batch_id })
  const dropped = await store.updateDropped.one(tx, { batch_id, closed_at: tx.now })
  await recordBatch(tx, 'payout_batch_dropped', dropped, actor)
  return dropped
}

/** sent → reconciled, for every batch without a payment in transit. */
export async function closeFinishedBatches(tx: Tx): Promise<void> {
  await store.closeBatches.all(tx, { closed_at: tx.now })
}
