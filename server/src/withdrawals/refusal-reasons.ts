// The reasons of promise 5, in words. The closed list is `WITHDRAWAL_REFUSAL_REASONS` in the contract; the database allows no other.
import { LANGUAGES, type Locale } from '@fairturn/contract/locales'
import {
  type IdentityEvidence,
  WITHDRAWAL_REFUSAL_REASONS,
  type WithdrawalRefusalReason,
} from '@fairturn/contract/withdrawals'
import { textOf } from '../platform/texts/messages.ts'
import { reasonTextOrNull } from '../platform/texts/reasons.ts'
import type { WithdrawalRow } from './withdrawals.store.ts'

/** The code of a refusal; undefined for returns, what a card's provider refused, and refusals before the list existed. */
export const refusedFor = ({
  status,
  reason,
}: Pick<WithdrawalRow, 'status' | 'reason'>): WithdrawalRefusalReason | undefined =>
  status === 'refused' ? WITHDRAWAL_REFUSAL_REASONS.find((code) => code === reason) : undefined

/** A reason of the list as a sentence, with what the member is asked to send. */
export function refusalText(
  code: WithdrawalRefusalReason,
  to_send: readonly IdentityEvidence[],
  locale: Locale,
): string {
  const list = new Intl.ListFormat(LANGUAGES[locale].tag, { type: 'conjunction' })
  return textOf(code, locale, { what: list.format(to_send.map((each) => textOf(each, locale))) })
}

/** Why a withdrawal was refused or returned; null otherwise. */
export function withdrawalReasonText(
  row: Pick<WithdrawalRow, 'status' | 'reason' | 'to_send'>,
  locale: Locale,
): string | null {
  const code = refusedFor(row)
  return code === undefined ? reasonTextOrNull(row.reason, locale) : refusalText(code, row.to_send, locale)
}
