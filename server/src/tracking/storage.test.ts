// What is stored of a visit, for how long, and that every page that was served has its visit.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  type Answer,
  BROWSER,
  LINKS_SECRET,
  someoneElse,
  startLinks,
  type TestLinks,
} from '../../test/links.ts'
import type { Queryable } from '../platform/database/database.ts'
import { judgeVisits, maintainVisits, openDevices } from './tracking.ts'
import { openSalts } from './visitor.ts'

const DAY_MS = 86_400_000

let links: TestLinks
beforeEach(async () => {
  links = await startLinks()
})
afterEach(() => links.close())

interface Partition {
  name: string
}

const partitions = async () =>
  (
    await links.database.asSchemaOwner<Partition>(
      `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'visit'::regclass order by 1`,
    )
  ).map((row) => row.name)

describe('a page that was served', () => {
  test('has its visit, whatever happens to the database meanwhile', async () => {
    const link = await links.link()
    const kill = () =>
      links.database.asSuperuser(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid() and query like '%tracking_insert_visits%'`,
      )
    const answered: Answer[] = []
    const troubled: Answer[] = []
    for (let round = 0; round < 10 || (troubled.length === 0 && round < 100); round += 1) {
      const requests = Array.from({ length: 40 }, () => links.get(link.code, someoneElse()))
      await Promise.all([...requests, kill()])
      for (const page of await Promise.all(requests)) (page.status === 200 ? answered : troubled).push(page)
    }
    const visit_ids = answered.map((page) => page.token.slice(0, 36))
    const stored = await links.database.asSchemaOwner<{ id: string }>(`select id from visit`)
    const known = new Set(stored.map((row) => row.id))
    expect(new Set(visit_ids).size).toBe(answered.length)
    expect(visit_ids.filter((id) => !known.has(id))).toEqual([])
    expect(troubled.length).toBeGreaterThan(0)
    expect(troubled.every((page) => page.status === 503 && page.token === '')).toBe(true)
    // A moment later everything works again: the pool has noticed the connections killed last.
    await expect.poll(async () => (await links.get(link.code, someoneElse())).status).toBe(200)
  })

  test('is replaced by a retry page if its visit could not be written', async () => {
    const link = await links.link()
    await links.get(link.code)
    await links.database.asSchemaOwner('alter table visit rename to visit_away')
    const { status, body, token, headers } = await links.get(link.code, {
      headers: { 'accept-language': 'fr' },
    })
    expect([status, token, headers['retry-after']]).toEqual([503, '', '2'])
    expect(body).toContain(`<a href="/r/${link.code}">Réessayer</a>`)
    expect(body).not.toMatch(/visit_away|relation|error/i)
    await links.database.asSchemaOwner('alter table visit_away rename to visit')
    expect((await links.get(link.code)).status).toBe(200)
  })

  test('stays valid for a retry if its continuation could not be written', async () => {
    const link = await links.link()
    const { token } = await links.get(link.code)
    links.database.clock.advance(5_000)
    await links.database.asSchemaOwner('alter table continuation rename to continuation_away')
    const refused = await links.post(link.code, token)
    expect([refused.status, refused.headers['location']]).toEqual([503, undefined])
    await links.database.asSchemaOwner('alter table continuation_away rename to continuation')
    expect((await links.post(link.code, token)).status).toBe(303)
    expect((await links.counts(link.order_id)).verified).toBe(1)
  })
})

describe('what is stored', () => {
  test('contains neither address nor agent, in any table', async () => {
    const link = await links.link()
    const address = '203.0.113.77'
    const agent = BROWSER.replace('Android 10', 'Unmistakable')
    const devices = openDevices(links.database, { demo: false, secret: LINKS_SECRET })
    const now = links.database.clock.now()
    await devices.note(links.database, link.carrier_id, { address, agent, cookie: undefined }, now)
    await links.visit(link.code, { address, agent })
    await links.counts(link.order_id)
    const tables = await links.database.asSchemaOwner<{ name: string }>(
      `select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
       where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
    )
    expect(tables.length).toBeGreaterThan(20)
    for (const { name } of tables) {
      const found = await links.database.asSchemaOwner(
        `select '${name}' as name from ${name} as t where t::text ~ '203\\.0\\.113|Unmistakable' limit 1`,
      )
      expect(found).toEqual([])
    }
  })

  test('reads a day’s salts once, however many visits come at midnight', async () => {
    const requests: string[] = []
    const on: Queryable = {
      query(config) {
        requests.push(config.name ?? config.text)
        return links.database.query(config)
      },
    }
    const salts = openSalts(on, LINKS_SECRET)
    const at = links.database.clock.now()
    const coming = Array.from({ length: 100 }, async () =>
      salts.visitor({ address: '203.0.113.1', agent: BROWSER }, at),
    )
    const visitors = await Promise.all(coming)
    expect(new Set(visitors.map((visitor) => visitor.hash)).size).toBe(1)
    expect(requests.length).toBeLessThanOrEqual(6)
    await salts.visitor({ address: '203.0.113.2', agent: BROWSER }, at)
    expect(requests.length).toBeLessThanOrEqual(6)
  })

  test('cannot be linked after two days: salts and devices are deleted', async () => {
    const link = await links.link({ ends_at: new Date('2027-01-01T00:00:00Z') })
    const devices = openDevices(links.database, { demo: false, secret: LINKS_SECRET })
    for (let day = 0; day < 5; day += 1) {
      const came = { address: '203.0.113.1', agent: BROWSER, cookie: undefined }
      await devices.note(links.database, link.carrier_id, came, links.database.clock.now())
      await links.get(link.code)
      await maintainVisits(links.database)
      links.database.clock.advance(DAY_MS)
    }
    const days = [{ day: '2026-11-24' }, { day: '2026-11-25' }]
    expect(await links.database.asSchemaOwner('select day from visit_salt order by day')).toEqual(days)
    expect(await links.database.asSchemaOwner('select day from member_device order by day')).toEqual(days)
    const hashes = await links.database.asSchemaOwner('select distinct visitor_hash from visit')
    expect(hashes).toHaveLength(5)
    const addresses = await links.database.asSchemaOwner<{ today: string; before: string }>(
      `select encode(address_hash, 'hex') as today, encode(address_before, 'hex') as before from visit order by day`,
    )
    expect(new Set(addresses.map(({ today }) => today)).size).toBe(5)
    expect(addresses.slice(1).map(({ before }) => before)).toEqual(
      addresses.slice(0, -1).map(({ today }) => today),
    )
  })

  test('is immutable: the application can neither change nor delete visits, continuations and verdicts', async () => {
    const link = await links.link()
    await links.visit(link.code)
    await judgeVisits(links.database)
    for (const table of ['visit', 'continuation', 'visit_verdict']) {
      for (const sql of [`delete from ${table}`, `update ${table} set day = day`, `truncate ${table}`]) {
        await expect(links.database.query({ text: sql })).rejects.toThrow(
          `permission denied for table ${table}`,
        )
      }
      const direct = { text: `select from ${table}_default` }
      await expect(links.database.query(direct)).rejects.toThrow(/permission denied/)
    }
  })
})

describe('partitions', () => {
  test('need not exist for a visit to be stored, and take over their visits when they are created', async () => {
    links.database.clock.set('2031-05-05T12:00:00Z')
    const link = await links.link()
    await links.visit(link.code)
    expect(await links.counts(link.order_id)).toMatchObject({ verified: 1 })
    const inDefault = () => links.database.asSchemaOwner('select from visit_default')
    expect(await inDefault()).toHaveLength(1)
    await maintainVisits(links.database)
    expect(await inDefault()).toHaveLength(0)
    expect(await links.database.asSchemaOwner('select from visit_20310505')).toHaveLength(1)
    await links.visit(link.code, someoneElse())
    expect(await links.counts(link.order_id)).toMatchObject({ verified: 2, visits: 2 })
  })

  test('are created in advance, and dropped when they are old; counts stay', async () => {
    links.database.clock.set('2031-05-05T12:00:00Z')
    const link = await links.link()
    await links.visit(link.code)
    await judgeVisits(links.database)
    await maintainVisits(links.database)
    await maintainVisits(links.database)
    expect(await partitions()).toContain('visit_20310519')
    links.database.clock.advance(400 * DAY_MS)
    await maintainVisits(links.database, { keep_days: 400 })
    expect(await partitions()).toContain('visit_20310505')
    expect(await partitions()).not.toContain('visit_20310504')
    links.database.clock.advance(DAY_MS)
    await maintainVisits(links.database, { keep_days: 400 })
    expect(await partitions()).not.toContain('visit_20310505')
    expect(await partitions()).toContain('visit_default')
    expect(await links.counts(link.order_id)).toMatchObject({ verified: 1 })
  })
})
