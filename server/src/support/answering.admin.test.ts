// Who answers conversations is told to whoever reads them, and to nobody else.
import { adminSupportCalls as calls } from '@fairturn/contract/backoffice/support'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/app.ts'
import { answered } from '../../test/carrying.ts'
import { staff } from '../../test/staff.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

test('those who may answer are listed by name, without roles that only read and without who cannot sign in', async () => {
  const [support, owner, auditor] = [
    await staff(app, 'support'),
    await staff(app, 'owner'),
    await staff(app, 'auditor'),
  ]
  const gone = await staff(app, 'support')
  await app.database.asSchemaOwner('update operator set disabled_at = now() where id = $1', [gone._id])
  const { list } = answered(await app.call(calls.operators, { as: auditor }))
  const ids = list.map(({ _id }) => _id)
  expect(ids).toContain(support._id)
  expect(ids).toContain(owner._id)
  expect(ids).not.toContain(auditor._id)
  expect(ids).not.toContain(gone._id)
  expect(list.map(({ username }) => username)).toEqual(list.map(({ username }) => username).toSorted())

  const finance = await staff(app, 'finance')
  expect(await app.call(calls.operators, { as: finance })).toMatchObject({
    status: 403,
    code: 'your_role_may_not_do_this',
  })
})
