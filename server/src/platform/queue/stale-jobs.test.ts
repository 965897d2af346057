import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { defineJob, enqueue, handle, runDueJobs, runWorker } from './queue.ts'
import { releaseStaleJobs, startHeartbeat } from './stale-jobs.ts'

let database: TestDatabase
const nod = defineJob({ name: 'nod', payload: z.object({ to: z.string() }) })

beforeAll(async () => {
  database = await createTestDatabase()
  database.clock.set(new Date())
})
afterAll(() => database.close())

const lockedBy = async (to: string) => {
  const [row] = await database.asSchemaOwner<{ locked_by: string | null }>(
    `select locked_by from graphile_worker._private_jobs where payload ->> 'to' = $1`,
    [to],
  )
  return row?.locked_by
}

test('the jobs of a dead worker are requeued and done; those of running workers, and recent ones, stay', async () => {
  const living = await startHeartbeat(database)
  living.add('worker-living')
  for (const [to, name, ago] of [
    ['dead', 'worker-dead', '1 minute'],
    ['living', 'worker-living', '1 minute'],
    ['fresh', 'worker-fresh', '1 second'],
  ] as const) {
    await database.transaction((tx) => enqueue(tx, nod, { to }))
    await database.asSchemaOwner(
      `update graphile_worker._private_jobs set locked_by = $2, locked_at = now() - $3::interval, attempts = 1
       where payload ->> 'to' = $1`,
      [to, name, ago],
    )
  }
  await expect.poll(async () => (await releaseStaleJobs(database), await lockedBy('dead'))).toBeNull()
  expect([await lockedBy('living'), await lockedBy('fresh')]).toEqual(['worker-living', 'worker-fresh'])

  const done: string[] = []
  const worker = await runWorker({
    database,
    handlers: [handle(nod, async (_database, { to }) => void done.push(to))],
    schedules: [],
    log: () => undefined,
  })
  await database.asSchemaOwner(`update graphile_worker._private_jobs set run_at = now()`)
  await expect.poll(() => done, { timeout: 10_000 }).toEqual(['dead'])
  await worker.stop()

  await living.stop()
  await expect.poll(async () => (await releaseStaleJobs(database), await lockedBy('living'))).toBeNull()
})

test('the jobs of a running worker are not taken from it', async () => {
  await database.asSchemaOwner('delete from graphile_worker._private_jobs')
  const { promise: hold, resolve: release } = Promise.withResolvers<void>()
  const worker = await runWorker({
    database,
    handlers: [handle(nod, () => hold)],
    schedules: [],
    log: () => undefined,
  })
  await database.transaction((tx) => enqueue(tx, nod, { to: 'held' }))
  await expect.poll(() => lockedBy('held'), { timeout: 10_000 }).toBeTruthy()
  await database.asSchemaOwner(
    `update graphile_worker._private_jobs set locked_at = now() - interval '1 minute'`,
  )
  await releaseStaleJobs(database)
  expect(await lockedBy('held')).toBeTruthy()
  release()
  await worker.stop()
})

test('a job is due by the clock that enqueued it, even if PostgreSQL’s is an hour behind', async () => {
  const ahead = new Date(Date.now() + 3_600_000)
  database.clock.set(ahead)
  vi.useFakeTimers({ toFake: ['Date'], now: ahead })
  try {
    await database.transaction((tx) => enqueue(tx, nod, { to: 'ahead' }))
    const done: string[] = []
    const handlers = [handle(nod, async (_database, { to }) => void done.push(to))]
    await runDueJobs({ database, handlers, log: () => undefined })
    expect(done).toContain('ahead')
  } finally {
    vi.useRealTimers()
    database.clock.set(new Date())
  }
})
