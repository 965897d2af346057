// A placer's results: live figures, and an export whose recount gives the same bill.
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { fstatSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Product } from '@fairturn/contract/orders'
import { trackingCalls } from '@fairturn/contract/tracking'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { startApp, type TestApp, type TestMember } from '../../test/app.ts'
import {
  BROWSER,
  answered,
  claim,
  distribute,
  newAddress,
  openPage,
  placeCampaign,
  visit,
  work,
} from '../../test/carrying.ts'
import { testClock } from '../../test/database.ts'
import type { Campaign } from '../campaigns/campaigns.ts'
import { checkRunningTotals } from '../platform/database/running-totals.ts'
import { recount } from './recounted-bill.ts'
import { RULES_VERSION } from './rules.ts'
import {
  checkVisits,
  judgeVisits,
  maintainVisits,
  recountHours,
  ruleOnVisits,
  expireUncontinued,
} from './tracking.ts'
import { readExport } from './visit-csv.ts'

const HOUR_MS = 3_600_000
const RECOUNT = join(import.meta.dirname, 'recount.command.ts')

let app: TestApp
let placer: TestMember
let carrier: TestMember
let campaign: Campaign
let order: Product

beforeEach(async () => {
  app = await startApp({ clock: testClock('2026-11-21T08:20:00Z') })
  placer = await app.member('placer')
  carrier = await app.member('carrier')
  campaign = await placeCampaign(app, placer, { visits: 60, order_visits: 12 })
  order = await distribute(app, carrier)
})
afterEach(() => app.close())

const results = (token: string, query: { from?: string; to?: string } = {}) =>
  app.call(trackingCalls.results, { token, params: { campaign_id: campaign.id }, query })

async function exported(
  token = placer.token,
  query = '',
  { id } = campaign,
): Promise<{ status: number; type: string; name: string; body: string }> {
  const { statusCode, body, headers } = await app.fastify.inject({
    method: 'GET',
    url: `/api/campaigns/${id}/visits.csv${query}`,
    headers: { authorization: `Bearer ${token}` },
  })
  const name = String(headers['content-disposition'])
  return { status: statusCode, type: String(headers['content-type']), name, body }
}

/** Visitors, one of them twice, a crowd from one network, a crawler, and somebody who does not continue. */
async function someTraffic(): Promise<void> {
  for (let i = 0; i < 5; i += 1) await visit(app, order)
  const again = newAddress()
  for (let i = 0; i < 3; i += 1) await visit(app, order, again)
  await judgeVisits(app.database)
  app.clock.advance(HOUR_MS)
  for (let i = 0; i < 12; i += 1) await visit(app, order, i < 4 ? `203.0.113.${i + 1}` : newAddress())
  const { pathname } = new URL(order.link!)
  const agents = ['curl/8.5.0', 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0']
  for (const agent of agents) {
    const headers = { 'user-agent': agent, 'accept-language': 'fr' }
    await app.fastify.inject({ method: 'GET', url: pathname, headers })
  }
  await work(app)
  app.clock.advance(12 * 60_000)
  await expireUncontinued(app.database)
  await signInAgain()
}

/** Tokens are valid for minutes. */
async function signInAgain(): Promise<void> {
  placer = await app.signedIn(placer)
  carrier = await app.signedIn(carrier)
}

const FIGURES = { verified: 12, refused: 10 }
const REFUSED = [
  { reason: 'order_complete', count: 6 },
  { reason: 'repeated', count: 2 },
  { reason: 'bot', count: 1 },
  { reason: 'not_continued', count: 1 },
]

describe('results', () => {
  test('show visits by reason, hour, day and language, and the money spent', async () => {
    await someTraffic()
    answered(await claim(app, carrier, order._id))
    const found = answered(await results(placer.token))
    expect(found).toMatchObject({ campaign_id: campaign.id, rules: RULES_VERSION, conversions: null })
    expect(found.totals).toEqual({ visits: 22, ...FIGURES })
    const known = found.refused.toSorted((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1))
    expect(known).toEqual(REFUSED)
    expect(found.days).toEqual([{ day: '2026-11-21', ...FIGURES }])
    expect(found.languages).toEqual([
      { locale: 'vn', verified: 12, refused: 8 },
      { locale: 'fr', verified: 0, refused: 2 },
    ])
    expect(found.hours).toEqual([
      { hour: '2026-11-21T08:00:00.000Z', verified: 6, refused: 2 },
      { hour: '2026-11-21T09:00:00.000Z', verified: 6, refused: 8 },
    ])

    expect(found.spend).toEqual({ rewards: '4.80', bonuses: '0.10', total: '4.90' })
    expect(await checkVisits(app.database)).toEqual([])
  })

  test('of a period count whole hours, and show at most the last 48 of them', async () => {
    await someTraffic()
    const second = answered(
      await results(placer.token, { from: '2026-11-21T09:15:00Z', to: '2026-11-21T10:30:00Z' }),
    )
    expect(second.totals).toEqual({ visits: 14, verified: 6, refused: 8 })
    expect(second.hours.map((one) => one.hour)).toEqual(['2026-11-21T09:00:00.000Z'])
    const later = answered(
      await results(placer.token, { from: '2026-11-21T00:00:00Z', to: '2026-11-25T00:00:00Z' }),
    )
    expect(later.hours).toHaveLength(48)
    expect(later.hours[0]!.hour).toBe('2026-11-23T00:00:00.000Z')
    expect(later.totals.visits).toBe(22)
    const none = answered(await results(placer.token, { from: '2026-11-22T00:00:00Z' }))
    expect([none.totals.visits, none.hours, none.days]).toEqual([0, [], []])
  })

  test('are visible only to the placer, and only for existing campaigns', async () => {
    expect(await results(carrier.token)).toMatchObject({ status: 404, code: 'campaign_is_unknown' })
    expect((await exported(carrier.token)).status).toBe(404)
    expect((await exported('')).status).toBe(401)
    const params = { campaign_id: order._id }
    expect(await app.call(trackingCalls.results, { token: placer.token, params })).toMatchObject({
      status: 404,
    })
    const query = { from: 'yesterday' }
    expect(await results(placer.token, query)).toMatchObject({ status: 422, code: 'field_is_invalid' })
    expect((await exported(placer.token, '?from=yesterday')).status).toBe(422)
  })

  test('include rulings on single visits, and so does the export', async () => {
    await someTraffic()
    const { lines } = readExport((await exported()).body)
    const repeated = lines.find((line) => line.reason === 'repeated')!.visit
    const genuine = lines.filter((line) => line.verdict === 'verified').map((line) => line.visit)
    await app.database.transaction(async (tx) => {
      await ruleOnVisits(tx, { order_id: order._id, visit_ids: [repeated], verdict: 'verified' })
      await ruleOnVisits(tx, { order_id: order._id, visit_ids: genuine.slice(0, 3), verdict: 'review' })
    })
    const found = answered(await results(placer.token))
    expect(found.totals).toEqual({ visits: 22, verified: 10, refused: 12 })
    expect(found.refused).toContainEqual({ reason: 'review', count: 3 })
    expect(await checkVisits(app.database)).toEqual([])
    const file = readExport((await exported()).body)
    expect(recount(file.head, file.lines)).toMatchObject({ agrees: true, verified: 10, total_minor: 400n })
  })

  test('are pushed to the placer, at most once a second', async () => {
    const heard: { kind: string; to: string; data: Record<string, unknown> }[] = []
    const unlisten = await app.database.listen('live', (payload) => heard.push(JSON.parse(payload)))
    for (let i = 0; i < 4; i += 1) {
      await visit(app, order)
      await judgeVisits(app.database)
    }
    await work(app)
    const campaignEvents = () => heard.filter((event) => event.kind === 'campaign')
    await expect
      .poll(campaignEvents, { interval: 5 })
      .toEqual([
        { to: placer._id, kind: 'campaign', data: { campaign_id: campaign.id, verified: 4, visits: 4 } },
      ])
    await unlisten()
  })
})

describe('hourly counts', () => {
  test('that differ from the visits are detected, and can be rebuilt', async () => {
    await someTraffic()
    await app.database.asSchemaOwner(
      `update campaign_visit_hour set count = count + 1 where verdict = 'verified'`,
    )
    await app.database.asSchemaOwner(`delete from campaign_visit_hour where verdict = 'bot'`)
    const found = await checkVisits(app.database)
    expect(found.map(({ verdict, counted, visits }) => `${verdict} ${counted} ${visits}`).toSorted()).toEqual(
      ['bot 0 1', 'verified 7 6', 'verified 7 6'],
    )
    await recountHours(app.database, '2026-11-21', '2026-11-21')
    expect(await checkVisits(app.database)).toEqual([])
    expect(await checkRunningTotals(app.database)).toEqual([])
    expect(answered(await results(placer.token)).totals).toEqual({ visits: 22, ...FIGURES })
  })

  test('are kept as long as the visits', async () => {
    await someTraffic()
    app.clock.advance(400 * 24 * HOUR_MS)
    await maintainVisits(app.database)
    expect(await app.database.asSchemaOwner('select from campaign_visit_hour')).not.toHaveLength(0)
    app.clock.advance(24 * HOUR_MS)
    await maintainVisits(app.database)
    expect(await app.database.asSchemaOwner('select from campaign_visit_hour')).toHaveLength(0)
    expect(await checkRunningTotals(app.database)).toEqual([])
  })
})

describe('the export of visits', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fairturn-recount-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  /** Exports wait until it is ended. */
  async function lockedVerdicts(): Promise<Client> {
    const lock = new Client(app.database.schemaOwnerUrl)
    await lock.connect()
    await lock.query('begin')
    await lock.query('lock table visit_verdict')
    return lock
  }
  /** Of this process: open files without a name. */
  function unlinkedFiles(): number {
    const isUnlinked = (_: unknown, fd: number) => {
      try {
        const file = fstatSync(fd)
        return file.isFile() && file.nlink === 0
      } catch {
        return false
      }
    }
    return Array.from({ length: 1024 }, () => 0).filter(isUnlinked).length
  }
  const waiting = async (): Promise<number> =>
    (
      await app.database.asSchemaOwner(
        `select from pg_locks where not granted and relation = 'visit_verdict'::regclass`,
      )
    ).length

  async function recounted(body: string): Promise<{ code: number; stdout: string }> {
    const path = join(folder, 'visits.csv')
    await writeFile(path, body)
    try {
      const { stdout } = await promisify(execFile)(process.execPath, [RECOUNT, path])
      return { code: 0, stdout }
    } catch (error) {
      const { code, stdout } = error as { code: number; stdout: string }
      return { code, stdout }
    }
  }

  test('is made for one placer once at a time, for two placers at once, and not for more', async () => {
    await someTraffic()
    const others = [await app.member('another placer'), await app.member('a third placer')]
    const own = [placer, campaign] as const
    const placed = [own]
    for (const member of others) placed.push([member, await placeCampaign(app, member)])
    /** The refusals while those that are let through wait for the table. */
    async function refusedOf(each: typeof placed, refusals: number): Promise<unknown[]> {
      const lock = await lockedVerdicts()
      const refused: unknown[] = []
      const sent = each.map(async ([{ token }, of]) => {
        const { status, body } = await exported(token, '', of)
        if (status !== 200) refused.push((JSON.parse(body) as { code: string }).code)
        return status
      })
      await vi.waitFor(() => expect(refused).toHaveLength(refusals))
      await lock.end()
      expect((await Promise.all(sent)).filter((status) => status === 200)).toHaveLength(
        each.length - refusals,
      )
      return refused
    }
    expect(await refusedOf([own, own, own], 2)).toEqual(['too_many_requests', 'too_many_requests'])
    expect(await refusedOf(placed, 1)).toEqual(['service_is_busy'])
    expect((await exported()).status).toBe(200)
  })

  test('whose client is gone before it is written leaves no file open', async () => {
    await someTraffic()
    await app.fastify.listen({ port: 0, host: '127.0.0.1' })
    const { server } = app.fastify
    const connected = once(server, 'connection') as Promise<[Socket]>
    const lock = await lockedVerdicts()
    const stop = new AbortController()
    const { port } = server.address() as AddressInfo
    const sent = fetch(`http://127.0.0.1:${port}/api/campaigns/${campaign.id}/visits.csv`, {
      headers: { authorization: `Bearer ${placer.token}` },
      signal: stop.signal,
    })
    const [socket] = await connected
    await vi.waitFor(async () => expect(await waiting()).toBe(1))
    expect(unlinkedFiles()).toBe(1)
    stop.abort()
    await Promise.all([expect(sent).rejects.toThrow('abort'), once(socket, 'close')])
    await lock.end()
    await vi.waitFor(() => expect(unlinkedFiles()).toBe(0))
  })

  test('is recounted to the bill in its first lines, by a command that reads only the file', async () => {
    await someTraffic()
    const { body, type, name } = await exported()
    expect([type, name]).toEqual([
      'text/csv; charset=utf-8',
      `attachment; filename="visits-${campaign.id}.csv"`,
    ])
    const { code, stdout } = await recounted(body)
    expect(stdout).toContain('12 verified visits × 0.40 = 4.80 USD')
    expect(stdout).toContain('22 visits: 20 judged again, 2 taken as said')
    expect([code, stdout.trimEnd().split('\n').at(-1)]).toEqual([0, 'They agree.'])
  })

  test('with a refusal changed to a verified visit, or a removed line, does not match', async () => {
    await someTraffic()
    const { body } = await exported()
    const forged = body.replace(`refused,repeated,,${RULES_VERSION},0.00`, `verified,,,${RULES_VERSION},0.40`)
    const { code, stdout } = await recounted(forged)
    expect([code, stdout]).toEqual([
      1,
      expect.stringMatching(/said verified, counted repeated[^]*They do not agree/),
    ])
    const lines = body.split('\r\n')
    const shorter = lines.filter((line) => line !== lines.find((each) => each.includes(',verified,')))
    expect((await recounted(shorter.join('\r\n'))).code).toBe(1)
    expect((await recounted('visit,at\r\n')).code).toBe(1)
  })

  test('of a part of the period matches too: earlier visits are taken as stated', async () => {
    await someTraffic()
    const { body } = await exported(placer.token, '?from=2026-11-21T09:00:00Z')
    const { head, lines } = readExport(body)
    expect([head.whole, head.verified, lines.length]).toEqual([false, 6, 14])
    expect(recount(head, lines)).toMatchObject({ agrees: true, total_minor: 240n })
  })

  test('matches if pages were continued in reverse, for the whole and a part that ends before them', async () => {
    app.clock.set('2026-11-21T08:59:30Z')
    const pages: Awaited<ReturnType<typeof openPage>>[] = []
    for (let i = 0; i < 12; i += 1) {
      pages.push(await openPage(app, order, `203.0.113.${i + 1}`))
      app.clock.advance(20_000)
    }
    for (const page of pages.toReversed()) {
      await page.press()
      await judgeVisits(app.database)
    }
    await signInAgain()
    const whole = readExport((await exported()).body)
    const refused = (length: number) => Array.from({ length }, () => 'network_pace')
    expect(whole.lines.map((line) => line.reason)).toEqual([
      ...Array.from({ length: 5 }, () => null),
      ...refused(7),
    ])
    expect(recount(whole.head, whole.lines)).toMatchObject({ agrees: true, judged: 12 })
    const part = readExport((await exported(placer.token, '?to=2026-11-21T09:00:00Z')).body)
    expect(part.lines.map((line) => line.reason)).toEqual(refused(2))
    expect(recount(part.head, part.lines)).toMatchObject({ agrees: true, judged: 0, believed: 2 })
  })

  test('recognises a visitor across midnight', async () => {
    app.clock.set('2026-11-21T23:58:00Z')
    const again = newAddress()
    await visit(app, order, again)
    app.clock.set('2026-11-22T00:03:00Z')
    await visit(app, order, again)
    await work(app)
    await signInAgain()
    const { head, lines } = readExport((await exported()).body)
    expect(lines.map((line) => line.reason)).toEqual([null, 'repeated'])
    const [first, second] = lines
    expect(second!.visitor_before).toBe(first!.visitor)
    expect(recount(head, lines)).toMatchObject({ agrees: true, judged: 2 })
  })

  test('recounts the limits of addresses and networks, across midnight and in reverse, by each visit’s version', async () => {
    app.clock.set('2026-11-21T23:59:00Z')
    const pages: Awaited<ReturnType<typeof openPage>>[] = []
    for (let i = 0; i < 8; i += 1) {
      pages.push(
        await openPage(app, order, i % 2 === 0 ? '198.51.100.9' : `203.0.113.${i}`, `${BROWSER} ${i}`),
      )
      app.clock.advance(15_000)
    }
    for (let i = 8; i < 12; i += 1) pages.push(await openPage(app, order, `203.0.113.${i}`))
    app.clock.advance(1_000)
    for (const page of pages.toReversed()) {
      await page.press()
      await judgeVisits(app.database)
    }
    await signInAgain()
    const { body } = await exported()
    const { head, lines } = readExport(body)
    const count = (of: string | null) => lines.filter((line) => line.reason === of).length
    expect([count(null), count('address_pace'), count('network_pace')]).toEqual([9, 0, 3])
    expect(recount(head, lines)).toMatchObject({ agrees: true, judged: 12, believed: 0 })
    // Each visit by its own version: 4 lets ten of a network pass.
    const earlier = lines.map((line) => ({ ...line, rules: 4 }))
    expect(recount(head, earlier).differences.map(({ counted }) => counted)).toEqual(
      Array.from({ length: 3 }, () => 'verified'),
    )
    const future = lines.map((line) => ({ ...line, rules: 6 }))
    expect(recount(head, future)).toMatchObject({ judged: 0, believed: lines.length })
  })

  test('with visits over the limit of an address said to be verified does not match', async () => {
    for (let i = 0; i < 6; i += 1) await visit(app, order, '198.51.100.9', `${BROWSER} ${i}`)
    await work(app)
    await signInAgain()
    const { body } = await exported()
    const { head, lines } = readExport(body)
    const refused = [null, null, null, null, 'address_pace', 'address_pace']
    expect(lines.map((line) => line.reason)).toEqual(refused)
    expect(new Set(lines.map((line) => line.address)).size).toBe(1)
    expect(recount(head, lines)).toMatchObject({ agrees: true, judged: 6 })
    const forged = lines.map((line) => ({ ...line, reason: null, price: head.price }))
    expect(recount(head, forged).differences.map(({ counted }) => counted)).toEqual([
      'address_pace',
      'address_pace',
    ])
    // A file from before addresses were hashed: what depends on them cannot be recounted.
    const cells = body.split('\r\n').map((row) => row.split(','))
    const at = cells[2]!.indexOf('address')
    const without = cells.map((row) => (row.length > at ? row.toSpliced(at, 2) : row).join(','))
    const older = readExport(without.join('\r\n'))
    expect(older.lines.map((line) => line.address)).toEqual(lines.map(() => null))
  })

  test('has new pseudonyms each time, and no formula', async () => {
    await someTraffic()
    const [first, second] = [(await exported()).body, (await exported()).body]
    const pseudonyms = (body: string) => new Set(body.match(/\b[anov][0-9a-f]{16}\b/g))
    expect(pseudonyms(first).size).toBeGreaterThan(10)
    expect([...pseudonyms(first)].filter((one) => pseudonyms(second).has(one))).toEqual([])
    for (const secret of [order._id, carrier._id, carrier.username, '203.0.113'])
      expect(first).not.toContain(secret)
    for (const cell of first.split(/[,\r\n]+/)) expect(cell).not.toMatch(/^[=+\-@\t]/)
  })

  test('of many visits is complete, in the order they were judged', async () => {
    await app.database.asSchemaOwner(
      `with day as (select day from visit limit 0), many as (
         insert into visit (id, day, link_id, at, visitor_hash, visitor_before, network_hash)
         select gen_random_uuid(), '2026-11-21', $1, $2::timestamptz + n * interval '1 second',
           decode(lpad(to_hex(n), 32, '0'), 'hex'), decode(lpad(to_hex(n + 100000), 32, '0'), 'hex'), decode('00', 'hex')
         from generate_series(1, 5001) n returning id, at)
       insert into visit_verdict (visit_id, day, link_id, at, verdict, rules, seq)
       select id, '2026-11-21', $1, at, 'not_continued', 2, 100 + row_number() over (order by at desc) from many`,
      [order._id, app.clock.now()],
    )
    app.clock.advance(2 * HOUR_MS)
    await signInAgain()
    const { lines } = readExport((await exported()).body)
    expect(lines).toHaveLength(5001)
    expect(new Set(lines.map((line) => line.visitor)).size).toBe(5001)
    const times = lines.map((line) => line.at.getTime())
    expect(times).toEqual(times.toSorted((a, b) => b - a))
  })
})
