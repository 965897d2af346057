import { maskedBankAccount, selectBeingChecked } from '../banking/banking.ts'
import { getDeposit } from '../deposits/deposits.ts'
import type { Queryable } from '../platform/database/database.ts'
import { getWithdrawal, withdrawalReasonText } from '../withdrawals/withdrawals.ts'
import { type Letter, letterTo, type Reader } from './pdf-letter.ts'
import type { Sheet } from './pdf-sheet.ts'

const at = ({ instant }: Letter, date: Date | null): string | null => (date === null ? null : instant(date))

/** Refuses `deposit_is_unknown`, also for another member's. */
export async function depositReceipt(on: Queryable, reader: Reader, deposit_id: string): Promise<Sheet> {
  const deposit = await getDeposit(on, { member_id: reader.member_id, deposit_id })
  const letter = await letterTo(on, reader)
  const { words, money } = letter
  const { labels } = words
  const { received_minor, amount_minor, taken_back_at, taken_back_minor } = deposit
  const isOpen = deposit.status === 'awaiting' || deposit.status === 'expired'
  const isChecked = isOpen && (await selectBeingChecked.all(on, { deposit_ids: [deposit_id] })).length > 0
  const isTakenBack = taken_back_minor !== null && taken_back_minor > 0n
  const sheet = letter.sheet('deposit', [
    { label: labels.amount, text: money(received_minor ?? amount_minor), main: true },
    { label: labels.state, text: words.deposit[isChecked ? 'being_checked' : deposit.status] },
    { label: labels.announced, text: received_minor === amount_minor ? null : money(amount_minor) },
    { label: labels.reference, text: deposit.reference },
    { label: labels.way, text: words.ways[deposit.method] },
    { label: labels.announced_on, text: letter.instant(deposit.created_at) },
    { label: labels.settled_on, text: at(letter, deposit.settled_at) },
    { label: labels.reason, text: deposit.reason },
    { label: labels.taken_back_on, text: isTakenBack ? at(letter, taken_back_at) : null },
    { label: labels.taken_back, text: isTakenBack ? money(taken_back_minor) : null },
    { label: labels.reason, text: isTakenBack ? words.notes.taken_back : null },
    { label: labels.number, text: deposit.id },
  ])
  return { ...sheet, notes: [words.notes.receipt] }
}

/** Refuses `withdrawal_is_unknown`, also for another member's. */
export async function withdrawalReceipt(
  on: Queryable,
  reader: Reader,
  withdrawal_id: string,
): Promise<Sheet> {
  const withdrawal = await getWithdrawal(on, { member_id: reader.member_id, withdrawal_id })
  const letter = await letterTo(on, reader)
  const { words, money } = letter
  const { labels } = words
  // Of what came back no fee was taken, and nothing goes to the bank.
  const leaves = !['cancelled', 'refused', 'returned'].includes(withdrawal.status)
  const sheet = letter.sheet('withdrawal', [
    { label: labels.amount, text: money(withdrawal.amount_minor), main: true },
    { label: labels.state, text: words.withdrawal[withdrawal.status] },
    { label: labels.fee, text: leaves ? money(withdrawal.fee_minor) : null },
    { label: labels.payout, text: leaves ? money(withdrawal.amount_minor - withdrawal.fee_minor) : null },
    { label: labels.holder, text: withdrawal.holder },
    {
      label: labels.account,
      text: `${withdrawal.bank_name ?? withdrawal.country} ${maskedBankAccount(withdrawal)}`,
    },
    { label: labels.reference, text: withdrawal.reference },
    { label: labels.requested_on, text: letter.instant(withdrawal.requested_at) },
    { label: labels.approved_on, text: at(letter, withdrawal.approved_at) },
    { label: labels.sent_on, text: at(letter, withdrawal.sent_at) },
    { label: labels.settled_on, text: at(letter, withdrawal.settled_at) },
    { label: labels.reason, text: withdrawalReasonText(withdrawal, reader.locale) },
    { label: labels.number, text: withdrawal.id },
  ])
  return { ...sheet, notes: [words.notes.receipt] }
}
