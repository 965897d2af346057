// Versions: numbered without gaps under concurrency, refused if based on a stale one, and immutable.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/app.ts'
import { staff, type TestOperator } from '../../test/staff.ts'
import { saveVersion, lastVersions, versionOf, versionsOf } from './content.ts'

let app: TestApp
let owner: TestOperator
let key: string
let keys = 0
beforeAll(async () => {
  app = await startApp()
  owner = await staff(app, 'owner')
})
afterAll(() => app.close())
beforeEach(() => {
  key = `page ${++keys}`
})

const keep = (content: unknown, more: { expected?: number; restored_from?: number; before?: unknown } = {}) =>
  app.database.transaction((tx) =>
    saveVersion(tx, {
      kind: 'page',
      key,
      content,
      reason: 'It says it better.',
      operator_id: owner._id,
      ...more,
    }),
  )
const history = async (cursor?: string) => await versionsOf(app.database, 'page', key, { cursor })

test('the value before the first change becomes version 1, without an author; changes follow it', async () => {
  expect(await keep({ html: 'new' }, { before: { html: 'old' }, expected: 0 })).toBe(2)
  expect(await keep({ html: 'old' }, { before: { html: 'new' }, expected: 2, restored_from: 1 })).toBe(3)
  const { list, cursor } = await history()
  expect(list.map(({ number, content, restored_from }) => [number, content, restored_from])).toEqual([
    [3, { html: 'old' }, 1],
    [2, { html: 'new' }, null],
    [1, { html: 'old' }, null],
  ])
  expect(list.map(({ made_by }) => made_by === null)).toEqual([false, false, true])
  expect(cursor).toBeNull()
  expect((await lastVersions(app.database, 'page')).get(key)).toBe(3)
})

test('a change based on a stale version is refused, with the latest', async () => {
  await keep('one')
  await expect(keep('two', { expected: 0 })).rejects.toMatchObject({
    code: 'somebody_else_has_changed_this',
    details: { expected: 0, version: 1, decided: { by: expect.any(String), action: 'page_changed' } },
  })
  expect((await history()).list).toHaveLength(1)
})

test('of many concurrent saves from the same version exactly one succeeds', async () => {
  const tries = await Promise.allSettled(Array.from({ length: 6 }, (_, n) => keep(n, { expected: 0 })))
  const lost = tries.filter((each) => each.status === 'rejected').map(({ reason }) => reason.code)
  expect(lost).toEqual(Array.from({ length: 5 }, () => 'somebody_else_has_changed_this'))
  expect((await history()).list.map(({ number }) => number)).toEqual([1])
})

test('concurrent changes without an expected version get numbers without a gap', async () => {
  const numbers = await Promise.all(Array.from({ length: 6 }, (_, n) => keep(n)))
  expect(numbers.toSorted((one, other) => one - other)).toEqual([1, 2, 3, 4, 5, 6])
})

test('a long history is paged without gaps', async () => {
  for (let n = 1; n <= 51; n += 1) await keep(n)
  const first = await history()
  const rest = await history(first.cursor!)
  expect(first.list).toHaveLength(50)
  expect(rest).toMatchObject({ list: [{ number: 1 }], cursor: null })
})

test('an unknown version and a forged cursor are refused', async () => {
  await expect(versionOf(app.database, 'page', key, 1)).rejects.toMatchObject({ code: 'version_is_unknown' })
  await expect(history('bm90aGluZw')).rejects.toMatchObject({ code: 'cursor_is_invalid' })
})

test('neither the application nor the schema owner alters, removes or skips a version', async () => {
  await keep('kept')
  for (const text of [`update version set reason = 'x'`, 'delete from version', 'truncate version']) {
    await expect(app.database.query({ text })).rejects.toThrow(/permission denied/)
    await expect(app.database.asSchemaOwner(text)).rejects.toMatchObject({ code: '23001' })
  }
  const skip = `insert into version (kind, key, number, content, reason, operator_id, made_at)
    values ('page', $1, 3, '1', 'x', $2, now())`
  await expect(app.database.asSchemaOwner(skip, [key, owner._id])).rejects.toMatchObject({ code: '23514' })
  expect((await history()).list).toMatchObject([{ number: 1, content: 'kept' }])
})
