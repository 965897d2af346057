import { settingsOf } from '../content/content.ts'
import type { Queryable } from '../platform/database/database.ts'
import { orRefuse } from '../platform/http/refusal.ts'
import type { Ours } from './bank-reader.ts'

const plain = (account: string): string => account.replace(/[\s-]/g, '').toUpperCase()

interface OurBankAccount extends Ours {
  /** What banks write instead of the IBAN: the national account number, as configured and as in the IBAN. */
  readonly numbers: readonly string[]
}

/** The configured account in the bank's notation, and its currency (ISO 4217). Refuses `receiving_account_is_not_set`. */
export async function ourBankAccount(on: Queryable): Promise<OurBankAccount> {
  const { receive_account: ours, currency } = await settingsOf(on)
  const account = orRefuse(ours?.iban ?? ours?.account_number ?? undefined, 'receiving_account_is_not_set')
  return {
    account: plain(account),
    numbers: [ours?.account_number, ours?.iban?.slice(4)].flatMap((number) => (number ? plain(number) : [])),
    currency: currency === 'EURO' ? 'EUR' : 'USD',
  }
}

/** Whether a bank file names our account, by its IBAN or its number; spaces and dashes do not matter. */
export const isOurs = (account: string, ours: OurBankAccount): boolean =>
  [ours.account, ...ours.numbers].includes(plain(account))
