// What a bank line is, from its amount, state and finding.
import type { AdminBankLine } from '@fairturn/contract/backoffice/banking'

/** Credits are positive, debits negative. */
export const signedAmount = ({ amount, direction }: Pick<AdminBankLine, 'amount' | 'direction'>) =>
  direction === 'debit' ? `-${amount}` : amount

/** A fee that is booked, and that somebody checks who did not bring it in. */
export const isBookedFee = ({ state, finding }: Pick<AdminBankLine, 'state' | 'finding'>): boolean =>
  state === 'unexplained' && finding === 'bank_fee_booked'

export const shownStatus = (line: Pick<AdminBankLine, 'state' | 'finding'>): string =>
  isBookedFee(line) ? 'to_check' : line.state
