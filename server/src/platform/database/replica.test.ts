import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
// A real streaming standby: used if it has replayed the session's last write, and bypassed while it lags or after it
// was killed or promoted.
import { adminMemberCalls, adminMemberFiles } from '@fairturn/contract/backoffice/members'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asSuperuser, byPort, killServer } from '../../../../testing/cluster.ts'
import { freePort } from '../../../../testing/free-port.ts'
import { memoryFolder } from '../../../../testing/memory-folder.ts'
import { FOLLOWED, makeStandby, removeStandby, type Standby } from '../../../../testing/standby.ts'
import { startApp, type TestApp } from '../../../test/app.ts'
import { migrateCluster } from '../../../test/database.ts'
import { staff, type TestOperator } from '../../../test/staff.ts'
import { type Embedded, startEmbedded } from './embedded.ts'

let root: string
let primary: Embedded
let standby: Standby
/** The application's database on the standby, as the superuser. */
let standbyUrl: string
let app: TestApp
let support: TestOperator

beforeAll(async () => {
  root = await mkdtemp(join(await memoryFolder(), 'fairturn-replica-'))
  const port = await freePort()
  primary = await startEmbedded({
    dataDir: root,
    port,
    settings: { ...FOLLOWED, shared_buffers: '32MB', track_activity_query_size: '16kB' },
  })
  const cluster = await migrateCluster(primary, root)
  standby = await makeStandby({ url: primary.superuserUrl, dataDir: root, through: port })
  app = await startApp({
    database: { cluster, standby_url: byPort(primary.superuserUrl, standby.port) },
  })
  standbyUrl = byPort(app.database.superuserUrl, standby.port)
  support = await staff(app, 'support')
}, 120_000)
afterAll(async () => {
  await app.close()
  await removeStandby(standby)
  await primary.stop()
  await rm(root, { recursive: true, force: true })
})

let registered = 0

/** The list includes a member right after their registration. */
async function expectOwnWriteSeen(): Promise<void> {
  const { username } = await app.member(`newcomer ${(registered += 1)}`)
  const { data } = await app.call(adminMemberCalls.list, { query: { search: username }, as: support })
  expect(data.list).toMatchObject([{ username }])
}

/** How many member lists the standby has served on its current connections. */
const listsRead = async () =>
  (
    await asSuperuser(
      standbyUrl,
      `select from pg_stat_activity where query like '%from member%' and application_name = 'fairturn'`,
    )
  ).length

/** Reads a list; returns whether the standby served it. */
async function used(): Promise<boolean | undefined> {
  await app.database.replica()
  return app.database.usesReplica()
}

test('a list is read from the standby, including what was written just before', async () => {
  for (let time = 0; time < 20; time += 1) await expectOwnWriteSeen()
  // On a busy machine it may lag at times.
  await expect
    .poll(async () => {
      await expectOwnWriteSeen()
      return await listsRead()
    })
    .toBeGreaterThan(0)
})

test('a whole export is read from the standby', async () => {
  const csv = await app.fastify.inject({
    url: `/api/${adminMemberFiles.exportMembers.path}`,
    headers: support.headers,
  })
  expect(csv.statusCode).toBe(200)
  for (let of = 1; of <= registered; of += 1) expect(csv.body).toContain(`newcomer ${of}`)
})

test('while the standby lags the primary is used; once it has caught up the standby is used again', async () => {
  await asSuperuser(standbyUrl, 'select pg_wal_replay_pause()')
  await expectOwnWriteSeen()
  expect(app.database.usesReplica()).toBe(false)
  await expectOwnWriteSeen()
  await asSuperuser(standbyUrl, 'select pg_wal_replay_resume()')
  await expect.poll(used).toBe(true)
  await expectOwnWriteSeen()
})

test('if the standby is killed, even during a read, the primary is used', async () => {
  await expect.poll(used).toBe(true)
  const on = await app.database.replica()
  const underWay = on.query<{ now: boolean }>({ text: 'select pg_sleep(3), pg_is_in_recovery() as now' })
  await killServer(standby)
  expect((await underWay).rows[0]!.now).toBe(false)
  // Later pages too: reads never go back in time.
  expect((await on.query<{ now: boolean }>({ text: 'select pg_is_in_recovery() as now' })).rows[0]!.now).toBe(
    false,
  )
  await expectOwnWriteSeen()
  expect(app.database.usesReplica()).toBe(false)
})

test('a restarted standby is used again', async () => {
  standby = { ...standby, server: await startEmbedded(standby) }
  await expect.poll(used).toBe(true)
  await expectOwnWriteSeen()
  await expect.poll(used).toBe(true)
})

test('a query that is itself wrong fails, and does not bypass the standby', async () => {
  await expect.poll(used).toBe(true)
  const on = await app.database.replica()
  await expect(on.query({ text: 'select nothing_of_the_kind' })).rejects.toThrow('does not exist')
})

test('a promoted standby, whose history diverges, is not used', async () => {
  await asSuperuser(standbyUrl, 'select pg_promote(true, 60)')
  await expectOwnWriteSeen()
  expect(app.database.usesReplica()).toBe(false)
})
