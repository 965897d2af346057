import { batch, batchItem } from '@fairturn/contract/backoffice/withdrawals'
import type { Locale } from '@fairturn/contract/locales'
import { formatMoney } from '@fairturn/contract/minor-units'
import {
  type Withdrawal,
  withdrawal,
  WITHDRAWAL_REFUSAL_REASONS,
  type WithdrawalRefusalReason,
} from '@fairturn/contract/withdrawals'
import { maskedBankAccount, namesDiffer, payeeOnWire, proposalOnWire } from '../banking/banking.ts'
import { maskName } from '../members/members.ts'
import { onWire } from '../platform/http/wire.ts'
import { listedReasonText, reasonTextOrNull } from '../platform/texts/reasons.ts'
import type { BatchRow, ItemRow } from './payout-batches.store.ts'
import { isLate } from './payout-batches.ts'
import type { WithdrawalDuty } from './separate-duties.ts'
import { paidOut } from './withdrawal-steps.ts'
import type { AdminWithdrawalRow, WithdrawalRow } from './withdrawals.store.ts'

export const withdrawalOnWire = (row: WithdrawalRow, locale: Locale): Withdrawal =>
  onWire(withdrawal, row, {
    reason: withdrawalReasonText(row, locale),
    refused_for: refusedFor(row) ?? null,
    to_send: [...row.to_send],
    payout: formatMoney(paidOut(row)),
    to: row.card_deposit_id === null ? ('bank' as const) : ('card' as const),
    payee: row.card_deposit_id === null ? payeeOnWire(row) : null,
    cancellable: row.status === 'requested',
  })

/** The back office has its own texts for the codes; `reason` is in English for files. */
export const adminWithdrawalOnWire = (row: AdminWithdrawalRow) => {
  const { cancellable: _, ...shown } = withdrawalOnWire(row, 'en')
  const { member_id, username, batch_id, approver: approved_by } = row
  return { ...shown, member_id, username, batch_id, approved_by }
}

/** Includes what the calling operator may do with it. */
export const withdrawalWithDutyOnWire = (row: AdminWithdrawalRow, { takes_two, duty }: WithdrawalDuty) => ({
  ...adminWithdrawalOnWire(row),
  needs_two: takes_two !== null || row.proposed_by !== null,
  takes_two,
  your_duty: duty,
  proposal: proposalOnWire(row),
})

/** For lists and exports, which show the payee's name masked, like the account. */
export const withMaskedHolder = <Shown extends { readonly payee: { readonly holder: string } | null }>(
  shown: Shown,
): Shown => ({ ...shown, payee: shown.payee && { ...shown.payee, holder: maskName(shown.payee.holder) } })

/** `today`: at the bank. */
export const batchOnWire = (row: BatchRow, today: string) =>
  onWire(batch, row, {
    late: isLate(row, today),
    state: row.status,
    payments: row.payment_count,
    file_hash: row.file_hash?.toString('hex') ?? null,
  })

/** A refund’s payer and payee in full: whoever releases the file compares them. */
export const itemOnWire = (row: ItemRow) =>
  onWire(batchItem, row, {
    holder: row.refund_id === null ? maskName(row.holder) : row.holder,
    payer_differs: row.payer !== null && row.holder !== '' && (namesDiffer(row.payer, row.holder) ?? true),
    reference: row.end_to_end_id,
    account: maskedBankAccount(row),
  })

/** The code of a refusal; undefined for returns, what a card's provider refused, and refusals before the list existed. */
export const refusedFor = ({
  status,
  reason,
}: Pick<WithdrawalRow, 'status' | 'reason'>): WithdrawalRefusalReason | undefined =>
  status === 'refused' ? WITHDRAWAL_REFUSAL_REASONS.find((code) => code === reason) : undefined

/** Why a withdrawal was refused or returned; null otherwise. */
export function withdrawalReasonText(
  row: Pick<WithdrawalRow, 'status' | 'reason' | 'to_send'>,
  locale: Locale,
): string | null {
  const code = refusedFor(row)
  return code === undefined
    ? reasonTextOrNull(row.reason, locale)
    : listedReasonText(code, row.to_send, locale)
}
