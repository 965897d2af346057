import type { Product } from '@fairturn/contract/orders'
// The quality of an order: each visitor counts once, and no third party can lower it (spec §3, decision 014).
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startApp, type TestApp, type TestMember } from '../../test/app.ts'
import {
  answered,
  expectLedgerCorrect,
  distribute,
  getOrder,
  leave,
  newAddress,
  placeCampaign,
  visit,
  work,
} from '../../test/carrying.ts'
import type { QueryConfig } from '../platform/database/statement.ts'
import { expireUncontinued, judgeVisits } from '../tracking/tracking.ts'
import { settleDueOrders } from './orders.ts'
import { countVisits } from './progress.ts'

const PHONE =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36'
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

let app: TestApp
let carrier: TestMember
let order: Product

beforeEach(async () => {
  app = await startApp()
  const placer = await app.member('the placer')
  carrier = await app.member('the carrier')
  await placeCampaign(app, placer, { visits: 80, order_visits: 40, order_hours: 96 })
  order = await distribute(app, carrier)
})
afterEach(async () => {
  await expectLedgerCorrect(app)
  await app.close()
})

const open = (address?: string, agent?: string) =>
  leave(app, order, { ...(address !== undefined && { address }), ...(agent !== undefined && { agent }) })

async function visits(count: number): Promise<void> {
  for (let i = 0; i < count; i++) await visit(app, order)
}

/** The order once everything is judged, including pages without Continue. */
async function settledOrder(): Promise<Product> {
  app.clock.advance(12 * MINUTE_MS)
  await expireUncontinued(app.database)
  await work(app)
  return answered(await getOrder(app, await app.signedIn(carrier), order._id))
}

describe('a third party', () => {
  test('with one browser lowers it by at most one visitor, even with a thousand opens', async () => {
    await visits(9)
    const stranger = newAddress()
    for (let i = 0; i < 1000; i++) await open(stranger)
    expect(await settledOrder()).toMatchObject({ verified: 9, visits: 1009, quality_percent: 90 })
  }, 60_000)

  test('with a thousand browsers on one network does not, nor by returning day after day', async () => {
    await visits(9)
    for (let day = 0; day < 3; day++) {
      for (let i = 0; i < 100; i++) await open(`203.0.113.${i}`, `${PHONE} ${day} ${i}`)
      expect((await settledOrder()).quality_percent).toBe(90)
      app.clock.advance(24 * HOUR_MS)
    }
  }, 60_000)

  test('who continues repeatedly, or opens the page again, has no effect', async () => {
    await visits(4)
    const address = newAddress()
    for (let i = 0; i < 30; i++) await visit(app, order, address)
    await open(address)
    expect(await settledOrder()).toMatchObject({ verified: 5, quality_percent: 100 })
  })

  test('with any number of networks counts at most ten an hour, and per day ten or a fifth of the order', async () => {
    await visits(10)
    for (let i = 0; i < 50; i++) await open()
    expect((await settledOrder()).quality_percent).toBe(50)
    app.clock.advance(2 * HOUR_MS)
    for (let i = 0; i < 50; i++) await open()
    expect((await settledOrder()).quality_percent).toBe(50)
  })
})

test('visits judged while the order is counted never outnumber it, and are counted next time', async () => {
  await visits(1)
  await work(app)
  for (let i = 0; i < 3; i++) await open()
  app.clock.advance(12 * MINUTE_MS)
  let judged = false
  const others = async () => {
    judged = true
    await expireUncontinued(app.database)
    await judgeVisits(app.database)
  }
  await app.database.transaction((tx) =>
    countVisits(
      {
        ...tx,
        // Twelve visits a second: others are judged after the first count was read, and before the order is written.
        async query<Row extends object>(config: QueryConfig) {
          const result = await tx.query<Row>(config)
          if (!judged && config.name?.startsWith('tracking_counts') === true) await others()
          return result
        },
      },
      order._id,
    ),
  )
  expect(judged).toBe(true)
  expect(await settledOrder()).toMatchObject({ verified: 1, visits: 4, quality_percent: 25 })
})

test('visitors who leave count once each, wherever they come from', async () => {
  await visits(9)
  for (let i = 0; i < 3; i++) await open()
  expect(await settledOrder()).toMatchObject({ verified: 9, visits: 12, quality_percent: 75 })
})

test('a visitor who leaves and is verified later counts as one, verified', async () => {
  await visits(3)
  const address = newAddress()
  await open(address)
  expect((await settledOrder()).quality_percent).toBe(75)
  await visit(app, order, address)
  expect(await settledOrder()).toMatchObject({ verified: 4, quality_percent: 100 })
})

test('a visitor verified on another member’s link of the campaign has no effect on this one', async () => {
  const theirs = await distribute(app, await app.member('another carrier'))
  const address = newAddress()
  await visit(app, theirs, address)
  await work(app)
  await visits(1)
  await open(address)
  await visit(app, order, address)
  expect(await settledOrder()).toMatchObject({ verified: 1, quality_percent: 100 })
})

test('bots, previews and probes have no effect', async () => {
  await visits(1)
  await open(undefined, 'Googlebot/2.1 (+http://www.google.com/bot.html)')
  await open(undefined, 'WhatsApp/2.24.20.89 A')
  await app.fastify.inject({ method: 'HEAD', url: new URL(order.link!).pathname })
  expect(await settledOrder()).toMatchObject({ verified: 1, visits: 4, quality_percent: 100 })
})

test('an order counted by hits counts at least as well when it is recounted by visitors', async () => {
  await visits(2)
  const address = newAddress()
  for (let i = 0; i < 6; i++) await visit(app, order, address)
  await work(app)
  await app.database.asSchemaOwner('update orders set counted = 8, counts_visitors = false')
  await visits(1)
  expect(await settledOrder()).toMatchObject({ verified: 4, quality_percent: 100 })
  app.clock.advance(96 * HOUR_MS)
  await settleDueOrders(app.database)
  const [settled] = await app.database.asSchemaOwner<{ counted: number; counts_visitors: boolean }>(
    'select counted, counts_visitors from orders',
  )
  expect(settled).toEqual({ counted: 4, counts_visitors: true })
})

describe('with a million visits to an order', () => {
  let large: TestApp
  beforeAll(async () => {
    large = await startApp()
  })
  afterAll(() => large.close())

  test('counting its visitors reads only those that count, by their index', async () => {
    const link = '01900000-0000-7000-8000-000000000000'
    await large.database.asSchemaOwner(`insert into unverified_visitor
      select case when i % 100 = 0 then '${link}'::uuid else gen_random_uuid() end, decode(lpad(to_hex(i), 32, '0'), 'hex'),
        '\\x00', '\\x00', now(), i % 1000 = 0 from generate_series(1, 100000) as i`)
    await large.database.asSchemaOwner('vacuum analyze unverified_visitor')
    const plan = await large.database.asSchemaOwner<{ 'QUERY PLAN': string }>(
      `explain select count(*) from unverified_visitor where link_id = '${link}' and counted`,
    )
    const text = plan.map((line) => line['QUERY PLAN']).join('\n')
    expect(text).toContain('unverified_visitor_counted')
    expect(text).not.toContain('Seq Scan')
  })
})
