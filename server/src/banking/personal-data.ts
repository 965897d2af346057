// A member's postal address, required before a payout; its data export and deletion.
import type { Address } from '@fairturn/contract/banking'
import { notify } from '../notices/notices.ts'
import type { Queryable, Tx } from '../platform/database/database.ts'
import { statement } from '../platform/database/statement.ts'
import { refuseField } from '../platform/http/refusal.ts'
import { isBankText } from './sepa-text.ts'

const selectAddress = statement(
  `-- banking_address
  select name, street, city, postal_code, region, country from member_address where member_id = $member_id`,
  {
    params: { member_id: 'uuid' },
    columns: {
      name: 'text',
      street: 'text',
      city: 'text',
      postal_code: 'text',
      region: 'text',
      country: 'text',
    },
  },
)
const upsertAddress = statement(
  `-- banking_save_address
  insert into member_address (member_id, name, street, city, postal_code, region, country, updated_at)
  values ($member_id, $name, $street, $city, $postal_code, $region, $country, $updated_at)
  on conflict (member_id) do update set name = excluded.name, street = excluded.street, city = excluded.city,
    postal_code = excluded.postal_code, region = excluded.region, country = excluded.country, updated_at = excluded.updated_at`,
  {
    params: {
      member_id: 'uuid',
      name: 'text',
      street: 'text',
      city: 'text',
      postal_code: 'text',
      region: 'text',
      country: 'text',
      updated_at: 'timestamptz',
    },
  },
)
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

export const findAddress = (on: Queryable, member_id: string): Promise<Address | undefined> =>
  selectAddress.maybe(on, { member_id })

/** Refuses `town_must_be_in_latin_letters`: outside SEPA banks want the payee's town, and read no other letters. */
function requireLatinTown(city: string): void {
  if (!isBankText(city)) throw refuseField('town_must_be_in_latin_letters', 'city')
}

/** Saves an address validated by the contract's schema; refuses as requireLatinTown(). The member is told of another one, since a session alone can change it. */
export async function saveAddress(tx: Tx, member_id: string, address: Address): Promise<void> {
  const { name, street, city, postal_code, region, country } = address
  requireLatinTown(city)
  const before = await findAddress(tx, member_id)
  if (before !== undefined && isOther(before, address))
    await notify(tx, member_id, 'address_changed', {}, '/individual/address')
  await upsertAddress.all(tx, {
    member_id,
    name,
    street,
    city,
    postal_code,
    region,
    country,
    updated_at: tx.now,
  })
}

const isOther = (one: Address, other: Address): boolean =>
  (['name', 'street', 'city', 'postal_code', 'region', 'country'] as const).some(
    (field) => (one[field] ?? '') !== (other[field] ?? ''),
  )

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
