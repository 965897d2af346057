// Levels by record: which orders count (spec §3), so that neither cents nor a single friend's campaigns lead to one, and each is still
// reached with one, three and ten placers.
import { levelCalls } from '@fairturn/contract/levels'
import { memberCalls } from '@fairturn/contract/members'
import { orderCalls } from '@fairturn/contract/orders'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp, type TestMember } from '../../test/app.ts'
import { answered, carry, placeCampaign } from '../../test/carrying.ts'
import { changeSetting } from '../content/settings.ts'
import { countForLevels } from '../levels/levels.ts'
import { addToRecord } from '../members/members.ts'
import { countPlacers } from './orders.store.ts'

const DAY_MS = 86_400_000
const NEEDED = [40, 150, 400] as const

let app: TestApp
let levels: string[]
let members = 0

beforeAll(async () => {
  app = await startApp()
  levels = answered(await app.call(levelCalls.list))
    .filter(({ orders_to_earn }) => orders_to_earn !== null && orders_to_earn > 0)
    .map(({ _id }) => _id)
})
afterAll(() => app.close())

const member = () => app.member(`of record ${(members += 1)}`)

/** Counts orders of the placers in turn, as if each had just been settled; returns how many were needed for each level. */
async function ordersFor(
  carrier: TestMember,
  placers: readonly TestMember[],
  active: number,
): Promise<number[]> {
  const reached: number[] = []
  for (let order = 1; reached.length < levels.length && order <= 2000; order += 1) {
    const placer_id = placers[order % placers.length]!._id
    const added = await app.database.transaction(async (tx) => {
      const counted = { member_id: carrier._id, placer_id, award_minor: 20n }
      const forLevels = await countForLevels(tx, counted, async (most) => Math.min(most, active))
      await addToRecord(tx, carrier._id, {
        verified_orders: 1,
        verified_visits: 1,
        counted_visits: 1,
        ...forLevels,
      })
      return forLevels.level_orders
    })
    const counts = await levelOrders(carrier)
    for (const [at, level] of levels.entries())
      if (added[level] === 1 && counts[level] === NEEDED[at]) reached[at] = order
  }
  return reached
}

const levelOrders = async ({ _id }: TestMember): Promise<Record<string, number>> => {
  const [row] = await app.database.asSchemaOwner<{ level_orders: Record<string, number> }>(
    `select level_orders from member where id = $1`,
    [_id],
  )
  return row!.level_orders
}

describe('each level is reached', () => {
  test.each([1, 3, 10])('with %i placers, all that there are', async (count) => {
    const placers: TestMember[] = []
    for (let i = 0; i < count; i += 1) placers.push(await member())
    const [two, three, four] = await ordersFor(await member(), placers, count)
    // An equal share is rounded up, so nothing is lost to its remainder.
    expect([two, three, four]).toEqual([...NEEDED])
  })
})

test('of twelve placers one counts for a tenth: 4 of 40, 15 of 150, 40 of 400', async () => {
  const [carrier, placer] = [await member(), await member()]
  await ordersFor(carrier, [placer], 12)
  expect(await levelOrders(carrier)).toEqual(
    Object.fromEntries(levels.map((level, at) => [level, NEEDED[at]! / 10])),
  )
}, 60_000)

test('of what one placer’s share leaves out the member reads how many, by level', async () => {
  const [carrier, placer] = [await member(), await member()]
  await ordersFor(carrier, [placer], 12)
  const { record } = answered(await app.call(memberCalls.me, { token: carrier.token }))
  // 2000 orders, as ordersFor gives up.
  expect(record.over_share).toEqual(
    Object.fromEntries(levels.map((level, at) => [level, 2000 - NEEDED[at]! / 10])),
  )
}, 60_000)

describe('an order through the real path', () => {
  const ofFirst = async (carrier: TestMember) => (await levelOrders(carrier))[levels[0]!] ?? 0

  test('counts from an award of 0.20, not from 0.19; the setting decides', async () => {
    const placer = await member()
    const earn = async (carrier: TestMember, price_minor: bigint) => {
      await placeCampaign(app, placer, { price_minor, visits: 1, order_visits: 1 })
      return (await carry(app, carrier)).bonus
    }
    const carrier = await member()
    expect(await earn(carrier, 19n)).toBe('0.00')
    expect(await ofFirst(carrier)).toBe(0)
    await earn(carrier, 20n)
    expect(await ofFirst(carrier)).toBe(1)
    const user = answered(await app.call(memberCalls.me, { token: carrier.token }))
    expect(user.record).toMatchObject({ verified_orders: 2, level_orders: { [levels[0]!]: 1 } })
    await app.database.transaction((tx) => changeSetting(tx, 'least_counted_award', '0.50'))
    await earn(carrier, 40n)
    expect(await ofFirst(carrier)).toBe(1)
    await app.database.transaction((tx) => changeSetting(tx, 'least_counted_award', '0.20'))
  })

  test('of a placer who alone has orders taken counts as often as needed; who had one 90 days ago is none of them', async () => {
    const since = () => new Date(app.clock.now().getTime() - 90 * DAY_MS)
    const placers = () => countPlacers.one(app.database, { since: since(), most: 10 })
    const before = (await placers()).placers
    await placeCampaign(app, await member(), { visits: 1, order_visits: 1 })
    await carry(app, await member())
    expect((await placers()).placers).toBe(before + 1)
    app.clock.advance(91 * DAY_MS)
    expect((await placers()).placers).toBe(0)
  })

  test('says towards which levels it does not count once orders of its advertiser fill their share', async () => {
    const placer = await member()
    let carrier = await member()
    for (let i = 0; i < 12; i += 1) {
      await placeCampaign(app, await member(), { price_minor: 20n, visits: 1, order_visits: 1 })
      await carry(app, await member())
    }
    const earn = async () => {
      await placeCampaign(app, placer, { price_minor: 20n, visits: 1, order_visits: 1 })
      return (await carry(app, carrier)).over_share
    }
    for (let order = 1; order <= NEEDED[0] / 10; order += 1) {
      expect(await earn()).toEqual([])
      app.clock.advance(DAY_MS)
      carrier = await app.signedIn(carrier)
    }
    expect(await earn()).toEqual([levels[0]])
    const body = { user_id: carrier._id }
    const { list_product } = answered(await app.call(orderCalls.list, { token: carrier.token, body }))
    expect(list_product.map(({ over_share }) => over_share.length)).toEqual([1, 0, 0, 0, 0])
    const { record } = answered(await app.call(memberCalls.me, { token: carrier.token }))
    expect(record.over_share).toEqual({ [levels[0]!]: 1 })
  })
})
