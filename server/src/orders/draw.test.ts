// Drawing through HTTP: only funded orders, never twice, never the member's own, in their language, with turns by the
// site's day.
import { orderCalls } from '@fairturn/contract/orders'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startApp, type TestApp, type TestMember } from '../../test/app.ts'
import {
  answered,
  carry,
  expectLedgerCorrect,
  claim,
  deadlocksOf,
  distribute,
  draw,
  giveBack,
  placeCampaign,
  take,
} from '../../test/carrying.ts'
import { testClock } from '../../test/database.ts'
import { cancelCampaign, checkCampaigns, pauseCampaign } from '../campaigns/campaigns.ts'
import { changeSetting } from '../content/content.ts'
import { accountOf, balancesOf } from '../ledger/ledger.ts'
import { drawOffer, expireDue, recentRewards } from './orders.ts'

let app: TestApp
let placer: TestMember
let carrier: TestMember

beforeEach(async () => {
  app = await startApp()
  placer = await app.member('the placer')
  carrier = await app.member('the carrier')
})
afterEach(() => app.close())

const none = { status: 404, code: 'no_order_is_available' }
const noOther = { status: 404, code: 'no_other_order_is_available' }
/** Everything that a draw could write. */
const everything = () =>
  app.database.asSchemaOwner(`select (select json_agg(o order by id) from offer o) as offers,
    (select json_agg(h order by h::text) from hold h) as holds, (select json_agg(c order by id) from campaign c) as campaigns`)
const escrowOf = async (campaign_id: string) => {
  const account = accountOf('campaign_escrow', campaign_id)
  return (await balancesOf(app.database, [account])).get(account)!
}
const registerSome = async (count: number, name: string) => {
  const some: TestMember[] = []
  for (let i = 0; i < count; i++) some.push(await app.member(`${name} ${i}`))
  return some
}

describe('money', () => {
  test('rewards are funded before they are offered: the highest award is reserved when an offer is seen', async () => {
    const campaign = await placeCampaign(app, placer)
    const offer = answered(await draw(app, carrier))
    expect(offer.highest_award).toBe('0.82')
    expect(await escrowOf(campaign.id)).toEqual({ balance_minor: 400n + 48n, reserved_minor: 82n })
  })

  // ASVS V2.3.4
  test('two members are never promised the same money: of 50 at once as many get an offer as there are slices', async () => {
    const campaign = await placeCampaign(app, placer) // 10 visits, 2 an order: 5 slices
    const members = await registerSome(50, 'member')
    const answers = await Promise.all(members.map((member) => draw(app, member)))
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(5)
    expect(answers.filter((answer) => answer.status !== 200)).toEqual(
      Array.from({ length: 45 }, () => expect.objectContaining(none)),
    )
    expect((await escrowOf(campaign.id)).reserved_minor).toBe(5n * 82n)
    expect(await checkCampaigns(app.database)).toEqual([])
  })

  test('50 concurrent members who draw, skip and take get exactly the available slices of many campaigns', async () => {
    const placed = [
      { visits: 6 },
      { visits: 10, order_visits: 5 },
      { visits: 9, price_minor: 7n },
      { visits: 4, order_visits: 1 },
    ]
    for (const terms of placed) await placeCampaign(app, placer, terms) // 3 + 2 + 5 + 4 slices
    const members = await registerSome(50, 'many')
    await Promise.all(
      members.map(async (member, i) => {
        const first = await draw(app, member)
        const kept = first.status === 200 && i % 3 === 0 ? await draw(app, member) : first
        if (kept.status === 200) answered(await take(app, member, kept.data._id))
      }),
    )
    // Slices released by skips in the meantime go to those who draw again.
    for (const member of members) {
      const again = await draw(app, member)
      if (again.status === 200) answered(await take(app, member, again.data._id))
    }
    const taken = await app.database.asSchemaOwner(
      `select sum(open_visits)::int as open, sum(visits)::int as visits, 
         (select count(*)::int from orders) + (select count(*)::int from offer where status = 'open') as promised from campaign`,
    )
    expect(taken).toEqual([{ open: 29, visits: 29, promised: 14 }])
    await expectLedgerCorrect(app)
  }, 60_000)

  test('an offer that nobody takes is available to others after five minutes', async () => {
    const campaign = await placeCampaign(app, placer, { visits: 2 })
    const offer = answered(await draw(app, carrier))
    expect(offer.expires_at).toBe(new Date(app.clock.now().getTime() + 300_000).toISOString())
    const other = await app.member('another')
    expect(await draw(app, other)).toMatchObject(none)
    app.clock.advance(300_000)
    // No schedule is needed: a draw that finds nothing first releases expired offers.
    expect(answered(await draw(app, other)).status).toBe('offer')
    expect(await take(app, carrier, offer._id)).toMatchObject({ code: 'offer_is_no_longer_available' })
    app.clock.advance(300_000)
    expect(await expireDue(app.database)).toBe(1)
    expect(await expireDue(app.database)).toBe(0)
    expect((await escrowOf(campaign.id)).reserved_minor).toBe(0n)
  })

  test('an offer stays unchanged, even if its campaign is paused', async () => {
    const campaign = await placeCampaign(app, placer)
    const offer = answered(await draw(app, carrier))
    await app.database.transaction((tx) =>
      cancelCampaign(tx, { campaign_id: campaign.id, member_id: placer._id }),
    )
    expect(answered(await take(app, carrier, offer._id))).toMatchObject({ price: '0.40', target: 2 })
    expect((await escrowOf(campaign.id)).reserved_minor).toBe(82n)
  })
})

test('concurrent draws, skips and returns never deadlock', async () => {
  const busy = await startApp()
  const advertiser = await busy.member('advertiser')
  for (const brand of ['one', 'two']) await placeCampaign(busy, advertiser, { brand, visits: 1000 })
  const members: TestMember[] = []
  for (let i = 0; i < 16; i++) members.push(await busy.member(`busy ${i}`))
  await Promise.all(
    members.map(async (member) => {
      for (let i = 0; i < 12; i++) {
        const offer = answered(await draw(busy, member))
        if (i % 3 === 2) await giveBack(busy, member, answered(await take(busy, member, offer._id))._id)
      }
    }),
  )
  await expectLedgerCorrect(busy)
  expect(await deadlocksOf(busy)).toEqual([])
})

describe('which offer is drawn', () => {
  test('skipping is free: it uses no turn and releases the money', async () => {
    const campaigns = [await placeCampaign(app, placer), await placeCampaign(app, placer)]
    const seen = new Set<string>()
    for (let i = 0; i < 10; i++) seen.add(answered(await draw(app, carrier))._id)
    expect(seen.size).toBe(10)
    const reserved = await Promise.all(campaigns.map(({ id }) => escrowOf(id)))
    expect(reserved.filter(({ reserved_minor }) => reserved_minor === 82n)).toHaveLength(1)
    expect(reserved.filter(({ reserved_minor }) => reserved_minor === 0n)).toHaveLength(1)
    const { data } = await app.call(orderCalls.list, { token: carrier.token, body: { user_id: carrier._id } })
    expect(data).toMatchObject({ turns: { total: 3, used: 0, left: 3 }, list_product: [] })
    expect([...seen].at(-1)).toBe(data.offer!._id)
  })

  test('the next offer is never of the same campaign while there is another, whichever has more slices left', async () => {
    await placeCampaign(app, placer, { visits: 1000 })
    await placeCampaign(app, placer, { visits: 2 })
    await placeCampaign(app, placer, { visits: 4 })
    let before = answered(await draw(app, carrier)).product_id
    for (let i = 0; i < 30; i++) {
      const { product_id } = answered(await draw(app, carrier))
      expect(product_id).not.toBe(before)
      before = product_id
    }
  })

  test('without another campaign it says so, and the offer stays, even if its own campaign has slices left', async () => {
    const campaign = await placeCampaign(app, placer)
    const offer = answered(await draw(app, carrier))
    expect(offer.reserved_seconds).toBe(300)
    const before = await everything()
    expect(await draw(app, carrier)).toMatchObject(noOther)
    expect(await everything()).toEqual(before)
    expect((await escrowOf(campaign.id)).reserved_minor).toBe(82n)
    const { data } = await app.call(orderCalls.list, { token: carrier.token, body: { user_id: carrier._id } })
    expect(data.offer).toEqual(offer)
    expect(answered(await take(app, carrier, offer._id)).status).toBe('pending')
  })

  test('a draw that finds nothing changes nothing, not even an expired offer', async () => {
    const mine = await placeCampaign(app, carrier, { visits: 2 })
    answered(await draw(app, placer))
    app.clock.advance(300_000)
    const before = await everything()
    expect(await draw(app, carrier)).toMatchObject(none)
    expect(await everything()).toEqual(before)
    expect((await escrowOf(mine.id)).reserved_minor).toBe(82n)
  })

  test('an expired offer does not block: its slice can be drawn at once, also by its member', async () => {
    await placeCampaign(app, placer, { visits: 2 })
    const first = answered(await draw(app, carrier))
    app.clock.advance(300_000)
    const again = answered(await draw(app, carrier))
    expect(again.product_id).toBe(first.product_id)
    expect(again._id).not.toBe(first._id)
    await expectLedgerCorrect(app)
  })

  test('a skipped offer that a crash left unreleased is released by the schedule', async () => {
    const campaign = await placeCampaign(app, placer)
    answered(await draw(app, carrier))
    await app.database.asSchemaOwner(`update offer set status = 'left'`)
    expect(await expireDue(app.database)).toBe(1)
    expect((await escrowOf(campaign.id)).reserved_minor).toBe(0n)
  })

  test('fifty concurrent draws leave one open offer', async () => {
    for (let i = 0; i < 2; i++) await placeCampaign(app, placer)
    const answers = await Promise.all(Array.from({ length: 50 }, () => draw(app, carrier)))
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 200))
    const [open] = await app.database.asSchemaOwner<{ n: number }>(
      `select count(*)::int as n from offer where status = 'open'`,
    )
    expect(open!.n).toBe(1)
    expect(await checkCampaigns(app.database)).toEqual([])
  })

  test('never one of the member’s own campaigns', async () => {
    await placeCampaign(app, placer)
    expect(await draw(app, placer)).toMatchObject(none)
    expect(answered(await draw(app, carrier)).status).toBe('offer')
  })

  test('never one for another language; without a language given the member’s own applies', async () => {
    const texts = { tagline: { fr: 'Poterie' }, caption: { fr: 'Poterie' } }
    const french = await placeCampaign(app, placer, { languages: ['fr'], ...texts })
    expect(await draw(app, carrier, 'en')).toMatchObject(none)
    expect(answered(await draw(app, carrier, 'fr'))).toMatchObject({
      product_id: french.id,
      tagline: 'Poterie',
    })
    await expect(drawOffer(app.database, { member_id: carrier._id })).rejects.toMatchObject(noOther)
  })

  test('never one of a paused campaign, and without any there is a clear response', async () => {
    expect(await draw(app, carrier)).toMatchObject(none)
    const campaign = await placeCampaign(app, placer)
    await app.database.transaction((tx) =>
      pauseCampaign(tx, { campaign_id: campaign.id, member_id: placer._id }),
    )
    expect(await draw(app, carrier)).toMatchObject(none)
  })
})

describe('turns', () => {
  // ASVS V2.3.2
  test('50 concurrent takes never exceed the turns of the day', async () => {
    await placeCampaign(app, placer, { visits: 100 })
    let refused = 0
    await Promise.all(
      Array.from({ length: 50 }, async () => {
        const order = await distribute(app, carrier).catch(() => undefined)
        if (order === undefined) refused += 1
      }),
    )
    for (let i = 0; i < 5; i++) await distribute(app, carrier).catch(() => (refused += 1))
    expect(refused).toBeGreaterThan(0)
    const [orders] = await app.database.asSchemaOwner<{ n: number }>('select count(*)::int as n from orders')
    expect(orders!.n).toBe(3)
  })

  test('50 concurrent takes of one offer make one order', async () => {
    await placeCampaign(app, placer)
    const offer = answered(await draw(app, carrier))
    const answers = await Promise.all(Array.from({ length: 50 }, () => take(app, carrier, offer._id)))
    expect(new Set(answers.map((answer) => answered(answer)._id)).size).toBe(1)
    const [orders] = await app.database.asSchemaOwner<{ n: number }>('select count(*)::int as n from orders')
    expect(orders!.n).toBe(1)
  })

  test('are renewed at midnight of the site’s time zone, and totals follow the same days', async () => {
    const clock = testClock('2026-11-21T16:50:00Z') // 23:50 in Ho Chi Minh City
    const night = await startApp({ clock })
    try {
      const advertiser = await night.member('advertiser')
      const owl = await night.member('night owl')
      await placeCampaign(night, advertiser, { visits: 100 })
      const total = async (call: typeof orderCalls.totalToday | typeof orderCalls.totalYesterday) =>
        answered(await night.call(call, { token: owl.token, body: { user_id: owl._id } })).total
      const left = async () =>
        answered(await night.call(orderCalls.numberProduct, { token: owl.token, body: { user_id: owl._id } }))
          .left
      for (let i = 0; i < 3; i++) answered(await claim(night, owl, (await carry(night, owl))._id))
      expect(await left()).toBe(0)
      expect(await total(orderCalls.totalToday)).toBe('2.46')
      expect(await total(orderCalls.totalYesterday)).toBe('0.00')
      clock.set('2026-11-21T16:59:59.999Z')
      expect(await draw(night, owl)).toMatchObject({ code: 'you_have_completed_your_order_today' })
      clock.set('2026-11-21T17:00:00Z')
      expect(await left()).toBe(3)
      expect(answered(await draw(night, owl)).status).toBe('offer')
      expect(await total(orderCalls.totalToday)).toBe('0.00')
      expect(await total(orderCalls.totalYesterday)).toBe('2.46')
      // At the same instants it is a single day in Paris.
      await night.database.transaction((tx) => changeSetting(tx, 'time_zone', 'Europe/Paris'))
      expect(await total(orderCalls.totalToday)).toBe('2.46')
      expect(
        await recentRewards(night.database, {
          member_id: owl._id,
          now: night.clock.now(),
          time_zone: 'Europe/Paris',
        }),
      ).toEqual(Array.from({ length: 3 }, () => ({ reward_minor: 80n, quality_bp: 10_000, bonus_minor: 2n })))
    } finally {
      await night.close()
    }
  })
})

describe('lists', () => {
  test('are empty without orders, and say so', async () => {
    const request = { token: carrier.token, body: { user_id: carrier._id } }
    expect((await app.call(orderCalls.awards)).data).toEqual({ list: [] })
    expect((await app.call(orderCalls.list, request)).data).toEqual({
      offer: null,
      list_product: [],
      completed: 0,
      distributing: 0,
      success: 0,
      claimable: '0.00',
      turns: { total: 3, used: 0, left: 3 },
      cursor: null,
    })
  })

  test('the detail is that of an offer while it can be taken, then of its order, by either id', async () => {
    await placeCampaign(app, placer)
    const detail = (product_id: string) =>
      app.call(orderCalls.detail, { token: carrier.token, body: { user_id: carrier._id, product_id } })
    const offer = answered(await draw(app, carrier))
    expect(answered(await detail(offer._id))).toEqual(offer)
    const order = answered(await take(app, carrier, offer._id))
    expect(answered(await detail(offer._id))).toEqual(order)
    expect(answered(await detail(order._id))).toEqual(order)
    expect(answered(await detail(order.product_id))).toEqual(order)
    expect(await detail(placer._id)).toMatchObject({ status: 404, code: 'order_is_unknown' })
    expect(await detail('1 or 1=1')).toMatchObject({ status: 422, code: 'id_is_invalid' })
  })

  test('every product_id in a list has a detail: the open offer, else the latest order of the campaign', async () => {
    await placeCampaign(app, placer)
    const body = { user_id: carrier._id }
    const detail = async (product_id: string, member = carrier) =>
      app.call(orderCalls.detail, { token: member.token, body: { user_id: member._id, product_id } })
    await distribute(app, carrier)
    app.clock.advance(1)
    const latest = await distribute(app, carrier)
    const list = answered(await app.call(orderCalls.list, { token: carrier.token, body }))
    for (const { product_id } of list.list_product)
      expect(answered(await detail(product_id))._id).toBe(latest._id)
    const offer = answered(await draw(app, carrier))
    expect(answered(await detail(offer.product_id))).toEqual(offer)
    app.clock.advance(300_000)
    expect(answered(await detail(offer.product_id))._id).toBe(latest._id)
    const stranger = await app.member('a stranger')
    expect(await detail(offer.product_id, stranger)).toMatchObject({ status: 404, code: 'order_is_unknown' })
  })

  test('page through every order once, newest first, optionally by status', async () => {
    await placeCampaign(app, placer, { visits: 2000 })
    await app.database.asSchemaOwner(`update level set turns_a_day = 60`)
    const ids: string[] = []
    for (let i = 0; i < 45; i++) {
      ids.unshift((await distribute(app, carrier))._id)
      app.clock.advance(1)
    }
    const body = { user_id: carrier._id }
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = answered(
        await app.call(orderCalls.list, {
          token: carrier.token,
          body: { ...body, state: 'distributing', ...(cursor !== undefined && { cursor }) },
        }),
      )
      expect(page).toMatchObject({ distributing: 45, completed: 0, success: 0 })
      seen.push(...page.list_product.map((order) => order._id))
      cursor = page.cursor ?? undefined
    } while (cursor !== undefined)
    expect(seen).toEqual(ids)
    const done = await app.call(orderCalls.listCompleted, { token: carrier.token, body })
    expect(done.data).toEqual({ list_product: [], cursor: null })
    const counted = await app.call(orderCalls.numberDistributing, { token: carrier.token, body })
    expect(counted.data).toEqual({ distributing: 45 })
    for (const bad of ['!', 'eA', 'x'.repeat(300)]) {
      const refused = await app.call(orderCalls.list, {
        token: carrier.token,
        body: { ...body, cursor: bad },
      })
      expect(refused).toMatchObject({ status: 422, code: 'cursor_is_invalid' })
    }
  })
})
