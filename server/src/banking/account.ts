// A member's address and payout account: exported with their data, and deleted with the account.
import type { Queryable, Tx } from '../database/database.ts'
import { statement } from '../database/statement.ts'

const selectOwnAddress = statement(
  'banking_own_address',
  `select name, street, city, postal_code, region, country from member_address where member_id = $1`,
)
const selectOwnBank = statement(
  'banking_own_bank',
  `select bank_name as bank, country, holder, account_number, iban, updated_at as changed_at
   from bank_details where member_id = $1`,
)
const erase = [
  statement('banking_erase_address', `delete from member_address where member_id = $1`),
  statement('banking_erase_bank', `delete from bank_details where member_id = $1`),
  statement('banking_erase_former_bank', `delete from former_bank_details where member_id = $1`),
]
/** Address and payout account, under the names of contract/src/account.ts; account numbers in full. */
export async function bankingData(on: Queryable, member_id: string) {
  return {
    address: (await selectOwnAddress.maybe(on, member_id)) ?? null,
    bank: (await selectOwnBank.maybe(on, member_id)) ?? null,
  }
}

/** Deletes address and bank details. */
export async function deletePayoutAccount(tx: Tx, member_id: string): Promise<void> {
  for (const each of erase) await each.all(tx, member_id)
}
