// The life of an order through HTTP, from the draw to the award, with each refusal.
import { newId } from '@fairturn/contract/ids'
import { memberCalls } from '@fairturn/contract/members'
import { noticeCalls } from '@fairturn/contract/notices'
import { orderCalls } from '@fairturn/contract/orders'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startApp, type TestApp, type TestMember } from '../../test/app.ts'
import {
  answered,
  carry,
  expectLedgerCorrect,
  claim,
  distribute,
  draw,
  getOrder,
  giveBack,
  leave,
  newAddress,
  placeCampaign,
  start,
  take,
  visit,
  work,
} from '../../test/carrying.ts'
import { accountOf, checkLedger, postingsOf } from '../ledger/ledger.ts'
import { lockMember } from '../members/members.ts'
import { selectViewers } from '../members/sessions.store.ts'
import { encodeCursor, MAX_UUID } from '../platform/http/cursor.ts'
import { expireUncontinued, RULES_VERSION } from '../tracking/tracking.ts'
import { countOrders, listOpenOrders, listOrders, selectTurns } from './orders.store.ts'
import { settleDueOrders } from './orders.ts'

const HOUR_MS = 3_600_000

let app: TestApp
let placer: TestMember
let carrier: TestMember
let members = 0

beforeAll(async () => {
  app = await startApp()
  placer = await app.member('the placer')
  // Two, because another offer has to come from another campaign.
  for (let i = 0; i < 2; i++) await placeCampaign(app, placer, { visits: 1000 })
})
beforeEach(async () => {
  carrier = await app.member(`carrier ${++members}`)
})
afterAll(() => app.close())

const turns = async (member: TestMember) =>
  answered(await app.call(orderCalls.numberProduct, { token: member.token, body: { user_id: member._id } }))
const takeDrawn = async (member: TestMember) =>
  answered(await take(app, member, answered(await draw(app, member))._id))
const notices = async (member: TestMember) =>
  answered(await app.call(noticeCalls.list, { token: member.token, body: { user_id: member._id } })).list

test('concurrent requests for pages of orders each get their own member and position', async () => {
  const other = await app.member(`carrier ${++members}`)
  const [mine, theirs] = [await takeDrawn(carrier), await takeDrawn(other)]
  const page = async (member: TestMember, cursor?: string) => {
    const body = { user_id: member._id, ...(cursor !== undefined && { cursor }) }
    return answered(await app.call(orderCalls.list, { token: member.token, body })).list_product
  }
  const beforeMine = encodeCursor(mine._id)
  const pages = await Promise.all([page(other), page(carrier), page(carrier, beforeMine), page(carrier)])
  expect(pages.map((orders) => orders.map(({ _id }) => _id))).toEqual([
    [theirs._id],
    [mine._id],
    [],
    [mine._id],
  ])
})

test('a query for few members keeps its plan instead of being planned at every call', async () => {
  await app.database.transaction(async (tx) => {
    const ids = [carrier._id]
    const page = { members: ids, befores: [MAX_UUID], limit: 21 }
    for (let i = 0; i < 12; i += 1) {
      await selectTurns.one(tx, { ids, now: tx.now, time_zone: 'UTC' })
      await countOrders.one(tx, { member_ids: ids })
      await listOrders.all(tx, page)
      await listOpenOrders.all(tx, page)
      await selectViewers.all(tx, { sessions: [newId(tx.now)], members: ids, now: tx.now })
    }
    const names = [selectTurns, countOrders, listOrders, listOpenOrders, selectViewers].map(
      ({ name }) => name,
    )
    const text = `select name, custom_plans::int as custom from pg_prepared_statements where name = any ($1)`
    const { rows } = await tx.query<{ name: string; custom: number }>({ text, values: [names] })
    expect(rows.length).toBe(names.length)
    expect(rows.filter(({ custom }) => custom === 12)).toEqual([])
  })
})

describe('promises', () => {
  test('nobody pays to earn: with an empty balance, at level 1, a member gets all the way to the award', async () => {
    const offer = answered(await draw(app, carrier))
    expect(offer).toMatchObject({
      status: 'offer',
      brand: 'Nhà Gốm',
      tagline: 'Hand-made pottery',
      landing_host: 'shop.example.com',
      price: '0.40',
      target: 2,
      bonus_low: 2,
      bonus_high: 2,
      highest_award: '0.82',
      hours: 48,
      link: null,
    })
    const order = answered(await take(app, carrier, offer._id))
    expect(order).toMatchObject({ status: 'pending', deadline: inHours(48), link: null })
    const started = await start(app, carrier, order._id)
    expect(started).toMatchObject({ status: 200, message: 'order_started_successfully' })
    expect(started.data.status).toBe('distributing')
    expect(started.data.link).toMatch(/^http:\/\/localhost\/r\/[0-9A-Za-z]{8}$/)
    expect(started.data.caption).toBe(
      `See the new pottery.\nAd. I earn a reward when you visit through this link.\n${started.data.link}`,
    )

    await visit(app, started.data)
    await work(app)
    expect(answered(await getOrder(app, carrier, order._id))).toMatchObject({
      status: 'distributing',
      verified: 1,
      visits: 1,
      quality_percent: 100,
      reward: '0.40',
      bonus: '0.01',
      award: '0.41',
    })
    await visit(app, started.data)
    await work(app)
    const settled = answered(await getOrder(app, carrier, order._id))
    expect(settled).toMatchObject({ status: 'success', verified: 2, award: '0.82', in_review: false })

    app.clock.advance(1000)
    const claimed = await claim(app, carrier, order._id)
    expect(claimed).toMatchObject({ status: 200, message: 'reward_claimed_successfully' })
    expect(claimed.data).toMatchObject({ award: '0.82', account_balance: '0.82' })
    expect(claimed.data.order).toMatchObject({ status: 'done', reward: '0.80', bonus: '0.02' })
    await work(app)
    expect((await notices(carrier)).map(({ kind, path }) => ({ kind, path }))).toEqual([
      { kind: 'award', path: `/order-detail/${order._id}` },
      { kind: 'order_success', path: `/order-detail/${order._id}` },
      { kind: 'welcome', path: '/order-detail' },
    ])
    // The escrow's debit equals the credit: no other money of the carrier moved.
    const accounts = [accountOf('member_available', carrier._id), accountOf('member_held', carrier._id)]
    const postings = await postingsOf(app.database, accounts, { limit: 10 })
    expect(postings).toMatchObject([{ type: 'award_claimed', amount_minor: 82n, balance_after: 82n }])
  })

  // ASVS V15.3.3
  test('a balance is only the sum of its postings: claiming adds one, and no call sets it', async () => {
    const order = await carry(app, carrier)
    answered(await claim(app, carrier, order._id))
    const answer = await app.call(memberCalls.updateBalance, {
      token: carrier.token,
      body: { user_id: carrier._id, account_balance: '999999.00' },
    })
    expect(answer.data.account_balance).toBe('0.82')
    expect(await checkLedger(app.database)).toEqual([])
  })

  test('award lists show real awards: exactly those that the ledger paid, members who opted out left out', async () => {
    const listed = async () => answered(await app.call(orderCalls.awards)).list
    const before = await listed()
    const order = await carry(app, carrier)
    expect(await listed()).toEqual(before)
    answered(await claim(app, carrier, order._id))
    const [newest, ...others] = await listed()
    expect(others).toEqual(before)
    expect(newest).toMatchObject({
      recipient: `car****${String(members).at(-1)}`,
      amount: '0.82',
      bonus: '0.02',
    })
    // Not even the schema owner can insert an award without its ledger entry.
    const unclaimed = await carry(app, carrier)
    await expect(
      app.database.asSchemaOwner(
        `insert into award select $1, id, member_id, campaign_id, $1, reward_minor, bonus_minor, quality_bp, settled_at
         from orders where id = $2`,
        [newId(app.clock.now()), unclaimed._id],
      ),
    ).rejects.toThrow(/award_entry_id_fkey/)
    await app.database.asSchemaOwner(`update member set username = 'renamed1' where id = $1`, [carrier._id])
    expect(await listed()).toEqual([{ ...newest, recipient: 'ren****1' }, ...before])
    answered(
      await app.call(memberCalls.viewer, {
        token: carrier.token,
        body: { user_id: carrier._id, listed_in_awards: false },
      }),
    )
    expect(await listed()).toEqual(before)
  })
})

describe('taking', () => {
  test('the same offer again returns the same order and uses one turn', async () => {
    const offer = answered(await draw(app, carrier))
    const first = answered(await take(app, carrier, offer._id))
    const again = answered(await take(app, carrier, offer._id))
    expect(again._id).toBe(first._id)
    expect(await turns(carrier)).toEqual({ total: 3, used: 1, left: 2 })
  })

  test('keeps the rules version of its offer for its link, whenever it is started', async () => {
    const rulesOf = (order_id: string) =>
      app.database.asSchemaOwner('select rules from link where id = $1', [order_id])
    const offer = answered(await draw(app, carrier))
    await app.database.asSchemaOwner('update offer set rules = 4 where id = $1', [offer._id])
    const earlier = answered(await take(app, carrier, offer._id))
    answered(await start(app, carrier, earlier._id))
    expect(await rulesOf(earlier._id)).toEqual([{ rules: 4 }])
    const later = answered(await take(app, carrier, answered(await draw(app, carrier))._id))
    answered(await start(app, carrier, later._id))
    expect(await rulesOf(later._id)).toEqual([{ rules: RULES_VERSION }])
  })

  test('is refused for an offer that expired, was skipped, is another member’s or does not exist', async () => {
    const expired = answered(await draw(app, carrier))
    app.clock.advance(5 * 60_000)
    const skipped = answered(await draw(app, carrier))
    const open = answered(await draw(app, carrier))
    const other = await app.member(`other ${members}`)
    for (const [member, offer_id] of [
      [carrier, expired._id],
      [carrier, skipped._id],
      [other, open._id],
      [carrier, newId(app.clock.now())],
    ] as const) {
      expect(await take(app, member, offer_id)).toMatchObject({
        status: 409,
        code: 'offer_is_no_longer_available',
      })
    }
    expect(answered(await take(app, carrier, open._id)).status).toBe('pending')
  })

  test('an order not yet started blocks the next draw', async () => {
    await takeDrawn(carrier)
    expect(await draw(app, carrier)).toMatchObject({ status: 409, code: 'an_order_is_waiting_to_be_started' })
  })

  test('is limited by the turns of the day, which are used by taking, not by drawing', async () => {
    for (let used = 1; used <= 3; used++) {
      answered(await draw(app, carrier))
      await distribute(app, carrier)
      expect(await turns(carrier)).toEqual({ total: 3, used, left: 3 - used })
    }
    expect(await draw(app, carrier)).toMatchObject({
      status: 409,
      code: 'you_have_completed_your_order_today',
    })
  })

  test('a locked member can claim what they earned, and neither draw nor take', async () => {
    const order = await carry(app, carrier)
    const offer = answered(await draw(app, carrier))
    await app.database.transaction((tx) =>
      lockMember(tx, {
        actor: 'operator:first',
        member_id: carrier._id,
        kind: 'conduct',
        reason: 'a test of this kind',
      }),
    )
    const locked = { status: 423, code: 'your_account_has_been_locked' }
    expect(await draw(app, carrier)).toMatchObject({ ...locked, details: { reason: 'a test of this kind' } })
    expect(await take(app, carrier, offer._id)).toMatchObject(locked)
    expect(answered(await claim(app, carrier, order._id)).account_balance).toBe('0.82')
  })
})

describe('starting and giving back', () => {
  test('starting again changes nothing', async () => {
    const order = await distribute(app, carrier)
    app.clock.advance(1000)
    const again = answered(await start(app, carrier, order._id))
    expect(again).toMatchObject({ link: order.link, started_at: order.started_at })
  })

  test('a returned order gives back its turn and its money, and cannot be started', async () => {
    const order = await takeDrawn(carrier)
    const held = await heldOf(order.product_id)
    expect(answered(await giveBack(app, carrier, order._id)).status).toBe('returned')
    expect(answered(await giveBack(app, carrier, order._id)).status).toBe('returned')
    expect(held - (await heldOf(order.product_id))).toBe(82n)
    expect(await turns(carrier)).toMatchObject({ used: 0, left: 3 })
    expect(await start(app, carrier, order._id)).toMatchObject({
      status: 409,
      code: 'order_cannot_be_started',
    })
    expect(answered(await draw(app, carrier)).status).toBe('offer')
  })

  test('a started order cannot be returned', async () => {
    const order = await distribute(app, carrier)
    expect(await giveBack(app, carrier, order._id)).toMatchObject({
      status: 409,
      code: 'order_cannot_be_returned',
    })
  })

  test('an order whose deadline has passed cannot be started', async () => {
    const order = await takeDrawn(carrier)
    app.clock.advance(48 * HOUR_MS)
    expect(await start(app, await app.signedIn(carrier), order._id)).toMatchObject({
      code: 'order_cannot_be_started',
    })
  })
})

describe('another member’s order', () => {
  test('is unknown to everybody else, in any call', async () => {
    const order = await carry(app, carrier)
    const other = await app.member(`stranger ${members}`)
    const unknown = { status: 404, code: 'order_is_unknown' }
    const params = { order_id: order._id }
    expect(await getOrder(app, other, order._id)).toMatchObject(unknown)
    expect(await start(app, other, order._id)).toMatchObject(unknown)
    expect(await giveBack(app, other, order._id)).toMatchObject(unknown)
    expect(await claim(app, other, order._id)).toMatchObject(unknown)
    expect(await app.call(orderCalls.visits, { token: other.token, params })).toMatchObject(unknown)
    const body = { user_id: other._id, product_id: order._id }
    expect(await app.call(orderCalls.detail, { token: other.token, body })).toMatchObject(unknown)
    expect(answered(await getOrder(app, carrier, order._id)).status).toBe('success')
  })

  test('a user_id that is not the caller’s is refused', async () => {
    const answer = await app.call(orderCalls.draw, { token: carrier.token, body: { user_id: placer._id } })
    expect(answer).toMatchObject({ status: 403, code: 'not_your_account' })
  })
})

describe('the deadline', () => {
  test('pays what was verified by then, at the quality of the visits', async () => {
    const order = await distribute(app, carrier)
    const address = newAddress()
    await visit(app, order, address)
    await visit(app, order, address) // the same person again: refused, without an effect on the quality
    await leave(app, order) // somebody else who does not continue: lowers the quality
    await app.fastify.inject({ method: 'HEAD', url: new URL(order.link!).pathname }) // a machine: does not
    app.clock.advance(48 * HOUR_MS + 5_000)
    await expireUncontinued(app.database)
    await work(app)
    expect(await settleDueOrders(app.database)).toBeGreaterThan(0)
    const settled = answered(await getOrder(app, await app.signedIn(carrier), order._id))
    expect(settled).toMatchObject({
      status: 'success',
      verified: 1,
      visits: 4,
      quality_percent: 50,
      reward: '0.40',
    })
    expect(answered(await claim(app, await app.signedIn(carrier), order._id)).award).toBe('0.41')
  })

  test('without a verified visit the order expires, costs nothing, and its money is released', async () => {
    const order = await distribute(app, carrier)
    const waiting = await app.member(`waiting ${members}`)
    const pending = await takeDrawn(waiting)
    const products = [...new Set([order.product_id, pending.product_id])]
    const heldOfBoth = async () =>
      (await Promise.all(products.map(heldOf))).reduce((sum, each) => sum + each, 0n)
    const held = await heldOfBoth()
    app.clock.advance(48 * HOUR_MS - 1)
    await settleDueOrders(app.database)
    expect(answered(await getOrder(app, await app.signedIn(carrier), order._id)).status).toBe('distributing')
    app.clock.advance(10_000)
    await settleDueOrders(app.database)
    await settleDueOrders(app.database)
    expect(answered(await getOrder(app, await app.signedIn(carrier), order._id)).status).toBe('expired')
    expect(answered(await getOrder(app, await app.signedIn(waiting), pending._id)).status).toBe('expired')
    expect(held - (await heldOfBoth())).toBe(164n)
    expect((await notices(await app.signedIn(carrier)))[0]).toMatchObject({ kind: 'order_expired' })
    expect(await claim(app, await app.signedIn(carrier), order._id)).toMatchObject({
      status: 409,
      code: 'order_cannot_be_claimed',
    })
  })
})

describe('claiming', () => {
  test('a repeated claim returns the same order, award and balance, and moves nothing', async () => {
    const order = await carry(app, carrier)
    const first = answered(await claim(app, carrier, order._id, 'claim-once'))
    expect(answered(await claim(app, carrier, order._id, 'claim-once'))).toEqual(first)
    expect(answered(await claim(app, carrier, order._id))).toEqual(first)
    const other = await claim(app, carrier, (await distribute(app, carrier))._id, 'claim-once')
    expect(other).toMatchObject({ status: 409, code: 'idempotency_key_was_used' })
  })

  test('is refused until the order is a success', async () => {
    const order = await distribute(app, carrier)
    expect(await claim(app, carrier, order._id)).toMatchObject({
      status: 409,
      code: 'order_cannot_be_claimed',
    })
  })
})

test('the ledger check finds nothing in orders, offers and escrows after every test above', async () => {
  await expect(expectLedgerCorrect(app)).resolves.toBeUndefined()
})

const inHours = (hours: number) => new Date(app.clock.now().getTime() + hours * HOUR_MS).toISOString()

async function heldOf(campaign_id: string): Promise<bigint> {
  const [row] = await app.database.asSchemaOwner<{ held_minor: bigint }>(
    'select held_minor from campaign where id = $1',
    [campaign_id],
  )
  return row!.held_minor
}
