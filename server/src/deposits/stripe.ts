// Stripe as card provider, through its own library. Card data never passes through this server: members enter it on
// Stripe's page.
import { Stripe } from 'stripe'
import type { Config } from '../platform/config.ts'
import type { CardEvent, CardPayment, CardProvider, Checkout } from './card-provider.ts'

// Two requests and the backoff between them must be shorter than an app's timeout.
const TIMEOUT_MS = 6000
const SIGNED_WITHIN_S = 300

export function openStripe(config: NonNullable<Config['card']>): CardProvider {
  const { secret_key, webhook_secret, api_base, origin } = config
  const stripe = new Stripe(secret_key, {
    ...(api_base !== undefined && addressOf(api_base)),
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 1,
    telemetry: false,
  })
  return {
    name: 'stripe',
    // https://docs.stripe.com/webhooks
    webhook: { path: '/api/payments/stripe-webhook', signature_header: 'stripe-signature' },
    async open(deposit, currency) {
      const session = await stripe.checkout.sessions.create(checkoutOf(deposit, currency, origin), {
        idempotencyKey: deposit.id,
      })
      if (session.url === null || !isCheckout(session.url, api_base))
        throw new Error(`session ${session.id} leads to ${session.url}`)
      const { id: checkout_id, url, expires_at } = session
      return { checkout_id, url, expires_at: new Date(expires_at * 1000) }
    },
    find: async (checkout_id) => readSession(await stripe.checkout.sessions.retrieve(checkout_id)),
    readEvent(payload, signature, now) {
      try {
        const event = Stripe.webhooks.constructEvent(
          payload,
          signature,
          webhook_secret,
          SIGNED_WITHIN_S,
          undefined,
          now.getTime(),
        )
        const { id, type, created } = event
        return { id, type, happened_at: new Date(created * 1000), of: concernOf(event) }
      } catch {
        return undefined
      }
    },
  }
}

function concernOf(event: Stripe.Event): CardEvent['of'] {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.expired':
    case 'checkout.session.async_payment_failed': {
      const session = event.data.object
      // Without our metadata the session was created by another user of the same Stripe account.
      if (session.metadata?.['deposit_id'] === undefined) return undefined
      const checkout = readSession(session)
      const declined = event.type === 'checkout.session.async_payment_failed'
      return { checkout: declined ? { ...checkout, state: 'declined' } : checkout }
    }
    case 'charge.refunded': {
      const { payment_intent, amount_refunded, currency } = event.data.object
      return { contested: readPayment(payment_intent, amount_refunded, currency) }
    }
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated': {
      const { payment_intent, amount, currency } = event.data.object
      return { contested: readPayment(payment_intent, amount, currency) }
    }
    default:
      return undefined
  }
}

const readSession = (session: Stripe.Checkout.Session): Checkout => ({
  id: session.id,
  deposit_id: session.client_reference_id,
  state: session.payment_status === 'paid' ? 'paid' : session.status === 'expired' ? 'expired' : 'open',
  ...readPayment(session.payment_intent, session.amount_total, session.currency),
})

const readPayment = (
  payment: string | { readonly id: string } | null,
  amount: number | null,
  currency: string | null,
): CardPayment => ({
  payment_id: typeof payment === 'string' ? payment : (payment?.id ?? null),
  amount_minor: amount === null ? null : BigInt(amount),
  currency,
})

/** Depends on the deposit only: the provider rejects a reused idempotency key with different parameters. */
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
    // The member pays the requested amount in our currency, without a conversion surcharge.
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
  return is_plain
    ? ({ host: hostname, port: port || 80, protocol: 'http' } as const)
    : ({ host: hostname, port: port || 443, protocol: 'https' } as const)
}

/** Members are redirected only to the provider's page, or to the configured address in its place. */
function isCheckout(address: string, api_base: string | undefined): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, origin } = new URL(address)
  if (api_base !== undefined && origin === new URL(api_base).origin) return true
  return protocol === 'https:' && hostname.endsWith('.stripe.com')
}
