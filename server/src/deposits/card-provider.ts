// Interface of a card provider. stripe.ts implements it; another provider needs a file and a line in configured-provider.ts.

export interface CardProvider {
  /** Prefix of a payment's id when it is a deposit's evidence, and the actor of its credit. */
  readonly name: string
  /** Path of the webhook (POST, JSON), and the header with its signature. */
  readonly webhook: { readonly path: string; readonly signatureHeader: string }
  /** Opens the checkout of a deposit; idempotent for a day. Rejects on failure. */
  open(
    deposit: { id: string; reference: string; amount_minor: bigint },
    currency: string,
  ): Promise<OpenedCheckout>
  /** Current state of a checkout. Rejects if the provider does not respond. */
  find(checkout_id: string): Promise<Checkout>
  /**
   * Refunds a part of a payment to its card; idempotent for the withdrawal, whatever the time between. Rejects only if the
   * provider does not respond; the provider's own refusal is an answer.
   */
  refund(refund: NewRefund): Promise<Refund>
  /** Current state of a refund. Rejects if the provider does not respond. */
  findRefund(refund_id: string): Promise<Refund>
  /** Undefined if the signature is invalid or older than 5 minutes at `now`. */
  readEvent(payload: Buffer, signature: string, now: Date): CardEvent | undefined
}

export interface NewRefund {
  readonly payment_id: string
  /** Minor units. */
  readonly amount_minor: bigint
  readonly withdrawal_id: string
  readonly reference: string
}

export interface Refund {
  /** Null if the provider refused to create one. */
  readonly refund_id: string | null
  readonly state: 'pending' | 'succeeded' | 'refused'
  /** The provider's code of its refusal. */
  readonly why: string | null
}

/** A chargeback. `won` also if the issuer withdrew it. */
export interface Dispute extends CardPayment {
  readonly id: string
  readonly status: 'open' | 'won' | 'lost'
}

export interface OpenedCheckout {
  readonly checkout_id: string
  /** URL of the provider's page, where the member enters the card. */
  readonly url: string
  readonly expires_at: Date
}

/** A payment at the provider; its currency in the form of currencyOf(). */
export interface CardPayment {
  readonly payment_id: string | null
  readonly amount_minor: bigint | null
  readonly currency: string | null
}

export interface Checkout extends CardPayment {
  readonly id: string
  /** Its deposit, if the provider states it. */
  readonly deposit_id: string | null
  /** `declined`: the member's bank did not complete a payment that had begun. */
  readonly state: 'open' | 'paid' | 'expired' | 'declined'
}

/** A provider's event whose signature was verified. */
export interface CardEvent {
  readonly id: string
  /** The provider's event type; for a refund or dispute it begins with `charge.`. */
  readonly type: string
  readonly happened_at: Date
  /** Undefined for events that are ignored. */
  readonly of:
    | { readonly checkout: Checkout }
    /** Refunded in all, by us or at the provider. */
    | { readonly refunded: CardPayment }
    /** One of our refunds has a new state. */
    | { readonly refund_id: string; readonly payment: CardPayment }
    | { readonly dispute: Dispute }
    | undefined
}

const CURRENCIES = { USD: 'usd', EURO: 'eur' } as const
/** A setting's currency: ISO 4217 in lower case. */
export const currencyOf = (currency: 'USD' | 'EURO'): string => CURRENCIES[currency]
