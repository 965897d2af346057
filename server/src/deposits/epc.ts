// Payload of the EPC QR code that banking apps read to fill in a SEPA transfer (EPC069-12, version 002); euro only.
import { formatMoney } from '@fairturn/contract/minor-units'

interface Transfer {
  readonly holder: string
  readonly iban: string
  readonly bic: string | null
  readonly amount_minor: bigint
  readonly reference: string
}

const MAX_AMOUNT_MINOR = 999_999_999_99n
const MAX_NAME_LENGTH = 70
const MAX_PAYLOAD_BYTES = 331

/** The lines of the QR code; null if the amount or the name exceeds the standard's limits. */
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
  const fits = amount_minor <= MAX_AMOUNT_MINOR && Array.from(holder).length <= MAX_NAME_LENGTH
  return fits && Buffer.byteLength(payload) <= MAX_PAYLOAD_BYTES ? payload : null
}
