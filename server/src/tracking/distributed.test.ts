// On a Citus cluster (`npm run test:citus`): the statements of every hit and every order reach a single shard.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  CITUS_URL,
  dropCitusDatabase,
  nodesOf,
  queryOnce,
  withDatabase,
} from '../../../testing/citus-databases.ts'
import { LINKS_SECRET, someoneElse, startLinks, type TestLinks } from '../../test/links.ts'
import type { Queryable } from '../platform/database/database.ts'
import { declaredStatements } from '../platform/database/statement.ts'
import { distributeVisits } from './distribute.command.ts'
import { openBeacons } from './link-service.ts'
import { maintainVisits } from './maintenance.ts'
import { judgeVisits, objectionableVisits, visitsOf } from './tracking.ts'
import { findContinuations } from './visits.store.ts'

type QueryConfig = Parameters<Queryable['query']>[0]

describe.skipIf(CITUS_URL === undefined)('on a Citus cluster', () => {
  let links: TestLinks
  let link: Awaited<ReturnType<TestLinks['link']>>
  const calls: QueryConfig[] = []

  beforeAll(async () => {
    links = await startLinks()
    await maintainVisits(links.database) // partitions of the test's day
    link = await links.link()
    for (let i = 0; i < 5; i += 1) await links.visit(link.code, someoneElse())
    await links.get(link.code, { ...someoneElse(), agent: 'curl/8' })
  })
  afterAll(() => links.close())

  /** Runs `work`; returns its statements about visits with the number of shards that each reaches. */
  async function tasksOf(
    work: (on: TestLinks['database']) => Promise<unknown>,
  ): Promise<Record<string, number[]>> {
    calls.length = 0
    const spy = <On extends object>(on: On): On =>
      new Proxy(on, {
        get(target, key) {
          const value = Reflect.get(target, key) as unknown
          if (key === 'query')
            return (config: QueryConfig) => {
              calls.push(config)
              return links.database.query(config)
            }
          if (key === 'transaction')
            return async (inner: (tx: object) => unknown) =>
              links.database.transaction(async (tx) =>
                inner({
                  now: tx.now,
                  query: (config: QueryConfig) => {
                    calls.push(config)
                    return tx.query(config)
                  },
                }),
              )
          return value
        },
      })
    await work(spy(links.database))
    const tasks: Record<string, number[]> = {}
    const asked = new Map(calls.map((config) => [config.name ?? config.text, config]))
    for (const [name, { text, values }] of asked) {
      const { rows } = await links.database.query<{ 'QUERY PLAN': string }>({
        text: `explain (verbose, costs off) ${text}`,
        ...(values && { values }),
      })
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      const counts = [...plan.matchAll(/Task Count: (\d+)/g)].map(([, count]) => Number(count))
      if (counts.length > 0) tasks[name] = counts
    }
    return tasks
  }

  test('the judge reads one shard for the visits of a link, and so does everything that follows', async () => {
    const tasks = await tasksOf((on) => judgeVisits(on))
    expect(tasks).toEqual({ tracking_read_visits: [1] })
    expect((await links.counts(link.order_id)).verified).toBe(5)
  })

  test('an order’s visits and refusals, and a click, are read from one shard', async () => {
    const visits = await visitsOf(links.database, link.order_id)
    expect(visits.list).toHaveLength(6)
    expect(await tasksOf((on) => visitsOf(on, link.order_id))).toEqual({ tracking_judged_visits: [1] })
    expect(await tasksOf((on) => objectionableVisits(on, link.order_id))).toEqual({
      tracking_objectionable: [1],
    })
    await links.database.asSchemaOwner(
      `update link set verification = 'beacon', confirm_seconds = 600, confirm_until = ends_at where id = $1`,
      [link.order_id],
    )
    const clicks = await links.database.asSchemaOwner<{ visit_id: string }>(
      `insert into visit_click select visit_id, day, link_id from continuation returning visit_id`,
    )
    const click_id = clicks[0]!.visit_id
    const at = links.database.clock.now()
    const beacon = (on: TestLinks['database']) =>
      openBeacons(on, LINKS_SECRET).confirm({
        click_id,
        identity: null,
        origin: 'https://shop.example.com',
        at,
      })
    expect(await tasksOf(beacon)).toEqual({ tracking_read_click: [1] })
  })

  test('visits of one link are on one shard, and page and Continue write only to it', async () => {
    const rows = await links.database.asSchemaOwner<{ shards: number }>(
      `select count(distinct get_shard_id_for_distribution_column('visit', link_id))::int as shards from continuation`,
    )
    expect(rows).toEqual([{ shards: 1 }])
    // Citus shows no task for INSERT ... SELECT, so check which shards contain rows.
    const held = await links.database.asSchemaOwner<{ held: string }>(
      `select result as held from run_command_on_shards('visit_20261121', 'select count(*) from %s')`,
    )
    expect(held.map((one) => Number(one.held)).toSorted((a, b) => b - a)).toEqual([6, 0, 0, 0])
  })

  test('visits of many links are read shard by shard, each with its own ids only', async () => {
    await judgeVisits(links.database) // left over from earlier tests
    const many = await Promise.all(Array.from({ length: 12 }, () => links.link()))
    for (const { code } of many) await links.visit(code, someoneElse())
    const ids = many.map(({ order_id }) => order_id)
    const shards = await links.database.asSchemaOwner<{ ids: string[] }>(
      `select array_agg(id order by id) as ids from unnest($1::uuid[]) id group by visit_shard(id) order by 1`,
      [ids],
    )
    expect(shards.length).toBeGreaterThan(1)
    const readIds: string[][] = []
    const linksAt = declaredStatements().get('tracking_read_visits')!.names.indexOf('link_id')
    const tasks = await tasksOf(async (on) => {
      expect(await judgeVisits(on)).toBe(12)
      for (const { name, values } of calls)
        if (name === 'tracking_read_visits') readIds.push((values![linksAt] as string[]).toSorted())
    })
    expect(tasks).toEqual({ tracking_read_visits: [1] })
    expect(readIds.toSorted((a, b) => (a[0]! < b[0]! ? -1 : 1))).toEqual(shards.map((shard) => shard.ids))
  })

  test('continuations of visits of many links are read shard by shard', async () => {
    const visits = await links.database.asSchemaOwner<{
      id: string
      day: string
      link_id: string
      shard: string
    }>(`select visit_id as id, day::text, link_id, visit_shard(link_id)::text as shard from continuation`)
    const shards = new Set(visits.map(({ shard }) => shard))
    expect(shards.size).toBeGreaterThan(1)
    let found: { id: string }[] = []
    const tasks = await tasksOf(async (on) => {
      found = await findContinuations(on, visits)
      expect(calls.filter(({ name }) => name === 'tracking_read_continuations')).toHaveLength(shards.size)
    })
    expect(tasks).toEqual({ tracking_read_continuations: [1] })
    expect(found.map(({ id }) => id).toSorted()).toEqual(visits.map(({ id }) => id).toSorted())
  })

  test('a page is committed in one phase, Continue in two with the judge’s queue, and verdicts with their counts', async () => {
    // Citus keeps the name of each prepared transaction until its maintenance daemon runs.
    const prepared = async () =>
      (await links.database.asSchemaOwner<{ gid: string }>('select gid from pg_dist_transaction')).map(
        ({ gid }) => gid,
      )
    const preparedBy = async (work: () => Promise<unknown>) => {
      const before = new Set(await prepared())
      await work()
      return (await prepared()).filter((gid) => !before.has(gid)).length
    }
    const fresh = await links.link()
    const visitor = someoneElse()
    let token = ''
    const open = async () => ({ token } = await links.get(fresh.code, visitor))
    expect(await preparedBy(open)).toBe(0)
    links.database.clock.advance(5_000)
    expect(await preparedBy(() => links.post(fresh.code, token, visitor))).toBeGreaterThan(0)
    expect(await preparedBy(() => judgeVisits(links.database))).toBeGreaterThan(0)
  })

  test('a dry run reports what is to do and changes nothing, and distributing is idempotent', async () => {
    // A clone of the template has everything but the database's own setting.
    const lines: string[] = []
    const dry = () =>
      distributeVisits(links.database.schemaOwnerUrl, {
        apply: false,
        say: (line) => lines.push(line.split(':')[0]!),
      })
    expect(await dry()).toBe(1)
    expect(await dry()).toBe(1)
    const once = ['to do', ...Array<string>(5).fill('done already')]
    expect(lines).toEqual([...once, ...once])
    expect(await distributeVisits(links.database.schemaOwnerUrl, { apply: true })).toBe(1)
    expect(await distributeVisits(links.database.schemaOwnerUrl, { apply: false })).toBe(0)
    expect(await distributeVisits(links.database.schemaOwnerUrl, { apply: true })).toBe(0)
  })

  test('the daily job creates partitions on every worker, moves earlier rows into them, and drops old ones', async () => {
    const { database } = links
    const partitions = async () =>
      (
        await database.asSchemaOwner<{ name: string; shards: number }>(
          `select p.logicalrelid::text as name, count(s.shardid)::int as shards from pg_dist_partition p
           join pg_dist_shard s using (logicalrelid) where p.logicalrelid::text ~ '_20(26|31)' group by 1 order by 1`,
        )
      ).map(({ name, shards }) => `${name} ${shards}`)
    const here = database.clock.now()
    database.clock.set('2031-05-05T08:00:00Z')
    const late = await links.link()
    const visit = await links.visit(late.code, someoneElse())
    await maintainVisits(database)
    for (const table of ['visit', 'continuation', 'visit_verdict'])
      expect(await partitions()).toContain(`${table}_20310505 4`)
    expect(await database.asSchemaOwner('select id from visit_20310505')).toEqual([{ id: visit }])
    expect(await database.asSchemaOwner('select from visit_default')).toEqual([])
    expect((await links.counts(late.order_id)).verified).toBe(1)
    expect(await partitions()).not.toContain('visit_20261121 4')
    database.clock.set('2031-06-30T08:00:00Z')
    await maintainVisits(database, { keep_days: 30 })
    expect(await partitions()).not.toContain('visit_20310505 4')
    const left = await database.asSchemaOwner<{ result: string }>(
      `select result from run_command_on_workers($$select count(*) from pg_class where relname ~ '^visit_20310505'$$)`,
    )
    expect(left.map(({ result }) => result)).toEqual(['0', '0'])
    database.clock.set(here)
  })

  test('a cluster that lacks a requirement is refused, with what to do', async () => {
    const nodes = await nodesOf(CITUS_URL!)
    const name = 'fairturn_citus_refusals'
    const [coordinator = '', ...workers] = nodes.map((node) => withDatabase(node, name))
    const refusal = () => distributeVisits(coordinator, { apply: true }).then(String, String)
    const { hostname, port } = new URL(coordinator)
    try {
      for (const node of nodes) await queryOnce(withDatabase(node, 'postgres'), `create database ${name}`)
      expect(await refusal()).toContain('has no Citus')
      for (const url of [coordinator, ...workers]) await queryOnce(url, 'create extension citus')
      expect(await refusal()).toContain('does not know its coordinator')
      await queryOnce(coordinator, `select citus_set_coordinator_host('${hostname}', ${port})`)
      expect(await refusal()).toContain('has no worker')
      for (const worker of workers.map((url) => new URL(url)))
        await queryOnce(coordinator, `select citus_add_node('${worker.hostname}', ${worker.port})`)
      expect(await refusal()).toContain('of an older version')
      await queryOnce(coordinator, `set citus.enable_ddl_propagation to off; create role ${name} login`)
      const plain = new URL(coordinator)
      plain.username = name
      await expect(distributeVisits(plain.toString(), { apply: true })).rejects.toThrow('no superuser')
    } finally {
      await dropCitusDatabase(name)
      await queryOnce(withDatabase(CITUS_URL!, 'postgres'), `drop role if exists ${name}`)
    }
  })
})
