import { settingsOf } from '../content/content.ts'
import type { Queryable } from '../platform/database/database.ts'
import { orRefuse } from '../platform/http/refusal.ts'
import type { Ours } from './bank-reader.ts'

/** The configured account in the bank's notation, and its currency (ISO 4217). Refuses `receiving_account_is_not_set`. */
export async function ourAccount(on: Queryable): Promise<Ours> {
  const { receive_account: ours, currency } = await settingsOf(on)
  const account = orRefuse(ours?.iban ?? ours?.account_number ?? undefined, 'receiving_account_is_not_set')
  return {
    account: account.replace(/[\s-]/g, '').toUpperCase(),
    currency: currency === 'EURO' ? 'EUR' : 'USD',
  }
}
