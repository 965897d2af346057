import { LANGUAGES, LOCALES } from '@fairturn/contract/locales'
import type { Product } from '@fairturn/contract/orders'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startApp, type TestApp, type TestMember } from '../../test/app.ts'
import { answered, carry, distribute, getOrder, placeCampaign, visit, work } from '../../test/carrying.ts'
import { type Campaign, cancelCampaign, finishCampaign } from '../campaigns/campaigns.ts'
import { pauseByOperator, takeDownCampaign } from '../campaigns/lifecycle.ts'
import { linkTexts } from '../platform/texts/links.ts'

const LANDING = 'https://shop.example.com/spring?utm_source=fairturn#top'
const STAFF = { actor: 'operator:first', reason: 'a test of what staff stopped' }

let app: TestApp
let placer: TestMember
let carrier: TestMember
let campaign: Campaign

beforeEach(async () => {
  app = await startApp()
  placer = await app.member('the placer')
  carrier = await app.member('the carrier')
  campaign = await placeCampaign(app, placer, { landing_url: LANDING })
})
afterEach(() => app.close())

const named = () => ({ campaign_id: campaign.id })

async function open(order: Product, locale: (typeof LOCALES)[number] = 'en') {
  const { body, statusCode } = await app.fastify.inject({
    url: new URL(order.link!).pathname,
    remoteAddress: '203.0.113.9',
    headers: { 'user-agent': PHONE, 'accept-language': LANGUAGES[locale].tag },
  })
  const onward = /<a rel="nofollow" href="(?!\/r\/)([^"]*)"/.exec(body)?.[1] ?? null
  return { status: statusCode, body, onward, token: /name="token" value="([^"]*)"/.exec(body)?.[1] }
}
const PHONE =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36'

const post = (order: Product, token: string) =>
  app.fastify.inject({
    method: 'POST',
    url: `${new URL(order.link!).pathname}/continue`,
    remoteAddress: '203.0.113.9',
    headers: {
      'user-agent': PHONE,
      'accept-language': 'en',
      'content-type': 'application/x-www-form-urlencoded',
    },
    payload: `token=${token}`,
  })

test.each(LOCALES)('says so in %s and redirects to the advertiser, without a click_id', async (locale) => {
  const order = await carry(app, carrier)
  const texts = linkTexts[locale]
  await expect.poll(async () => (await open(order, locale)).status).toBe(410)
  const { body, onward } = await open(order, locale)
  expect(body).toContain(texts.ended_title)
  expect(body).toContain(texts.continue_to.replace('{host}', '<bdi>shop.example.com</bdi>'))
  expect(onward).toBe(LANDING)
  expect(body).not.toMatch(/<script|<form/)
})

test('counts no visitor, and the order’s earnings stay', async () => {
  const order = await carry(app, carrier)
  await expect.poll(async () => (await open(order)).status).toBe(410)
  for (let i = 0; i < 20; i++) await open(order)
  await work(app)
  const after = answered(await getOrder(app, carrier, order._id))
  expect(after).toMatchObject({ verified: 2, quality_percent: 100, award: order.award })
  expect(after.visit_counts).toContainEqual({ verdict: 'link_not_active', count: 21 })
})

test('a visitor who opened the page before the end and continues afterwards is redirected, uncounted', async () => {
  const order = await distribute(app, carrier)
  const { token } = await open(order)
  for (let i = 0; i < 2; i++) await visit(app, order)
  await work(app)
  await expect.poll(async () => (await open(order)).status).toBe(410)
  const { statusCode, headers } = await post(order, token!)
  expect([statusCode, headers.location]).toEqual([303, LANDING])
  const forged = await post(order, 'forged')
  expect([forged.statusCode, forged.headers.location]).toEqual([410, undefined])
  await work(app)
  expect(answered(await getOrder(app, carrier, order._id)).verified).toBe(2)
})

describe('a link of a campaign', () => {
  test.each([
    ['that has finished', () => app.database.transaction((tx) => finishCampaign(tx, named()))],
    [
      'that its advertiser cancelled',
      () => app.database.transaction((tx) => cancelCampaign(tx, { ...named(), member_id: placer._id })),
    ],
  ])('%s still redirects', async (_what, end) => {
    const order = await carry(app, carrier)
    await end()
    await expect.poll(async () => (await open(order)).status).toBe(410)
    expect((await open(order)).onward).toBe(LANDING)
  })

  test.each([
    [
      'that staff took down',
      () => app.database.transaction((tx) => takeDownCampaign(tx, { ...named(), ...STAFF })),
    ],
    [
      'that staff paused',
      () => app.database.transaction((tx) => pauseByOperator(tx, { ...named(), ...STAFF })),
    ],
  ])('%s no longer redirects, from that moment', async (_what, stop) => {
    const order = await distribute(app, carrier)
    const { token } = await open(order)
    for (let i = 0; i < 2; i++) await visit(app, order)
    await work(app)
    await expect.poll(async () => (await open(order)).status).toBe(410)
    expect((await open(order)).onward).toBe(LANDING)
    await stop()
    const { status, onward, body } = await open(order)
    expect([status, onward]).toEqual([410, null])
    expect(body).not.toContain('shop.example.com')
    const late = await post(order, token!)
    expect([late.statusCode, late.headers.location]).toEqual([410, undefined])
  })
})
