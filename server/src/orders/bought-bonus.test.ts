// The bonus of an order taken at a bought level counts against its fee whichever ends first, the level or the order
// (decision 006).
import { levelCalls } from '@fairturn/contract/levels'
import { orderCalls, type Product } from '@fairturn/contract/orders'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startApp, type TestApp, type TestMember } from '../../test/app.ts'
import { availableOf } from '../../test/campaigns.ts'
import {
  answered,
  claim,
  deposit,
  distribute,
  draw,
  expectLedgerCorrect,
  getOrder,
  giveBack as returnOrder,
  newAddress,
  openPage,
  placeCampaign,
  start,
  take,
  visit,
  work,
} from '../../test/carrying.ts'
import { staff } from '../../test/staff.ts'
import { accountOf, balancesOf, platformTotals } from '../ledger/ledger.ts'
import { checkLevelFees, earnLevels, recogniseFees } from '../levels/levels.ts'
import { addToRecord } from '../members/members.ts'
import { claimUnclaimed, decideObjection, settleDueObjections, settleDueOrders } from './orders.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const levelId = (n: number) => `019a0000-0000-7000-8000-00000000000${n}`
const [LEVEL_2, LEVEL_3, LEVEL_4] = [levelId(2), levelId(3), levelId(4)]
// 2 visits of 10.00. At full quality Level 4 gives 12 %, 2.00 more than the first level's 2 %.
const TERMS = { price_minor: 1000n, visits: 2, order_visits: 2 }

let app: TestApp
let made = 0
let placer: TestMember
let member: TestMember

beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.database.asSchemaOwner(`update campaign set status = 'paused' where status = 'active'`)
  placer = await app.member(`who places ${++made}`)
  member = await app.member(`who carries ${made}`)
})

const own = (body: object = {}) => ({ token: member.token, body: { user_id: member._id, ...body } as never })
async function wait(durationMs: number): Promise<void> {
  app.clock.advance(durationMs)
  ;[placer, member] = [await app.signedIn(placer), await app.signedIn(member)]
}
const refundPreview = async () => answered(await app.call(levelCalls.refundPreview, { token: member.token }))
async function upgrade(level_id: string, amount_minor: bigint): Promise<void> {
  await deposit(app.database, member._id, amount_minor)
  answered(await app.call(levelCalls.upgrade, own({ level_id })))
}
/** Bought 15 days ago. */
async function buy(level_id = LEVEL_4, amount_minor = 15_000n): Promise<string> {
  await upgrade(level_id, amount_minor)
  await wait(15 * DAY_MS)
  return (await refundPreview()).purchase_id!
}
const giveLevelBack = async (purchase_id: string) =>
  answered(await app.call(levelCalls.refund, own({ purchase_id }))).refunded
/** An order under way, of a new campaign. */
async function taken(terms: object = {}): Promise<Product> {
  await placeCampaign(app, placer, { ...TERMS, ...terms })
  return await distribute(app, member)
}
async function deliver(order: Product, visits = order.target): Promise<void> {
  for (let i = 0; i < visits; i += 1) await visit(app, order)
  await work(app)
}
/** Somebody who presses Continue at once: not verified. */
const hurry = async (order: Product) => (await openPage(app, order, newAddress())).press()
const feeAccount = async (purchase_id: string) => {
  const account = accountOf('level_fee', purchase_id)
  return (await balancesOf(app.database, [account])).get(account)!.balance_minor
}
const revenue = async () => (await platformTotals(app.database)).get('revenue')?.balance_minor ?? 0n
const feeReturned = () =>
  app.database.asSchemaOwner<{ refunded: string }>(
    `select params ->> 'refunded' as refunded from notification where member_id = $1 and kind = 'level_fee_returned' order by id`,
    [member._id],
  )

/** What carrier and platform have in the end. */
async function outcome(events: (purchase_id: string, order: Product) => Promise<unknown>) {
  const before = await revenue()
  const purchase_id = await buy()
  await events(purchase_id, await taken())
  await recogniseFees(app.database)
  expect(await feeAccount(purchase_id)).toBe(0n)
  return {
    carrier_minor: await availableOf(app.database, member._id),
    platform_minor: (await revenue()) - before,
  }
}
const another = async () => void (member = await app.member(`who carries ${++made}`))

describe('promise 6: giving a level back and claiming an order taken at it come to the same in either order', () => {
  test.each([
    ['at full quality', 0, '2.00'],
    ['at a quality between the ends of the range', 1, '1.53'],
  ])('%s', async (_how, hurried, given) => {
    const delivered = async (order: Product) => {
      for (let i = 0; i < hurried; i += 1) await hurry(order)
      await deliver(order)
    }
    const claimedFirst = await outcome(async (purchase_id, order) => {
      await delivered(order)
      answered(await claim(app, member, order._id))
      expect(await refundPreview()).toMatchObject({ given_so_far: given, reserved: '0.00' })
      await giveLevelBack(purchase_id)
    })
    await another()
    const givenBackFirst = await outcome(async (purchase_id, order) => {
      expect(await refundPreview()).toMatchObject({ reserved: '2.00', refundable: '148.00' })
      expect(await giveLevelBack(purchase_id)).toBe('148.00')
      expect(await feeAccount(purchase_id)).toBe(200n)
      await delivered(order)
      answered(await claim(app, member, order._id))
    })
    expect(givenBackFirst).toEqual(claimedFirst)
    expect(givenBackFirst.platform_minor).toBe(BigInt(given.replace('.', '')))
  })

  test('when nobody claims it, and the award is paid after 30 days with those of others', async () => {
    const claimedFirst = await outcome(async (purchase_id, order) => {
      await deliver(order)
      answered(await claim(app, member, order._id))
      await giveLevelBack(purchase_id)
    })
    await another()
    const givenBackFirst = await outcome(async (purchase_id, order) => {
      await deliver(order)
      const [carrier, kept] = [member, await app.member(`who keeps the level ${made}`)]
      member = kept
      await buy()
      await deliver(await taken())
      member = await app.signedIn(carrier)
      await giveLevelBack(purchase_id)
      await wait(31 * DAY_MS)
      expect(await claimUnclaimed(app.database)).toBe(2)
      member = await app.signedIn(kept)
      expect(await refundPreview()).toMatchObject({ given_so_far: '2.00', reserved: '0.00' })
      await giveLevelBack((await refundPreview()).purchase_id!)
      member = carrier
    })
    expect(givenBackFirst.carrier_minor).toBe(claimedFirst.carrier_minor)
    expect(givenBackFirst.platform_minor).toBe(2n * claimedFirst.platform_minor)
  })
})

describe('of a level that was given back, what waits for an order', () => {
  test('is refunded whole with a notice when the order is given back', async () => {
    const purchase_id = await buy()
    await placeCampaign(app, placer, TERMS)
    const order = answered(await take(app, member, answered(await draw(app, member))._id))
    expect(await giveLevelBack(purchase_id)).toBe('148.00')
    answered(await returnOrder(app, member, order._id))
    expect(await giveLevelBack(purchase_id)).toBe('150.00')
    expect(await feeAccount(purchase_id)).toBe(0n)
    expect(await feeReturned()).toEqual([{ refunded: '2.00' }])
    expect(await availableOf(app.database, member._id)).toBe(15_000n)
  })

  test('is refunded whole when the order expires without a verified visit, after the time for an objection', async () => {
    const purchase_id = await buy()
    const order = await taken()
    await hurry(order)
    await work(app)
    await giveLevelBack(purchase_id)
    await wait(49 * HOUR_MS)
    await settleDueOrders(app.database)
    expect(await feeAccount(purchase_id)).toBe(200n)
    await wait(72 * HOUR_MS)
    await settleDueObjections(app.database)
    expect(await giveLevelBack(purchase_id)).toBe('150.00')
  })

  test.each([
    ['upheld: counts when claimed', 'all', 0n, 50n],
    ['refused: is refunded whole', 'none', 0n, 0n],
  ] as const)('waits for an objection; %s', async (_outcome, upheld, left_minor, given_minor) => {
    const purchase_id = await buy()
    const order = await taken()
    await hurry(order)
    await work(app)
    await giveLevelBack(purchase_id)
    await wait(49 * HOUR_MS)
    await settleDueOrders(app.database)
    const at = { token: member.token, params: { order_id: order._id } }
    answered(await app.call(orderCalls.object, { ...at, body: {} }))
    await wait(71 * HOUR_MS)
    await settleDueObjections(app.database)
    expect(await feeAccount(purchase_id)).toBe(200n)
    const [objection] = await app.database.asSchemaOwner<{ id: string }>(
      'select id from objection where order_id = $1',
      [order._id],
    )
    const { actor } = await staff(app, 'support')
    const decision = { objection_id: objection!.id, actor, upheld, reason: 'Looked at. It is written down.' }
    await app.database.transaction((tx) => decideObjection(tx, decision))
    if (upheld === 'all') answered(await claim(app, member, order._id))
    expect(await feeAccount(purchase_id)).toBe(left_minor)
    const [purchase] = await app.database.asSchemaOwner(
      'select recognised_minor, refunded_minor from level_purchase where id = $1',
      [purchase_id],
    )
    expect(purchase).toEqual({
      recognised_minor: given_minor * 2n,
      refunded_minor: 15_000n - given_minor * 2n,
    })
  })

  test('is never more than the fee', async () => {
    const purchase_id = await buy(LEVEL_2, 2_000n)
    const order = await taken({ price_minor: 60_000n })
    expect(await refundPreview()).toMatchObject({ reserved: '20.00', refundable: '0.00' })
    expect(await giveLevelBack(purchase_id)).toBe('0.00')
    await deliver(order, 1)
    await wait(49 * HOUR_MS)
    await settleDueOrders(app.database)
    // One of two visits, 600.00: 4 % more at full quality.
    answered(await claim(app, member, order._id))
    expect(await feeAccount(purchase_id)).toBe(0n)
    expect(await giveLevelBack(purchase_id)).toBe('0.00')
  })

  test('is nothing within 14 days, whatever is claimed later', async () => {
    await upgrade(LEVEL_4, 15_000n)
    const order = await taken()
    expect(await refundPreview()).toMatchObject({ reserved: '0.00', refundable: '150.00' })
    const { purchase_id } = await refundPreview()
    expect(await giveLevelBack(purchase_id!)).toBe('150.00')
    await deliver(order)
    expect(answered(await claim(app, member, order._id)).award).toBe('22.40')
    expect(await giveLevelBack(purchase_id!)).toBe('150.00')
    expect(await feeAccount(purchase_id!)).toBe(0n)
  })
})

test.each([
  ['a higher one is bought', () => upgrade(LEVEL_3, 6_000n), 80n],
  [
    'it is earned',
    () =>
      app.database.transaction(async (tx) => {
        const record = {
          verified_orders: 40,
          verified_visits: 400,
          counted_visits: 400,
          level_orders: { [LEVEL_2]: 40 },
        }
        await addToRecord(tx, member._id, record)
        await earnLevels(tx, member._id)
      }),
    // The level is theirs free of charge by the time of the claim.
    0n,
  ],
])('a level that ends because %s counts an order taken at it once', async (_how, ends, given_minor) => {
  const purchase_id = await buy(LEVEL_2, 2_000n)
  const order = await taken()
  await ends()
  expect(await feeAccount(purchase_id)).toBe(80n)
  await deliver(order)
  const before = await revenue()
  answered(await claim(app, member, order._id))
  expect(await feeAccount(purchase_id)).toBe(0n)
  expect((await revenue()) - before).toBe(given_minor)
  expect((await refundPreview()).given_so_far).toBe('0.00')
})

test('an offer drawn at a level that is given back before it is taken keeps its terms, and reserves nothing', async () => {
  const purchase_id = await buy()
  await placeCampaign(app, placer, TERMS)
  const offer = answered(await draw(app, member))
  expect(await giveLevelBack(purchase_id)).toBe('150.00')
  const order = answered(await take(app, member, offer._id))
  answered(await start(app, member, order._id))
  await deliver(answered(await getOrder(app, member, order._id)))
  expect(answered(await claim(app, member, order._id)).award).toBe('22.40')
  expect(await feeAccount(purchase_id)).toBe(0n)
})

test('an order taken before a level was bought reserves nothing of its fee and counts nothing', async () => {
  const order = await taken()
  await buy()
  expect(await refundPreview()).toMatchObject({ reserved: '0.00', refundable: '150.00' })
  expect(order.highest_award).toBe('20.40')
})

test('the checks of level fees and ledger find nothing after every test above', async () => {
  expect(await checkLevelFees(app.database)).toEqual([])
  await expectLedgerCorrect(app)
})
