// Stripe as card provider, through its own library. Card data never passes through this server: members enter it on
// Stripe's page.
import { Stripe } from 'stripe'
import type { Config } from '../platform/config.ts'
import type { CardEvent, CardPayment, CardProvider, Checkout, Dispute, Refund } from './card-provider.ts'

// Two requests and the backoff between them must be shorter than an app's timeout.
const TIMEOUT_MS = 6000
const SIGNED_WITHIN_S = 300

export function openStripe(config: NonNullable<Config['card']>): CardProvider {
  const { secretKey, webhookSecret, apiBase, origin } = config
  const stripe = new Stripe(secretKey, {
    ...(apiBase !== undefined && addressOf(apiBase)),
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 1,
    telemetry: false,
  })
  return {
    name: 'stripe',
    // https://docs.stripe.com/webhooks
    webhook: { path: '/api/payments/stripe-webhook', signatureHeader: 'stripe-signature' },
    async open(deposit, currency) {
      const session = await stripe.checkout.sessions.create(checkoutOf(deposit, currency, origin), {
        idempotencyKey: deposit.id,
      })
      if (session.url === null || !isCheckout(session.url, apiBase))
        throw new Error(`session ${session.id} leads to ${session.url}`)
      const { id: checkout_id, url, expires_at } = session
      return { checkout_id, url, expires_at: new Date(expires_at * 1000) }
    },
    find: async (checkout_id) => readSession(await stripe.checkout.sessions.retrieve(checkout_id)),
    // An idempotency key is stored for a day or a month, so a refund that exists is found by its metadata first.
    async refund({ payment_id, amount_minor, withdrawal_id, reference }) {
      try {
        const { data } = await stripe.refunds.list({ payment_intent: payment_id, limit: 100 })
        const same = data.find(({ metadata }) => metadata?.['withdrawal_id'] === withdrawal_id)
        if (same !== undefined) return readRefund(same)
        const metadata = { withdrawal_id, reference }
        const created = await stripe.refunds.create(
          { payment_intent: payment_id, amount: Number(amount_minor), metadata },
          { idempotencyKey: withdrawal_id },
        )
        return readRefund(created)
      } catch (error) {
        // https://docs.stripe.com/error-codes, e.g. charge_disputed or charge_already_refunded. A wrong key, a rate limit and
        // an outage are other errors, and are retried.
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
        return { refund_id: null, state: 'refused', why: error.code ?? 'invalid_request' }
      }
    },
    findRefund: async (refund_id) => readRefund(await stripe.refunds.retrieve(refund_id)),
    readEvent(payload, signature, now) {
      try {
        const event = Stripe.webhooks.constructEvent(
          payload,
          signature,
          webhookSecret,
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
      const { payment_intent, amount_refunded: amountRefunded, currency } = event.data.object
      return { refunded: readPayment(payment_intent, amountRefunded, currency) }
    }
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed': {
      const { id, metadata, payment_intent, amount, currency } = event.data.object
      if (metadata?.['withdrawal_id'] === undefined) return undefined
      return { refund_id: id, payment: readPayment(payment_intent, amount, currency) }
    }
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated': {
      const { id, status, payment_intent, amount, currency } = event.data.object
      return {
        dispute: { id, status: DECIDED[status] ?? 'open', ...readPayment(payment_intent, amount, currency) },
      }
    }
    default:
      return undefined
  }
}

// https://docs.stripe.com/api/disputes/object: an inquiry that is closed without a dispute returns no money.
const DECIDED: Readonly<Partial<Record<Stripe.Dispute.Status, Dispute['status']>>> = {
  won: 'won',
  lost: 'lost',
  warning_closed: 'won',
  prevented: 'won',
}

// https://docs.stripe.com/api/refunds/object
function readRefund({ id: refund_id, status, failure_reason: failureReason }: Stripe.Refund): Refund {
  if (status === 'succeeded') return { refund_id, state: 'succeeded', why: null }
  const isOver = status === 'failed' || status === 'canceled'
  return {
    refund_id,
    state: isOver ? 'refused' : 'pending',
    why: isOver ? (failureReason ?? status) : null,
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

const addressOf = (apiBase: string) => {
  const { hostname, port, protocol } = new URL(apiBase)
  const isPlain = protocol === 'http:'
  return isPlain
    ? ({ host: hostname, port: port || 80, protocol: 'http' } as const)
    : ({ host: hostname, port: port || 443, protocol: 'https' } as const)
}

/** Members are redirected only to the provider's page, or to the configured address in its place. */
function isCheckout(address: string, apiBase: string | undefined): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, origin } = new URL(address)
  if (apiBase !== undefined && origin === new URL(apiBase).origin) return true
  return protocol === 'https:' && hostname.endsWith('.stripe.com')
}
