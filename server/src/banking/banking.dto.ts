// Bank details and lines as the wire shows them. An account number is masked everywhere but in the bank details their owner reads.
import type { BankDetails, payee as payeeSchema } from '@fairturn/contract/banking'
import { formatMoney } from '@fairturn/contract/money'
import type { z } from 'zod'
import { type BankDetailsRow, maskedAccount, type Payee } from './bank-details.ts'
import type { BankLine } from './bank-statement.ts'

export const bankOnWire = ({ updated_at, ...details }: BankDetailsRow): BankDetails => ({
  bank_code: details.bank_code,
  bank_name: details.bank_name,
  holder: details.holder,
  account_number: details.account_number,
  iban: details.iban,
  updated_at: updated_at.toISOString(),
})

export const payeeOnWire = (payee: Payee): z.infer<typeof payeeSchema> => ({
  holder: payee.holder,
  bank_name: payee.bank_name,
  account: maskedAccount(payee),
  country: payee.country,
})

/** What the bank says, before anybody has decided about it. */
export const readLineOnWire = (line: BankLine) => ({
  booking_day: line.booking_day,
  value_day: line.value_day,
  amount: formatMoney(line.amount_minor),
  direction: line.direction,
  bank_reference: line.bank_reference,
  remittance: line.remittance,
  counterparty: { name: line.counterparty_name, account: line.counterparty_account },
})
