// The town and country of our own account, which banks ask for outside SEPA (decision 085). Without them no payment file with such
// a payment file can be created, until two owners have changed the receiving account.
import type { ReceiveAccount } from '@fairturn/contract/backoffice/settings'
import { isInSepa, type PayeeAddress } from '../banking/banking.ts'
import { settingsOf } from '../content/content.ts'
import type { Queryable } from '../platform/database/database.ts'
import { statement } from '../platform/database/statement.ts'

export function addressOfHolder({ street, city, postal_code, country }: ReceiveAccount): PayeeAddress | null {
  if (!city || !country) return null
  return { street: street ?? '', city, postal_code: postal_code ?? '', region: '', country }
}

/** The country is an IBAN's first letters; an account without IBAN has none. */
const selectCountries = statement(
  `-- withdrawals_countries_to_pay
  select distinct left(iban, 2) as country from withdrawal where status in ('requested', 'approved') and card_deposit_id is null
  union select left(iban, 2) from unmatched_payment_refund where status = 'approved'`,
  { columns: { country: 'text?' } },
)

/** Whether there are payouts that wait for it. */
export async function payoutsWaitForOurAddress(on: Queryable): Promise<boolean> {
  const settings = await settingsOf(on)
  const { receive_account } = settings
  if (receive_account === null || addressOfHolder(receive_account) !== null) return false
  const toPay = await selectCountries.all(on)
  return toPay.some(({ country }) => !isInSepa(settings, country))
}
