// A card provider for tests: as much of Stripe's protocol as its official library needs. Opens checkouts, serves their
// page, refunds payments, and calls a signed webhook. https://docs.stripe.com/api/checkout/sessions and /refunds
import { createHmac, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export const STRIPE_SECRET = 'sk_test_of_nobody'
export const WEBHOOK_SECRET = 'whsec_of_nobody'

export interface ProviderSession {
  id: string
  object: 'checkout.session'
  url: string | null
  status: 'open' | 'complete' | 'expired'
  payment_status: 'paid' | 'unpaid'
  payment_intent: string | null
  amount_total: number
  currency: string
  client_reference_id: string
  metadata: Record<string, string>
  expires_at: number
}

export interface ProviderRefund {
  id: string
  object: 'refund'
  payment_intent: string
  amount: number
  currency: string
  status: 'pending' | 'succeeded' | 'failed'
  failure_reason?: string
  metadata: Record<string, string>
}

export interface ProviderEvent {
  id: string
  object: 'event'
  type: string
  created: number
  data: { object: object }
}

export interface CardProvider {
  readonly url: string
  /** Environment variables of the server under test, besides PUBLIC_ORIGIN. */
  readonly variables: Readonly<Record<string, string>>
  readonly sessions: Map<string, ProviderSession>
  /** The requests that created a session, replays included. */
  readonly requests: { key: string; form: URLSearchParams; session_id: string }[]
  readonly refunds: Map<string, ProviderRefund>
  /** How new refunds begin; otherwise the error code with which they are refused. */
  refunding: 'succeeded' | 'pending' | 'charge_disputed' | 'charge_already_refunded'
  /** While true, every request is answered with 503. */
  down: boolean
  /** While true, a refund is created and its answer is lost. */
  loses_answers: boolean
  /** Overrides the URL of checkouts, which is this server's own page by default. */
  leads_to: string | undefined
  pay(session_id: string): ProviderSession
  /** Calls the webhook for a completed session; rejects unless it is accepted. */
  sendWebhook(session_id: string, webhook: string): Promise<void>
  close(): Promise<void>
}

let made = 0
const newId = (prefix: string) => `${prefix}_${(made += 1)}${randomBytes(6).toString('hex')}`

/** An event in the provider's format. */
export const eventOf = (type: string, object: object, at = new Date()): ProviderEvent => ({
  id: newId('evt'),
  object: 'event',
  type,
  created: Math.floor(at.getTime() / 1000),
  data: { object },
})

/** The `stripe-signature` header: https://docs.stripe.com/webhooks#verify-manually */
export function signatureOf(payload: string, at = new Date(), secret = WEBHOOK_SECRET): string {
  const seconds = Math.floor(at.getTime() / 1000)
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${payload}`).digest('hex')}`
}

export async function startCardProvider(): Promise<CardProvider> {
  const byKey = new Map<string, { body: string; session_id: string }>()
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)))
  })
  const provider = {
    url: '',
    variables: {} as Record<string, string>,
    sessions: new Map<string, ProviderSession>(),
    requests: [] as CardProvider['requests'],
    refunds: new Map<string, ProviderRefund>(),
    refunding: 'succeeded' as CardProvider['refunding'],
    loses_answers: false,
    down: false,
    leads_to: undefined as string | undefined,
    pay(session_id: string): ProviderSession {
      const session = provider.sessions.get(session_id)!
      return Object.assign(session, {
        status: 'complete',
        payment_status: 'paid',
        payment_intent: session.payment_intent ?? newId('pi'),
        url: null,
      })
    },
    async sendWebhook(session_id: string, webhook: string): Promise<void> {
      const payload = JSON.stringify(
        eventOf('checkout.session.completed', provider.sessions.get(session_id)!),
      )
      const headers = { 'content-type': 'application/json', 'stripe-signature': signatureOf(payload) }
      const { status } = await fetch(webhook, { method: 'POST', headers, body: payload })
      if (status !== 200) throw new Error(`the webhook answered ${status}`)
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  provider.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  provider.variables = {
    STRIPE_SECRET_KEY: STRIPE_SECRET,
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    STRIPE_API_BASE: provider.url,
  }
  return provider

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', provider.url)
    const body = await read(request)
    if (pathname.startsWith('/v1/refunds')) return refunds(request, response, body)
    const [, resource, id, action] =
      /^\/(v1\/checkout\/sessions|pay)(?:\/(\w+))?(?:\/(\w+))?$/.exec(pathname) ?? []
    if (resource === 'pay') return page(response, provider.sessions.get(id ?? ''), action)
    if (provider.down) return say(response, 503, fault('api_error', 'down for maintenance'))
    if (request.headers.authorization !== `Bearer ${STRIPE_SECRET}`)
      return say(response, 401, fault('invalid_request_error', 'Invalid API Key provided'))
    if (resource === undefined) return say(response, 404, fault('invalid_request_error', 'no such address'))
    if (request.method === 'POST') return open(response, String(request.headers['idempotency-key']), body)
    const session = provider.sessions.get(id ?? '')
    if (session === undefined) return say(response, 404, fault('invalid_request_error', 'no such session'))
    return say(response, 200, session)
  }

  function refunds(request: IncomingMessage, response: ServerResponse, body: string): void {
    if (provider.down) return say(response, 503, fault('api_error', 'down for maintenance'))
    if (request.headers.authorization !== `Bearer ${STRIPE_SECRET}`)
      return say(response, 401, fault('invalid_request_error', 'Invalid API Key provided'))
    const { pathname, searchParams } = new URL(request.url ?? '/', provider.url)
    if (request.method === 'POST')
      return refund(response, String(request.headers['idempotency-key']), new URLSearchParams(body))
    const id = pathname.split('/')[3]
    if (id === undefined) {
      const ofPayment = ({ payment_intent }: ProviderRefund) =>
        payment_intent === searchParams.get('payment_intent')
      const data = [...provider.refunds.values()].filter(ofPayment)
      return say(response, 200, { object: 'list', data, hasMore: false, url: '/v1/refunds' })
    }
    const found = provider.refunds.get(id)
    if (found === undefined) return say(response, 404, fault('invalid_request_error', 'no such refund'))
    return say(response, 200, found)
  }

  /** At most what was paid: https://docs.stripe.com/api/refunds/create */
  function refund(response: ServerResponse, key: string, form: URLSearchParams): void {
    const payment_intent = form.get('payment_intent')!
    const session = [...provider.sessions.values()].find((each) => each.payment_intent === payment_intent)
    const amount = Number(form.get('amount'))
    const ofPayment = [...provider.refunds.values()].filter(
      (each) => each.payment_intent === payment_intent && each.status !== 'failed',
    )
    const refunded = ofPayment.reduce((sum, each) => sum + each.amount, 0)
    const kept = provider.refunds.get(`re_${key}`)
    if (kept !== undefined && provider.loses_answers) return void response.destroy()
    if (kept !== undefined) return say(response, 200, kept)
    if (provider.refunding !== 'succeeded' && provider.refunding !== 'pending')
      return say(response, 400, {
        error: { ...fault('invalid_request_error', 'refused').error, code: provider.refunding },
      })
    if (session === undefined || refunded + amount > session.amount_total)
      return say(response, 400, {
        error: { ...fault('invalid_request_error', 'too much').error, code: 'charge_already_refunded' },
      })
    const created: ProviderRefund = {
      id: `re_${key}`,
      object: 'refund',
      payment_intent,
      amount,
      currency: session.currency,
      status: provider.refunding,
      metadata: {
        withdrawal_id: form.get('metadata[withdrawal_id]')!,
        reference: form.get('metadata[reference]')!,
      },
    }
    provider.refunds.set(created.id, created)
    if (provider.loses_answers) return void response.destroy()
    return say(response, 200, created)
  }

  /** One session per idempotency key: https://docs.stripe.com/api/idempotent_requests */
  function open(response: ServerResponse, key: string, body: string): void {
    const form = new URLSearchParams(body)
    const kept = byKey.get(key)
    if (kept !== undefined && kept.body !== body)
      return say(response, 400, fault('idempotency_error', 'the key was used with other parameters'))
    const session = kept ? provider.sessions.get(kept.session_id)! : sessionOf(form)
    provider.sessions.set(session.id, session)
    byKey.set(key, { body, session_id: session.id })
    provider.requests.push({ key, form, session_id: session.id })
    return say(response, 200, session)
  }

  function sessionOf(form: URLSearchParams): ProviderSession {
    const id = newId('cs_test')
    return {
      id,
      object: 'checkout.session',
      url: provider.leads_to ?? `${provider.url}/pay/${id}`,
      status: 'open',
      payment_status: 'unpaid',
      payment_intent: null,
      amount_total: Number(form.get('line_items[0][price_data][unit_amount]')),
      currency: form.get('line_items[0][price_data][currency]')!,
      client_reference_id: form.get('client_reference_id')!,
      metadata: {
        deposit_id: form.get('metadata[deposit_id]')!,
        reference: form.get('metadata[reference]')!,
      },
      expires_at: Math.floor(Date.now() / 1000) + 86_400,
    }
  }

  /** The hosted page: the amount, a pay button, and a link back. */
  function page(response: ServerResponse, session: ProviderSession | undefined, action?: string): void {
    const form = provider.requests.find((each) => each.session_id === session?.id)?.form
    if (session === undefined || form === undefined) return say(response, 404, {})
    const [paid, back] = [form.get('success_url')!, form.get('cancel_url')!]
    if (action === 'paid') {
      provider.pay(session.id)
      response.writeHead(303, { location: paid }).end()
      return
    }
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    response.end(
      `<!doctype html><title>Checkout</title><h1>${session.metadata['reference']}</h1>
       <p>${session.currency} ${session.amount_total}</p>
       <form method="post" action="/pay/${session.id}/paid"><button>Pay</button></form>
       <a href="${back.replaceAll('&', '&amp;')}">Back</a>`,
    )
  }
}

const fault = (type: string, message: string) => ({ error: { type, message } })

function say(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}
