// The interface of a card provider. Stripe implements it in stripe.ts; a second one is another file, and a
// line in openCardProvider().
import type { Config } from '../config.ts'

export interface CardProvider {
  /** Prefix of a payment's id as a deposit's evidence, and the actor of its credit. */
  readonly name: string
  /** The webhook's path, by POST of JSON, and the header of its signature. */
  readonly webhook: { readonly path: string; readonly signature_header: string }
  /** Opens the checkout of a deposit; idempotent for a day. Rejects on failure. */
  open(
    deposit: { id: string; reference: string; amount_minor: bigint },
    currency: string,
  ): Promise<OpenedCheckout>
  /** The present state of a checkout. Rejects when the provider does not answer. */
  find(checkout_id: string): Promise<Checkout>
  /** Undefined for an invalid signature, or one of more than 5 minutes before `now`. */
  readEvent(payload: Buffer, signature: string, now: Date): CardEvent | undefined
}

export interface OpenedCheckout {
  readonly checkout_id: string
  /** The provider's own page, where the member types the card. */
  readonly url: string
  readonly expires_at: Date
}

/** A payment at the provider; its currency as currencyOf() writes it. */
export interface CardPayment {
  readonly payment_id: string | null
  readonly amount_minor: bigint | null
  readonly currency: string | null
}

export interface Checkout extends CardPayment {
  readonly id: string
  /** Its deposit, as far as it says so. */
  readonly deposit_id: string | null
  /** `declined`: the member's bank did not make a payment that had begun. */
  readonly state: 'open' | 'paid' | 'expired' | 'declined'
}

/** An event of the provider's, its signature verified. */
export interface CardEvent {
  readonly id: string
  /** The provider's event type; of a refund or dispute it begins with `charge.`. */
  readonly type: string
  readonly happened_at: Date
  /** Undefined for events that do not matter here. */
  readonly of: { readonly checkout: Checkout } | { readonly contested: CardPayment } | undefined
}

const CURRENCIES = { USD: 'usd', EURO: 'eur' } as const
/** A setting's currency: ISO 4217 in lower case. */
export const currencyOf = (currency: 'USD' | 'EURO'): string => CURRENCIES[currency]

export async function openCardProvider(config: Config['card']): Promise<CardProvider | undefined> {
  if (config === undefined) return undefined
  // Loaded on use: its library is large, and most deployments do without.
  const { openStripe } = await import('./stripe.ts')
  return openStripe(config)
}
