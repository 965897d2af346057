// Every list of the back office that can be exported, through HTTP.
import { backofficeFiles } from '@fairturn/contract/backoffice/api'
import type { FileCall } from '@fairturn/contract/files'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/app.ts'
import { staff, type TestOperator } from '../../test/staff.ts'
import { accountOf } from '../ledger/ledger.ts'

let app: TestApp
let owner: TestOperator
let account_id: string
beforeAll(async () => {
  app = await startApp()
  owner = await staff(app, 'owner')
  account_id = accountOf('member_available', (await app.member('with an account'))._id)
})
afterAll(() => app.close())

const files: (readonly [string, FileCall])[] = Object.values(backofficeFiles)
  .flatMap((module) => Object.values<FileCall>(module))
  .filter(({ path }) => path.endsWith('.csv') && !path.includes(':member_id'))
  .map((file) => [file.path, file])

test.each(files)('%s: each export is in the audit log, with what was exported', async (path) => {
  const url = `/api/${path.replace(':account_id', account_id)}`
  const before = await actsOfOwner()
  const answer = await app.fastify.inject({ method: 'GET', url, headers: owner.headers })
  expect(answer).toMatchObject({ statusCode: 200 })
  expect(answer.body).toMatch(/^\uFEFF[a-z_]+(,[a-z_]+)+\r\n/)
  const acts = (await actsOfOwner()).slice(before.length)
  expect(acts).toEqual([
    { action: expect.stringMatching(/^[a-z]+_exported$/), object_id: expect.any(String) },
  ])
  expect(answer.headers['content-disposition']).toMatch(
    /^attachment; filename="[a-z-]+-\d{4}-\d\d-\d\d\.csv"$/,
  )
})

test('a role cannot export what it may not read, and nothing is logged', async () => {
  const content = await staff(app, 'content')
  const refused = await app.fastify.inject({
    method: 'GET',
    url: '/api/backoffice/withdrawals.csv',
    headers: content.headers,
  })
  expect(refused.json()).toMatchObject({ code: 'your_role_may_not_do_this' })
  const acts = await app.database.asOwner('select from staff_act where actor = $1', [content.actor])
  expect(acts).toEqual([])
})

const actsOfOwner = () =>
  app.database.asOwner<{ action: string; object_id: string }>(
    'select action, object_id from staff_act where actor = $1 order by id',
    [owner.actor],
  )
