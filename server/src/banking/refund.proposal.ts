// Refunding an unmatched payment requires dual approval, with one open proposal per line; it then waits for a payment file.
// It goes only to the sending account if the line names one; of a line imported by hand that account counts once somebody else than
// its importer has typed it as the bank shows it, here or in confirming the statement.
import { may } from '@fairturn/contract/backoffice/roles'
import { needsBic } from '@fairturn/contract/countries'
import { amount } from '@fairturn/contract/fields'
import { id, newId } from '@fairturn/contract/ids'
import { formatMoney } from '@fairturn/contract/minor-units'
import { z } from 'zod'
import { settingsOf } from '../content/content.ts'
import { PAYOUTS, refuseWhileFrozen } from '../ledger/ledger.ts'
import type { Tx } from '../platform/database/database.ts'
import { refuse, refuseField } from '../platform/http/refusal.ts'
import { type ActingOperator, actorOf, defineProposal, propose, recordAuditEvent } from '../staff/staff.ts'
import { readIban } from './bank-details.ts'
import {
  isAccountUnread,
  type LineRow,
  normalizedAccount as normalized,
  recordMisreadAccount,
  recordReadAccount,
  resolveLine,
} from './bank-lines.store.ts'
import { namesDiffer } from './payer-names.ts'
import { withNewReference } from './references.ts'
import { isBankText, isInSepa } from './sepa.ts'
import { insertRefund, type RefundRow } from './unmatched-payments.store.ts'
import { lockUnmatched, recordLine, requireOthers } from './unmatched-payments.ts'

/** Begins as an IBAN does (ISO 13616): two letters, two digits. What begins so and is none is a slip of the pen. */
const LIKE_IBAN = /^[A-Z]{2}\d{2}/
/** A BIC names its bank and country first, then a branch. */
const BIC_OF_A_BANK = 8
const ACCOUNT_NUMBER = /^(?=.*\d)[A-Z0-9]{4,34}$/

/**
 * The account, normalized. Refuses `account_of_the_payment_is_in_doubt`, `refund_goes_to_the_sender`,
 * `account_differs_from_the_imported_file`, and where the bank does not name the sender's account `iban_is_invalid` and
 * `account_number_is_invalid`.
 */
function requireSender(line: LineRow, typed: string): string {
  const account = normalized(typed)
  if (line.account_disputed) throw refuse('account_of_the_payment_is_in_doubt')
  if (line.counterparty_account === null) return requireReadable(account)
  if (differsFromFile(line, account)) throw refuse('account_differs_from_the_imported_file')
  if (normalized(line.counterparty_account) !== account) throw refuse('refund_goes_to_the_sender')
  return account
}

function requireReadable(account: string): string {
  if (LIKE_IBAN.test(account) && readIban(account) === undefined)
    throw refuseField('iban_is_invalid', 'account')
  if (!ACCOUNT_NUMBER.test(account)) throw refuseField('account_number_is_invalid', 'account')
  return account
}

/** Refuses a slip of the pen; what is read differently is said without telling what the file has. */
const differsFromFile = (line: LineRow, account: string): boolean =>
  isAccountUnread(line) && normalized(line.counterparty_account!) !== requireReadable(account)

/**
 * Records that whoever sends a line back read another account at the bank than its file names. Returns whether it is so. Refuses
 * as proposeRefund does.
 */
export async function recordDifference(
  tx: Tx,
  { line_id, account }: Pick<RefundOrder, 'line_id' | 'account'>,
  operator: ActingOperator,
): Promise<boolean> {
  const line = await lockUnmatched(tx, line_id)
  const actor = actorOf(operator)
  await requireOthers(tx, line, [actor])
  if (line.account_disputed || !differsFromFile(line, normalized(account))) return false
  await recordMisreadAccount.all(tx, { line_id })
  await recordAuditEvent(tx, {
    actor,
    action: 'bank_line_account_misread',
    object: { kind: 'bank_line', id: line_id },
    after: { times: line.account_misread + 1 },
  })
  return true
}

/** Refuses `holder_must_be_in_latin_letters` and `town_must_be_in_latin_letters`: banks read no other letters. */
function requireLatin({ holder, city }: Pick<RefundOrder, 'holder' | 'city'>): void {
  if (!isBankText(holder)) throw refuseField('holder_must_be_in_latin_letters', 'holder')
  if (city !== undefined && !isBankText(city)) throw refuseField('town_must_be_in_latin_letters', 'city')
}

/**
 * An account number is found only at a bank that is named. Refuses `refund_goes_to_the_sender` for another bank than the one the
 * statement names, and `field_is_required` without one where the account is no IBAN, or one of a country outside SEPA.
 */
function requireBank({ counterparty_swift: senders }: LineRow, account: string, swift: string | null): void {
  const bankOf = (bic: string) => bic.slice(0, BIC_OF_A_BANK)
  if (swift !== null && senders !== null && bankOf(swift) !== bankOf(senders))
    throw refuseField('refund_goes_to_the_sender', 'swift')
  const iban = readIban(account)
  if (swift === null && (iban === undefined || needsBic(iban)))
    throw refuseField('field_is_required', 'swift')
}

interface RefundOrder {
  readonly line_id: string
  readonly holder: string
  /** An IBAN, or an account number. */
  readonly account: string
  /** BIC of the bank; not needed for an IBAN. */
  readonly swift?: string | undefined
  readonly city?: string | undefined
  readonly country?: string | undefined
  readonly amount_minor: bigint
}

/**
 * Refuses as proposeRefund does, `amount_is_invalid` if it differs from the line's amount, `account_was_not_read_at_the_bank`
 * for a proposal of before accounts were read, and `this_is_paused_while_the_ledger_is_checked`.
 */
export async function orderRefund(
  tx: Tx,
  { line_id, holder, account: typed, swift, city, country, amount_minor }: RefundOrder,
  { proposed_by, approved_by, reason }: { proposed_by: string; approved_by: string; reason: string },
): Promise<RefundRow> {
  const line = await lockUnmatched(tx, line_id)
  await requireOthers(tx, line, [proposed_by, approved_by])
  await refuseWhileFrozen(tx, PAYOUTS)
  if (amount_minor !== line.amount_minor) throw refuse('amount_is_invalid')
  if (isAccountUnread(line)) throw refuse('account_was_not_read_at_the_bank')
  const account = requireSender(line, typed)
  requireBank(line, account, swift ?? null)
  requireLatin({ holder, city })
  const iban = readIban(account) ?? null
  const refund = await withNewReference('FR', (reference) =>
    insertRefund.maybe(tx, {
      id: newId(tx.now),
      line_id,
      reference,
      amount_minor,
      holder,
      iban,
      account_number: iban === null ? account : null,
      payee_city: city ?? null,
      payee_country: country ?? null,
      payee_swift: swift ?? null,
      reason,
      proposed_by,
      approved_by,
      approved_at: tx.now,
    }),
  )
  await resolveLine.all(tx, {
    line_id,
    resolved_by: approved_by,
    reason,
    deposit_id: null,
    refund_id: refund.id,
    proposed_by: null,
  })
  await recordLine(tx, line, { action: 'unmatched_payment_refund_approved', actor: approved_by, reason })
  return refund
}

export const unmatchedPaymentRefund = defineProposal({
  kind: 'unmatched_payment_refund',
  oneOpenFor: ['line_id'],
  ofAnyKind: true,
  content: z.strictObject({
    line_id: id,
    holder: z.string(),
    account: z.string(),
    swift: z.string().optional(),
    city: z.string().optional(),
    country: z.string().optional(),
    payer: z.string().optional(),
    payer_differs: z.boolean().optional(),
    amount,
  }),
  side: 'out',
  proposers: may.move_money,
  approvers: may.move_money,
  async execute(tx, { amount: amount_minor, ...order }, { actor: approved_by, proposed_by, reason }) {
    const by = { proposed_by: `operator:${proposed_by}`, approved_by, reason }
    await orderRefund(tx, { ...order, amount_minor }, by)
  },
})

async function requireAddress(
  tx: Tx,
  account: string,
  given: Pick<RefundOrder, 'city' | 'country'>,
): Promise<void> {
  const isSepa = isInSepa(await settingsOf(tx), readIban(account) ?? null)
  const missing = (['city', 'country'] as const).filter((field) => given[field] === undefined)
  if (missing.length === 0 || (isSepa && missing.length === 2)) return
  throw refuse('field_is_required', {
    fields: missing.map((field) => ({ field, code: 'field_is_required' })),
  })
}

/**
 * Proposes to refund an unmatched line. Returns the proposal's id. Refuses `this_is_proposed_already`,
 * `bank_line_is_unknown`, `bank_line_is_in_another_state`, `who_brought_money_in_does_not_send_it_out`,
 * `refund_goes_to_the_sender`, `account_differs_from_the_imported_file`, `account_of_the_payment_is_in_doubt`, `iban_is_invalid` and `account_number_is_invalid`, `holder_must_be_in_latin_letters`,
 * `town_must_be_in_latin_letters`, outside SEPA `field_is_required` without a town and country, and for an account number
 * without the bank.
 */
export async function proposeRefund(
  tx: Tx,
  input: Omit<RefundOrder, 'amount_minor'> & { readonly reason: string },
  operator: ActingOperator,
): Promise<string> {
  const { line_id, holder, swift, city, country, reason } = input
  const line = await lockUnmatched(tx, line_id)
  await requireOthers(tx, line, [actorOf(operator)])
  const account = requireSender(line, input.account)
  requireBank(line, account, swift ?? null)
  requireLatin({ holder, city })
  await requireAddress(tx, account, { city, country })
  if (isAccountUnread(line)) await recordReadAccount.all(tx, { line_id, actor: actorOf(operator) })
  const address = { ...(city !== undefined && country !== undefined && { city, country }) }
  const bank = swift !== undefined && { swift }
  const { counterparty_name: payer } = line
  const from = payer !== null && { payer, payer_differs: namesDiffer(payer, holder) ?? true }
  const content = {
    line_id,
    holder,
    account,
    ...bank,
    ...address,
    ...from,
    amount: formatMoney(line.amount_minor),
  }
  return await propose(tx, unmatchedPaymentRefund, content, reason, operator)
}
