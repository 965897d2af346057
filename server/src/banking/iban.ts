// Validates an IBAN: length, form and check digits of its country. Only its bank knows that the account
// exists.
import { electronicFormatIBAN, isValidIBAN } from 'ibantools'

/** The IBAN without spaces and in capitals; undefined when it is invalid. */
export function readIban(text: string): string | undefined {
  const iban = electronicFormatIBAN(text.replace(/\s/g, ''))
  return iban !== null && isValidIBAN(iban) ? iban : undefined
}
