// What a card provider does for deposits. Stripe is one, in stripe.ts; another is one more file, and a line in openCardProvider().
import type { Config } from '../config.ts'

export interface CardProvider {
  /** Stands before a payment's id as the evidence of a deposit, and in the log as who credited it. */
  readonly name: string
  /** Where it tells us what happened, by POST of JSON, and the header that carries its signature. */
  readonly webhook: { readonly path: string; readonly signature_header: string }
  /** Opens the checkout of a deposit; the same one however often it is asked for within a day. Rejects when it cannot. */
  open(
    deposit: { id: string; reference: string; amount_minor: bigint },
    currency: string,
  ): Promise<OpenedCheckout>
  /** The checkout as it stands. Rejects when the provider cannot be asked. */
  find(checkout_id: string): Promise<Checkout>
  /** Undefined when the provider has not signed it, or more than 5 minutes before `now`. */
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

/** A checkout, and what became of it so far. */
export interface Checkout extends CardPayment {
  readonly id: string
  /** What it was opened for, as far as it says so. */
  readonly deposit_id: string | null
  /** `declined`: the member's bank did not make a payment that had begun. */
  readonly state: 'open' | 'paid' | 'expired' | 'declined'
}

/** Something the provider tells us, its signature checked. */
export interface CardEvent {
  readonly id: string
  /** The provider's own word; of a payment that is given back or disputed it begins with `charge.`. */
  readonly type: string
  readonly happened_at: Date
  /** Undefined for what concerns nothing here. */
  readonly of: { readonly checkout: Checkout } | { readonly contested: CardPayment } | undefined
}

const CURRENCIES = { USD: 'usd', EURO: 'eur' } as const
/** A setting's currency: ISO 4217 in small letters. */
export const currencyOf = (currency: 'USD' | 'EURO'): string => CURRENCIES[currency]

/** The provider as configured; undefined where deposits by card are not. */
export async function openCardProvider(config: Config['card']): Promise<CardProvider | undefined> {
  if (config === undefined) return undefined
  // Loaded where it is used: its library is large, and most deployments start without it.
  const { openStripe } = await import('./stripe.ts')
  return openStripe(config)
}
