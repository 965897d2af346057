// The limits of addresses and networks, through the page, the token and the judge, by each version of the rules: in any
// order of continuing, judged one by one and by several workers, at noon and across midnight.
import { newId } from '@fairturn/contract/ids'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BROWSER, type TestLinks, type VisitInput, startLinks } from '../../test/links.ts'
import { type NewLink, judgeVisits, objectionableVisits } from './tracking.ts'

const DAY_MS = 86_400_000
const APART_MS = 10_000
const NOON = Date.parse('2026-11-21T12:00:00Z')
const MIDNIGHT = Date.parse('2026-11-22T00:00:00Z')

let links: TestLinks
beforeAll(async () => {
  links = await startLinks()
})
afterAll(() => links.close())

const id = () => newId(links.database.clock.now())
/** Different people: another browser each. */
const agent = (index: number) => BROWSER.replace('141', String(150 + index))
const sameAddress = (index: number): VisitInput => ({ address: '203.0.113.7', agent: agent(index) })
const sameNetwork = (index: number): VisitInput => ({ address: `203.0.113.${index + 1}` })

interface Window {
  visitor: (index: number) => VisitInput
  /** Orders that the visits are spread over; with the number of visits that a campaign of each has. */
  orders: number
  given: () => Partial<NewLink>
  campaign_visits?: number
  visits: number
  verified: number
  reason: string
}

const windows: [string, Window][] = [
  [
    'an address on an order',
    { visitor: sameAddress, orders: 1, given: () => ({}), visits: 6, verified: 3, reason: 'address_pace' },
  ],
  [
    'an address on a campaign',
    {
      visitor: sameAddress,
      orders: 11,
      given: () => ({ campaign_id: id() }),
      campaign_visits: 801,
      visits: 11,
      verified: 9,
      reason: 'address_pace',
    },
  ],
  [
    'a network on an order',
    { visitor: sameNetwork, orders: 1, given: () => ({}), visits: 7, verified: 4, reason: 'network_pace' },
  ],
  [
    'an address on all orders of a carrier',
    {
      visitor: sameAddress,
      orders: 8,
      given: () => ({ carrier_id: id() }),
      visits: 8,
      verified: 6,
      reason: 'carrier_pace',
    },
  ],
  [
    'a network on all orders of a carrier',
    {
      visitor: sameNetwork,
      orders: 15,
      given: () => ({ carrier_id: id() }),
      visits: 15,
      verified: 12,
      reason: 'carrier_pace',
    },
  ],
]

const continued: [string, (a: number, b: number) => number][] = [
  ['in turn', (a, b) => a - b],
  ['in reverse', (a, b) => b - a],
  ['from the middle outwards', (a, b) => Math.abs(a - 3.1) - Math.abs(b - 3.1)],
]

/** Opens all pages, continues them in this order, and returns the verdicts with the version of each. */
async function verdictsOf(
  window: Window,
  options: {
    rules: number
    midnight: boolean
    one_by_one: boolean
    compare: (a: number, b: number) => number
  },
): Promise<Record<string, number>> {
  const { clock } = links.database
  const halfMs = Math.floor(window.visits / 2) * APART_MS
  clock.set(new Date((options.midnight ? MIDNIGHT : NOON) - halfMs).toISOString())
  const given = { target: 10, rules: options.rules, ...window.given() }
  const opened: (NewLink & { code: string })[] = []
  for (let order = 0; order < window.orders; order += 1) opened.push(await links.link(given))
  const order_ids = opened.map(({ order_id }) => order_id)
  await links.database.asSchemaOwner('update link set campaign_visits = $2 where id = any ($1::uuid[])', [
    order_ids,
    window.campaign_visits ?? null,
  ])
  const pages: { index: number; code: string; token: string; sent: VisitInput }[] = []
  for (let index = 0; index < window.visits; index += 1) {
    const { code } = opened[index % opened.length]!
    const sent = window.visitor(index)
    pages.push({ index, code, sent, token: (await links.get(code, sent)).token })
    clock.advance(APART_MS)
  }
  const judging = options.one_by_one
    ? []
    : Array.from({ length: 3 }, async () => {
        for (let i = 0; i < 8; i += 1) await judgeVisits(links.database)
      })
  for (const { code, token, sent } of pages.toSorted((a, b) => options.compare(a.index, b.index))) {
    await links.post(code, token, sent)
    if (options.one_by_one) await judgeVisits(links.database)
  }
  await Promise.all(judging)
  await judgeVisits(links.database)
  const counts = await links.database.asSchemaOwner<{ verdict: string; rules: number; count: number }>(
    `select verdict, rules, count(*)::int as count from visit_verdict where link_id = any ($1::uuid[]) group by 1, 2`,
    [order_ids],
  )
  return Object.fromEntries(counts.map(({ verdict, rules, count }) => [`${verdict} by ${rules}`, count]))
}

describe.each(windows)('%s', (_window, window) => {
  const refused = window.visits - window.verified
  describe.each(continued)('continued %s', (_order, compare) => {
    test.each([
      ['at noon, one by one', false, true],
      ['at noon, by several workers', false, false],
      ['across midnight, one by one', true, true],
      ['across midnight, by several workers', true, false],
    ])('%s', async (_when, midnight, oneByOne) => {
      expect(await verdictsOf(window, { rules: 5, midnight, one_by_one: oneByOne, compare })).toEqual({
        'verified by 5': window.verified,
        [`${window.reason} by 5`]: refused,
      })
    })
  })

  test('is not limited so by version 4, whose orders keep it', async () => {
    const options = { rules: 4, midnight: false, one_by_one: true }
    expect(await verdictsOf(window, { ...options, compare: (a, b) => a - b })).toEqual({
      'verified by 4': window.visits,
    })
  })

  test.each([
    ['a millisecond less than 24 hours', DAY_MS - 1, window.reason],
    ['24 hours', DAY_MS, 'verified'],
  ])('%s after the last that counted: %s', async (_after, ms, verdict) => {
    const { clock } = links.database
    clock.set(new Date(NOON).toISOString())
    const given = { target: 10, ends_at: new Date(NOON + 3 * DAY_MS), ...window.given() }
    const opened = [await links.link(given)]
    while (opened.length < window.orders) opened.push(await links.link(given))
    await links.database.asSchemaOwner('update link set campaign_visits = $2 where id = any ($1::uuid[])', [
      opened.map(({ order_id }) => order_id),
      window.campaign_visits ?? null,
    ])
    const visitAt = async (index: number, at_ms: number) => {
      const { code } = opened[index % opened.length]!
      clock.set(new Date(at_ms).toISOString())
      const { token } = await links.get(code, window.visitor(index))
      clock.advance(1000)
      await links.post(code, token, window.visitor(index))
      await judgeVisits(links.database)
    }
    // All opened in the same millisecond: in 24 hours they leave the window together.
    for (let index = 0; index < window.verified; index += 1) await visitAt(index, NOON)
    await visitAt(window.verified, NOON + ms)
    const last = await links.database.asSchemaOwner<{ verdict: string }>(
      'select verdict from visit_verdict where link_id = any ($1::uuid[]) order by at desc limit 1',
      [opened.map(({ order_id }) => order_id)],
    )
    expect(last).toEqual([{ verdict }])
  })
})

test('visits of an order by version 4 count in the limits of the same carrier’s order by version 5', async () => {
  links.database.clock.set(new Date(NOON).toISOString())
  const given = { carrier_id: id(), target: 10 }
  const [earlier, later] = [
    await links.link({ ...given, rules: 4 }),
    await links.link({ ...given, rules: 5 }),
  ]
  for (let index = 0; index < 6; index += 1) await links.visit(earlier.code, sameAddress(index))
  await links.visit(later.code, sameAddress(7))
  expect(await links.counts(earlier.order_id)).toMatchObject({ verified: 6 })
  expect(await links.counts(later.order_id)).toMatchObject({ verified: 0, byReason: { carrier_pace: 1 } })
})

test('an address is an IPv4 address or the /64 of an IPv6 address, whatever the agent', async () => {
  links.database.clock.set(new Date(NOON).toISOString())
  const link = await links.link({ target: 20 })
  const addresses = [
    '2001:db8:aa:1::1',
    '2001:db8:aa:1::2',
    '2001:db8:aa:1:5::',
    '2001:db8:aa:1::4',
    '2001:db8:aa:1::5',
  ]
  for (const [index, address] of addresses.entries())
    await links.visit(link.code, { address, agent: agent(index) })
  expect(await links.counts(link.order_id)).toMatchObject({ verified: 4, byReason: { address_pace: 1 } })
  await links.visit(link.code, { address: '2001:db8:aa:2::1' })
  expect((await links.counts(link.order_id)).verified).toBe(5)
  await links.visit(link.code, { address: '::ffff:198.51.100.3', agent: agent(1) })
  for (const index of [2, 3, 4, 5])
    await links.visit(link.code, { address: '198.51.100.3', agent: agent(index) })
  expect(await links.counts(link.order_id)).toMatchObject({ verified: 9, byReason: { address_pace: 2 } })
})

test('the carrier can object to visits refused by the limit of an address', async () => {
  links.database.clock.set(new Date(NOON).toISOString())
  const link = await links.link({ target: 10 })
  for (let index = 0; index < 5; index += 1) await links.visit(link.code, sameAddress(index))
  await judgeVisits(links.database)
  const open = await objectionableVisits(links.database, link.order_id)
  expect(open.map(({ reason }) => reason)).toEqual(['address_pace', 'address_pace'])
})

test('an address refused by its limit counts once for the quality of an order', async () => {
  links.database.clock.set(new Date(NOON).toISOString())
  const link = await links.link({ target: 10 })
  for (let index = 0; index < 9; index += 1) await links.visit(link.code, sameAddress(index))
  await links.counts(link.order_id)
  const counted = await links.database.asSchemaOwner<{ count: number }>(
    'select count(*)::int as count from unverified_visitor where link_id = $1 and counted',
    [link.order_id],
  )
  expect(counted).toEqual([{ count: 1 }])
})
