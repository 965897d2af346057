// On a Citus cluster (`npm run test:citus`): what is asked of every hit and of every order reaches one shard.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CITUS_URL, queryOnce, withDatabase } from '../../test/citus.ts'
import { type TestLinks, someoneElse, startLinks } from '../../test/links.ts'
import type { Queryable } from '../database/database.ts'
import { distributeVisits } from './distribute.ts'
import { openBeacons } from './link-service.ts'
import { judgeVisits, objectionableVisits, visitsOf } from './tracking.ts'

type QueryConfig = Parameters<Queryable['query']>[0]

describe.skipIf(CITUS_URL === undefined)('on a Citus cluster', () => {
  let links: TestLinks
  let link: Awaited<ReturnType<TestLinks['link']>>
  const asked = new Map<string, QueryConfig>()

  beforeAll(async () => {
    links = await startLinks()
    link = await links.link()
    for (let i = 0; i < 5; i += 1) await links.visit(link.code, someoneElse())
    await links.get(link.code, { ...someoneElse(), agent: 'curl/8' })
  })
  afterAll(() => links.close())

  /** Runs `work` on the database, and returns its statements about visits with how many shards each asks. */
  async function tasksOf(
    work: (on: TestLinks['database']) => Promise<unknown>,
  ): Promise<Record<string, number[]>> {
    asked.clear()
    const spy = <On extends object>(on: On): On =>
      new Proxy(on, {
        get(target, key) {
          const value = Reflect.get(target, key) as unknown
          if (key === 'query')
            return (config: QueryConfig) => {
              asked.set(config.name ?? config.text, config)
              return links.database.query(config)
            }
          if (key === 'transaction')
            return async (inner: (tx: object) => unknown) =>
              links.database.transaction(async (tx) =>
                inner({
                  now: tx.now,
                  query: (config: QueryConfig) => {
                    asked.set(config.name ?? config.text, config)
                    return tx.query(config)
                  },
                }),
              )
          return value
        },
      })
    await work(spy(links.database))
    const tasks: Record<string, number[]> = {}
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

  test('the judge asks one shard for the visits of a link, and so does all that follows', async () => {
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
    await links.database.asOwner(
      `update link set verification = 'beacon', confirm_seconds = 600, confirm_until = ends_at where id = $1`,
      [link.order_id],
    )
    await links.database.asOwner(`insert into visit_click select visit_id, day, link_id from continuation`)
    const click_id = visits.list[0]!._id
    const at = links.database.clock.now()
    const beacon = (on: TestLinks['database']) => openBeacons(on).confirm({ click_id, identity: null, at })
    expect(await tasksOf(beacon)).toEqual({ tracking_read_click: [1] })
  })

  test('visits of one link are on one shard, and the page and Continue write to it alone', async () => {
    const rows = await links.database.asOwner<{ shards: number }>(
      `select count(distinct get_shard_id_for_distribution_column('visit', link_id))::int as shards from continuation`,
    )
    expect(rows).toEqual([{ shards: 1 }])
    // Citus shows no task for INSERT ... SELECT; so ask which tables hold something.
    const held = await links.database.asOwner<{ held: string }>(
      `select result as held from run_command_on_shards('visit_20261121', 'select count(*) from %s')`,
    )
    expect(held.map((one) => Number(one.held)).toSorted((a, b) => b - a)).toEqual([6, 0, 0, 0])
  })

  test('distributing again changes nothing', async () => {
    expect(await distributeVisits(links.database.url, { apply: false })).toBe(0)
    expect(await distributeVisits(links.database.url, { apply: true })).toBe(0)
  })

  test('the application may not log in on the coordinator, where the money is', async () => {
    const may = `select rolcanlogin as may from pg_roles where rolname = 'fairturn_app'`
    expect(await queryOnce(withDatabase(CITUS_URL!, 'postgres'), may)).toEqual([{ may: false }])
  })
})
