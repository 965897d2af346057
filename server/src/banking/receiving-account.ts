import type { ReceiveAccount } from '@fairturn/contract/backoffice/settings'
import { authorsOfSetting, settingsOf } from '../content/content.ts'
import type { Queryable } from '../platform/database/database.ts'
import { orRefuse } from '../platform/http/refusal.ts'
import type { Ours } from './bank-reader.ts'

const plain = (account: string): string => account.replace(/[\s-]/g, '').toUpperCase()

const numberOf = (ours: ReceiveAccount | null): string | undefined => {
  const number = ours?.iban ?? ours?.account_number ?? undefined
  return number === undefined ? undefined : plain(number)
}

interface OurBankAccount extends Ours {
  /** What banks write instead of the IBAN: the national account number, as configured and as in the IBAN. */
  readonly numbers: readonly string[]
}

/** The configured account in the bank's notation, and its currency (ISO 4217). Refuses `receiving_account_is_not_set`. */
export async function ourBankAccount(on: Queryable): Promise<OurBankAccount> {
  const { receive_account: ours, currency } = await settingsOf(on)
  return {
    account: orRefuse(numberOf(ours), 'receiving_account_is_not_set'),
    numbers: [ours?.account_number, ours?.iban?.slice(4)].flatMap((number) => (number ? plain(number) : [])),
    currency: currency === 'EURO' ? 'EUR' : 'USD',
  }
}

/** Whether a bank file names our account, by its IBAN or its number; spaces and dashes do not matter. */
export const isOurs = (account: string, ours: OurBankAccount): boolean =>
  [ours.account, ...ours.numbers].includes(plain(account))

/** The operators who proposed and approved, the last time it became ours, that this account receives members' money. */
export async function whoSetAccount(on: Queryable, account: string): Promise<string[]> {
  let before: string | undefined
  let authors: string[] = []
  for (const { content, operator_ids } of await authorsOfSetting(on, 'receive_account')) {
    const number = numberOf(content as ReceiveAccount | null)
    if (number === account && before !== account) authors = operator_ids
    before = number
  }
  return authors
}
