// The landing beacon: the script on the page, and when its confirmation counts.
import { runInNewContext } from 'node:vm'
import type { Product } from '@fairturn/contract/orders'
import { postbackCalls } from '@fairturn/contract/postbacks'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startApp, type TestApp, type TestMember } from '../../test/app.ts'
import {
  answered,
  expectLedgerCorrect,
  claim,
  distribute,
  getOrder,
  placeCampaign,
  work,
} from '../../test/carrying.ts'
import { BROWSER } from '../../test/links.ts'
import { beacon, click } from '../../test/postbacks.ts'
import { settleDueOrders } from '../orders/orders.ts'
import { BEACON_SCRIPT } from './beacon.ts'
import { judgeVisits, expireUnconfirmed } from './tracking.ts'

let app: TestApp
let placer: TestMember
let carrier: TestMember
let campaign_id: string
let order: Product
let members = 0

beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

beforeEach(async () => {
  await app.database.asSchemaOwner(
    `update campaign set status = 'finished', ended_at = now() where status = 'active'`,
  )
  members += 1
  placer = await app.member(`placer ${members}`)
  carrier = await app.member(`carrier ${members}`)
  campaign_id = (await placeCampaign(app, placer, { verification: 'beacon' })).id
  order = await distribute(app, carrier)
})

async function visitCounts(): Promise<Record<string, number>> {
  await judgeVisits(app.database)
  await work(app)
  const { visit_counts } = answered(await getOrder(app, carrier, order._id))
  return Object.fromEntries(visit_counts!.map(({ verdict, count }) => [verdict, count]))
}

describe('a visit', () => {
  test('waits, and is verified by its page five seconds after Continue; a repeat changes nothing', async () => {
    const clicked = await click(app, order)
    expect(await visitCounts()).toEqual({ waiting: 1 })
    app.clock.advance(4_999)
    expect(await beacon(app, clicked)).toBe(204)
    expect(await visitCounts()).toEqual({ waiting: 1 })
    app.clock.advance(1)
    await Promise.all(Array.from({ length: 50 }, () => beacon(app, clicked)))
    expect(await visitCounts()).toEqual({ verified: 1 })
    await beacon(app, clicked)
    expect(await visitCounts()).toEqual({ verified: 1 })
  })

  test('is verified even if the page was faster than the judge', async () => {
    const clicked = await click(app, order)
    app.clock.advance(5_000)
    await beacon(app, clicked)
    expect(await visitCounts()).toEqual({ verified: 1 })
  })

  test.each([
    '',
    'null',
    'https://example.com',
    'https://shop.example.com.evil.example',
    'https://notshop.example.com',
  ])('is not confirmed by a page of another origin: %s', async (origin) => {
    const clicked = await click(app, order)
    app.clock.advance(6_000)
    expect(await beacon(app, clicked, BROWSER, origin)).toBe(204)
    expect(await visitCounts()).toEqual({ waiting: 1 })
    await beacon(app, clicked, BROWSER, 'https://www.shop.example.com')
    expect(await visitCounts()).toEqual({ verified: 1 })
  })

  test('is confirmed by the page that the landing page leads on to, as of the day the link was opened', async () => {
    const clicked = await click(app, order)
    app.clock.advance(6_000)
    const other = 'https://checkout.example.net'
    await beacon(app, clicked, BROWSER, other)
    expect(await visitCounts()).toEqual({ waiting: 1 })
    await app.database.asSchemaOwner(
      `update link set landing_hosts = '{shop.example.com,checkout.example.net}' where id = $1`,
      [order._id],
    )
    await beacon(app, clicked, BROWSER, other)
    expect(await visitCounts()).toEqual({ verified: 1 })
  })

  test('of a link from an earlier version is confirmed by any page', async () => {
    await app.database.asSchemaOwner(`update link set landing_hosts = '{}' where id = $1`, [order._id])
    const clicked = await click(app, order)
    app.clock.advance(6_000)
    await beacon(app, clicked, BROWSER, 'https://example.com')
    expect(await visitCounts()).toEqual({ verified: 1 })
  })

  test('is not confirmed by another visitor, an unknown click, or a page that was never continued', async () => {
    const clicked = await click(app, order)
    app.clock.advance(6_000)
    expect(await beacon(app, { ...clicked, address: '203.0.113.99' })).toBe(204)
    expect(await beacon(app, clicked, 'Mozilla/5.0 another')).toBe(204)
    expect(await beacon(app, { ...clicked, click_id: campaign_id })).toBe(204)
    expect(await beacon(app, { ...clicked, click_id: 'nothing' })).toBe(204)
    expect(await visitCounts()).toEqual({ waiting: 1 })
  })

  test('can be confirmed for ten minutes, also across midnight, and is then not_confirmed', async () => {
    const toMidnight = 86_400_000 - (app.clock.now().getTime() % 86_400_000)
    app.clock.advance(toMidnight - 60_000)
    carrier = await app.signedIn(carrier)
    const [early, late] = [await click(app, order), await click(app, order)]
    app.clock.advance(5 * 60_000)
    await beacon(app, early)
    expect(await visitCounts()).toEqual({ verified: 1, waiting: 1 })
    app.clock.advance(5 * 60_000 + 1)
    await beacon(app, late)
    app.clock.advance(5_000)
    await expireUnconfirmed(app.database)
    expect(await visitCounts()).toEqual({ verified: 1, not_confirmed: 1 })
    expect(answered(await getOrder(app, carrier, order._id))).toMatchObject({ quality_percent: 100 })
  })
})

test('an order waits for the ten minutes past its deadline, and is paid for what was confirmed', async () => {
  app.clock.advance(48 * 3_600_000 - 30_000)
  carrier = await app.signedIn(carrier)
  const clicked = await click(app, order)
  expect(await visitCounts()).toEqual({ waiting: 1 })
  app.clock.advance(40_000)
  await settleDueOrders(app.database)
  expect(answered(await getOrder(app, carrier, order._id)).status).toBe('distributing')
  await beacon(app, clicked)
  expect(await visitCounts()).toEqual({ verified: 1 })
  expect(answered(await getOrder(app, carrier, order._id)).status).toBe('success')
  expect(answered(await claim(app, carrier, order._id)).award).toBe('0.41')
  await expectLedgerCorrect(app)
})

test('the placer is shown the snippet for the page, and the script is public', async () => {
  const verification = answered(
    await app.call(postbackCalls.verification, { token: placer.token, params: { campaign_id } }),
  )
  expect(verification).toMatchObject({ mode: 'beacon', url: null, keys: [], confirm_hours: null })
  expect(verification.snippet).toBe(
    '<script src="http://localhost:80/b.js" async></script>'.replace(':80', ''),
  )
  const { body, headers } = await app.fastify.inject({ url: '/b.js' })
  expect(body).toBe(BEACON_SCRIPT)
  expect(Buffer.byteLength(body)).toBeLessThan(1024)
  expect(headers).toMatchObject({
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': 'public, max-age=86400',
  })
  expect(headers['set-cookie']).toBeUndefined()
})

describe('the script', () => {
  /** A tab: its session storage lasts from page to page. */
  function tab() {
    const kept = new Map<string, string>()
    const sent: string[] = []
    const storage = {
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, value: string) => void kept.set(name, value),
    }
    function open(search: string, { answers = true, stores = true } = {}) {
      const ticks: (() => void)[] = []
      const document = {
        currentScript: { src: 'https://go.example.com/b.js' },
        visibilityState: 'visible',
      }
      const page = {
        document,
        location: { search },
        navigator: {},
        URL,
        URLSearchParams,
        encodeURIComponent,
        get sessionStorage() {
          if (!stores) throw new Error('storage is off')
          return storage
        },
        setInterval: (tick: () => void) => ticks.push(tick),
        clearInterval: () => void (ticks.length = 0),
        fetch: (url: string, { method, credentials }: { method: string; credentials: string }) => {
          sent.push(`${method} ${url} ${credentials}`)
          return answers ? Promise.resolve({ ok: true }) : Promise.reject(new Error('offline'))
        },
        window: {} as object,
      }
      page.window = page
      runInNewContext(BEACON_SCRIPT, page)
      return {
        document,
        async seconds(count: number) {
          for (let i = 0; i < count; i++) {
            for (const tick of Array.from(ticks)) tick()
            await Promise.resolve()
            await Promise.resolve()
          }
        },
      }
    }
    return { open, sent }
  }
  const SENT = 'POST https://go.example.com/b/c1 omit'

  test('sends once, after the page was visible for five seconds', async () => {
    const { open, sent } = tab()
    const page = open('?click_id=c1')
    await page.seconds(4)
    page.document.visibilityState = 'hidden'
    await page.seconds(60)
    expect(sent).toEqual([])
    page.document.visibilityState = 'visible'
    await page.seconds(1)
    expect(sent).toEqual([SENT])
    await page.seconds(20)
    await open('?click_id=c1').seconds(20)
    expect(sent).toEqual([SENT])
  })

  test('remembers the click on the next page of the tab, and needs no storage on the first', async () => {
    const { open, sent } = tab()
    await open('?click_id=c1').seconds(2)
    await open('').seconds(5)
    expect(sent).toEqual([SENT])
    const bare = tab()
    await bare.open('?click_id=c1', { stores: false }).seconds(5)
    expect(bare.sent).toEqual([SENT])
  })

  test('retries what it could not send, and does nothing without a click', async () => {
    const { open, sent } = tab()
    await open('?click_id=c1', { answers: false }).seconds(11)
    expect(sent).toEqual([SENT, SENT])
    const none = tab()
    await none.open('?other=1').seconds(20)
    expect(none.sent).toEqual([])
  })
})
