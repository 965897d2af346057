// What makes a visit verified: every rule and its boundary, through the page, the token and the judge.
import { newId } from '@fairturn/contract/ids'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  BROWSER,
  LINKS_SECRET,
  someoneElse,
  startLinks,
  type TestLinks,
  type VisitInput,
} from '../../test/links.ts'
import {
  campaignProgress,
  endLink,
  judgeVisits,
  openDevices,
  orderProgress,
  startJudge,
  expireUncontinued,
  visitCounts,
  visitsOf,
} from './tracking.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

let links: TestLinks
beforeAll(async () => {
  links = await startLinks()
})
afterAll(() => links.close())

const verified = (count: number) => ({ verified: count, visits: count, byReason: {} })

/** Opens the page, waits and continues. */
async function visitAfter(code: string, waitMs: number, sent: VisitInput = someoneElse()): Promise<void> {
  const { token } = await links.get(code, sent)
  links.database.clock.advance(waitMs)
  await links.post(code, token, sent)
}

interface OpenedPage {
  index: number
  sent: VisitInput
  token: string
}

/** Opens pages one after the other, this many milliseconds apart. */
async function opened(
  code: string,
  count: number,
  apartMs: number,
  visitor: (index: number) => VisitInput = someoneElse,
): Promise<OpenedPage[]> {
  const pages: OpenedPage[] = []
  for (let index = 0; index < count; index += 1) {
    const sent = visitor(index)
    const { token } = await links.get(code, sent)
    pages.push({ index, sent, token })
    links.database.clock.advance(apartMs)
  }
  return pages
}

/** Each is judged before the next one is continued. */
async function continueOneByOne(code: string, pages: readonly OpenedPage[]): Promise<void> {
  for (const { token, sent } of pages) {
    await links.post(code, token, sent)
    await judgeVisits(links.database)
  }
}

test('a person who reads and continues is verified', async () => {
  const link = await links.link()
  await links.visit(link.code)
  expect(await links.counts(link.order_id)).toEqual(verified(1))
})

describe('not a page view by a person', () => {
  const refused: [string, string, VisitInput][] = [
    ['prefetch', 'Sec-Purpose', { headers: { 'sec-purpose': 'prefetch' } }],
    ['prefetch', 'a prerender', { headers: { 'sec-purpose': 'prefetch;prerender' } }],
    ['prefetch', 'Purpose', { headers: { purpose: 'prefetch' } }],
    ['prefetch', 'X-Moz', { headers: { 'x-moz': 'prefetch' } }],
    ['preview', 'X-Purpose', { headers: { 'x-purpose': 'preview' } }],
    ['preview', 'a chat', { agent: 'WhatsApp/2.23.20.0' }],
    [
      'bot',
      'a crawler',
      { agent: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' },
    ],
    ['bot', 'no agent', { agent: '' }],
    ['not_a_page_view', 'an image', { headers: { 'sec-fetch-dest': 'image', 'sec-fetch-mode': 'no-cors' } }],
    ['not_a_page_view', 'a frame', { headers: { 'sec-fetch-dest': 'iframe', 'sec-fetch-mode': 'navigate' } }],
    ['not_a_page_view', 'a script', { headers: { 'sec-fetch-dest': 'empty', 'sec-fetch-mode': 'cors' } }],
  ]
  test.each(refused)('%s: %s', async (reason, _what, sent) => {
    const link = await links.link()
    const { token } = await links.get(link.code, sent)
    links.database.clock.advance(5_000)
    // Continuing does not change it: one visit, one verdict.
    if (token !== '') await links.post(link.code, token, sent)
    const counts = await links.counts(link.order_id)
    expect(counts).toEqual({ verified: 0, visits: 1, byReason: { [reason]: 1 } })
  })

  test('HEAD', async () => {
    const link = await links.link()
    const { statusCode, body } = await links.fastify.inject({
      method: 'HEAD',
      url: `/r/${link.code}`,
      headers: { 'user-agent': BROWSER },
    })
    expect([statusCode, body]).toEqual([200, ''])
    expect((await links.counts(link.order_id)).byReason).toEqual({ not_a_page_view: 1 })
  })

  test('a page opened right after the same address and agent probed the link: scanner', async () => {
    const link = await links.link()
    const [scanner, person] = [someoneElse(), someoneElse()]
    const head = (sent: VisitInput) =>
      links.fastify.inject({
        method: 'HEAD',
        url: `/r/${link.code}`,
        remoteAddress: sent.address ?? '',
        headers: { 'user-agent': BROWSER },
      })
    await head(scanner)
    links.database.clock.advance(2_000)
    await links.visit(link.code, scanner)
    await links.visit(link.code, person)
    // Long after or before the probe: not a scanner.
    links.database.clock.advance(HOUR_MS)
    const later = someoneElse()
    await head(later)
    links.database.clock.advance(61_000)
    await links.visit(link.code, later)
    expect(await links.counts(link.order_id)).toEqual({
      verified: 2,
      visits: 5,
      byReason: { not_a_page_view: 2, scanner: 1 },
    })
  })

  test('Continue sent without language, origin or fetch headers: scanner', async () => {
    const link = await links.link()
    const { token } = await links.get(link.code)
    links.database.clock.advance(5_000)
    const { statusCode } = await links.fastify.inject({
      method: 'POST',
      url: `/r/${link.code}/continue`,
      remoteAddress: '203.0.113.1',
      headers: { 'user-agent': BROWSER, 'content-type': 'application/x-www-form-urlencoded' },
      payload: `token=${token}`,
    })
    // Redirected nevertheless: a false positive costs a visit, but not the redirect.
    expect(statusCode).toBe(303)
    expect((await links.counts(link.order_id)).byReason).toEqual({ scanner: 1 })
  })

  test('a browser that sends document navigation headers is a person', async () => {
    const link = await links.link()
    const headers = {
      'sec-fetch-dest': 'document',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-site': 'cross-site',
    }
    await links.visit(link.code, { headers })
    expect(await links.counts(link.order_id)).toEqual(verified(1))
  })

  test('a prefetched page cannot be used later as a visit', async () => {
    const link = await links.link()
    const { status, token } = await links.get(link.code, { headers: { 'sec-purpose': 'prefetch' } })
    expect([status, token]).toEqual([403, ''])
  })
})

describe('the token', () => {
  test.each([
    [0, 'too_fast'],
    [799, 'too_fast'],
    [800, 'verified'],
    [10 * MINUTE_MS, 'verified'],
    [10 * MINUTE_MS + 1, 'too_late'],
  ])('%d ms old: %s', async (ageMs, verdict) => {
    const link = await links.link()
    await visitAfter(link.code, ageMs)
    await links.counts(link.order_id)
    const { list } = await visitsOf(links.database, link.order_id)
    expect(list.map((visit) => visit.verdict)).toEqual([verdict])
  })

  test('forged, another link’s or none: token_invalid', async () => {
    const link = await links.link()
    const { token: other } = await links.get((await links.link()).code)
    links.database.clock.advance(5_000)
    for (const token of ['', 'forged', other]) await links.post(link.code, token, someoneElse())
    expect((await links.counts(link.order_id)).byReason).toEqual({ token_invalid: 3 })
  })

  test('used a second time: token_used, and the first still counts', async () => {
    const link = await links.link()
    const { token } = await links.get(link.code)
    links.database.clock.advance(5_000)
    for (let i = 0; i < 3; i += 1) await links.post(link.code, token)
    expect(await links.counts(link.order_id)).toEqual({
      verified: 1,
      visits: 3,
      byReason: { token_used: 2 },
    })
  })
})

describe('one visitor counts once for a campaign in 24 hours', () => {
  test('across all orders', async () => {
    const first = await links.link()
    const second = await links.link({ campaign_id: first.campaign_id })
    const elsewhere = await links.link()
    for (const { code } of [first, second, elsewhere]) await links.visit(code)
    expect(await links.counts(first.order_id)).toEqual(verified(1))
    expect((await links.counts(second.order_id)).byReason).toEqual({ repeated: 1 })
    expect(await links.counts(elsewhere.order_id)).toEqual(verified(1))
  })

  test.each([
    ['2026-11-21T00:00:00Z', 24 * HOUR_MS - 1, 'repeated'],
    ['2026-11-21T00:00:00Z', 24 * HOUR_MS, 'verified'],
    ['2026-11-21T23:59:59.999Z', 1, 'repeated'],
    ['2026-11-21T13:00:00Z', 24 * HOUR_MS - 1, 'repeated'],
    ['2026-11-21T13:00:00Z', 24 * HOUR_MS, 'verified'],
    ['2026-11-21T00:00:00Z', 47 * HOUR_MS, 'verified'],
  ])('first at %s, again %d ms later: %s, across midnight and a new salt', async (start, gapMs, verdict) => {
    // Judged one by one, and both in one batch: against what is stored, and against what the batch has counted so far.
    for (const judgeBetween of [judgeVisits, async () => undefined]) {
      links.database.clock.set(start)
      const link = await links.link({ ends_at: new Date('2026-12-01T00:00:00Z') })
      const visitor = someoneElse()
      await visitAfter(link.code, 800, visitor)
      await judgeBetween(links.database)
      links.database.clock.advance(gapMs - 800)
      await visitAfter(link.code, 800, visitor)
      await links.counts(link.order_id)
      const { list } = await visitsOf(links.database, link.order_id)
      expect(list.map((visit) => visit.verdict)).toEqual([verdict, 'verified'])
    }
  })

  test('another agent or address is another visitor; another address in the same /64 is not', async () => {
    const link = await links.link()
    await links.visit(link.code, { address: '2001:db8:1:1::1' })
    await links.visit(link.code, { address: '2001:db8:1:1:ffff::9' })
    await links.visit(link.code, { address: '2001:db8:1:2::1' })
    await links.visit(link.code, { address: '2001:db8:1:1::1', agent: BROWSER.replace('141', '142') })
    await links.visit(link.code, { address: '203.0.113.4' })
    await links.visit(link.code, { address: '::ffff:203.0.113.4' })
    expect(await links.counts(link.order_id)).toEqual({ verified: 4, visits: 6, byReason: { repeated: 2 } })
  })

  test('also if both pages were open at the same time, and both judged in one batch', async () => {
    const link = await links.link()
    const [one, two] = [await links.get(link.code), await links.get(link.code)]
    links.database.clock.advance(5_000)
    await Promise.all([links.post(link.code, one.token), links.post(link.code, two.token)])
    expect(await links.counts(link.order_id)).toEqual({ verified: 1, visits: 2, byReason: { repeated: 1 } })
  })

  test('a refused visit does not count as the visitor’s one', async () => {
    const link = await links.link()
    await visitAfter(link.code, 100, {})
    await visitAfter(link.code, 5_000, {})
    expect(await links.counts(link.order_id)).toEqual({ verified: 1, visits: 2, byReason: { too_fast: 1 } })
  })
})

describe('own visits', () => {
  test('from a device that the carrier or the placer signed in from, today or yesterday, do not count', async () => {
    links.database.clock.set('2026-11-21T08:00:00Z')
    const link = await links.link()
    const devices = openDevices(links.database, { demo: false, secret: LINKS_SECRET })
    const [carrier, placer, stranger] = [someoneElse(), someoneElse(), someoneElse()]
    const came = (sent: VisitInput) => ({ address: sent.address ?? '', agent: BROWSER, cookie: undefined })
    const now = () => links.database.clock.now()
    await devices.note(links.database, link.carrier_id, came(carrier), now())
    await devices.note(links.database, link.placer_id, came(placer), now())
    await devices.note(links.database, newId(now()), came(stranger), now())
    for (const sent of [carrier, placer, stranger]) await links.visit(link.code, sent)
    expect(await links.counts(link.order_id)).toEqual({ verified: 1, visits: 3, byReason: { own_visit: 2 } })
    links.database.clock.set('2026-11-22T23:00:00Z')
    await links.visit(link.code, carrier)
    expect((await links.counts(link.order_id)).byReason).toEqual({ own_visit: 3 })
  })

  test('from a network that the carrier or the placer uses count five times a day, whatever the device', async () => {
    links.database.clock.set('2026-11-21T08:00:00Z')
    const link = await links.link()
    const devices = openDevices(links.database, { demo: false, secret: LINKS_SECRET })
    const atHome = { address: '203.0.113.1', agent: 'the carrier’s own', cookie: undefined }
    await devices.note(links.database, link.carrier_id, atHome, links.database.clock.now())
    for (let i = 2; i < 9; i += 1) await links.visit(link.code, { address: `203.0.113.${i}` })
    expect(await links.counts(link.order_id)).toEqual({
      verified: 5,
      visits: 7,
      byReason: { own_network: 2 },
    })
    // The next day, under the next salt: still within 24 hours.
    links.database.clock.set('2026-11-22T00:30:00Z')
    await links.visit(link.code, { address: '203.0.113.20' })
    expect((await links.counts(link.order_id)).byReason).toEqual({ own_network: 3 })
    links.database.clock.set('2026-11-22T09:00:00Z')
    await links.visit(link.code, { address: '203.0.113.21' })
    expect((await links.counts(link.order_id)).verified).toBe(6)
  })

  test('a device is recorded once a day', async () => {
    links.database.clock.set('2026-11-21T08:00:00Z')
    const devices = openDevices(links.database, { demo: false, secret: LINKS_SECRET })
    const member_id = newId(links.database.clock.now())
    const came = { address: '203.0.113.9', agent: BROWSER, cookie: undefined }
    const written = async () => {
      for (let i = 0; i < 3; i += 1) {
        expect(await devices.note(links.database, member_id, came, links.database.clock.now())).toBeNull()
      }
      return links.database.asSchemaOwner('select day from member_device where member_id = $1 order by day', [
        member_id,
      ])
    }
    expect(await written()).toEqual([{ day: '2026-11-21' }])
    links.database.clock.advance(24 * HOUR_MS)
    expect(await written()).toEqual([{ day: '2026-11-21' }, { day: '2026-11-22' }])
  })
})

describe('pace', () => {
  test('ten an hour from one network (/24, /48), whoever they are', async () => {
    const link = await links.link({ target: 100 })
    for (let i = 1; i <= 12; i += 1) await links.visit(link.code, { address: `203.0.113.${i}` })
    await links.visit(link.code, { address: '203.0.112.1' })
    for (let i = 1; i <= 11; i += 1) await links.visit(link.code, { address: `2001:db8:9:${i}::1` })
    expect(await links.counts(link.order_id)).toEqual({
      verified: 21,
      visits: 24,
      byReason: { network_pace: 3 },
    })
    links.database.clock.advance(HOUR_MS)
    await links.visit(link.code, { address: '203.0.113.99' })
    expect((await links.counts(link.order_id)).verified).toBe(22)
  })

  test.each([
    ['in turn', (a: number, b: number) => a - b],
    ['in reverse', (a: number, b: number) => b - a],
    ['from the middle outwards', (a: number, b: number) => Math.abs(a - 6.9) - Math.abs(b - 6.9)],
  ])('ten an hour from one network when its pages are continued %s', async (_order, compare) => {
    const link = await links.link({ target: 100 })
    const pages = await opened(link.code, 14, 10_000, (i) => ({ address: `203.0.113.${i + 1}` }))
    await continueOneByOne(
      link.code,
      pages.toSorted((a, b) => compare(a.index, b.index)),
    )
    expect(await links.counts(link.order_id)).toEqual({
      verified: 10,
      visits: 14,
      byReason: { network_pace: 4 },
    })
  })

  test('a fifth of an order and two in a day from one network, before version 5 a fifth or ten', async () => {
    for (const [rules, target, most] of [
      [5, 100, 22],
      [5, 30, 8],
      [4, 100, 20],
      [4, 30, 10],
    ] as const) {
      const link = await links.link({ target, rules })
      for (let i = 0; i < most + 4; i += 1) {
        await links.visit(link.code, { address: `203.0.113.${i + 1}` })
        links.database.clock.advance(15 * MINUTE_MS)
      }
      expect(await links.counts(link.order_id)).toEqual({
        verified: most,
        visits: most + 4,
        byReason: { network_pace: 4 },
      })
    }
  })

  test('ten an hour from one network across midnight and a new salt', async () => {
    links.database.clock.set('2026-11-21T23:50:00Z')
    const link = await links.link()
    for (let i = 1; i <= 9; i += 1) await links.visit(link.code, { address: `203.0.113.${i}` })
    await links.counts(link.order_id)
    links.database.clock.set('2026-11-22T00:10:00Z')
    for (let i = 11; i <= 12; i += 1) await links.visit(link.code, { address: `203.0.113.${i}` })
    expect(await links.counts(link.order_id)).toEqual({
      verified: 10,
      visits: 11,
      byReason: { network_pace: 1 },
    })
  })

  test('fifty from one network in 24 hours for one campaign, over all its orders', async () => {
    const given = { campaign_id: newId(links.database.clock.now()) }
    const addresses = Array.from({ length: 56 }, (_, i) => `203.0.113.${i + 1}`)
    let link = await links.link(given)
    for (const [i, address] of addresses.entries()) {
      // A new order every few visits, so that none of them is fast.
      if (i % 8 === 7) link = await links.link(given)
      await links.visit(link.code, { address })
    }
    await judgeVisits(links.database)
    const verdicts = await links.database.asSchemaOwner<{ verdict: string; count: number }>(
      `select verdict, sum(count)::int as count from campaign_visit_hour where campaign_id = $1 group by 1 order by 1`,
      [given.campaign_id],
    )
    expect(verdicts).toEqual([
      { verdict: 'network_pace', count: 6 },
      { verdict: 'verified', count: 50 },
    ])
  })

  test('two hundred an hour on all of a carrier’s orders together', async () => {
    const given = { carrier_id: newId(links.database.clock.now()), target: 25 }
    const early = await links.link(given)
    const first = await opened(early.code, 1, 1_000)
    for (let order = 0; order < 9; order += 1) {
      const link = await links.link(given)
      const people = Array.from({ length: 25 }, someoneElse)
      const pages = await Promise.all(people.map((sent) => links.get(link.code, sent)))
      links.database.clock.advance(61_000)
      await Promise.all(pages.map((page, i) => links.post(link.code, page.token, people[i])))
      const counts = await links.counts(link.order_id)
      const tooMany = { verified: 0, visits: 25, byReason: { carrier_pace: 25 } }
      expect(counts).toEqual(order < 8 ? verified(25) : tooMany)
    }
    // Opened before all of them, continued after them.
    await continueOneByOne(early.code, first)
    expect((await links.counts(early.order_id)).byReason).toEqual({ carrier_pace: 1 })
  })

  test('thirty a minute on one link', async () => {
    const link = await links.link({ target: 100 })
    for (let i = 0; i < 32; i += 1) await visitAfter(link.code, 1_000)
    expect(await links.counts(link.order_id)).toEqual({
      verified: 30,
      visits: 32,
      byReason: { order_pace: 2 },
    })
    links.database.clock.advance(MINUTE_MS)
    await visitAfter(link.code, 1_000)
    expect((await links.counts(link.order_id)).verified).toBe(31)
  })

  test('thirty a minute on one link when its pages are continued in reverse', async () => {
    const link = await links.link({ target: 100 })
    const pages = await opened(link.code, 33, 1_000)
    await continueOneByOne(link.code, pages.toReversed())
    expect(await links.counts(link.order_id)).toEqual({
      verified: 30,
      visits: 33,
      byReason: { order_pace: 3 },
    })
  })

  test('after the target order_complete, exactly, with several concurrent workers', async () => {
    const link = await links.link({ target: 7 })
    const people = Array.from({ length: 25 }, someoneElse)
    const pages = await Promise.all(people.map((sent) => links.get(link.code, sent)))
    links.database.clock.advance(2_000)
    const judging = Array.from({ length: 4 }, async () => {
      for (let i = 0; i < 10; i += 1) await judgeVisits(links.database)
    })
    await Promise.all([...pages.map((page, i) => links.post(link.code, page.token, people[i])), ...judging])
    const counts = await links.counts(link.order_id)
    expect(counts).toEqual({ verified: 7, visits: 25, byReason: { order_complete: 18 } })
  })
})

describe('two workers', () => {
  const waitingForLocks = async () =>
    (await links.database.asSchemaOwner('select from pg_locks where not granted')).length

  test('are serialised: the second sees what the first has verified', async () => {
    const link = await links.link({ target: 1 })
    await links.visit(link.code, someoneElse())
    // The first worker is delayed before it writes its verdict; meanwhile another visit arrives.
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    const holding = links.database.transaction(async (tx) => {
      await tx.query({ text: 'lock table link_count in exclusive mode' })
      await held
    })
    const first = judgeVisits(links.database)
    await expect.poll(waitingForLocks).toBe(1)
    await links.visit(link.code, someoneElse())
    const second = judgeVisits(links.database)
    await expect.poll(waitingForLocks).toBe(2)
    release()
    await Promise.all([holding, first, second])
    expect(await links.counts(link.order_id)).toEqual({
      verified: 1,
      visits: 2,
      byReason: { order_complete: 1 },
    })
  })
})

describe('the judge', () => {
  beforeEach(() => links.database.asSchemaOwner('delete from graphile_worker._private_jobs'))
  const hasJobs = () =>
    links.database.asSchemaOwner<{ identifier: string; payload: unknown }>(
      `select t.identifier, j.payload from graphile_worker._private_jobs j
       join graphile_worker._private_tasks t on t.id = j.task_id order by j.id`,
    )

  test('notifies orders and placers once, however many visits', async () => {
    const link = await links.link()
    for (let i = 0; i < 5; i += 1) {
      await links.visit(link.code, someoneElse())
      await judgeVisits(links.database)
    }
    expect(await hasJobs()).toEqual([
      { identifier: orderProgress.name, payload: { order_id: link.order_id } },
      { identifier: campaignProgress.name, payload: { campaign_id: link.campaign_id } },
    ])
  })

  test('does not notify orders of links that have ended', async () => {
    const link = await links.link()
    await links.database.transaction((tx) => endLink(tx, link.order_id))
    await expect.poll(async () => (await links.get(link.code)).status).toBe(410)
    await links.counts(link.order_id)
    expect(await hasJobs()).toEqual([
      { identifier: campaignProgress.name, payload: { campaign_id: link.campaign_id } },
    ])
  })

  test('is woken at once by a continued visit', async () => {
    const link = await links.link()
    const judge = await startJudge(links.database, {
      pollMs: 3_600_000,
      failed: (error) => expect(error).toBeUndefined(),
    })
    const { token } = await links.get(link.code)
    links.database.clock.advance(5_000)
    await links.post(link.code, token)
    const count = async () => (await visitCounts(links.database, link.order_id)).verified
    await expect.poll(count, { timeout: 2_000, interval: 5 }).toBe(1)
    await judge.stop()
  })

  test('polls in case it missed a notification', async () => {
    const link = await links.link()
    await links.visit(link.code)
    const failures: unknown[] = []
    const judge = await startJudge(links.database, { pollMs: 10, failed: (error) => failures.push(error) })
    const count = async () => (await visitCounts(links.database, link.order_id)).verified
    await expect.poll(count, { interval: 5 }).toBe(1)
    await judge.stop()
    expect(failures).toEqual([])
  })

  test('skips a link whose visits cannot be written, and judges all others; that one later', async () => {
    const [broken, other] = [await links.link(), await links.link()]
    const notBroken = `check (link_id <> '${broken.order_id}') not valid`
    await links.database.asSchemaOwner(`alter table visit_verdict add constraint broken ${notBroken}`)
    const judged = async () => [
      (await visitCounts(links.database, broken.order_id)).verified,
      (await visitCounts(links.database, other.order_id)).verified,
    ]
    for (let i = 1; i <= 2; i += 1) {
      await links.visit(broken.code, someoneElse())
      await links.visit(other.code, someoneElse())
      await expect(judgeVisits(links.database)).rejects.toThrow(broken.order_id)
      expect(await judged()).toEqual([0, i])
    }
    await links.database.asSchemaOwner('alter table visit_verdict drop constraint broken')
    await judgeVisits(links.database)
    expect(await judged()).toEqual([2, 2])
  })

  test('counts pages without Continue even if a visit cannot be judged', async () => {
    const [broken, other] = [await links.link(), await links.link()]
    await links.visit(broken.code, someoneElse())
    await links.get(other.code, someoneElse())
    links.database.clock.advance(12 * MINUTE_MS)
    const notBroken = `check (link_id <> '${broken.order_id}') not valid`
    await links.database.asSchemaOwner(`alter table visit_verdict add constraint broken ${notBroken}`)
    const failures: unknown[] = []
    const judge = await startJudge(links.database, { pollMs: 10, failed: (error) => failures.push(error) })
    const visits = async () => (await visitCounts(links.database, other.order_id)).visits
    await expect.poll(visits, { interval: 5 }).toBe(1)
    await judge.stop()
    expect(String(failures[0])).toContain(broken.order_id)
    await links.database.asSchemaOwner('alter table visit_verdict drop constraint broken')
    await judgeVisits(links.database)
  })

  test('counts a page without Continue after the token has expired, once', async () => {
    const link = await links.link()
    await links.get(link.code, someoneElse())
    await links.visit(link.code, someoneElse())
    await links.get(link.code, { agent: 'curl/8.5.0' })
    expect(await links.counts(link.order_id)).toEqual({ verified: 1, visits: 2, byReason: { bot: 1 } })
    links.database.clock.advance(10 * MINUTE_MS)
    expect(await expireUncontinued(links.database)).toBe(0)
    links.database.clock.advance(MINUTE_MS)
    expect(await expireUncontinued(links.database)).toBe(1)
    expect(await expireUncontinued(links.database)).toBe(0)
    const expected = { verified: 1, visits: 3, byReason: { bot: 1, not_continued: 1 } }
    expect(await links.counts(link.order_id)).toEqual(expected)
  })

  test('never counts as not continued what only waits for its verdict', async () => {
    const link = await links.link()
    await links.visit(link.code, someoneElse())
    await links.get(link.code, { agent: 'curl/8.5.0' })
    links.database.clock.advance(12 * MINUTE_MS)
    expect(await expireUncontinued(links.database)).toBe(0)
    expect(await links.counts(link.order_id)).toEqual({ verified: 1, visits: 2, byReason: { bot: 1 } })
  })

  test('a token that comes back later changes nothing any more', async () => {
    const link = await links.link()
    const { token } = await links.get(link.code)
    links.database.clock.advance(12 * MINUTE_MS)
    await expireUncontinued(links.database)
    await links.post(link.code, token)
    expect((await links.counts(link.order_id)).byReason).toEqual({ not_continued: 1 })
  })

  test('lists visits newest first, paged', async () => {
    const link = await links.link({ target: 100 })
    const ids: string[] = []
    for (let i = 0; i < 60; i += 1) {
      links.database.clock.advance(5_000)
      ids.unshift(await links.visit(link.code, someoneElse()))
    }
    await links.counts(link.order_id)
    const first = await visitsOf(links.database, link.order_id)
    const second = await visitsOf(links.database, link.order_id, first.cursor ?? '')
    expect([...first.list, ...second.list].map((visit) => visit._id)).toEqual(ids)
    expect(second.cursor).toBeNull()
    expect(await visitsOf(links.database, newId(links.database.clock.now()))).toEqual({
      list: [],
      cursor: null,
    })
  })
})

test('a page opened after midnight by who probed the link right before it: scanner', async () => {
  const link = await links.link()
  const { clock } = links.database
  clock.advance(24 * HOUR_MS - (clock.now().getTime() % (24 * HOUR_MS)) - 10_000)
  const scanner = someoneElse()
  const headers = { 'user-agent': BROWSER }
  const url = `/r/${link.code}`
  await links.fastify.inject({ method: 'HEAD', url, remoteAddress: scanner.address!, headers })
  clock.advance(20_000)
  await links.visit(link.code, scanner)
  expect(await links.counts(link.order_id)).toEqual({
    verified: 0,
    visits: 2,
    byReason: { not_a_page_view: 1, scanner: 1 },
  })
})
