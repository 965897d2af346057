import { unbroken } from '@fairturn/contract/unbroken'

interface PaidAccount {
  readonly bank_name: string | null
  readonly country: string | null
  readonly account: string
}

/** An account as in notifications: its bank or country, and the masked number, which does not break. */
export const accountLabel = ({ bank_name, country, account }: PaidAccount): string =>
  unbroken(`${bank_name ?? country ?? ''} ${account}`.trim())
