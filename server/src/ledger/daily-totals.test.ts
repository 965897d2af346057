import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, createTestDatabase } from '../../test/database.ts'
import { fundedAccount, transfer } from '../../test/ledger.ts'
import { foldDailyTotals } from './balances.ts'
import { type AccountId, checkLedger, type NewEntry, post, postOrRefuse } from './ledger.ts'

let database: TestDatabase
let from: AccountId
let to: AccountId
beforeAll(async () => {
  database = await createTestDatabase()
  from = await fundedAccount(database, 10_000n)
  to = await fundedAccount(database, 0n)
})
afterAll(() => database.close())

interface Total {
  day: string
  type: string
  kind: string
  entry_count: bigint
  receiving_count: bigint
  received_minor: bigint
  moved_minor: bigint
}
const totals = () =>
  database.asSchemaOwner<Total>(
    `select day::text, type, kind, sum(entry_count)::bigint as entry_count, sum(receiving_count)::bigint as receiving_count,
       sum(received_minor)::bigint as received_minor, sum(moved_minor)::bigint as moved_minor
     from ledger_daily_total group by day, type, kind order by day, type, kind`,
  )
const rowsOf = async (day: string) =>
  (await database.asSchemaOwner('select from ledger_daily_total where day = $1', [day])).length
const on = (day: string): NewEntry => ({ ...transfer(from, to, 3n), event_at: new Date(`${day}T23:59:59Z`) })

test('a daily total counts an entry on the UTC day of its event, by type and kind of account', async () => {
  await post(database, [on('2026-01-05'), on('2026-01-05'), on('2026-01-06')])
  const of = (await totals()).filter(({ day, type }) => day === '2026-01-05' && type === 'adjustment')
  expect(of.reduce((sum, row) => sum + row.entry_count, 0n)).toBe(2n)
  expect(of.reduce((sum, row) => sum + row.received_minor, 0n)).toBe(6n)
  expect(of.reduce((sum, row) => sum + row.moved_minor, 0n)).toBe(0n)
  expect(of.reduce((sum, row) => sum + row.receiving_count, 0n)).toBe(2n)
})

test('refused, replayed and rolled-back entries are in no total', async () => {
  const before = await totals()
  const again = on('2026-01-07')
  await post(database, [again])
  const once = await totals()
  expect(once).not.toEqual(before)
  await post(database, [again, { ...on('2026-01-07'), capture: randomUUID() }])
  const transaction = database.transaction(async (tx) => {
    await postOrRefuse(tx, [on('2026-01-07')])
    throw new Error('rolled back')
  })
  await expect(transaction).rejects.toThrow('rolled back')
  expect(await totals()).toEqual(once)
})

test('totals are right after concurrent posts by many callers', async () => {
  const posts = Array.from({ length: 200 }, () =>
    database.transaction((tx) => postOrRefuse(tx, [on('2026-01-08')])),
  )
  await Promise.all(posts)
  expect(await checkLedger(database)).toEqual([])
})

test('merging leaves one row for all chains, the same sums, and days that can still be posted to', async () => {
  const others = [await fundedAccount(database, 10n), await fundedAccount(database, 0n)] as const
  await database.transaction(async (tx) => {
    // This transaction locks a chain, so the next one writes to another.
    await postOrRefuse(tx, [{ ...transfer(...others, 1n), event_at: on('2026-01-08').event_at }])
    await post(database, [on('2026-01-08')])
  })
  const before = await totals()
  const rows = await rowsOf('2026-01-08')
  await foldDailyTotals.all(database, { yesterday: '2026-01-09' })
  expect(await rowsOf('2026-01-08')).toBeLessThan(rows)
  expect(await totals()).toEqual(before)
  await foldDailyTotals.all(database, { yesterday: '2026-01-09' })
  expect(await totals()).toEqual(before)
  await post(database, [on('2026-01-08')])
  expect(await checkLedger(database)).toEqual([])
})
