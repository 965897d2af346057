// What a bank line is, from its amount, state and finding.
import type { AdminBankLine } from '@fairturn/contract/backoffice/banking'

/** Credits are positive, debits negative. */
export const signedAmount = ({ amount, direction }: Pick<AdminBankLine, 'amount' | 'direction'>) =>
  direction === 'debit' ? `-${amount}` : amount

interface Booked extends Pick<AdminBankLine, 'state' | 'finding'> {
  /** Of a line in detail; in lists nothing. */
  readonly proposed_by?: string | null
}
/** Kept as unmatched by this operator, who has decided on it once: a colleague says whose it is. */
export const isKeptBy = (
  { state, confirmed_by }: Pick<AdminBankLine, 'state'> & { readonly confirmed_by?: string | null },
  username: string | undefined,
): boolean => state === 'unmatched' && typeof confirmed_by === 'string' && confirmed_by === username

/** A payout of which the bank returned less than it had paid. */
export const SHORT_RETURN = 'payout_came_back_short'

/** A fee or VAT that is booked, and that somebody checks who did not bring it in. */
export const isBookedFee = ({ state, finding, proposed_by }: Booked): boolean =>
  (state === 'unexplained' && (finding === 'bank_fee_booked' || finding === 'vat_paid')) ||
  (state === 'differs' && finding === SHORT_RETURN && typeof proposed_by === 'string')

export const shownStatus = (line: Booked): string => (isBookedFee(line) ? 'to_check' : line.state)
