// The public service that says whether a VAT number is valid, with the protocol of VIES (its REST API): only its clear yes
// confirms, only its clear no refuses; whatever else it answers, or does not, leaves the number unconfirmed
// (billing.test.ts).
import { z } from 'zod'
import { safeFetch } from '../platform/http/safe-fetch.ts'

export type ServiceAnswer =
  | { readonly check: 'confirmed' | 'refused'; readonly consultation: string | null }
  | { readonly check: 'unconfirmed' }

const TIMEOUT_MS = 15_000
const MAX_BYTES = 20_000
const UNCONFIRMED = { check: 'unconfirmed' } as const

const answerForm = z.object({
  countryCode: z.string(),
  vatNumber: z.string(),
  valid: z.boolean(),
  requestIdentifier: z.string().max(60).nullish(),
})

interface Asked {
  /** With its prefix. */
  readonly vat_number: string
  /** The seller's, whose consultation it is; the service then gives a reference. */
  readonly requester: string | null
}

const PREFIX_LENGTH = 2
const split = (number: string) => [number.slice(0, PREFIX_LENGTH), number.slice(PREFIX_LENGTH)] as const

/** Asks the service at this address; undefined: there is none. Never throws. */
export async function askService(
  { vat_number, requester }: Asked,
  service: { readonly url: string | undefined; readonly allowLoopback: boolean },
): Promise<ServiceAnswer> {
  if (service.url === undefined) return UNCONFIRMED
  const [countryCode, vatNumber] = split(vat_number)
  const [requesterMemberStateCode, requesterNumber] = split(requester ?? '')
  const body = JSON.stringify({
    countryCode,
    vatNumber,
    ...(requester !== null && { requesterMemberStateCode, requesterNumber }),
  })
  try {
    const { status, body: received } = await safeFetch(service.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body,
      maxBytes: MAX_BYTES,
      timeoutMs: TIMEOUT_MS,
      allowLoopback: service.allowLoopback,
    })
    const read = status === 200 ? answerForm.safeParse(JSON.parse(received.toString('utf8'))) : undefined
    if (read?.success !== true) return UNCONFIRMED
    const { valid, requestIdentifier, ...about } = read.data
    // An answer about another number is none.
    if (about.countryCode !== countryCode || about.vatNumber !== vatNumber) return UNCONFIRMED
    return { check: valid ? 'confirmed' : 'refused', consultation: requestIdentifier || null }
  } catch {
    return UNCONFIRMED
  }
}
