// Postbacks through HTTP: the result of each, in any order, from any sender, repeated; and the money.
import { campaignCalls } from '@fairturn/contract/campaigns'
import { orderCalls, type Product } from '@fairturn/contract/orders'
import { postbackCalls, TEST_CLICK_ID } from '@fairturn/contract/postbacks'
import { trackingCalls } from '@fairturn/contract/tracking'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startApp, type TestApp, type TestMember } from '../../test/app.ts'
import {
  answered,
  expectLedgerCorrect,
  claim,
  distribute,
  getOrder,
  newAddress,
  placeCampaign,
  work,
} from '../../test/carrying.ts'
import { BROWSER } from '../../test/links.ts'
import { click, newKey, postback, type Postback } from '../../test/postbacks.ts'
import { settleDueOrders } from '../orders/orders.ts'
import { checkVisits, judgeVisits, maintainVisits, expireUnconfirmed } from './tracking.ts'

const HOUR_MS = 3_600_000
let app: TestApp
let placer: TestMember
let carrier: TestMember
let campaign_id: string
let secret: string
let key_id: string
let order: Product
let members = 0

beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

// Each test has its own campaign, key and order; earlier ones are over.
beforeEach(async () => {
  await app.database.asSchemaOwner(
    `update campaign set status = 'finished', ended_at = now() where status = 'active'`,
  )
  members += 1
  placer = await app.member(`placer ${members}`)
  carrier = await app.member(`carrier ${members}`)
  const terms = { kind: 'purchase', verification: 'postback', order_visits: 3, visits: 9 } as const
  campaign_id = (await placeCampaign(app, placer, terms)).id
  ;({ secret, key_id } = await newKey(app, placer, campaign_id))
  order = await distribute(app, carrier)
})

const send = (click_id: string, more: Partial<Postback> = {}) =>
  postback(app, { campaign_id, secret, click_id, kind: 'purchase', ...more })
const judged = async () => {
  await judgeVisits(app.database)
  const { data } = await app.call(orderCalls.visits, {
    token: carrier.token,
    params: { order_id: order._id },
    query: {},
  })
  return Object.fromEntries(data.counts.filter((one) => one.count > 0).map((one) => [one.verdict, one.count]))
}
const ofPlacer = () => ({ token: placer.token, params: { campaign_id } })
const log = async () => answered(await app.call(postbackCalls.deliveries, ofPlacer())).list
const key = (answer: Awaited<ReturnType<typeof send>>) => [
  answer.status,
  answer.code ?? answer.data?.result,
  answer.data?.reason ?? null,
]

describe('a click that passed every rule', () => {
  test('waits without affecting the quality, and is verified by its postback', async () => {
    const { click_id } = await click(app, order)
    expect(await judged()).toEqual({ waiting: 1 })
    await work(app)
    expect(answered(await getOrder(app, carrier, order._id))).toMatchObject({
      verified: 0,
      visits: 0,
      visit_counts: [{ verdict: 'waiting', count: 1 }],
    })
    expect(key(await send(click_id))).toEqual([200, 'counted', null])
    expect(await judged()).toEqual({ verified: 1 })
    await work(app)
    expect(answered(await getOrder(app, carrier, order._id))).toMatchObject({
      verified: 1,
      quality_percent: 100,
    })
    const results = answered(await app.call(trackingCalls.results, { ...ofPlacer(), query: {} }))
    expect(results).toMatchObject({ totals: { verified: 1 }, conversions: { clicks: 1, postbacks: 1 } })
    expect(await checkVisits(app.database)).toEqual([])
  })

  test('a postback that arrives before the judge is stored, and counts when the visit is judged', async () => {
    const { click_id } = await click(app, order)
    expect(key(await send(click_id))).toEqual([200, 'taken', null])
    expect(key(await send(click_id))).toEqual([200, 'taken', null])
    expect(await judged()).toEqual({ verified: 1 })
    expect(key(await send(click_id))).toEqual([200, 'already_counted', null])
  })

  test('confirmed after another, it is counted, up to the target', async () => {
    const clicks = []
    for (let i = 0; i < 5; i++) clicks.push(await click(app, order))
    await judged()
    for (const { click_id } of clicks.toReversed().slice(0, 3))
      expect(key(await send(click_id))).toEqual([200, 'counted', null])
    expect(key(await send(clicks[0]!.click_id))).toEqual([200, 'not_countable', 'order_complete'])
    await work(app)
    expect(answered(await getOrder(app, carrier, order._id))).toMatchObject({
      status: 'success',
      verified: 3,
    })
    expect(await judged()).toEqual({ verified: 3, order_complete: 1, waiting: 1 })
  })

  test('of one visitor’s two clicks the confirmed one counts, whichever it was', async () => {
    const address = newAddress()
    const [first, second] = [await click(app, order, address), await click(app, order, address)]
    expect(await judged()).toEqual({ waiting: 2 })
    expect(key(await send(second.click_id))).toEqual([200, 'counted', null])
    expect(key(await send(first.click_id))).toEqual([200, 'not_countable', 'repeated'])
  })
})

describe('a retry', () => {
  test('the same message gets the same response and changes nothing', async () => {
    const { click_id } = await click(app, order)
    await judged()
    const message = { webhook_id: 'msg_same', at: app.clock.now() }
    const first = await send(click_id, message)
    expect(key(first)).toEqual([200, 'counted', null])
    app.clock.advance(60_000)
    expect(await send(click_id, message)).toEqual(first)
    expect(await log()).toHaveLength(1)
    expect(await judged()).toEqual({ verified: 1 })
  })

  test('with the same webhook-id and another body it is refused', async () => {
    const [one, two] = [await click(app, order), await click(app, order)]
    await judged()
    await send(one.click_id, { webhook_id: 'msg_used' })
    expect(key(await send(two.click_id, { webhook_id: 'msg_used' }))).toEqual([
      409,
      'webhook_id_was_used',
      null,
    ])
    expect(await judged()).toEqual({ verified: 1, waiting: 1 })
  })

  test.each([
    ['one message', () => 'msg_50', ['counted']],
    ['with different messages', (i: number) => `msg_50_${i}`, ['already_counted', 'counted']],
  ] as const)('fifty times concurrently, %s: counted once', async (_how, webhookId, results) => {
    const { click_id } = await click(app, order)
    await judged()
    const at = app.clock.now()
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) => send(click_id, { at, webhook_id: webhookId(i) })),
    )
    expect([...new Set(answers.map((answer) => String(answer.data?.result)))].toSorted()).toEqual(results)
    expect((await log()).filter((one) => one.result === 'counted')).toHaveLength(1)
    expect(await judged()).toEqual({ verified: 1 })
  })

  test('fifty concurrent clicks never count beyond the target', async () => {
    const clicks = []
    for (let i = 0; i < 50; i++) clicks.push(await click(app, order))
    await judged()
    const answers = await Promise.all(clicks.map(({ click_id }) => send(click_id)))
    const results = answers.map(({ data }) => data!.reason ?? data!.result).toSorted()
    expect(results).toEqual([...Array(3).fill('counted'), ...Array(47).fill('order_complete')])
    await work(app)
    await expectLedgerCorrect(app)
  })
})

describe('a postback is refused', () => {
  const forged = new Webhook(`whsec_${Buffer.alloc(32, 7).toString('base64')}`)
  test.each<[string, Partial<Postback>]>([
    ['forged', { headers: { 'webhook-signature': forged.sign('a', new Date(0), 'b') } }],
    ['unsigned', { headers: { 'webhook-signature': '' } }],
    ['with a broken signature', { headers: { 'webhook-signature': 'v2,AAAA' } }],
    ['for another message', { headers: { 'webhook-id': 'msg_other' } }],
    ['without an id', { headers: { 'webhook-id': '' } }],
    ['with invalid times', { headers: { 'webhook-timestamp': '1e9' } }],
    ['for another time', { headers: { 'webhook-timestamp': '1' } }],
  ])('%s', async (_name, more) => {
    const { click_id } = await click(app, order)
    await judged()
    const answer = await send(click_id, more)
    expect(key(answer)).toEqual([401, 'postback_is_not_authentic', null])
    expect(answer.details).toBeUndefined()
    expect(await log()).toEqual([])
    expect(await judged()).toEqual({ waiting: 1 })
  })

  test.each([-301, 301])('signed %i s from now', async (seconds) => {
    const { click_id } = await click(app, order)
    const at = new Date(Math.floor(app.clock.now().getTime() / 1000) * 1000 + seconds * 1000)
    // One second more than five minutes, independent of the clock's fraction of a second.
    const late = new Date(at.getTime() + Math.sign(seconds) * 1000)
    expect(key(await send(click_id, { at: late }))).toEqual([401, 'postback_is_not_authentic', null])
  })

  test('with another campaign’s key, which also finds none of this campaign’s clicks', async () => {
    const { click_id } = await click(app, order)
    await judged()
    const other = await app.member(`other ${members}`)
    const terms = { kind: 'purchase', verification: 'postback' } as const
    const theirs = await placeCampaign(app, other, terms)
    const theirKey = await newKey(app, other, theirs.id)
    expect(key(await send(click_id, { secret: theirKey.secret }))).toEqual([
      401,
      'postback_is_not_authentic',
      null,
    ])
    const elsewhere = { campaign_id: theirs.id, secret: theirKey.secret }
    expect(key(await send(click_id, elsewhere))).toEqual([404, 'click_is_unknown', null])
    expect(await judged()).toEqual({ waiting: 1 })
  })

  test('too large, or not text', async () => {
    const body = JSON.stringify({ type: 'conversion', data: { note: 'x'.repeat(4096) } })
    expect(key(await send(TEST_CLICK_ID, { body }))).toEqual([413, 'body_is_too_large', null])
    expect(key(await send(TEST_CLICK_ID, { body: '{"type":"\0"}' }))).toEqual([
      401,
      'postback_is_not_authentic',
      null,
    ])
    expect(await log()).toEqual([])
  })
})

describe('errors of the sender', () => {
  test('an event the campaign does not pay for', async () => {
    const { click_id } = await click(app, order)
    await judged()
    expect(key(await send(click_id, { kind: 'lead' }))).toEqual([422, 'kind_is_not_the_campaigns', null])
    expect(await judged()).toEqual({ waiting: 1 })
  })

  test.each([
    '',
    'null',
    '{',
    '[]',
    '{"type":"conversion"}',
    '{"type":"conversion","data":{"click_id":"x"}}',
  ])('the body %s', async (body) => {
    const answer = await send(TEST_CLICK_ID, { body })
    expect(key(answer)).toEqual([422, 'body_is_not_understood', null])
  })

  test('an unknown click; the delivery is logged and can be replayed', async () => {
    expect(key(await send(campaign_id))).toEqual([404, 'click_is_unknown', null])
    const [delivery] = await log()
    expect(delivery).toMatchObject({ result: 'click_is_unknown', click_id: campaign_id, replayed_at: null })
    expect(JSON.stringify(delivery)).not.toContain(secret.slice(6))
    const replay = { token: placer.token, params: { campaign_id, delivery_id: delivery!._id } }
    const again = answered(await app.call(postbackCalls.replay, replay))
    expect(again).toMatchObject({ result: 'click_is_unknown' })
    expect(again.replayed_at).not.toBeNull()
  })
})

test('a replayed delivery returns its current result, and counts nothing twice', async () => {
  const { click_id } = await click(app, order)
  const message = { webhook_id: 'msg_replayed', at: app.clock.now() }
  await send(click_id, message) // stored: the judge has yet to run
  await judged()
  const delivery_id = (await log())[0]!._id
  const replay = { token: placer.token, params: { campaign_id, delivery_id } }
  for (let i = 0; i < 2; i++)
    expect(answered(await app.call(postbackCalls.replay, replay)).result).toBe('already_counted')
  expect(await judged()).toEqual({ verified: 1 })
})

describe('a visit the rules refused', () => {
  /** The carrier's own click, from a device they signed in on. */
  async function ownClick() {
    const address = newAddress()
    const headers = { 'user-agent': BROWSER }
    const params = { order_id: order._id }
    answered(await app.call(orderCalls.get, { token: carrier.token, params, address, headers }))
    return await click(app, order, address)
  }
  const object = (name: string) =>
    app.call(orderCalls.object, {
      token: carrier.token,
      params: { order_id: order._id },
      body: {},
      key: `object-${members}-${name}`,
    })
  async function end() {
    app.clock.advance(48 * HOUR_MS + 10_000)
    await settleDueOrders(app.database)
    await work(app)
    carrier = await app.signedIn(carrier)
  }

  test('cannot be counted, with the reason; as it was confirmed, it can be objected to', async () => {
    const { click_id } = await ownClick()
    expect(await judged()).toEqual({ own_visit: 1 })
    for (let i = 0; i < 2; i++) expect(key(await send(click_id))).toEqual([200, 'not_countable', 'own_visit'])
    await end()
    expect(answered(await object('a')).objection).toBe('open')
  })

  test('without confirmation cannot be objected to: only the advertiser confirms a purchase', async () => {
    const { click_id } = await ownClick()
    expect(await judged()).toEqual({ own_visit: 1 })
    await end()
    const answer = await object('b')
    expect([answer.status, answer.code]).toEqual([409, 'there_is_nothing_to_object_to'])
    app.clock.advance(24 * HOUR_MS)
    expect(key(await send(click_id))).toEqual([200, 'too_late', null])
  })
})

describe('deadlines', () => {
  test('not confirmed within the campaign’s hours after Continue: not_confirmed, which does not lower the quality', async () => {
    await app.database.asSchemaOwner('update link set confirm_seconds = 3600 where id = $1', [order._id])
    const [late, inTime] = [await click(app, order), await click(app, order)]
    await judged()
    expect(key(await send(inTime.click_id))).toEqual([200, 'counted', null])
    app.clock.advance(HOUR_MS + 1000)
    carrier = await app.signedIn(carrier)
    placer = await app.signedIn(placer)
    expect(key(await send(late.click_id))).toEqual([200, 'too_late', null])
    await expireUnconfirmed(app.database)
    expect(await judged()).toEqual({ verified: 1, waiting: 1 }) // 5 s for confirmations that are being written
    app.clock.advance(5_000)
    await expireUnconfirmed(app.database)
    expect(await judged()).toEqual({ verified: 1, not_confirmed: 1 })
    await work(app)
    expect(answered(await getOrder(app, carrier, order._id))).toMatchObject({ quality_percent: 100 })
    expect(key(await send(late.click_id))).toEqual([200, 'too_late', null])
  })

  test('an order waits at most 24 hours past its deadline for confirmations, its money held', async () => {
    const [one, two] = [await click(app, order), await click(app, order)]
    await judged()
    await send(one.click_id)
    app.clock.advance(48 * HOUR_MS + 10_000)
    await settleDueOrders(app.database)
    await work(app)
    carrier = await app.signedIn(carrier)
    placer = await app.signedIn(placer)
    expect(answered(await getOrder(app, carrier, order._id))).toMatchObject({
      status: 'distributing',
      verified: 1,
    })
    const held = () => app.call(campaignCalls.get, ofPlacer())
    expect(answered(await held()).held).toBe(order.highest_award)
    await settleDueOrders(app.database) // found again, and skipped again

    app.clock.advance(23 * HOUR_MS)
    expect(key(await send(two.click_id))).toEqual([200, 'counted', null])
    await work(app) // nothing is waiting any more: settled at once
    carrier = await app.signedIn(carrier)
    expect(answered(await getOrder(app, carrier, order._id))).toMatchObject({
      status: 'success',
      verified: 2,
    })
  })

  test('after those 24 hours the order ends with what was confirmed', async () => {
    const [one, two] = [await click(app, order), await click(app, order)]
    await judged()
    await send(one.click_id)
    app.clock.advance(48 * HOUR_MS + 10_000)
    await settleDueOrders(app.database)
    app.clock.advance(24 * HOUR_MS + 10_000)
    await settleDueOrders(app.database)
    await work(app)
    ;[carrier, placer] = [await app.signedIn(carrier), await app.signedIn(placer)]
    expect(answered(await getOrder(app, carrier, order._id))).toMatchObject({
      status: 'success',
      verified: 1,
    })
    expect(key(await send(two.click_id))).toEqual([200, 'too_late', null])
    await expireUnconfirmed(app.database)
    expect(await judged()).toEqual({ verified: 1, not_confirmed: 1 })
  })

  test('without pending confirmations it ends at its deadline', async () => {
    app.clock.advance(48 * HOUR_MS + 10_000)
    await settleDueOrders(app.database)
    carrier = await app.signedIn(carrier)
    expect(answered(await getOrder(app, carrier, order._id))).toMatchObject({ status: 'expired' })
  })

  test('the hours can be changed until the campaign is approved', async () => {
    const body = { confirm_hours: 24 }
    const settled = await app.call(postbackCalls.changeWindow, { ...ofPlacer(), body })
    expect([settled.status, settled.code]).toEqual([409, 'confirmation_time_is_settled'])
    await app.database.asSchemaOwner(`update campaign set status = 'review' where id = $1`, [campaign_id])
    const set = answered(await app.call(postbackCalls.changeWindow, { ...ofPlacer(), body }))
    expect(set).toMatchObject({ confirm_hours: 24, can_change: true })
  })
})

describe('keys', () => {
  test('two overlap during a rotation; the old one ends on time', async () => {
    app.clock.advance(1000)
    const next = await newKey(app, placer, campaign_id)
    const third = await app.call(postbackCalls.createKey, ofPlacer())
    expect([third.status, third.code]).toEqual([409, 'there_are_two_postback_keys'])
    const retire = { token: placer.token, params: { campaign_id, key_id }, body: { in_hours: 24 } }
    expect(answered(await app.call(postbackCalls.retireKey, retire))).toMatchObject({ active: true })
    const tryWith = async (one: string) =>
      key(await send(TEST_CLICK_ID, { secret: one, sandbox: true, webhook_id: 'msg_rotation' }))
    expect(await tryWith(secret)).toEqual([200, 'counted', null])
    expect(await tryWith(next.secret)).toEqual([200, 'counted', null])
    app.clock.advance(24 * HOUR_MS)
    expect(await tryWith(secret)).toEqual([401, 'postback_is_not_authentic', null])
    expect(await tryWith(next.secret)).toEqual([200, 'counted', null])
    placer = await app.signedIn(placer)
    const { keys } = answered(await app.call(postbackCalls.verification, ofPlacer()))
    expect(keys.map((one) => [one.active, one.shown])).toEqual([
      [true, `whsec_…${next.secret.slice(-4)}`],
      [false, `whsec_…${secret.slice(-4)}`],
    ])
    await newKey(app, placer, campaign_id)
  })

  test('of several signatures one valid is enough', async () => {
    const [at, body] = [app.clock.now(), JSON.stringify({ type: 'x' })]
    const signature = new Webhook(secret).sign('msg_several', at, body)
    const headers = { 'webhook-signature': `v1a,AAAA v1,AAAA ${signature}` }
    const answer = await send(TEST_CLICK_ID, { webhook_id: 'msg_several', at, body, headers })
    expect(key(answer)).toEqual([422, 'body_is_not_understood', null])
  })

  test('of fifty created concurrently two succeed', async () => {
    const made = await Promise.all(
      Array.from({ length: 50 }, () => app.call(postbackCalls.createKey, ofPlacer())),
    )
    expect(made.filter((one) => one.status === 200)).toHaveLength(1)
  })

  test('a secret is stored encrypted, and can be decrypted only for its own key and campaign', async () => {
    const [row] = await app.database.asSchemaOwner<{ ciphertext: Buffer }>(
      'select ciphertext from postback_key where id = $1',
      [key_id],
    )
    expect(row!.ciphertext.toString('latin1')).not.toContain(secret.slice(6, 20))
    const other = await newKey(app, placer, campaign_id)
    await app.database.asSchemaOwner('update postback_key set ciphertext = $2 where id = $1', [
      other.key_id,
      row!.ciphertext,
    ])
    await app.database.asSchemaOwner(
      "update postback_key set retires_at = now() - interval '1 year' where id = $1",
      [key_id],
    )
    expect((await send(TEST_CLICK_ID, { sandbox: true })).status).toBe(500)
  })
})

describe('the sandbox', () => {
  test('reports what would have happened, for the test click and real ones, and changes nothing', async () => {
    const { click_id } = await click(app, order)
    await judged()
    const tried = (id: string, more: Partial<Postback> = {}) => send(id, { sandbox: true, ...more })
    expect((await tried(TEST_CLICK_ID)).data).toEqual({
      result: 'counted',
      reason: null,
      click_id: TEST_CLICK_ID,
      sandbox: true,
    })
    expect(key(await tried(TEST_CLICK_ID, { kind: 'lead' }))).toEqual([
      422,
      'kind_is_not_the_campaigns',
      null,
    ])
    expect(key(await tried(campaign_id))).toEqual([404, 'click_is_unknown', null])
    for (let i = 0; i < 2; i++) expect(key(await tried(click_id))).toEqual([200, 'counted', null])
    expect(key(await send(TEST_CLICK_ID))).toEqual([404, 'click_is_unknown', null])
    expect(await judged()).toEqual({ waiting: 1 })
    expect((await log()).map((one) => one.result)).toEqual(['click_is_unknown'])
  })

  test('the placer’s own test is signed like any other', async () => {
    const { headers, body, answer } = answered(await app.call(postbackCalls.test, ofPlacer()))
    expect(answer).toMatchObject({ result: 'counted', sandbox: true })
    const again = await app.fastify.inject({
      method: 'POST',
      url: `/api/postbacks/${campaign_id}/sandbox`,
      headers,
      payload: body,
    })
    expect(again.json<{ data: unknown }>().data).toEqual(answer)
  })
})

test('is rate limited per minute: authentic requests by campaign, forged ones by address', async () => {
  const strict = await startApp({ variables: { RATE_LIMIT_FACTOR: '1' } })
  try {
    const placer = await strict.member('placer')
    const { id } = await placeCampaign(strict, placer, { verification: 'postback' })
    const made = await newKey(strict, placer, id)
    const one = { campaign_id: id, secret: made.secret, click_id: TEST_CLICK_ID, sandbox: true }
    const wrong = { ...one, secret: `whsec_${Buffer.alloc(32).toString('base64')}` }
    for (let i = 0; i < 120; i++) expect((await postback(strict, wrong)).status).toBe(401)
    expect((await postback(strict, wrong)).status).toBe(429)
    expect((await postback(strict, one)).status).toBe(200)
    await strict.database.asSchemaOwner(
      `update rate_limit_bucket set empty_at = $2::timestamptz + interval '1 day' where bucket = $1`,
      [`postback:${id}`, strict.clock.now()],
    )
    expect((await postback(strict, one)).status).toBe(429)
  } finally {
    await strict.close()
  }
})

test('the log is kept ninety days', async () => {
  await send(campaign_id)
  app.clock.advance(91 * 24 * HOUR_MS)
  await maintainVisits(app.database)
  placer = await app.signedIn(placer)
  expect(await log()).toEqual([])
})

test('a purchase order from the click to the claimed award, and the ledger check finds nothing', async () => {
  const clicks = []
  for (let i = 0; i < 6; i++) clicks.push(await click(app, order))
  await judged()
  for (const { click_id } of clicks.slice(0, 3))
    expect(key(await send(click_id))).toEqual([200, 'counted', null])
  await work(app)
  const success = answered(await getOrder(app, carrier, order._id))
  expect(success).toMatchObject({ status: 'success', verified: 3, quality_percent: 100, reward: '1.20' })
  const { account_balance, award } = answered(await claim(app, carrier, order._id))
  expect([award, account_balance]).toEqual([success.award, success.award])
  app.clock.advance(73 * HOUR_MS)
  await expireUnconfirmed(app.database)
  await work(app)
  placer = await app.signedIn(placer)
  const { delivered, open } = answered(await app.call(campaignCalls.get, ofPlacer()))
  expect([delivered, open]).toEqual([3, 0])
  expect(await judgedOf(success)).toEqual([3, 3])
  await expectLedgerCorrect(app)
  expect(await checkVisits(app.database)).toEqual([])
})

async function judgedOf({ _id }: Product): Promise<[number, number]> {
  const counts = await app.database.asSchemaOwner<{ verdict: string; count: number }>(
    'select verdict, count from link_count where link_id = $1',
    [_id],
  )
  const of = (verdict: string) => counts.find((one) => one.verdict === verdict)?.count ?? 0
  return [of('verified'), of('not_confirmed')]
}
