// The reasons of promise 5, in words. The closed list is `WITHDRAWAL_REFUSAL_REASONS` in the contract; the database allows no other.
import type { Locale } from '@fairturn/contract/locales'
import { WITHDRAWAL_REFUSAL_REASONS, type WithdrawalRefusalReason } from '@fairturn/contract/withdrawals'
import { listedReasonText, reasonTextOrNull } from '../platform/texts/reasons.ts'
import type { WithdrawalRow } from './withdrawals.store.ts'

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
