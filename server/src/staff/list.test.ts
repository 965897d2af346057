// Every exportable list of the back office, through HTTP.
import { backoffice, backofficeFiles } from '@fairturn/contract/backoffice/api'
import { STAFF_ROLES } from '@fairturn/contract/backoffice/roles'
import type { Endpoint } from '@fairturn/contract/endpoint'
import type { FileCall } from '@fairturn/contract/files'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { z } from 'zod'
import { startApp, type TestApp } from '../../test/app.ts'
import { LIST_ROWS } from '../../test/list-rows.ts'
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
  // The journal and the VAT summary are no lists: they take a period, and have more lines than their screen (journal.test.ts).
  .filter(
    ({ path }) =>
      path.endsWith('.csv') && !path.includes(':member_id') && !/\/(?:journal|vat-summary)\.csv$/.test(path),
  )
  .map((file) => [file.path, file])

test.each(files)('%s: each export is in the audit log, with what was exported', async (path) => {
  const url = `/api/${path.replace(':account_id', account_id)}`
  const before = await eventsOfOwner()
  const answer = await app.fastify.inject({ method: 'GET', url, headers: owner.headers })
  expect(answer).toMatchObject({ statusCode: 200 })
  expect(answer.body).toMatch(/^\uFEFF[a-z_]+(,[a-z_]+)+\r\n/)
  const events = (await eventsOfOwner()).slice(before.length)
  expect(events).toEqual([
    { action: expect.stringMatching(/^[a-z]+_exported$/), object_id: expect.any(String) },
  ])
  expect(answer.headers['content-disposition']).toMatch(
    /^attachment; filename="[a-z-]+-\d{4}-\d\d-\d\d\.csv"$/,
  )
})

// A file exports the list at its path; other roles or filters would reveal what the list does not show.
const listOf = new Map(
  Object.values(backoffice)
    .flatMap((module) => Object.values<Endpoint>(module))
    .map((call) => [`${call.method} ${call.path}`, call]),
)

test.each(files)('%s: is allowed for the roles of its list, with its filters', (path, file) => {
  const list = listOf.get(`GET ${path.replace(/\.csv$/, '')}`)!
  expect(file.roles).toEqual(list.roles)
  const filters = Object.keys((list.query as z.ZodObject | undefined)?.shape ?? {}).filter(
    (name) => name !== 'cursor',
  )
  expect(Object.keys((file.query as z.ZodObject).shape).toSorted()).toEqual(filters.toSorted())
})

describe.each(STAFF_ROLES)('%s', (role) => {
  test.each(files)(
    '%s: is not exported by roles that may not read the list, and then nothing is logged',
    async (path, { roles }) => {
      const operator = await staff(app, role)
      const url = `/api/${path.replace(':account_id', account_id)}`
      const answer = await app.fastify.inject({ method: 'GET', url, headers: operator.headers })
      const allowed = roles!.includes(role)
      expect(answer.statusCode).toBe(allowed ? 200 : 403)
      const events = await app.database.asSchemaOwner(
        `select from audit_event where actor = $1 and action <> 'member_data_shown'`,
        [operator.actor],
      )
      expect(events).toHaveLength(allowed ? 1 : 0)
    },
  )
})

/** Small tables without pages. */
const TABLES = ['backoffice/levels', 'backoffice/settings']

describe('with 50 rows', () => {
  test('rows exist for every list with an export', () => {
    const lists = files.map(([path]) => path.replace(/\.csv$/, ''))
    expect([...LIST_ROWS.keys(), ...TABLES].toSorted()).toEqual(lists.toSorted())
  })

  test('every list runs as many statements as with one row, and so does its export', async () => {
    const full = await startApp()
    const queries = vi.spyOn(Client.prototype, 'query')
    try {
      const operator = await staff(full, 'owner')
      await write(full, 1, 1)
      const [account] = await full.database.asSchemaOwner<{ id: string }>(
        'select id from account order by no limit 1',
      )
      const statements = async (path: string) => {
        queries.mockClear()
        const url = `/api/${path.replace(':account_id', account!.id)}`
        const answer = await full.fastify.inject({ method: 'GET', url, headers: operator.headers })
        expect(`${path} ${answer.statusCode}`).toBe(`${path} 200`)
        const rows = path.endsWith('.csv')
          ? answer.body.trim().split('\r\n').length - 1
          : answer.json().data.list.length
        return { rows, count: queries.mock.calls.length }
      }
      const paths = [...LIST_ROWS.keys()].flatMap((path) => [path, `${path}.csv`])
      // Called once before counting, because the first call on a connection prepares the statement.
      for (const path of paths) await statements(path)
      const one = new Map<string, number>()
      for (const path of paths) one.set(path, (await statements(path)).count)
      expect(Math.min(...one.values())).toBeGreaterThan(0)
      await write(full, 2, 55)
      for (const path of paths) {
        const { rows, count } = await statements(path)
        expect({ path, enough: rows >= 30, count }).toEqual({ path, enough: true, count: one.get(path) })
      }
    } finally {
      queries.mockRestore()
      await full.close()
    }
  })
})

/** Inserts the rows `from` to `to` of every list, without triggers and foreign keys. */
async function write(to: TestApp, from: number, until: number): Promise<void> {
  const client = new Client(to.database.superuserUrl)
  await client.connect()
  await client.query('set session_replication_role = replica')
  for (const sql of LIST_ROWS.values()) await client.query(sql, [from, until])
  await client.end()
}

const eventsOfOwner = () =>
  app.database.asSchemaOwner<{ action: string; object_id: string }>(
    `select action, object_id from audit_event where actor = $1 and action <> 'member_data_shown' order by id`,
    [owner.actor],
  )
