// Payments as the wire shows them. An account number is masked everywhere but in the bank details their owner reads.
import { formatMoney } from '@fairturn/contract/money'
import type { BankDetails } from '@fairturn/contract/banking'
import type { Deposit, Withdrawal } from '@fairturn/contract/payments'
import type { SettingValues } from '../content/content.ts'
import { type BankDetailsRow, maskedAccount, type Payee } from './bank-details.ts'
import type { DepositRow } from './deposits.store.ts'
import { epcPayload } from './epc.ts'
import type { Hold } from './withdrawals.ts'
import type { WithdrawalRow } from './withdrawals.store.ts'

type InstructionSettings = Pick<SettingValues, 'currency' | 'receive_account'>

export const bankOnWire = ({ updated_at, ...details }: BankDetailsRow): BankDetails => ({
  bank_code: details.bank_code,
  bank_name: details.bank_name,
  holder: details.holder,
  account_number: details.account_number,
  iban: details.iban,
  updated_at: updated_at.toISOString(),
})

export const holdOnWire = (hold: Hold | undefined) =>
  hold === undefined ? null : { until: hold.until.toISOString(), reason: hold.reason }

export const payeeOnWire = (payee: Payee): Withdrawal['payee'] => ({
  holder: payee.holder,
  bank_name: payee.bank_name,
  account: maskedAccount(payee),
  country: payee.country,
})

export const depositOnWire = (deposit: DepositRow, settings: InstructionSettings): Deposit => ({
  _id: deposit.id,
  status: deposit.status,
  method: deposit.method,
  amount: formatMoney(deposit.amount_minor),
  received: deposit.received_minor === null ? null : formatMoney(deposit.received_minor),
  reference: deposit.reference,
  created_at: deposit.created_at.toISOString(),
  expires_at: deposit.expires_at.toISOString(),
  settled_at: deposit.settled_at?.toISOString() ?? null,
  reason: deposit.reason,
  instructions: instructionsOf(deposit, settings),
})

/** Where to pay by card; null before the provider has answered. */
export const checkoutOnWire = ({ checkout_url, checkout_expires_at }: DepositRow): Deposit['instructions'] =>
  checkout_url === null || checkout_expires_at === null
    ? null
    : { checkout_url, checkout_expires_at: checkout_expires_at.toISOString() }

/** Where to transfer to, as configured now: an account that has been closed must not be paid into. */
function instructionsOf(deposit: DepositRow, settings: InstructionSettings): Deposit['instructions'] {
  const { receive_account: account, currency } = settings
  if (deposit.status !== 'awaiting') return null
  if (deposit.method === 'card') return checkoutOnWire(deposit)
  if (account === null) return null
  const { holder, iban, bic } = account
  const { amount_minor, reference } = deposit
  const inEuro = currency === 'EURO' && iban !== null
  return { account, epc_qr: inEuro ? epcPayload({ holder, iban, bic, amount_minor, reference }) : null }
}

export const withdrawalOnWire = (withdrawal: WithdrawalRow): Withdrawal => ({
  _id: withdrawal.id,
  status: withdrawal.status,
  amount: formatMoney(withdrawal.amount_minor),
  fee: formatMoney(withdrawal.fee_minor),
  payout: formatMoney(withdrawal.amount_minor - withdrawal.fee_minor),
  payee: payeeOnWire(withdrawal),
  reference: withdrawal.reference,
  requested_at: withdrawal.requested_at.toISOString(),
  approved_at: withdrawal.approved_at?.toISOString() ?? null,
  sent_at: withdrawal.sent_at?.toISOString() ?? null,
  settled_at: withdrawal.settled_at?.toISOString() ?? null,
  reason: withdrawal.reason,
  cancellable: withdrawal.status === 'requested',
})
