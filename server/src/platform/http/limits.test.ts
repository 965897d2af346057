// Rate limits: how many requests pass, and when.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { dailyBucket, hitLimit, type Limit, deleteEmptyBuckets, refundHit } from './limits.ts'

const TEN_A_MINUTE: Limit = { hits: 10, per_seconds: 60 }
let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 22, 12, 0) + seconds * 1000)
const hits = async (bucket: string, seconds: number, times: number, limit = TEN_A_MINUTE) => {
  let through = 0
  for (let i = 0; i < times; i++) if (await hitLimit(database, at(seconds), bucket, limit)) through += 1
  return through
}

test('the whole limit may be used at once, and no more', async () => {
  for (const limit of [TEN_A_MINUTE, { hits: 7, per_seconds: 60 }, { hits: 3, per_seconds: 10 }])
    expect(await hits(`at once ${limit.hits}`, 0, limit.hits + 5, limit)).toBe(limit.hits)
})

test('no window boundary allows a second burst', async () => {
  expect(await hits('edge', 59.9, 10)).toBe(10)
  expect(await hits('edge', 60, 10)).toBe(0)
  expect(await hits('edge', 61, 10)).toBe(0)
})

test('each hit is freed after its share of the window, and all of them after the whole window', async () => {
  expect(await hits('share', 0, 10)).toBe(10)
  expect(await hits('share', 6, 10)).toBe(1)
  expect(await hits('share', 12.1, 10)).toBe(1)
  expect(await hits('share', 80, 20)).toBe(10)
})

test('refused hits are not counted, so that a client that keeps retrying eventually succeeds', async () => {
  expect(await hits('asking on', 0, 500)).toBe(10)
  expect(await hits('asking on', 60, 500)).toBe(10)
})

test('fifty concurrent hits count as fifty', async () => {
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => hitLimit(database, at(0), 'at once', TEN_A_MINUTE)),
  )
  expect(answers.filter(Boolean)).toHaveLength(10)
})

test('a hit does not wait for the disk, and what follows on its connection does', async () => {
  const single = await createTestDatabase({ poolSize: 1 })
  const setting = async (text: string) =>
    (await single.query<{ synchronous_commit: string }>({ text })).rows[0]?.synchronous_commit
  try {
    await single.query({ text: 'set synchronous_commit = on' })
    expect(await hitLimit(single, at(0), 'unwaited', TEN_A_MINUTE)).toBe(true)
    expect(await setting('show synchronous_commit')).toBe('on')
  } finally {
    await single.close()
  }
})

test('a hit that is given back is free again', async () => {
  expect(await hits('taken back', 0, 11)).toBe(10)
  await refundHit(database, 'taken back', TEN_A_MINUTE)
  expect(await hits('taken back', 0, 5)).toBe(1)
})

test('what is counted under a pseudonym of the day is not free again at midnight', async () => {
  const midnight = Date.UTC(2026, 10, 23)
  const pass = async (ms: number, times: number) => {
    const now = new Date(midnight + ms)
    let through = 0
    for (let i = 0; i < times; i++)
      if (await hitLimit(database, now, dailyBucket('a secret', now, 'night', '192.0.2.1'), TEN_A_MINUTE))
        through += 1
    return through
  }
  expect(await pass(-1, 11)).toBe(10)
  expect(await pass(1, 5)).toBe(0)
  expect(await pass(6000, 5)).toBe(1)
  expect(await pass(66_000, 20)).toBe(10)
})

test('empty buckets are deleted, and no others', async () => {
  await hits('forgotten', 0, 10)
  const kept = async () =>
    (await database.query({ text: `select from rate_limit_bucket where bucket = 'forgotten'` })).rows.length
  await deleteEmptyBuckets.all(database, { before: at(59) })
  expect(await kept()).toBe(1)
  await deleteEmptyBuckets.all(database, { before: at(61) })
  expect(await kept()).toBe(0)
})
