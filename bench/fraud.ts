// What cheating earns: honest traffic and several strategies go through the real page, token, rules, judge and database, each
// with its own order at the same campaign price; their verified visits are compared with the honest ones. Then some of the weeks of
// fraud-limits.ts, to see that these decide the same as it does in memory, and its tables. Run: node bench/fraud.ts; it fails when a
// limit is passed. It starts its own PostgreSQL; with DATABASE_URL it uses that (empty) database.
import { newId } from '@fairturn/contract/ids'
import Fastify, { type FastifyInstance } from 'fastify'
import { linkRoutes } from '../server/src/links.ts'
import { loadConfig } from '../server/src/platform/config.ts'
import { type Database, openDatabase } from '../server/src/platform/database/database.ts'
import { FIRST_RULES_VERSION, RULES_VERSION } from '../server/src/tracking/rules.ts'
import {
  type Devices,
  judgeVisits,
  maintainVisits,
  openDevices,
  openLink,
  orderFacts,
  reasonsOf,
  expireUncontinued,
  visitCounts,
} from '../server/src/tracking/tracking.ts'
import { type Logins, withDatabase } from '../testing/postgres.ts'
import { seedRandom } from '../testing/random.ts'
import { cheats, cheatsWeek } from './fraud-cheats.ts'
import { printLimits } from './fraud-limits.ts'
import { communities, honestWeek, ORDER_MS, type SimulatedWeek, START_MS, tightNat } from './fraud-people.ts'
import { judgeWeek } from './fraud-simulation.ts'
import { network, phone, type Step, type Strategy, strategies } from './fraud-strategies.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const TARGET = 100
const START = '2026-11-21T01:00:00Z'
/** What is compared. */
const JUDGED = [
  'verified',
  'not_continued',
  'too_fast',
  'repeated',
  'address_pace',
  'network_pace',
  'order_pace',
  'carrier_pace',
  'order_complete',
] as const
const FIRST_COMPARED_DAYS = 200
const SEEDS = [1, 2, 3, 4, 5, 6, 7]
const PAGE = {
  brand: 'Nhà Gốm',
  tagline: { en: 'Pottery' },
  creative: '/files/pottery.webp',
  landing_url: 'https://shop.example.com/',
}

/** Seeded generator, for reproducible runs. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Small weeks that go through the database, too. */
const comparedWeeks: readonly (readonly [string, () => SimulatedWeek])[] = [
  ...['office', 'dormitory'].map((name) => {
    const only = communities.find((kind) => kind.name === name)!
    return [`${name}, 3 carriers`, () => honestWeek(tightNat, { carriers: 3, days: 3, only })] as const
  }),
  ...[0, 4].map((index) => {
    const cheat = cheats[index]!
    return [cheat.name, () => cheatsWeek(cheat, { price_minor: 20, linked: true, orders: 'of ten' })] as const
  }),
]

interface ScheduledStep {
  at_ms: number
  act(): Promise<void>
}

interface World {
  fastify: FastifyInstance
  database: Database
  devices: Devices
  set(at_ms: number): void
}

async function run(world: World, strategy: Strategy, seed: number): Promise<Record<string, string | number>> {
  const { database, devices } = world
  const steps = strategy.steps(seeded(seed))
  const orders = 1 + Math.max(...steps.map((step) => step.order ?? 0))
  const began = new Date(START).getTime() + seed * 10 * 24 * HOUR_MS
  world.set(began)
  await maintainVisits(database)
  const now = database.clock.now()
  const [campaign_id, carrier_id, placer_id] = [newId(now), newId(now), newId(now)]
  const codes: { order_id: string; code: string }[] = []
  for (let i = 0; i < orders; i += 1) {
    const order_id = newId(now)
    const ends_at = new Date(began + 48 * HOUR_MS)
    const link = { order_id, campaign_id, carrier_id, placer_id, target: TARGET, ends_at, page: PAGE }
    codes.push({ order_id, code: await database.transaction((tx) => openLink(tx, link)) })
  }
  const events: ScheduledStep[] = steps.flatMap((step) =>
    asEvents(world, step, () => codes[step.order ?? 0]!.code, began),
  )
  if (strategy.carrier !== undefined) {
    const came = { ...strategy.carrier, cookie: undefined }
    for (const day of [0, 24, 47])
      events.push({
        at_ms: began + day * HOUR_MS,
        act: async () => void (await devices.note(database, carrier_id, came, database.clock.now())),
      })
  }
  events.sort((a, b) => a.at_ms - b.at_ms)
  let judgedMs = began
  // Continuations are added while the list is iterated, after their pages have been requested.
  for (const [i, event] of events.entries()) {
    world.set(event.at_ms)
    await event.act()
    // The worker judges within about a second; here once a simulated minute, and at the end, is enough.
    if (event.at_ms - judgedMs < MINUTE_MS && i < events.length - 1) continue
    judgedMs = event.at_ms
    await judgeVisits(database)
  }
  world.set(began + 49 * HOUR_MS)
  await judgeVisits(database)
  await expireUncontinued(database)
  return await outcome(database, strategy, steps.length, codes)
}

/** The page request and the Continue with its token, each at its time. */
function asEvents({ fastify }: World, step: Step, codeOf: () => string, began: number): ScheduledStep[] {
  const { 'accept-language': language = 'vi-VN,vi;q=0.9', ...more } = step.headers ?? {}
  const headers = {
    'user-agent': step.agent,
    accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
    ...(language !== '' && { 'accept-language': language, origin: 'https://go.example.com' }),
    ...more,
  }
  const sent = { remoteAddress: step.address, headers }
  let token = ''
  const hit: ScheduledStep = {
    at_ms: began + step.at_ms,
    async act() {
      const page = await fastify.inject({ method: 'GET', url: `/r/${codeOf()}`, ...sent })
      token = /name="token" value="([^"]*)"/.exec(page.body)?.[1] ?? ''
    },
  }
  if (step.readsMs === null) return [hit]
  const continued: ScheduledStep = {
    at_ms: hit.at_ms + step.readsMs,
    async act() {
      await fastify.inject({
        method: 'POST',
        url: `/r/${codeOf()}/continue`,
        ...sent,
        headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
        payload: `token=${token}`,
      })
    },
  }
  return [hit, continued]
}

async function outcome(
  database: Database,
  strategy: Strategy,
  tried: number,
  orders: readonly { order_id: string }[],
): Promise<Record<string, string | number>> {
  let verified = 0
  let lookedAt = 0
  const reasons = new Map<string, number>()
  for (const { order_id } of orders) {
    const counts = await visitCounts(database, order_id)
    verified += counts.verified
    const facts = await orderFacts(database, order_id)
    if (counts.verified > 0 && facts !== undefined && reasonsOf(facts).length > 0) lookedAt += 1
    for (const [reason, count] of Object.entries(counts.byReason))
      reasons.set(reason, (reasons.get(reason) ?? 0) + count)
  }
  const most = [...reasons].toSorted((a, b) => b[1] - a[1]).slice(0, 3)
  return {
    strategy: strategy.name,
    visits: tried,
    orders: orders.length,
    verified,
    'to review': `${lookedAt} of ${orders.length}`,
    'refused mostly as': most.map(([reason, count]) => `${reason} ${count}`).join(', '),
  }
}

/**
 * Sends a week through page, token, judge and database, and judges it in memory; returns the number of orders and of those whose
 * verdicts or reasons of a review differ. Neither knows the number of the campaign's visits.
 */
async function compare(
  world: World,
  { simulated, rules, shiftDays }: { simulated: SimulatedWeek; rules: number; shiftDays: number },
): Promise<Record<string, number>> {
  const { database } = world
  const shiftMs = shiftDays * 24 * HOUR_MS
  const week = {
    groups: simulated.groups,
    orders: simulated.orders.map((order) =>
      Object.assign(order, { campaign_visits: null, openedMs: order.openedMs + shiftMs }),
    ),
    visits: simulated.visits.map((visit) => Object.assign(visit, { at_ms: visit.at_ms + shiftMs })),
  }
  const { verdicts, results } = judgeWeek(week, { rules, decision: 'paid' })
  const ids = new Map<string, string>()
  function idOf(name: string): string {
    const id = ids.get(name) ?? newId(new Date(START_MS))
    ids.set(name, id)
    return id
  }
  const numbers = new Map<string, number>()
  const numberOf = (kind: string, name: string) => {
    const known = numbers.get(`${kind} ${name}`)
    if (known !== undefined) return known
    const next = numbers.get(kind) ?? 0
    numbers.set(kind, next + 1)
    numbers.set(`${kind} ${name}`, next)
    return next
  }
  const codes: string[] = []
  const reasons = new Map<number, string>()
  async function end(order: number): Promise<void> {
    await expireUncontinued(database)
    const facts = await orderFacts(database, idOf(`order ${order}`))
    reasons.set(
      order,
      facts === undefined
        ? ''
        : reasonsOf(facts)
            .map(({ reason }) => reason)
            .join(),
    )
  }
  const events: ScheduledStep[] = week.orders.flatMap(({ target, campaign, carrier, openedMs }, order) => [
    {
      at_ms: openedMs,
      async act() {
        await maintainVisits(database)
        const owners = { campaign_id: idOf(`campaign ${campaign}`), carrier_id: idOf(`carrier ${carrier}`) }
        const ends_at = new Date(openedMs + ORDER_MS)
        const link = {
          ...owners,
          order_id: idOf(`order ${order}`),
          placer_id: idOf('placer'),
          target,
          ends_at,
          rules,
        }
        codes[order] = await database.transaction((tx) => openLink(tx, { ...link, page: PAGE }))
      },
    },
    {
      at_ms: openedMs + ORDER_MS,
      act: async () => void (reasons.has(order) || (await end(order))),
    },
  ])
  for (const [i, { order, at_ms, source, agent, readsMs }] of week.visits.entries()) {
    // The link of a complete order is closed by orders, which are not part of this.
    if (verdicts[i] === 'link_not_active') continue
    const host = numberOf(source.network, source.address) + 1
    const step = {
      at_ms: at_ms - START_MS,
      address: network(numberOf('network', source.network), host),
      agent: phone(numberOf('agent', agent)),
      readsMs,
    }
    const [hit, ...continued] = asEvents(world, step, () => codes[order]!, START_MS)
    events.push(hit!)
    for (const one of continued)
      events.push({
        at_ms: one.at_ms,
        async act() {
          await one.act()
          await judgeVisits(database)
          const { verified } = await visitCounts(database, idOf(`order ${order}`))
          if (verified === week.orders[order]!.target && !reasons.has(order)) await end(order)
        },
      })
  }
  for (const event of events.toSorted((one, other) => one.at_ms - other.at_ms)) {
    world.set(event.at_ms)
    await event.act()
  }
  await expireUncontinued(database)
  let different = 0
  for (const order of week.orders.keys()) {
    const counts = await visitCounts(database, idOf(`order ${order}`))
    const stored = { ...counts.byReason, verified: counts.verified }
    const mine = verdicts.filter((_, i) => week.visits[i]!.order === order)
    const isSame =
      JUDGED.every((verdict) => (stored[verdict] ?? 0) === mine.filter((one) => one === verdict).length) &&
      (counts.verified === 0 || reasons.get(order) === results[order]!.reasons.join())
    if (!isSame) different += 1
  }
  return { orders: week.orders.length, visits: week.visits.length, different }
}

async function main({ appUrl: url }: Logins): Promise<void> {
  let at_ms = new Date(START).getTime()
  const clock = { now: () => new Date(at_ms) }
  const database = await openDatabase({ url, clock })
  const config = loadConfig({
    DATABASE_APP_URL: url,
    SECRET: 'a secret of the simulation, long enough',
    LOG_LEVEL: 'silent',
  })
  const fastify = Fastify()
  await fastify.register(linkRoutes, { config, database })
  const set = (toMs: number) => void (at_ms = toMs)
  const world: World = { fastify, database, devices: openDevices(database, config), set }
  const table: Record<string, string | number>[] = []
  for (const [i, strategy] of strategies.entries()) table.push(await run(world, strategy, i + 1))
  const honest = Number(table[0]?.['verified'])
  for (const row of table)
    row['share'] = (Number(row['verified']) / honest / Number(row['orders'])).toFixed(2)
  console.table(table)
  const compared: Record<string, string | number>[] = []
  for (const [name, create] of comparedWeeks) {
    for (const rules of [FIRST_RULES_VERSION, RULES_VERSION]) {
      seedRandom(1)
      // Later than everything before: the judge expires pages in the order of time.
      const shiftDays = FIRST_COMPARED_DAYS + compared.length * 20
      compared.push({
        week: name,
        rules,
        ...(await compare(world, { simulated: create(), rules, shiftDays })),
      })
    }
  }
  console.log('Weeks that were judged in memory, through page, tokens, judge and database')
  console.table(compared)
  const passed = printLimits(SEEDS)
  if (passed.length > 0 || compared.some(({ different }) => different !== 0)) process.exitCode = 1
  await fastify.close()
  await database.close()
}

await withDatabase(main)
