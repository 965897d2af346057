import { formatMoney } from '@fairturn/contract/money'
import type { Deposit } from '@fairturn/contract/deposits'
import type { SettingValues } from '../content/content.ts'
import type { CardEventRow } from './card-events.store.ts'
import type { AdminDepositRow } from './deposits.store.ts'
import type { DepositRow } from './deposits.store.ts'
import { epcPayload } from './epc.ts'

type InstructionSettings = Pick<SettingValues, 'currency' | 'receive_account'>

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

/** The receiving account as configured now: a closed one must not be paid into. */
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

export const adminDepositOnWire = (row: AdminDepositRow) => {
  const { instructions: _, ...deposit } = depositOnWire(row, { currency: 'USD', receive_account: null })
  const { member_id, username, evidence } = row
  return { ...deposit, member_id, username, evidence }
}

export const cardEventOnWire = (row: CardEventRow) => ({
  _id: row.event_id,
  type: row.type,
  happened_at: row.happened_at.toISOString(),
  payment_intent: row.payment_intent,
  deposit_id: row.deposit_id,
  amount: row.amount_minor === null ? null : formatMoney(row.amount_minor),
  currency: row.currency,
  state: row.state,
  note: row.note,
  resolution: row.resolution,
})
