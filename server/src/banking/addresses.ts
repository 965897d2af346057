// A member's address, required before money is sent.
import type { Address } from '@fairturn/contract/banking'
import type { Queryable, Tx } from '../database/database.ts'
import { statement } from '../database/statement.ts'

const select = statement<Address>(
  'banking_address',
  `select name, street, city, postal_code, region, country from member_address where member_id = $1`,
)
const upsert = statement(
  'banking_save_address',
  `insert into member_address (member_id, name, street, city, postal_code, region, country, updated_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8)
   on conflict (member_id) do update set name = excluded.name, street = excluded.street, city = excluded.city,
     postal_code = excluded.postal_code, region = excluded.region, country = excluded.country, updated_at = excluded.updated_at`,
)

/** The address, if one was saved. */
export const findAddress = (on: Queryable, member_id: string): Promise<Address | undefined> =>
  select.maybe(on, member_id)

/** Saves an address validated by the contract's schema. */
export async function saveAddress(tx: Tx, member_id: string, address: Address): Promise<void> {
  const { name, street, city, postal_code, region, country } = address
  await upsert.all(tx, member_id, name, street, city, postal_code, region, country, tx.now)
}
