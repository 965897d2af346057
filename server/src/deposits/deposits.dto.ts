import { type AdminDeposit, adminDeposit, cardEvent } from '@fairturn/contract/backoffice/deposits'
import { type Deposit, deposit as shape } from '@fairturn/contract/deposits'
import { formatMoney } from '@fairturn/contract/minor-units'
import { selectBeingChecked } from '../banking/banking.ts'
import type { SettingValues } from '../content/content.ts'
import type { Queryable } from '../platform/database/database.ts'
import { toColumn } from '../platform/database/statement.ts'
import { onWire } from '../platform/http/wire.ts'
import type { CardEventRow } from './card-events.store.ts'
import type { AdminDepositRow, DepositRow } from './deposits.store.ts'
import { epcPayload } from './epc.ts'

type InstructionSettings = Pick<SettingValues, 'currency' | 'receive_account'>

/** Deposits as members and operators see them: with what is being checked of each. */
export async function depositsOnWire(
  on: Queryable,
  rows: readonly DepositRow[],
  settings: InstructionSettings,
): Promise<Deposit[]> {
  const checked = await beingCheckedOf(on, rows)
  return rows.map((row) => {
    const being_checked = checked(row)
    // Whoever has paid is not asked to pay again.
    const instructions = being_checked === null ? instructionsOf(row, settings) : null
    return onWire(shape, row, { instructions, being_checked, taken_back: takenBackOf(row) })
  })
}

export async function depositOnWire(
  on: Queryable,
  row: DepositRow,
  settings: InstructionSettings,
): Promise<Deposit> {
  const [shown] = await depositsOnWire(on, [row], settings)
  return shown!
}

/** Of each of these deposits, what arrived and is not credited yet; null if nothing. */
async function beingCheckedOf(on: Queryable, rows: readonly Pick<DepositRow, 'id'>[]) {
  const lines = await selectBeingChecked.all(on, { deposit_ids: toColumn(rows, 'id') })
  const sums = new Map(lines.map(({ deposit_id, amount_minor }) => [deposit_id, formatMoney(amount_minor)]))
  return ({ id }: Pick<DepositRow, 'id'>): string | null => sums.get(id) ?? null
}

/** Null while the member has all that was credited. */
export const takenBackOf = ({ taken_back_at, taken_back_minor }: TakenBackRow): Deposit['taken_back'] =>
  taken_back_at === null || taken_back_minor === null || taken_back_minor === 0n
    ? null
    : { at: taken_back_at.toISOString(), amount: formatMoney(taken_back_minor) }

type TakenBackRow = Pick<DepositRow, 'taken_back_at' | 'taken_back_minor'>

/** Where to pay by card; null until the provider has responded. */
export const checkoutOnWire = ({ checkout_url, checkout_expires_at }: DepositRow): Deposit['instructions'] =>
  checkout_url === null || checkout_expires_at === null
    ? null
    : { checkout_url, checkout_expires_at: checkout_expires_at.toISOString() }

/** The currently configured receiving account: a closed one must not receive payments. */
function instructionsOf(deposit: DepositRow, settings: InstructionSettings): Deposit['instructions'] {
  const { receive_account: account, currency } = settings
  if (deposit.status !== 'awaiting') return null
  if (deposit.method === 'card') return checkoutOnWire(deposit)
  if (account === null) return null
  const { holder, bank, account_number, iban, bic } = account
  const { amount_minor, reference } = deposit
  const inEuro = currency === 'EURO' && iban !== null
  const shown = { holder, bank, account_number, iban, bic }
  return {
    account: shown,
    epc_qr: inEuro ? epcPayload({ holder, iban, bic, amount_minor, reference }) : null,
  }
}

export async function adminDepositsOnWire(
  on: Queryable,
  rows: readonly AdminDepositRow[],
): Promise<AdminDeposit[]> {
  const checked = await beingCheckedOf(on, rows)
  return rows.map((row) =>
    onWire(adminDeposit, row, { being_checked: checked(row), taken_back: takenBackOf(row) }),
  )
}

export const cardEventOnWire = (row: CardEventRow) =>
  onWire(cardEvent, row, { _id: row.event_id, state: row.status })
