// The card provider, Stripe, through its own library: opens a checkout, asks what became of it, reads what it tells us.
// No card ever passes here: members type theirs on the provider's page. It decides nothing about money.
import type Stripe from 'stripe'
import type { Config } from '../config.ts'

/** A checkout at the provider, and what became of it so far. */
export type Session = Stripe.Checkout.Session
/** Something the provider tells us of, its signature checked. */
export type CardEvent = Stripe.Event

export interface Card {
  /** Opens the checkout of a deposit; the same one however often it is asked for within a day. Rejects when it cannot. */
  open(
    deposit: { id: string; reference: string; amount_minor: bigint },
    currency: string,
  ): Promise<CheckoutSession>
  /** The checkout as it stands. Rejects when the provider cannot be asked. */
  find(session_id: string): Promise<Session>
  /** Undefined when the provider has not signed it, or more than 5 minutes before `now`. */
  read(payload: Buffer, signature: string, now: Date): CardEvent | undefined
}

interface CheckoutSession {
  readonly session_id: string
  readonly url: string
  readonly expires_at: Date
}

const CURRENCIES: Readonly<Record<string, string>> = { USD: 'usd', EURO: 'eur' }
/** A setting's currency as the provider writes it. */
export const cardCurrency = (currency: 'USD' | 'EURO'): string => CURRENCIES[currency]!

// Twice this, and the pause between, is less than an app waits for an answer.
const TIMEOUT_MS = 6000
const SIGNED_WITHIN_S = 300

/** The provider as configured; undefined when deposits by card are not. */
export async function openCard(config: Config['card']): Promise<Card | undefined> {
  if (config === undefined) return undefined
  const { secret_key, webhook_secret, api_base, origin } = config
  // Loaded where it is used: it is large, and most deployments start without it.
  const { default: Provider } = await import('stripe')
  const stripe = new Provider(secret_key, {
    ...(api_base !== undefined && addressOf(api_base)),
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 1,
    telemetry: false,
  })
  return {
    async open(deposit, currency) {
      const session = await stripe.checkout.sessions.create(checkoutOf(deposit, currency, origin), {
        idempotencyKey: deposit.id,
      })
      if (session.url === null || !isCheckout(session.url, api_base))
        throw new Error(`session ${session.id} leads to ${session.url}`)
      return {
        session_id: session.id,
        url: session.url,
        expires_at: new Date(session.expires_at * 1000),
      }
    },
    find: (session_id) => stripe.checkout.sessions.retrieve(session_id),
    read(payload, signature, now) {
      try {
        return Provider.webhooks.constructEvent(
          payload,
          signature,
          webhook_secret,
          SIGNED_WITHIN_S,
          undefined,
          now.getTime(),
        )
      } catch {
        return undefined
      }
    },
  }
}

/** Made of the deposit alone: with one key the provider refuses a request that differs from the first. */
function checkoutOf(
  { id, reference, amount_minor }: { id: string; reference: string; amount_minor: bigint },
  currency: string,
  origin: string,
): Stripe.Checkout.SessionCreateParams {
  const metadata = { deposit_id: id, reference }
  const amount = `${amount_minor / 100n}.${String(amount_minor % 100n).padStart(2, '0')}`
  return {
    mode: 'payment',
    allowed_payment_method_types: ['card'],
    // The member pays the amount they asked for, in our currency, without the surcharge of a conversion.
    adaptive_pricing: { enabled: false },
    client_reference_id: id,
    metadata,
    payment_intent_data: { metadata },
    line_items: [
      {
        quantity: 1,
        price_data: { currency, unit_amount: Number(amount_minor), product_data: { name: reference } },
      },
    ],
    success_url: `${origin}/deposit?deposit=${id}&paid=1`,
    cancel_url: `${origin}/deposit?amount=${amount}&method=card`,
  }
}

const addressOf = (api_base: string) => {
  const { hostname, port, protocol } = new URL(api_base)
  const is_plain = protocol === 'http:'
  return {
    host: hostname,
    port: port || (is_plain ? 80 : 443),
    protocol: is_plain ? 'http' : 'https',
  } as const
}

/** Members are led to a page of the provider's, or of the address configured in its place, and nowhere else. */
function isCheckout(address: string, api_base: string | undefined): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, origin } = new URL(address)
  if (api_base !== undefined && origin === new URL(api_base).origin) return true
  return protocol === 'https:' && hostname.endsWith('.stripe.com')
}
