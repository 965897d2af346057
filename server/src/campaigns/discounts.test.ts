// A bought level's discount on campaigns costs the same whichever ends first, the level or the campaign (decision
// 006).
import { campaignCalls } from '@fairturn/contract/campaigns'
import { newId } from '@fairturn/contract/ids'
import { levelCalls } from '@fairturn/contract/levels'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startApp, type TestApp, type TestMember } from '../../test/app.ts'
import { availableOf } from '../../test/campaigns.ts'
import { answered, carry, claim, deposit, placeCampaign, unpaidCampaign } from '../../test/carrying.ts'
import { accountOf, balancesOf, checkLedger, platformTotals } from '../ledger/ledger.ts'
import { checkLevelFees, earnLevels, recogniseFees } from '../levels/levels.ts'
import { addToRecord } from '../members/members.ts'
import { checkCampaigns } from './campaigns.ts'

const DAY_MS = 86_400_000
const [LEVEL_2, LEVEL_3, LEVEL_4] = [2, 3, 4].map((n) => `019a0000-0000-7000-8000-00000000000${n}`)
// 10 visits of 10.00, 2 per order. The discount exceeds the first level's by 2.00 at Level 2, by 6.00 at Level 4.
const TERMS = { price_minor: 1000n, visits: 10, order_visits: 2 }

let app: TestApp
let made = 0
let placer: TestMember
let carrier: TestMember

beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.database.asSchemaOwner(`update campaign set status = 'paused' where status = 'active'`)
  placer = await app.member(`who places ${++made}`)
  carrier = await app.member(`who carries ${made}`)
})

const own = (body: object = {}) => ({
  token: placer.token,
  body: { user_id: placer._id, ...body } as never,
})
async function wait(days: number): Promise<void> {
  app.clock.advance(days * DAY_MS)
  ;[placer, carrier] = [await app.signedIn(placer), await app.signedIn(carrier)]
}
async function buy(level_id = LEVEL_4, amount_minor = 30_000n): Promise<string> {
  await deposit(app.database, placer._id, amount_minor)
  answered(await app.call(levelCalls.upgrade, own({ level_id })))
  return (await refundPreview()).purchase_id!
}
const refundPreview = async () => answered(await app.call(levelCalls.refundPreview, { token: placer.token }))
const giveBack = async (purchase_id: string) =>
  answered(await app.call(levelCalls.refund, own({ purchase_id }))).refunded
const cancel = async (campaign_id: string) =>
  answered(await app.call(campaignCalls.cancel, { token: placer.token, params: { campaign_id } }))
const place = async (terms: object = {}) => (await placeCampaign(app, placer, { ...TERMS, ...terms })).id
async function deliver(orders = 1): Promise<void> {
  for (let i = 0; i < orders; i += 1) {
    const order = await carry(app, carrier)
    answered(await claim(app, carrier, order._id))
  }
}
const money = () => availableOf(app.database, placer._id)
const revenue = async () => (await platformTotals(app.database)).get('revenue')!.balance_minor
const feeAccount = async (purchase_id: string) => {
  const account = accountOf('level_fee', purchase_id)
  return (await balancesOf(app.database, [account])).get(account)!.balance_minor
}

/** The final balances of placer and platform, less the money that came in before. */
async function outcome(
  events: (purchase_id: string, campaign_id: string) => Promise<unknown>,
  level = LEVEL_4,
) {
  const revenueBefore = await revenue().catch(() => 0n)
  const purchase_id = await buy(level)
  await wait(1)
  const campaign_id = await place()
  await wait(19)
  await events(purchase_id, campaign_id)
  await recogniseFees(app.database)
  expect(await feeAccount(purchase_id)).toBe(0n)
  return { placer_minor: await money(), platform_minor: (await revenue()) - revenueBefore }
}

describe('promise 6: giving a level back and closing a campaign come to the same in either order', () => {
  test('when visits were delivered before both', async () => {
    const closedFirst = await outcome(async (purchase_id, campaign_id) => {
      await deliver()
      await cancel(campaign_id)
      expect(await giveBack(purchase_id)).toBe('148.80')
    })
    ;[placer, carrier] = [await app.member('another placer'), await app.member('another carrier')]
    const givenBackFirst = await outcome(async (purchase_id, campaign_id) => {
      await deliver()
      expect(await giveBack(purchase_id)).toBe('144.00')
      expect(await feeAccount(purchase_id)).toBe(600n)
      await cancel(campaign_id)
    })
    expect(givenBackFirst).toEqual(closedFirst)
  })

  test('when visits are delivered after the level refund', async () => {
    const closedFirst = await outcome(async (purchase_id, campaign_id) => {
      await deliver(3)
      await cancel(campaign_id)
      expect(await giveBack(purchase_id)).toBe('146.40')
    })
    ;[placer, carrier] = [await app.member('a later placer'), await app.member('a later carrier')]
    const givenBackFirst = await outcome(async (purchase_id, campaign_id) => {
      await giveBack(purchase_id)
      await deliver(3)
      await cancel(campaign_id)
    })
    expect(givenBackFirst).toEqual(closedFirst)
  })
})

describe('of a refunded level, the amount that waits for an open campaign', () => {
  test('is shown in advance, and refunded completely with a notice if nothing was delivered', async () => {
    const purchase_id = await buy()
    const campaign_id = await place()
    expect(await refundPreview()).toMatchObject({ reserved: '0.00', refundable: '150.00' })
    await wait(15)
    expect(await refundPreview()).toMatchObject({
      given_so_far: '0.00',
      reserved: '6.00',
      refundable: '144.00',
    })
    expect(await giveBack(purchase_id)).toBe('144.00')
    await cancel(campaign_id)
    expect(await giveBack(purchase_id)).toBe('150.00')
    const notices = await app.database.asSchemaOwner<{ params: object }>(
      `select params from notification where member_id = $1 and kind = 'level_fee_returned'`,
      [placer._id],
    )
    expect(notices).toMatchObject([{ params: { refunded: '6.00' } }])
    // Everything that came in: 300.00 and twice the budget.
    expect(await money()).toBe(50_000n)
  })

  test('never exceeds the fee, and is refunded completely if several campaigns delivered nothing', async () => {
    const purchase_id = await buy(LEVEL_2, 2_000n)
    const campaigns = [await place({ visits: 80 }), await place({ visits: 80 })]
    await wait(15)
    expect(await refundPreview()).toMatchObject({ reserved: '20.00', refundable: '0.00' })
    expect(await giveBack(purchase_id)).toBe('0.00')
    for (const campaign_id of campaigns) await cancel(campaign_id)
    expect(await giveBack(purchase_id)).toBe('20.00')
    expect(await feeAccount(purchase_id)).toBe(0n)
  })

  test('is zero within 14 days, whatever is delivered later', async () => {
    const purchase_id = await buy()
    const campaign_id = await place()
    await wait(14)
    expect(await giveBack(purchase_id)).toBe('150.00')
    await deliver()
    await cancel(campaign_id)
    expect(await giveBack(purchase_id)).toBe('150.00')
    expect(await feeAccount(purchase_id)).toBe(0n)
  })

  test('includes the discount of visits added later', async () => {
    const purchase_id = await buy()
    const campaign_id = await place()
    const at = { token: placer.token, params: { campaign_id } }
    const { total } = answered(await app.call(campaignCalls.topUpQuote, { ...at, body: { visits: 10 } }))
    await app.confirm(placer, total)
    answered(
      await app.call(campaignCalls.topUp, {
        ...at,
        key: newId(app.clock.now()),
        body: { visits: 10, total },
      }),
    )
    await wait(15)
    expect(await giveBack(purchase_id)).toBe('138.00')
    await deliver()
    await cancel(campaign_id)
    expect(await giveBack(purchase_id)).toBe('148.80')
  })
})

test.each([
  ['a higher one is bought', () => buy(LEVEL_3, 6_000n)],
  [
    'it is earned',
    () =>
      app.database.transaction(async (tx) => {
        const record = {
          verified_orders: 40,
          verified_visits: 400n,
          counted_visits: 400n,
          level_orders: { [LEVEL_2!]: 40 },
        }
        await addToRecord(tx, placer._id, record as never)
        await earnLevels(tx, placer._id)
      }),
  ],
])('a level that ends because %s counts its discount like a refunded one', async (_how, ends) => {
  const purchase_id = await buy(LEVEL_2)
  const campaign_id = await place()
  await wait(15)
  await ends()
  expect(await feeAccount(purchase_id)).toBe(200n)
  await deliver()
  const before = await revenue()
  await cancel(campaign_id)
  expect(await feeAccount(purchase_id)).toBe(0n)
  const [purchase] = await app.database.asSchemaOwner<{ refunded_minor: bigint; recognised_minor: bigint }>(
    'select refunded_minor, recognised_minor from level_purchase where id = $1',
    [purchase_id],
  )
  expect(purchase).toEqual({ refunded_minor: 1960n, recognised_minor: 40n })
  expect((await revenue()) - before).toBeGreaterThan(40n)
})

test('a campaign with the discount of a refunded level cannot be paid: the_quote_has_changed', async () => {
  const purchase_id = await buy()
  const campaign = await app.database.transaction((tx) => unpaidCampaign(tx, placer, TERMS))
  await giveBack(purchase_id)
  const pay = { token: placer.token, params: { campaign_id: campaign.id } }
  expect(await app.call(campaignCalls.pay, pay)).toMatchObject({ status: 409, code: 'the_quote_has_changed' })
  expect(await money()).toBe(30_000n)
})

test('the checks of level fees, campaigns and ledger find nothing after every test above', async () => {
  const purchase_id = await buy()
  await place()
  await wait(15)
  await giveBack(purchase_id)
  expect(await feeAccount(purchase_id)).toBe(600n)
  expect(await checkLevelFees(app.database)).toEqual([])
  expect(await checkCampaigns(app.database)).toEqual([])
  expect(await checkLedger(app.database)).toEqual([])
})
