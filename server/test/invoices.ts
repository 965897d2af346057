// A seller with rates, billing profiles, and the documents as stored.
import type { Seller } from '@fairturn/contract/backoffice/settings'
import { changeSetting } from '../src/content/settings.ts'
import { type ProfileRow, upsertProfile } from '../src/invoices/invoices.store.ts'
import type { Queryable, Tx } from '../src/platform/database/database.ts'
import type { TestDatabase } from './database.ts'

export const SELLER: Seller = {
  legal_name: 'Fairturn GmbH',
  street: 'Lindenstraße 1',
  postal_code: '10969',
  city: 'Berlin',
  country: 'DE',
  vat_number: 'DE136695976',
  tax_number: '37/123/45678',
  registration_number: 'HRB 1234',
  email: 'billing@fairturn.example',
  exemption: null,
  vat_currency: 'EUR',
  vat_exchange_rate: '0.92',
}

export const RATES = [
  { country: 'DE', rate: 19, from: '2007-01-01' },
  { country: 'FR', rate: 20, from: '2014-01-01' },
]

export async function setSeller(tx: Tx, changed: Partial<Seller> | null = {}): Promise<void> {
  await changeSetting(tx, 'vat_rates', RATES)
  await changeSetting(tx, 'seller', changed && { ...SELLER, ...changed })
}

/** A German company unless changed. */
export const setProfile = (
  tx: Tx,
  member_id: string,
  changed: Partial<ProfileRow> = {},
): Promise<ProfileRow> =>
  upsertProfile.one(tx, {
    member_id,
    kind: 'company',
    legal_name: 'Tee & Töpfe GmbH',
    street: 'Hafenstraße 7',
    postal_code: '20457',
    city: 'Hamburg',
    country: 'DE',
    vat_number: null,
    registration_number: 'HRB 77',
    purchase_order: 'PO-4711',
    email: 'books@tee.example',
    number_check: 'unconfirmed',
    checked_at: null,
    confirmed_at: null,
    confirmed_by: null,
    consultation: null,
    updated_at: tx.now,
    ...changed,
  })

/** A French company whose number was confirmed now: reverse charge. */
export const FRENCH = (now: Date): Partial<ProfileRow> => ({
  legal_name: 'Thé du Port SARL',
  street: '4 quai des Chartrons',
  postal_code: '33000',
  city: 'Bordeaux',
  country: 'FR',
  vat_number: 'FR40303265045',
  number_check: 'confirmed',
  checked_at: now,
  confirmed_at: now,
})

export interface StoredDocument {
  readonly id: string
  readonly series: 'FI' | 'FC'
  readonly number: number
  readonly year: number
  readonly day: string
  readonly vat_case: string | null
  readonly rate_bp: number
  readonly net_minor: bigint
  readonly vat_minor: bigint
  readonly total_minor: bigint
  readonly corrects: string[]
  readonly buyer: { readonly legal_name: string }
  readonly entry_id: string
  readonly subject_name: string
}

/** The documents of a campaign, level purchase or member, in the order of their writing. */
export const documentsOf = (
  database: Pick<TestDatabase, 'asSchemaOwner'>,
  id: string,
): Promise<StoredDocument[]> =>
  database.asSchemaOwner<Record<string, unknown> & StoredDocument>(
    `select i.id, i.series, n.number, n.year, i.day::text as day, i.vat_case, i.rate_bp, i.escrow_minor + i.fee_minor as net_minor, i.vat_minor, i.total_minor,
       array(select corrects from invoice_correction where invoice_id = i.id order by 1) as corrects, i.buyer, i.entry_id, i.subject_name
     from invoice i join invoice_number n on n.invoice_id = i.id where $1 in (i.subject_id::text, i.member_id::text) order by n.link_no`,
    [id],
  )

/** Balances of the whole ledger by kind. */
export async function balanceOfKind(on: Queryable, kind: string): Promise<bigint> {
  const { rows } = await on.query<{ sum: bigint }>({
    text: 'select coalesce(sum(balance_minor), 0)::bigint as sum from account where kind = $1',
    values: [kind],
  })
  return rows[0]!.sum
}
