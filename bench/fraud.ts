// What cheating earns: honest traffic and several strategies go through the real page, token, rules and judge, each
// with its own order at the same campaign price; their verified visits are compared with the honest ones. Run: node
// bench/fraud.ts. It starts its own PostgreSQL; with DATABASE_URL it uses that (empty) database.
import { newId } from '@fairturn/contract/ids'
import Fastify, { type FastifyInstance } from 'fastify'
import { linkRoutes } from '../server/src/links.ts'
import { loadConfig } from '../server/src/platform/config.ts'
import { type Database, openDatabase } from '../server/src/platform/database/database.ts'
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
import { type Step, type Strategy, strategies } from './fraud-strategies.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const TARGET = 100
const START = '2026-11-21T01:00:00Z'

/** Seeded generator, for reproducible runs. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

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
    const page = {
      brand: 'Nhà Gốm',
      tagline: { en: 'Pottery' },
      creative: '/files/pottery.webp',
      landing_url: 'https://shop.example.com/',
    }
    const link = { order_id, campaign_id, carrier_id, placer_id, target: TARGET, ends_at, page }
    codes.push({ order_id, code: await database.transaction((tx) => openLink(tx, link)) })
  }
  const events: ScheduledStep[] = steps.flatMap((step) =>
    asEvents(world, step, codes[step.order ?? 0]!.code, began),
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
  let judged_ms = began
  // Continuations are added while the list is iterated, after their pages have been requested.
  for (const [i, event] of events.entries()) {
    world.set(event.at_ms)
    await event.act()
    // The worker judges within about a second; here once a simulated minute, and at the end, is enough.
    if (event.at_ms - judged_ms < MINUTE_MS && i < events.length - 1) continue
    judged_ms = event.at_ms
    await judgeVisits(database)
  }
  world.set(began + 49 * HOUR_MS)
  await judgeVisits(database)
  await expireUncontinued(database)
  return await outcome(database, strategy, steps.length, codes)
}

/** The page request and the Continue with its token, each at its time. */
function asEvents({ fastify }: World, step: Step, code: string, began: number): ScheduledStep[] {
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
      const page = await fastify.inject({ method: 'GET', url: `/r/${code}`, ...sent })
      token = /name="token" value="([^"]*)"/.exec(page.body)?.[1] ?? ''
    },
  }
  if (step.reads_ms === null) return [hit]
  const continued: ScheduledStep = {
    at_ms: hit.at_ms + step.reads_ms,
    async act() {
      await fastify.inject({
        method: 'POST',
        url: `/r/${code}/continue`,
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
  let looked_at = 0
  const reasons = new Map<string, number>()
  for (const { order_id } of orders) {
    const counts = await visitCounts(database, order_id)
    verified += counts.verified
    const facts = await orderFacts(database, order_id)
    if (counts.verified > 0 && facts !== undefined && reasonsOf(facts).length > 0) looked_at += 1
    for (const [reason, count] of Object.entries(counts.by_reason))
      reasons.set(reason, (reasons.get(reason) ?? 0) + count)
  }
  const most = [...reasons].toSorted((a, b) => b[1] - a[1]).slice(0, 3)
  return {
    strategy: strategy.name,
    visits: tried,
    orders: orders.length,
    verified,
    'to review': `${looked_at} of ${orders.length}`,
    'refused mostly as': most.map(([reason, count]) => `${reason} ${count}`).join(', '),
  }
}

async function main({ app_url: url }: Logins): Promise<void> {
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
  const set = (to_ms: number) => void (at_ms = to_ms)
  const world: World = { fastify, database, devices: openDevices(database, false), set }
  const table: Record<string, string | number>[] = []
  for (const [i, strategy] of strategies.entries()) table.push(await run(world, strategy, i + 1))
  const honest = Number(table[0]?.['verified'])
  for (const row of table)
    row['share'] = (Number(row['verified']) / honest / Number(row['orders'])).toFixed(2)
  console.table(table)
  await fastify.close()
  await database.close()
}

await withDatabase(main)
