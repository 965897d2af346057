// Postbacks as an advertiser's server sends them, signed by the reference library, and the visits they are about.
import { Webhook } from 'standardwebhooks'
import { type Product } from '@fairturn/contract/orders'
import { postbackCalls, type PostbackAnswer } from '@fairturn/contract/postbacks'
import type { TestApp, TestMember } from './app.ts'
import { answered, newAddress } from './carrying.ts'
import { BROWSER } from './links.ts'

export interface Postback {
  readonly campaign_id: string
  readonly secret: string
  readonly click_id: string
  readonly kind?: string
  /** Made up where it is not said. */
  readonly webhook_id?: string
  /** When it was signed; now, where it is not said. */
  readonly at?: Date
  /** Instead of what is usual. */
  readonly body?: string
  readonly headers?: Record<string, string>
  readonly sandbox?: boolean
}

export interface PostbackReply {
  readonly status: number
  readonly code?: string
  readonly data?: PostbackAnswer
  readonly details?: PostbackAnswer
}

let sent = 0

export async function postback(app: TestApp, one: Postback): Promise<PostbackReply> {
  const { campaign_id, secret, click_id, kind = 'visit', at = app.clock.now(), sandbox = false } = one
  const webhook_id = one.webhook_id ?? `msg_${++sent}`
  const data = { click_id, kind, value: '49.90', occurred_at: at.toISOString() }
  const body = one.body ?? JSON.stringify({ type: 'conversion', data })
  const response = await app.fastify.inject({
    method: 'POST',
    url: `/api/postbacks/${campaign_id}${sandbox ? '/sandbox' : ''}`,
    headers: {
      'content-type': 'application/json',
      'webhook-id': webhook_id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign(webhook_id, at, body),
      ...one.headers,
    },
    payload: body,
  })
  return { ...response.json<Omit<PostbackReply, 'status'>>(), status: response.statusCode }
}

/** Creates a key of the placer's campaign; returns its secret and id. */
export async function newKey(app: TestApp, placer: TestMember, campaign_id: string) {
  const { key, secret } = answered(
    await app.call(postbackCalls.createKey, { token: placer.token, params: { campaign_id } }),
  )
  return { secret, key_id: key._id }
}

export interface Clicked {
  readonly click_id: string
  readonly address: string
}

/** A new visitor opens the order's link and continues; returns the click_id the landing page is given. */
export async function click(app: TestApp, order: Product, address = newAddress()): Promise<Clicked> {
  const { pathname } = new URL(order.link!)
  const headers = { 'user-agent': BROWSER, 'accept-language': 'vi-VN,vi;q=0.9' }
  const page = await app.fastify.inject({ method: 'GET', url: pathname, remoteAddress: address, headers })
  const token = /name="token" value="([^"]*)"/.exec(page.body)?.[1]
  app.clock.advance(2_000)
  const landed = await app.fastify.inject({
    method: 'POST',
    url: `${pathname}/continue`,
    remoteAddress: address,
    headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
    payload: `token=${token}`,
  })
  const click_id = new URL(String(landed.headers.location)).searchParams.get('click_id')!
  return { click_id, address }
}

/** What the landing page's script does after five visible seconds. */
export async function beacon(app: TestApp, { click_id, address }: Clicked, agent = BROWSER): Promise<number> {
  const { statusCode } = await app.fastify.inject({
    method: 'POST',
    url: `/b/${click_id}`,
    remoteAddress: address,
    headers: { 'user-agent': agent, origin: 'https://shop.example.com' },
  })
  return statusCode
}
