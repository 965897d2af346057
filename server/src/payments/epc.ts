// The payload of the EPC QR code, with which banking apps fill in a SEPA transfer (EPC069-12, version 002). It must never be
// made in another currency than the euro: the standard has no other.
import { formatMoney } from '@fairturn/contract/money'

interface Transfer {
  readonly holder: string
  readonly iban: string
  readonly bic: string | null
  readonly amount_minor: bigint
  readonly reference: string
}

const HIGHEST_MINOR = 999_999_999_99n
const LONGEST_NAME = 70
const LARGEST_BYTES = 331

/** The lines to be shown as a QR code; null where the standard has no room for the amount or the name. */
export function epcPayload({ holder, iban, bic, amount_minor, reference }: Transfer): string | null {
  const UTF_8 = '1'
  const payload = [
    'BCD',
    '002',
    UTF_8,
    'SCT',
    bic ?? '',
    holder,
    iban,
    `EUR${formatMoney(amount_minor)}`,
    '', // purpose
    '', // structured reference
    reference,
  ].join('\n')
  const fits = amount_minor <= HIGHEST_MINOR && Array.from(holder).length <= LONGEST_NAME
  return fits && Buffer.byteLength(payload) <= LARGEST_BYTES ? payload : null
}
