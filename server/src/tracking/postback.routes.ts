// Postback calls: signed calls by advertisers' servers, and the placer's settings and log. An unauthenticated caller leaves
// no trace and is not told why (postback.test.ts).
import { isUtf8 } from 'node:buffer'
import { id } from '@fairturn/contract/ids'
import type { MessageCode } from '@fairturn/contract/messages'
import {
  POSTBACK_LIMITS,
  type PostbackAnswer,
  postbackCalls,
  type PostbackResult,
  TEST_CLICK_ID,
} from '@fairturn/contract/postbacks'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Campaign, campaignsOf, ownCampaign, setConfirmHours } from '../campaigns/campaigns.ts'
import { requireConfirmation } from '../members/members.ts'
import type { Config } from '../platform/config.ts'
import type { Queryable } from '../platform/database/database.ts'
import type { App, Routes } from '../platform/http/app.ts'
import { bind, enforceRateLimit } from '../platform/http/bind.ts'
import type { Limit } from '../platform/http/limits.ts'
import { refuse } from '../platform/http/refusal.ts'
import { beaconSnippet } from './beacon.ts'
import { countConfirmations } from './confirmations.store.ts'
import { deliveriesOf, replayDelivery, recordDelivery } from './deliveries.ts'
import {
  createKey,
  isAuthentic,
  keysOf,
  postbackCipher,
  retireKey,
  signBody,
  type Signed,
} from './postback-keys.ts'
import { type Outcome, tryPostback } from './postback.ts'

/** Rate limit per campaign of authentic postbacks. */
const OF_A_CAMPAIGN: Limit = { hits: 1200, per_seconds: 60 }
/** Rate limit per address of unauthenticated ones. */
const NOT_AUTHENTIC: Limit = { hits: 120, per_seconds: 60 }
/** Results that the sender can correct; all others are final, and a retry would change nothing. */
const TO_MEND: Partial<Record<PostbackResult, MessageCode>> = {
  click_is_unknown: 'click_is_unknown',
  kind_is_not_the_campaigns: 'kind_is_not_the_campaigns',
  body_is_not_understood: 'body_is_not_understood',
}

export async function postbackRoutes(routes: Routes): Promise<void> {
  placerRoutes(routes)
  const { fastify, app } = routes
  await fastify.register(async (scope) => {
    // The signature covers the raw bytes, whatever their content type.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    for (const [url, sandbox] of [
      ['/api/postbacks/:campaign_id', false],
      ['/api/postbacks/:campaign_id/sandbox', true],
    ] as const) {
      scope.route({
        method: 'POST',
        url,
        bodyLimit: POSTBACK_LIMITS.largest_body,
        handler: (request, reply) => answerPostback(app, request, reply, sandbox),
      })
    }
  })
}

/**
 * `POST postbacks/{campaign_id}`, Standard Webhooks. 200: final; 401: signature invalid; 404 and 422: to be corrected by
 * the sender; 409: `webhook_id_was_used`. The sandbox responds the same and stores nothing.
 */
async function answerPostback(app: App, request: FastifyRequest, reply: FastifyReply, sandbox: boolean) {
  const { campaign_id } = request.params as { campaign_id: string }
  const signed = signedOf(request)
  const campaign = signed && (await received(app, campaign_id, signed))
  if (signed === undefined || campaign === undefined) {
    await enforceRateLimit(app, NOT_AUTHENTIC, 'postback refused', undefined, request)
    throw refuse('postback_is_not_authentic')
  }
  await enforceRateLimit(app, OF_A_CAMPAIGN, 'postback', campaign.id, request)
  const { body } = signed
  const outcome = sandbox
    ? await tryPostback(app.database, { campaign_id: campaign.id, kind: campaign.kind, body })
    : await app.database.transaction((tx) => recordDelivery(tx, campaign.id, signed))
  const answer = answerOf(outcome, sandbox)
  const toMend = TO_MEND[outcome.result]
  if (toMend !== undefined) throw refuse(toMend, { ...answer })
  return reply.send({ data: answer })
}

const answerOf = ({ result, reason, click_id }: Outcome, sandbox: boolean): PostbackAnswer => ({
  result,
  reason,
  click_id,
  sandbox,
})

function signedOf(request: FastifyRequest): Signed | undefined {
  const header = (name: string) => {
    const value = request.headers[name]
    return typeof value === 'string' ? value : ''
  }
  const { body } = request
  if (!Buffer.isBuffer(body) || !isUtf8(body) || body.includes(0)) return undefined
  return {
    webhook_id: header('webhook-id'),
    timestamp: header('webhook-timestamp'),
    signature: header('webhook-signature'),
    body: body.toString('utf8'),
  }
}

async function received(app: App, campaign_id: string, signed: Signed): Promise<Campaign | undefined> {
  if (!id.safeParse(campaign_id).success) return undefined
  const { database, config } = app
  const cipher = postbackCipher(config.secrets)
  if (!(await isAuthentic(database, cipher, campaign_id, signed, database.clock.now()))) return undefined
  return (await campaignsOf(database, [campaign_id])).get(campaign_id)
}

function placerRoutes(routes: Routes): void {
  const { database, config } = routes.app
  const cipher = postbackCipher(config.secrets)
  interface OwnCall {
    readonly viewer: { member_id: string }
    readonly params: { campaign_id: string }
  }
  const ownOf = ({ viewer, params }: OwnCall) => ownCampaign(database, { ...viewer, ...params })
  const postbacksOf = async (call: OwnCall) => {
    const campaign = await ownOf(call)
    if (campaign.verification !== 'postback') throw refuse('campaign_has_no_postbacks')
    return campaign
  }

  bind(routes, postbackCalls.verification, async (call) => ({
    data: await verificationOf(database, await ownOf(call), originsOf(config, call.request), call.now),
  }))

  bind(routes, postbackCalls.changeWindow, async (call) => {
    const set = { member_id: call.viewer.member_id, ...call.params, ...call.body }
    const campaign = await call.transaction((tx) => setConfirmHours(tx, set))
    return { data: await verificationOf(database, campaign, originsOf(config, call.request), call.now) }
  })

  bind(routes, postbackCalls.createKey, async (call) => {
    const campaign = await postbacksOf(call)
    await requireConfirmation(call)
    return { data: await call.transaction((tx) => createKey(tx, cipher, campaign.id)) }
  })

  bind(routes, postbackCalls.retireKey, async (call) => {
    await ownOf(call)
    await requireConfirmation(call)
    return { data: await call.transaction((tx) => retireKey(tx, { ...call.params, ...call.body })) }
  })

  bind(routes, postbackCalls.deliveries, async (call) => {
    const campaign = await ownOf(call)
    return { data: await deliveriesOf(database, campaign.id, call.query.cursor) }
  })

  bind(routes, postbackCalls.replay, async (call) => {
    const campaign = await ownOf(call)
    return { data: await call.transaction((tx) => replayDelivery(tx, campaign.id, call.params.delivery_id)) }
  })

  bind(routes, postbackCalls.test, async (call) => {
    const { id: campaign_id, kind } = await postbacksOf(call)
    const data = { click_id: TEST_CLICK_ID, kind, occurred_at: call.now.toISOString() }
    const body = JSON.stringify({ type: 'conversion', data })
    const signed = await signBody(database, cipher, campaign_id, body, call.now)
    if (signed === undefined) throw refuse('there_is_no_postback_key')
    const campaign = await received(routes.app, campaign_id, signed)
    if (campaign === undefined) throw refuse('postback_is_not_authentic')
    const outcome = await tryPostback(database, { campaign_id, kind, body })
    const headers = {
      'webhook-id': signed.webhook_id,
      'webhook-timestamp': signed.timestamp,
      'webhook-signature': signed.signature,
    }
    const url = `${urlOf(campaign_id, originsOf(config, call.request))}/sandbox`
    return { data: { url, headers, body, answer: answerOf(outcome, true) } }
  })
}

interface Origins {
  /** Base URL of the API. */
  readonly api: string
  /** Origin of tracked links and the beacon. */
  readonly links: string
}

/** As configured, otherwise from the request. */
function originsOf(config: Config, { protocol, host }: FastifyRequest): Origins {
  const input = URL.parse(`${protocol}://${host}`)?.origin ?? 'http://localhost'
  const own = config.publicOrigin ?? input
  return { api: new URL(config.apiBase, own).href, links: config.linkOrigin ?? own }
}

const urlOf = (campaign_id: string, { api }: Origins): string =>
  new URL(`postbacks/${campaign_id}`, api.endsWith('/') ? api : `${api}/`).href

async function verificationOf(on: Queryable, campaign: Campaign, origins: Origins, now: Date) {
  const { id: campaign_id, verification: mode, kind, status, confirm_hours } = campaign
  const postback = mode === 'postback'
  const { waiting, confirmed } = await countConfirmations.one(on, { campaign_id })
  const url = postback ? urlOf(campaign_id, origins) : null
  return {
    mode,
    kind,
    waiting,
    confirmed,
    confirm_hours: postback ? confirm_hours : null,
    can_change: postback && (status === 'unpaid' || status === 'review'),
    snippet: mode === 'beacon' ? beaconSnippet(origins.links) : null,
    url,
    sandbox_url: url && `${url}/sandbox`,
    test_click_id: TEST_CLICK_ID,
    keys: postback ? await keysOf(on, campaign_id, now) : [],
  }
}
