import { isPostalCodeOf, postalCodeExample } from '@fairturn/contract/postal-codes'
import { refuse } from './refusal.ts'

interface WithPostalCode {
  readonly postal_code: string | null
  readonly country: string | null
}

/** Refuses `postal_code_has_another_form` on the field, with an example. What is stored already is not looked at again. */
export function requirePostalCodeOf({ postal_code, country }: WithPostalCode, field: string): void {
  if (postal_code === null || country === null || isPostalCodeOf(country, postal_code)) return
  const code = 'postal_code_has_another_form'
  throw refuse(code, { fields: [{ field, code }], country, example: postalCodeExample(country) })
}
