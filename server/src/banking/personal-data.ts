import type { Queryable, Tx } from '../platform/database/database.ts'
import { statement } from '../platform/database/statement.ts'
import { findAddress } from './bank-details.ts'

const selectOwnBank = statement(
  `-- banking_own_bank
  select bank_name as bank, country, holder, account_number, iban, updated_at as changed_at
  from bank_details where member_id = $member_id`,
  {
    params: { member_id: 'uuid' },
    columns: {
      bank: 'text?',
      country: 'text?',
      holder: 'text',
      account_number: 'text?',
      iban: 'text?',
      changed_at: 'timestamptz',
    },
  },
)
const erase = [
  statement(
    `-- banking_erase_address
    delete from member_address where member_id = $member_id`,
    { params: { member_id: 'uuid' } },
  ),
  statement(
    `-- banking_erase_bank
    delete from bank_details where member_id = $member_id`,
    { params: { member_id: 'uuid' } },
  ),
  statement(
    `-- banking_erase_former_bank
    delete from former_bank_details where member_id = $member_id`,
    { params: { member_id: 'uuid' } },
  ),
]

/** Address and payout account, with the field names of contract/src/personal-data.ts; account numbers unmasked. */
export async function bankingData(on: Queryable, member_id: string) {
  return {
    address: (await findAddress(on, member_id)) ?? null,
    bank: (await selectOwnBank.maybe(on, { member_id })) ?? null,
  }
}

export async function deletePayoutAccount(tx: Tx, member_id: string): Promise<void> {
  for (const each of erase) await each.all(tx, { member_id })
}
