// Items of queues in somebody's hand: seen by everybody, free again after 15 minutes, taken over by anybody.
import { takenCalls } from '@fairturn/contract/backoffice/taken'
import { newId } from '@fairturn/contract/ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/app.ts'
import { answered } from '../../test/carrying.ts'
import { staff, type TestOperator } from '../../test/staff.ts'

const MINUTE_MS = 60_000

let app: TestApp
let one: TestOperator
let other: TestOperator
beforeAll(async () => {
  app = await startApp()
  one = await staff(app, 'support')
  other = await staff(app, 'owner')
})
afterAll(() => app.close())

const item = () => ({ kind: 'order' as const, object_id: newId(app.clock.now()) })
const listed = async (object_id: string) =>
  answered(await app.call(takenCalls.list, { as: other })).list.find((each) => each.object_id === object_id)

test('an item is in one operator’s hand, whom everybody sees; another is refused until they take it over', async () => {
  const body = item()
  const at = app.clock.now().toISOString()
  answered(await app.call(takenCalls.take, { as: one, body }))
  expect(await listed(body.object_id)).toMatchObject({ by: { username: one.username }, taken_at: at })
  expect(await app.call(takenCalls.take, { as: other, body })).toMatchObject({
    status: 409,
    code: 'somebody_else_has_taken_this',
    details: { taken: { by: one.username, at } },
  })
  answered(await app.call(takenCalls.take, { as: other, body: { ...body, over: true } }))
  expect((await listed(body.object_id))?.by.username).toBe(other.username)
})

test('it is free after 15 minutes without activity, or when it is given back by whoever has it', async () => {
  const body = item()
  answered(await app.call(takenCalls.take, { as: one, body }))
  app.clock.advance(14 * MINUTE_MS)
  // Going on with it is activity.
  answered(await app.call(takenCalls.take, { as: one, body }))
  app.clock.advance(14 * MINUTE_MS)
  expect((await listed(body.object_id))?.by.username).toBe(one.username)
  expect((await app.call(takenCalls.release, { as: other, body })).status).toBe(200)
  expect(await listed(body.object_id)).toBeDefined()
  app.clock.advance(MINUTE_MS)
  expect(await listed(body.object_id)).toBeUndefined()
  answered(await app.call(takenCalls.take, { as: other, body }))
  expect((await app.call(takenCalls.release, { as: other, body })).status).toBe(200)
  expect(await listed(body.object_id)).toBeUndefined()
})

test('only whoever decides in a queue takes its items, and only whoever reads it sees that they are taken', async () => {
  const [content, finance] = [await staff(app, 'content'), await staff(app, 'finance')]
  const body = { kind: 'withdrawal' as const, object_id: newId(app.clock.now()) }
  for (const as of [content, one])
    expect(await app.call(takenCalls.take, { as, body })).toMatchObject({
      status: 403,
      code: 'your_role_may_not_do_this',
    })
  answered(await app.call(takenCalls.take, { as: finance, body }))
  expect(await listed(body.object_id)).toMatchObject({ by: { username: finance.username } })
  for (const as of [content, one])
    expect(answered(await app.call(takenCalls.list, { as })).list.map(({ kind }) => kind)).not.toContain(
      'withdrawal',
    )
})
