import { ledgerCalls } from '@fairturn/contract/backoffice/ledger'
// Objections through HTTP: each refusal, what stays reserved, what is paid and when.
import { newId } from '@fairturn/contract/ids'
import { noticeCalls } from '@fairturn/contract/notices'
import { orderCalls, type Product } from '@fairturn/contract/orders'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startApp, type TestApp, type TestMember } from '../../test/app.ts'
import {
  putInReview,
  answered,
  carry,
  expectLedgerCorrect,
  claim,
  distribute,
  draw,
  getOrder,
  giveBack,
  newAddress,
  placeCampaign,
  take,
  visit,
  work,
} from '../../test/carrying.ts'
import { staff } from '../../test/staff.ts'
import { selectCampaign } from '../campaigns/campaigns.store.ts'
import { cancelCampaign, endDueCampaigns } from '../campaigns/campaigns.ts'
import { accountOf, balancesOf, postingsOf } from '../ledger/ledger.ts'
import { getMember } from '../members/members.ts'
import {
  decideObjection,
  decideReview,
  objectionFigures,
  settleDueObjections,
  settleDueOrders,
} from './orders.ts'

const HOUR_MS = 3_600_000

let app: TestApp
let placer: TestMember
let carrier: TestMember
/** Two operators who may review orders. */
let first: string
let second: string

beforeEach(async () => {
  app = await startApp()
  first = (await staff(app, 'support')).actor
  second = (await staff(app, 'support')).actor
  placer = await app.member('the placer')
  carrier = await app.member('the carrier')
})
afterEach(async () => {
  await expectLedgerCorrect(app)
  await app.close()
})

const again = async () => (carrier = await app.signedIn(carrier))
const object = (order: { _id: string }, note?: string, member = carrier) =>
  app.call(orderCalls.object, {
    token: member.token,
    params: { order_id: order._id },
    body: note === undefined ? {} : { note },
  })
const visits = async (order: { _id: string }) =>
  answered(
    await app.call(orderCalls.visits, { token: carrier.token, params: { order_id: order._id }, query: {} }),
  )
const idOf = async (order: { _id: string }): Promise<string> => {
  const [row] = await app.database.asSchemaOwner<{ id: string }>(
    'select id from objection where order_id = $1',
    [order._id],
  )
  return row!.id
}
const decide = async (order: { _id: string }, upheld: 'all' | 'none' | string[], actor = second) => {
  const objection_id = await idOf(order)
  const decision = { objection_id, actor, upheld, reason: 'We have looked at every visit.' }
  return await app.database.transaction((tx) => decideObjection(tx, decision))
}
const escrowOf = async (campaign_id: string) => {
  const account = accountOf('campaign_escrow', campaign_id)
  return (await balancesOf(app.database, [account])).get(account)!
}
const balance = async () => {
  const account = accountOf('member_available', carrier._id)
  return (await balancesOf(app.database, [account])).get(account)!.balance_minor
}
const kinds = async () => {
  const list = await app.call(noticeCalls.list, { token: carrier.token, body: { user_id: carrier._id } })
  return answered(list).list.map((notice) => notice.kind)
}

/** An order with this target: `verified` visitors come, `repeated` of them again; then its deadline passes. */
async function settled(shape: { target?: number; verified: number; repeated: number }): Promise<Product> {
  await placeCampaign(app, placer, { visits: 100, order_visits: shape.target ?? 10 })
  const order = await distribute(app, carrier)
  const people = Array.from({ length: shape.verified }, () => newAddress())
  for (const address of people) await visit(app, order, address)
  for (const address of people.slice(0, shape.repeated)) await visit(app, order, address)
  await work(app)
  app.clock.advance(48 * HOUR_MS)
  await settleDueOrders(app.database)
  return answered(await getOrder(app, await again(), order._id))
}

/** An order without a verified visit: visitors who pressed Continue faster than anybody reads. */
async function expired(): Promise<Product> {
  await placeCampaign(app, placer, { visits: 10 })
  const order = await distribute(app, carrier)
  for (let i = 0; i < 2; i++) await hurried(order)
  await work(app)
  app.clock.advance(48 * HOUR_MS + 5_000)
  await settleDueOrders(app.database)
  return answered(await getOrder(app, await again(), order._id))
}

async function hurried(order: Product): Promise<void> {
  const { pathname } = new URL(order.link!)
  const agent =
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36'
  const headers = { 'user-agent': agent, 'accept-language': 'vi-VN,vi;q=0.9' }
  const sent = { remoteAddress: newAddress(), headers }
  const page = await app.fastify.inject({ method: 'GET', url: pathname, ...sent })
  const token = /name="token" value="([^"]*)"/.exec(page.body)![1]!
  await app.fastify.inject({
    method: 'POST',
    url: `${pathname}/continue`,
    remoteAddress: sent.remoteAddress,
    headers: { ...sent.headers, 'content-type': 'application/x-www-form-urlencoded' },
    payload: `token=${token}`,
  })
}

test('upheld visits beyond what the order had room for are neither delivered nor billed', async () => {
  const order = await settled({ target: 5, verified: 4, repeated: 3 })
  expect(order.verified).toBe(4)
  answered(await object(order))
  await decide(order, 'all')
  const raised = answered(await getOrder(app, await again(), order._id))
  expect(raised).toMatchObject({ verified: 5 })
  const { rows } = await app.database.query<{ verdict: string; count: number }>({
    text: 'select verdict, count from link_count where link_id = $1 and count > 0 order by verdict',
    values: [order._id],
  })
  expect(rows).toEqual([
    { verdict: 'order_complete', count: 2 },
    { verdict: 'verified', count: 5 },
  ])
})

describe('objecting', () => {
  test('is possible once, after the order is over; the refused visits are then fixed', async () => {
    const order = await settled({ verified: 4, repeated: 2 })
    expect(order).toMatchObject({ status: 'success', verified: 4, award: '1.63', objection: null })
    expect(order.visit_counts).toEqual(
      expect.arrayContaining([
        { verdict: 'verified', count: 4 },
        { verdict: 'repeated', count: 2 },
      ]),
    )
    expect((await visits(order)).objection).toMatchObject({
      state: 'possible',
      visits: 2,
      upheld_percent: null,
    })
    const first = await object(order, 'They are two people of one household.')
    expect(first).toMatchObject({ status: 200, message: 'objection_made_successfully' })
    expect(first.data).toMatchObject({ status: 'success', objection: 'open' })
    expect(answered(await object(order)).objection).toBe('open')
    expect((await visits(order)).objection).toMatchObject({
      state: 'open',
      visits: 2,
      note: 'They are two people of one household.',
      until: new Date(app.clock.now().getTime() + 72 * HOUR_MS).toISOString(),
    })
  })

  test('fifty concurrent objections create one', async () => {
    const order = await settled({ verified: 2, repeated: 1 })
    const answers = await Promise.all(Array.from({ length: 50 }, () => object(order)))
    for (const answer of answers) expect(answered(answer).objection).toBe('open')
    const rows = await app.database.asSchemaOwner<{ n: number }>(
      'select count(*)::int as n from objected_visit',
    )
    expect(rows[0]!.n).toBe(1)
    await decide(order, 'none')
  })

  test('is refused while the order is not over, for another member’s and for an unknown one', async () => {
    await placeCampaign(app, placer, { visits: 100 })
    const offer = answered(await draw(app, carrier))
    const taken = answered(await take(app, carrier, offer._id))
    expect(await object(taken)).toMatchObject({ status: 409, code: 'order_is_not_over' })
    answered(await giveBack(app, carrier, taken._id))
    expect(await object(taken)).toMatchObject({ status: 409, code: 'order_is_not_over' })
    const order = await distribute(app, carrier)
    expect(await object(order)).toMatchObject({ status: 409, code: 'order_is_not_over' })
    expect(await object(order, '', placer)).toMatchObject({ status: 404, code: 'order_is_unknown' })
    expect(await object({ _id: carrier._id })).toMatchObject({ status: 404, code: 'order_is_unknown' })
  })

  test('is refused if no visit of a person was refused', async () => {
    await placeCampaign(app, placer, { visits: 100 })
    const order = await carry(app, carrier)
    await app.fastify.inject({ method: 'HEAD', url: new URL(order.link!).pathname })
    await work(app)
    expect(await object(order)).toMatchObject({ status: 409, code: 'there_is_nothing_to_object_to' })
    expect((await visits(order)).objection.state).toBe('none')
  })

  test('is refused after 72 hours, and after the award was claimed', async () => {
    const order = await settled({ verified: 3, repeated: 1 })
    app.clock.advance(72 * HOUR_MS)
    await again()
    expect(await object(order)).toMatchObject({ status: 409, code: 'objection_comes_too_late' })
    const claimed = await settled({ verified: 3, repeated: 1 })
    answered(await claim(app, carrier, claimed._id))
    expect(await object(claimed)).toMatchObject({ status: 409, code: 'objection_comes_too_late' })
  })

  test('has a note of at most 500 characters without invisible ones', async () => {
    const order = await settled({ verified: 2, repeated: 1 })
    for (const note of ['x'.repeat(501), 'a\u0000b', '\ud800']) {
      expect(await object(order, note)).toMatchObject({ status: 422 })
    }
    answered(await object(order, 'x'.repeat(500)))
    await decide(order, 'none')
  })

  test('is possible for a person judged as a bot, not for a bot that only fetched the page', async () => {
    await placeCampaign(app, placer, { visits: 100, order_visits: 4 })
    const order = await distribute(app, carrier)
    const { pathname } = new URL(order.link!)
    const headers = { 'user-agent': 'curl/8.5.0' }
    const pages = await Promise.all(
      [newAddress(), newAddress()].map((remoteAddress) =>
        app.fastify.inject({ method: 'GET', url: pathname, headers, remoteAddress }),
      ),
    )
    app.clock.advance(2000)
    await app.fastify.inject({
      method: 'POST',
      url: `${pathname}/continue`,
      remoteAddress: newAddress(),
      headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
      payload: `token=${/name="token" value="([^"]*)"/.exec(pages[0]!.body)![1]!}`,
    })
    await visit(app, order)
    await work(app)
    app.clock.advance(48 * HOUR_MS + 5_000)
    await settleDueOrders(app.database)
    await again()
    expect((await visits(order)).objection).toMatchObject({ state: 'possible', visits: 1 })
    answered(await object(order))
    await decide(order, 'all')
    const raised = answered(await getOrder(app, carrier, order._id))
    expect(raised).toMatchObject({ verified: 2, quality_percent: 100, award: '0.82' })
  })
})

test('is not possible for visits judged after an expired order has released its money', async () => {
  const campaign = await placeCampaign(app, placer, { visits: 10 })
  const order = await distribute(app, carrier)
  const { pathname } = new URL(order.link!)
  const sent = { remoteAddress: newAddress(), headers: { 'user-agent': 'curl/8.5.0' } }
  app.clock.advance(48 * HOUR_MS - 5_000)
  const page = await app.fastify.inject({ method: 'GET', url: pathname, ...sent })
  await work(app)
  app.clock.advance(11_000)
  await settleDueOrders(app.database)
  expect((await escrowOf(campaign.id)).reserved_minor).toBe(0n)
  // Judged as a machine while the order was active; pressed Continue after it had expired.
  await app.fastify.inject({
    method: 'POST',
    url: `${pathname}/continue`,
    remoteAddress: sent.remoteAddress,
    headers: { ...sent.headers, 'content-type': 'application/x-www-form-urlencoded' },
    payload: `token=${/name="token" value="([^"]*)"/.exec(page.body)![1]!}`,
  })
  await work(app)
  await again()
  expect((await visits(order)).objection).toMatchObject({ state: 'none' })
  expect(await object(order)).toMatchObject({ status: 409, code: 'there_is_nothing_to_object_to' })
})

test('a visit at the last moment, judged after its order was settled, can be upheld', async () => {
  await placeCampaign(app, placer, { visits: 10 })
  const order = await carry(app, carrier)
  const late = newId(app.clock.now())
  await app.database.asSchemaOwner(
    `insert into visit_verdict (visit_id, day, link_id, at, verdict)
     select $1, (at at time zone 'UTC')::date, link_id, at, 'repeated' from visit_verdict where link_id = $2 limit 1`,
    [late, order._id],
  )
  answered(await object(order))
  await decide(order, 'all')
  expect(answered(await getOrder(app, carrier, order._id))).toMatchObject({
    verified: 2,
    quality_percent: 100,
  })
  expect(answered(await claim(app, carrier, order._id)).award).toBe('0.82')
})

describe('a decision', () => {
  test('to uphold before the claim raises the award, which is claimed as a whole', async () => {
    const order = await settled({ verified: 4, repeated: 2 })
    answered(await object(order))
    await decide(order, 'all')
    const raised = answered(await getOrder(app, carrier, order._id))
    expect(raised).toMatchObject({
      verified: 6,
      reward: '2.40',
      bonus: '0.05',
      award: '2.45',
      objection: 'upheld',
    })
    expect(raised.visit_counts).toEqual([{ verdict: 'verified', count: 6 }])
    expect((await visits(order)).list.map((one) => one.verdict)).toEqual(
      Array.from({ length: 6 }, () => 'verified'),
    )
    expect((await visits(order)).objection).toMatchObject({
      state: 'upheld',
      upheld: 2,
      added: '0.82',
      upheld_percent: 100,
    })
    expect(answered(await claim(app, carrier, order._id)).award).toBe('2.45')
    await work(app)
    expect(await kinds()).toContain('objection_upheld')
    expect(await getMember(app.database, carrier._id)).toMatchObject({
      verified_visits: 6n,
      counted_visits: 6n,
    })
    expect(await object(order)).toMatchObject({ status: 409, code: 'order_was_objected_to' })
  })

  test('after a claim of the undisputed part pays what it upholds', async () => {
    const order = await settled({ verified: 4, repeated: 2 })
    answered(await object(order))
    expect(answered(await claim(app, carrier, order._id)).award).toBe('1.63')
    expect((await escrowOf(order.product_id)).reserved_minor).toBe(82n)
    await expectLedgerCorrect(app)
    // Even the end of the campaign does not release it.
    await app.database.transaction((tx) =>
      cancelCampaign(tx, { campaign_id: order.product_id, member_id: placer._id }),
    )
    await endDueCampaigns(app.database)
    expect(await escrowOf(order.product_id)).toEqual({ balance_minor: 82n, reserved_minor: 82n })
    const [visit_id] = (await visits(order)).list
      .filter((one) => one.verdict === 'repeated')
      .map((one) => one._id)
    await decide(order, [visit_id!])
    expect(await balance()).toBe(204n) // five visits, and their bonus
    expect(answered(await getOrder(app, carrier, order._id))).toMatchObject({
      status: 'done',
      award: '2.04',
      verified: 5,
      objection: 'partly_upheld',
    })
    const lines = await postingsOf(app.database, [accountOf('member_available', carrier._id)], { limit: 10 })
    expect(lines.map(({ type, amount_minor }) => [type, amount_minor])).toEqual([
      ['objection_upheld', 41n],
      ['award_claimed', 163n],
    ])
    const entries = await app.call(ledgerCalls.entries, {
      as: await staff(app, 'finance'),
      query: { refers_to: order._id },
    })
    expect(answered(entries).list.map(({ type, amount }) => [type, amount])).toEqual([
      ['objection_upheld', '0.41'],
      ['award_claimed', '1.63'],
    ])
    const today = await app.call(orderCalls.totalToday, {
      token: carrier.token,
      body: { user_id: carrier._id },
    })
    expect(answered(today).total).toBe('2.04')
    await expectLedgerCorrect(app)
    await endDueCampaigns(app.database)
    expect((await escrowOf(order.product_id)).balance_minor).toBe(0n)
    expect((await selectCampaign.one(app.database, { id: order.product_id })).closed_at).not.toBeNull()
  })

  test('to refuse after a claim debits nothing, and releases what was held', async () => {
    const order = await settled({ verified: 4, repeated: 2 })
    answered(await object(order))
    answered(await claim(app, carrier, order._id))
    await decide(order, 'none')
    expect(await balance()).toBe(163n)
    expect((await escrowOf(order.product_id)).reserved_minor).toBe(0n)
    expect((await visits(order)).objection).toMatchObject({
      state: 'refused',
      reason: 'We have looked at every visit.',
      added: '0.00',
      upheld_percent: 0,
    })
    await work(app)
    expect(await kinds()).toContain('objection_refused')
  })

  test('to uphold makes an expired order a success; until then its money is held', async () => {
    const order = await expired()
    expect(order).toMatchObject({ status: 'expired', verified: 0 })
    expect((await escrowOf(order.product_id)).reserved_minor).toBe(82n)
    answered(await object(order))
    app.clock.advance(71 * HOUR_MS)
    await settleDueObjections(app.database)
    expect((await escrowOf(order.product_id)).reserved_minor).toBe(82n)
    await again()
    await decide(order, 'all')
    expect(answered(await getOrder(app, carrier, order._id))).toMatchObject({
      status: 'success',
      award: '0.82',
    })
    expect(answered(await claim(app, carrier, order._id)).account_balance).toBe('0.82')
    expect(await getMember(app.database, carrier._id)).toMatchObject({
      verified_orders: 1,
      verified_visits: 2n,
    })
  })

  test('an expired order’s money is released after 72 hours without an objection, or when it is refused', async () => {
    const first = await expired()
    app.clock.advance(72 * HOUR_MS - 1)
    expect(await settleDueObjections(app.database)).toBe(0)
    app.clock.advance(1)
    expect(await settleDueObjections(app.database)).toBe(1)
    expect((await escrowOf(first.product_id)).reserved_minor).toBe(0n)
    await again()
    expect(await object(first)).toMatchObject({ code: 'objection_comes_too_late' })
    const second = await expired()
    answered(await object(second))
    await decide(second, 'none')
    expect((await escrowOf(second.product_id)).reserved_minor).toBe(0n)
    expect(answered(await getOrder(app, carrier, second._id))).toMatchObject({
      status: 'expired',
      objection: 'refused',
    })
  })

  test('a better quality alone is worth its bonus, which stays held when no visit is disputed any more', async () => {
    await app.database.asSchemaOwner('update level set bonus_high_bp = 900')
    await placeCampaign(app, placer, { visits: 2, price_minor: 1000n })
    const order = await distribute(app, carrier)
    await visit(app, order)
    await hurried(order)
    await visit(app, order)
    await work(app)
    const over = answered(await getOrder(app, carrier, order._id))
    expect(over).toMatchObject({ status: 'success', verified: 2, bonus: '0.98', highest_award: '21.80' })
    answered(await object(order))
    expect(answered(await claim(app, carrier, order._id)).award).toBe('20.98')
    await endDueCampaigns(app.database)
    expect(await escrowOf(order.product_id)).toEqual({ balance_minor: 82n, reserved_minor: 82n })
    await decide(order, 'all')
    expect(await balance()).toBe(2180n)
    await endDueCampaigns(app.database)
    expect((await selectCampaign.one(app.database, { id: order.product_id })).status).toBe('finished')
  })

  test('by timeout after 72 hours upholds everything, and is counted as such', async () => {
    const order = await settled({ verified: 4, repeated: 2 })
    answered(await object(order))
    answered(await claim(app, carrier, order._id))
    app.clock.advance(72 * HOUR_MS)
    expect(await settleDueObjections(app.database)).toBe(1)
    expect(await settleDueObjections(app.database)).toBe(0)
    expect(await balance()).toBe(245n)
    expect(await objectionFigures(app.database)).toEqual({
      objections: 1,
      open: 0,
      upheld: 1,
      by_silence: 1,
      median_hours: 72,
    })
    await again()
    expect((await visits(order)).objection).toMatchObject({ state: 'upheld', by_silence: true })
  })

  test('is made once, about the disputed visits, with a reason', async () => {
    const order = await settled({ verified: 4, repeated: 2 })
    answered(await object(order))
    await expect(decide(order, [carrier._id])).rejects.toMatchObject({ code: 'visit_is_not_in_question' })
    const objection_id = await idOf(order)
    const bare = { objection_id, actor: second, upheld: 'none', reason: ' ' } as const
    await expect(app.database.transaction((tx) => decideObjection(tx, bare))).rejects.toMatchObject({
      code: 'reason_is_required',
    })
    const unknown = { ...bare, objection_id: carrier._id }
    await expect(app.database.transaction((tx) => decideObjection(tx, unknown))).rejects.toMatchObject({
      code: 'objection_is_unknown',
    })
    const tries = await Promise.allSettled(Array.from({ length: 50 }, () => decide(order, 'all')))
    expect(tries.filter((one) => one.status === 'fulfilled')).toHaveLength(1)
    await expect(decide(order, 'none')).rejects.toMatchObject({ code: 'objection_is_decided' })
  })

  test('concurrent with claims leads to the same money in either order', async () => {
    const order = await settled({ verified: 4, repeated: 2 })
    answered(await object(order))
    await Promise.all([
      decide(order, 'all'),
      ...Array.from({ length: 50 }, async () => answered(await claim(app, carrier, order._id))),
    ])
    expect(await balance()).toBe(245n)
  })
})

describe('a review', () => {
  /** Thirty visitors of one network, few enough per hour to be counted. */
  async function inReview(): Promise<Product> {
    await placeCampaign(app, placer, { visits: 100, order_visits: 30 })
    const order = await distribute(app, carrier)
    await putInReview(app, order, 72)
    for (let i = 0; i < 3; i++) await visit(app, order)
    await work(app)
    return order
  }
  const review = (
    order: Product,
    verdict: 'pay' | { refuse: 'all' | string[] },
    reason = 'One hand pressed them all.',
  ) =>
    app.database.transaction((tx) => decideReview(tx, { order_id: order._id, actor: first, verdict, reason }))

  test('can pay before its timeout does', async () => {
    const order = await inReview()
    await app.database.asSchemaOwner('update orders set verified = 3, visits = 3, counted = 3')
    expect(await review(order, 'pay')).toMatchObject({ status: 'success', reviewed_by: first })
    expect(answered(await claim(app, carrier, order._id)).award).toBe('1.22')
    await expect(review(order, 'pay')).rejects.toMatchObject({ code: 'order_is_not_in_review' })
  })

  test('that refuses visits keeps the rest; the carrier sees why, objects, and another operator decides', async () => {
    const order = await inReview()
    const [refused] = (await visits(order)).list.map((one) => one._id)
    await expect(review(order, { refuse: [refused!] }, '')).rejects.toMatchObject({
      code: 'reason_is_required',
    })
    await expect(review(order, { refuse: [carrier._id] })).rejects.toMatchObject({
      code: 'visit_is_not_in_question',
    })
    expect(await review(order, { refuse: [refused!] })).toMatchObject({ status: 'success', verified: 2 })
    expect(answered(await getOrder(app, carrier, order._id))).toMatchObject({
      in_review: false,
      review_reason: 'One hand pressed them all.',
      visit_counts: expect.arrayContaining([{ verdict: 'review', count: 1 }]),
    })
    await work(app)
    expect(await kinds()).toContain('order_review_refused')
    answered(await object(order))
    await expect(decide(order, 'all', first)).rejects.toMatchObject({
      code: 'another_operator_must_decide',
    })
    await decide(order, 'all', second)
    expect(answered(await claim(app, carrier, order._id)).award).toBe('1.22')
  })

  test('that refuses everything expires the order, and an objection can still revive it', async () => {
    const order = await inReview()
    await work(app)
    const before = await kinds()
    expect(await review(order, { refuse: 'all' })).toMatchObject({ status: 'expired', verified: 0 })
    await work(app)
    // The deadline has not passed, so the carrier is not told that it has.
    const told = (await kinds()).slice(0, (await kinds()).length - before.length)
    expect(told).toContain('order_review_refused')
    expect(told).not.toContain('order_expired')
    answered(await object(order))
    await decide(order, 'all')
    expect(answered(await claim(app, carrier, order._id)).award).toBe('1.22')
  })
})

test('random sequences of orders, claims and objections never lose or create a cent', async () => {
  let seed = 20_261_121
  const chance = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647
  const pick = <T>(of: readonly T[]): T => of[Math.floor(chance() * of.length)]!
  const campaign = await placeCampaign(app, placer, { visits: 60, order_visits: 4, price_minor: 37n })
  await app.database.asSchemaOwner('update level set turns_a_day = 60')
  for (let life = 0; life < 12; life++) {
    const member = await app.member(`life ${life}`)
    carrier = member
    const order = await distribute(app, member)
    const addresses = Array.from({ length: 1 + Math.floor(chance() * 3) }, () => newAddress())
    for (let visited = 0; visited < 5; visited++)
      await visit(app, order, pick(addresses)).catch(() => undefined)
    await work(app)
    if (chance() < 0.2) await hurried(order).catch(() => undefined)
  }
  await work(app)
  app.clock.advance(48 * HOUR_MS + 5_000)
  await settleDueOrders(app.database)
  const orders = await app.database.asSchemaOwner<{ id: string; member_id: string; username: string }>(
    `select o.id, o.member_id, m.username from orders o join member m on m.id = o.member_id order by o.id`,
  )
  for (const { id, member_id, username } of orders) {
    const member = await app.signedIn({ _id: member_id, username, token: '', refresh_token: '', code: '' })
    for (const step of [
      pick(['object', 'claim']),
      pick(['object', 'claim']),
      pick(['decide', 'claim', 'nothing']),
    ]) {
      if (step === 'object') await object({ _id: id }, '', member)
      if (step === 'claim') await claim(app, member, id)
      if (step === 'decide') await decide({ _id: id }, pick(['all', 'none'] as const)).catch(() => undefined)
      await expectLedgerCorrect(app)
    }
  }
  await app.database.transaction((tx) =>
    cancelCampaign(tx, { campaign_id: campaign.id, member_id: placer._id }),
  )
  app.clock.advance(72 * HOUR_MS)
  await settleDueObjections(app.database)
  for (const { id, member_id, username } of orders) {
    await claim(
      app,
      await app.signedIn({ _id: member_id, username, token: '', refresh_token: '', code: '' }),
      id,
    )
  }
  await endDueCampaigns(app.database)
  expect(await escrowOf(campaign.id)).toEqual({ balance_minor: 0n, reserved_minor: 0n })
  const [row] = await app.database.asSchemaOwner<{ held: bigint; open: number; objected: number }>(
    `select held_minor as held, open_visits as open, (select count(*)::int from objection where decided_at is not null) as objected
     from campaign`,
  )
  expect(row).toMatchObject({ held: 0n, open: 0 })
  expect(row!.objected).toBeGreaterThan(2)
})
