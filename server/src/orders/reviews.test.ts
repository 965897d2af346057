import { adminOrderCalls, type LinkKind } from '@fairturn/contract/backoffice/reviews'
// Which orders a person looks at before they are paid, by the deployment's own limits: each award below comes to the cent.
import type { Product } from '@fairturn/contract/orders'
import { securityCalls } from '@fairturn/contract/security'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp, type TestMember } from '../../test/app.ts'
import {
  answered,
  BROWSER,
  carry,
  distribute,
  expectLedgerCorrect,
  getOrder,
  newAddress,
  openPage,
  placeCampaign,
  visit,
  work,
} from '../../test/carrying.ts'
import { saveBank } from '../../test/payments.ts'
import { staff } from '../../test/staff.ts'
import { changeSetting } from '../content/settings.ts'
import { deleteExpiredSecurityData, linkMembers } from '../members/members.ts'
import { dearReviews, settleDueOrders, weekOfSilence } from './orders.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

let app: TestApp
let placer: TestMember
let carriers = 0

beforeAll(async () => {
  app = await startApp({ rules: 'default' })
  placer = await app.member('the placer')
  await app.database.transaction(async (tx) => {
    await changeSetting(tx, 'highest_price_page', '1000.00')
    await changeSetting(tx, 'highest_order_page', '1000.00')
  })
})
afterAll(async () => {
  await expectLedgerCorrect(app)
  await app.close()
})

/** A member whose phone is confirmed, as with a sender of codes. */
async function newCarrier(): Promise<TestMember> {
  carriers += 1
  const member = await app.member(`carrier ${carriers}`)
  await app.database.asSchemaOwner(`update member set phone_confirmed_at = created_at where id = $1`, [
    member._id,
  ])
  return member
}

/** A price whose award of one visit, with the bonus of level 1, is this many cents; for the values below. */
const PRICE_OF: Readonly<Record<number, bigint>> = {
  250: 245n,
  251: 246n,
  500: 490n,
  501: 491n,
  2000: 1961n,
  2001: 1962n,
  8000: 7843n,
  8001: 7844n,
}

/** Carries an order of one visit with this award in cents. */
async function earn(carrier: TestMember, cents: number): Promise<Product> {
  const here = await app.signedIn(carrier)
  await placeCampaign(app, await app.signedIn(placer), {
    price_minor: PRICE_OF[cents]!,
    visits: 1,
    order_visits: 1,
  })
  return await carry(app, here)
}
const statusOf = async (carrier: TestMember, order: Product) => {
  const { status, in_review } = answered(await getOrder(app, await app.signedIn(carrier), order._id))
  return in_review ? 'in review' : status
}
/** The reasons of an order in review. */
const reasonsOf = async (order: Product) =>
  answered(
    await app.call(adminOrderCalls.review, { as: await reviewer(), params: { order_id: order._id } }),
  ).reasons.map(({ reason }) => reason)
const queue = async () =>
  answered(await app.call(adminOrderCalls.reviews, { as: await reviewer(), query: {} })).list.map(
    ({ _id }) => _id,
  )
const decide = async (order: Product, verdict: 'pay' | 'pay_unlooked' | 'refuse') =>
  answered(
    await app.call(adminOrderCalls.decide, {
      as: await reviewer(),
      params: { order_id: order._id },
      body: { verdict, ...(verdict === 'refuse' && { reason: 'One person opened all of them.' }) },
    }),
  )
/** An operator who has just signed in: sessions of staff are short. */
const reviewer = () => staff(app, 'support')
/** Time passes, and what is due is settled. */
async function wait(ms: number) {
  app.clock.advance(ms)
  await settleDueOrders(app.database)
}

describe('awards that nobody looked at', () => {
  test('up to 5.00 succeed at once; one cent more is looked at first', async () => {
    const least = await newCarrier()
    expect(await statusOf(least, await earn(least, 500))).toBe('success')
    const most = await newCarrier()
    const order = await earn(most, 501)
    expect(await statusOf(most, order)).toBe('in review')
    const { reasons } = answered(
      await app.call(adminOrderCalls.review, { as: await reviewer(), params: { order_id: order._id } }),
    )
    expect(reasons).toEqual([
      { reason: 'unseen', found: 1, among: 1, measure: null, unseen: '5.01', limit: '5.00' },
    ])
    await decide(order, 'pay')
  })

  test('are summed over orders', async () => {
    const carrier = await newCarrier()
    expect(await statusOf(carrier, await earn(carrier, 250))).toBe('success')
    expect(await statusOf(carrier, await earn(carrier, 250))).toBe('success')
    const third = await earn(carrier, 250)
    expect(await reasonsOf(third)).toEqual(['unseen'])
    await decide(third, 'pay')
  })

  test('after a person paid start again: up to 20.00, then up to 80.00, and no further', async () => {
    const carrier = await newCarrier()
    await decide(await earn(carrier, 501), 'pay')
    const more = await earn(carrier, 2001)
    expect(await statusOf(carrier, more)).toBe('in review')
    await decide(more, 'pay')
    await wait(DAY_MS)
    expect(await statusOf(carrier, await earn(carrier, 8000))).toBe('success')
    const beyond = await earn(carrier, 250)
    expect(await reasonsOf(beyond)).toEqual(['unseen'])
    await decide(beyond, 'pay')
    await wait(DAY_MS)
    const most = await earn(carrier, 8001)
    expect(await statusOf(carrier, most)).toBe('in review')
    await decide(most, 'pay')
  })

  test('up to 20.00 after one look', async () => {
    const carrier = await newCarrier()
    await decide(await earn(carrier, 501), 'pay')
    expect(await statusOf(carrier, await earn(carrier, 2000))).toBe('success')
  })

  test('90 days after the last look count by the first limit again', async () => {
    const carrier = await newCarrier()
    await decide(await earn(carrier, 501), 'pay')
    await wait(90 * DAY_MS - HOUR_MS)
    expect(await statusOf(carrier, await earn(carrier, 250))).toBe('success')
    await wait(2 * HOUR_MS)
    const order = await earn(carrier, 251)
    expect(await reasonsOf(order)).toEqual(['unseen'])
    await decide(order, 'pay')
  })

  test('after a refusal count by the first limit again', async () => {
    const carrier = await newCarrier()
    await decide(await earn(carrier, 501), 'pay')
    const refused = await earn(carrier, 2001)
    await decide(refused, 'refuse')
    expect(await statusOf(carrier, refused)).toBe('expired')
    expect(await reasonsOf(await earn(carrier, 501))).toEqual(['unseen'])
  })

  test('paid in silence after 72 hours raise nothing, and the sum stands', async () => {
    const carrier = await newCarrier()
    const order = await earn(carrier, 501)
    await wait(72 * HOUR_MS - 60_000)
    expect(await statusOf(carrier, order)).toBe('in review')
    await wait(60_000)
    expect(await statusOf(carrier, order)).toBe('success')
    const next = await earn(carrier, 250)
    expect(await reasonsOf(next)).toEqual(['unseen'])
    await decide(next, 'pay')
  })
})

test('paid from the list without a look count as silence: nothing is raised or forgotten', async () => {
  const carrier = await newCarrier()
  const order = await earn(carrier, 501)
  await decide(order, 'pay_unlooked')
  expect(await statusOf(carrier, order)).toBe('success')
  const { rows } = await app.database.query<{ outcome: string }>({
    text: 'select outcome from order_review where order_id = $1',
    values: [order._id],
  })
  expect(rows).toEqual([{ outcome: 'silence' }])
  const next = await earn(carrier, 250)
  expect(await reasonsOf(next)).toEqual(['unseen'])
  await decide(next, 'pay')
})

describe('of one carrier at most one order waits for a look at the carrier', () => {
  test('the others succeed when it does, and are told until when', async () => {
    const carrier = await newCarrier()
    const first = await earn(carrier, 501)
    app.clock.advance(HOUR_MS)
    const second = await earn(carrier, 250)
    const here = await app.signedIn(carrier)
    const [one, other] = [first, second].map((order) => getOrder(app, here, order._id))
    expect(answered(await other!).review_until).toBe(answered(await one!).review_until)
    expect(await queue()).toEqual([first._id])
    await decide(first, 'pay')
    await wait(0)
    expect(await statusOf(carrier, second)).toBe('success')
  })

  test('in silence, too', async () => {
    const carrier = await newCarrier()
    const first = await earn(carrier, 501)
    const second = await earn(carrier, 250)
    await wait(72 * HOUR_MS)
    await wait(0)
    expect([await statusOf(carrier, first), await statusOf(carrier, second)]).toEqual(['success', 'success'])
  })

  test('after a refusal the next one waits for a person itself, 72 hours from its own end', async () => {
    const carrier = await newCarrier()
    const first = await earn(carrier, 501)
    app.clock.advance(HOUR_MS)
    const second = await earn(carrier, 250)
    const third = await earn(carrier, 250)
    await decide(first, 'refuse')
    expect(await queue()).toEqual([second._id])
    await wait(72 * HOUR_MS - 2 * HOUR_MS)
    expect(await statusOf(carrier, second)).toBe('in review')
    await decide(second, 'pay')
    await wait(0)
    expect(await statusOf(carrier, third)).toBe('success')
  })
})

describe('linked members', () => {
  const link = async (one: TestMember, other: TestMember, kind: LinkKind = 'device') => {
    const { database, clock } = app
    await linkMembers(database, one._id, [{ member_id: other._id, kind }], clock.now())
  }
  async function linkedPair() {
    const pair = [await newCarrier(), await newCarrier()] as const
    await link(...pair)
    return pair
  }

  test('share the limit: 2.50 and 2.50 succeed, 2.50 and 2.51 do not', async () => {
    const [one, other] = await linkedPair()
    expect(await statusOf(one, await earn(one, 250))).toBe('success')
    expect(await statusOf(other, await earn(other, 250))).toBe('success')
    const [third, fourth] = await linkedPair()
    expect(await statusOf(third, await earn(third, 250))).toBe('success')
    const order = await earn(fourth, 251)
    expect(await reasonsOf(order)).toEqual(['unseen'])
    await decide(order, 'pay')
    // A look at one is a look at both.
    expect(await statusOf(third, await earn(third, 501))).toBe('success')
  })

  test('one of whom placed the order: whoever reviews it sees the placer, and how they are linked', async () => {
    const carrier = await newCarrier()
    const shown = async (order: Product) =>
      answered(
        await app.call(adminOrderCalls.review, { as: await reviewer(), params: { order_id: order._id } }),
      )
    const first = await earn(carrier, 501)
    expect(await shown(first)).toMatchObject({
      placer: { _id: placer._id, username: placer.username },
      linked_with_placer: [],
    })
    await decide(first, 'refuse')
    await link(carrier, placer, 'invitation')
    const second = await earn(carrier, 501)
    expect(await shown(second)).toMatchObject({ linked_with_placer: ['invitation'] })
    await decide(second, 'pay')
  })

  test('whose first order is 30 days old are not linked, unless no phone is confirmed', async () => {
    const [one, other] = await linkedPair()
    await earn(one, 500)
    await wait(30 * DAY_MS)
    await link(one, other)
    expect(await statusOf(other, await earn(other, 500))).toBe('success')
    await app.database.asSchemaOwner('update member set phone_confirmed_at = null where id = $1', [one._id])
    expect(await reasonsOf(await earn(other, 250))).toEqual(['unseen'])
  })

  test('are forgotten after 90 days', async () => {
    const [one, other] = await linkedPair()
    await app.database.asSchemaOwner('update member set phone_confirmed_at = null where id = $1', [one._id])
    await earn(one, 500)
    await wait(90 * DAY_MS)
    expect(await statusOf(other, await earn(other, 250))).toBe('success')
    await deleteExpiredSecurityData(app.database, app.clock.now())
    expect(
      await app.database.asSchemaOwner('select from member_link where $1 in (low_id, high_id)', [one._id]),
    ).toEqual([])
  })

  test('are a ring with more than five accounts under 30 days; codes of the house make none', async () => {
    const ring = [await newCarrier()]
    for (let i = 1; i < 5; i += 1) ring.push(await newCarrier())
    for (const member of ring.slice(1)) await link(ring[0]!, member)
    const school = [await newCarrier()]
    for (let i = 1; i < 7; i += 1) school.push(await newCarrier())
    for (const member of school.slice(1)) await link(school[0]!, member, 'house_code')
    expect(await statusOf(school[0]!, await earn(school[0]!, 250))).toBe('success')
    expect(await statusOf(ring[0]!, await earn(ring[0]!, 250))).toBe('success')
    const sixth = await newCarrier()
    await link(sixth, ring[3]!, 'address')
    const order = await earn(sixth, 250)
    expect(await reasonsOf(order)).toEqual(['ring'])
    await decide(order, 'pay')
    // Remembered for 30 days.
    expect(await statusOf(sixth, await earn(sixth, 250))).toBe('success')
  })

  test('share a payout account', async () => {
    const [one, other] = [await newCarrier(), await newCarrier()]
    for (const member of [one, other]) {
      await app.confirm(member)
      answered(await saveBank(app, member))
    }
    const order = await earn(other, 250)
    const { reasons } = answered(
      await app.call(adminOrderCalls.review, { as: await reviewer(), params: { order_id: order._id } }),
    )
    expect(reasons).toMatchObject([{ reason: 'ring', measure: 'payout_account' }])
    await decide(order, 'pay')
  })

  test('on one device or one address of a day are linked, others are not', async () => {
    const [one, two, three] = [await newCarrier(), await newCarrier(), await newCarrier()]
    const seen = (member: TestMember, address: string, agent: string) =>
      app.call(securityCalls.overview, { token: member.token, address, headers: { 'user-agent': agent } })
    await seen(one, '203.0.113.7', 'one')
    await seen(two, '203.0.113.7', 'two')
    await seen(three, '203.0.113.8', 'one')
    const links = await app.database.asSchemaOwner<{ kind: string }>(
      'select kind from member_link where $1 in (low_id, high_id) order by kind',
      [two._id],
    )
    expect(links.map(({ kind }) => kind)).toContain('address')
    expect(
      await app.database.asSchemaOwner(
        `select from member_link where $1 in (low_id, high_id) and kind in ('device', 'address')`,
        [three._id],
      ),
    ).toEqual([])
  })
})

describe('what the visits show', () => {
  async function shared(visits: number, come: (order: Product) => Promise<void>) {
    const carrier = await newCarrier()
    await placeCampaign(app, await app.signedIn(placer), { price_minor: 10n, visits, order_visits: visits })
    const order = await distribute(app, await app.signedIn(carrier))
    await come(order)
    await work(app)
    return { carrier, order }
  }

  test('one address of the carrier’s day is asked about, remembered once a person paid, and numbered as evidence', async () => {
    const { carrier, order } = await shared(3, async (of) => {
      const address = newAddress()
      await visit(app, of, address, `${BROWSER} one`)
      await visit(app, of, address, `${BROWSER} two`)
      await visit(app, of)
    })
    const shown = answered(
      await app.call(adminOrderCalls.review, { as: await reviewer(), params: { order_id: order._id } }),
    )
    expect(shown.reasons).toMatchObject([{ reason: 'few_addresses', found: 2, among: 3 }])
    expect(shown.list.map(({ network, address, device }) => [network, address, device])).toEqual([
      [1, 1, 1],
      [1, 1, 2],
      [2, 2, 3],
    ])
    expect(JSON.stringify(shown.list)).not.toMatch(/2001:db8/)
    await decide(order, 'pay')
    expect(await statusOf(carrier, order)).toBe('success')
  })

  test('visits that come as a metronome are asked about', async () => {
    const { order } = await shared(6, async (of) => {
      for (let i = 0; i < 6; i += 1) {
        const page = await openPage(app, of, newAddress())
        app.clock.advance(5_000)
        await page.press()
      }
    })
    expect(await reasonsOf(order)).toEqual(['too_regular'])
  })
})

describe('operators are called', () => {
  const now = () => app.clock.now()

  test('for an order above 20.00 that has waited for 48 hours', async () => {
    const dear = await earn(await newCarrier(), 2001)
    const cheap = await earn(await newCarrier(), 2000)
    app.clock.advance(48 * HOUR_MS - 60_000)
    const called = async () => (await dearReviews(app.database, now())).map(({ order_id }) => order_id)
    expect(await called()).not.toContain(dear._id)
    app.clock.advance(60_000)
    expect(await called()).toContain(dear._id)
    expect(await called()).not.toContain(cheap._id)
    await decide(dear, 'pay')
    expect(await called()).not.toContain(dear._id)
    await decide(cheap, 'pay')
  })

  test('when silence has paid more than a tenth of the reviews of a week', async () => {
    await wait(30 * DAY_MS)
    app.clock.advance(8 * DAY_MS)
    const silent = async () => {
      await earn(await newCarrier(), 501)
      await wait(72 * HOUR_MS)
    }
    await silent()
    expect(await weekOfSilence(app.database, now())).toEqual({ ended: 1, by_silence: 1 })
    for (let i = 0; i < 9; i += 1) await decide(await earn(await newCarrier(), 501), 'pay')
    expect(await weekOfSilence(app.database, now())).toBeUndefined()
    await silent()
    expect(await weekOfSilence(app.database, now())).toEqual({ ended: 11, by_silence: 2 })
  })
})
