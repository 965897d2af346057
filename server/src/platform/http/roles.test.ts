// Staff roles: every route of the back office × every role × former operators and callers without a session. The
// matrix is derived from the contract, so new routes are included; one without a row in test/attack/roles.ts fails.
import { backoffice, backofficeFiles } from '@fairturn/contract/backoffice/api'
import { may, STAFF_ROLES, type StaffRole } from '@fairturn/contract/backoffice/roles'
import type { Endpoint } from '@fairturn/contract/endpoint'
import type { FileCall } from '@fairturn/contract/files'
import { newId } from '@fairturn/contract/ids'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/app.ts'
import { matrix, onesOwn, OPEN } from '../../../test/attack/roles.ts'
import { SIDE_OF } from '../../../test/attack/sides.ts'
import { type Change, watchRows } from '../../../test/attack/watch.ts'
import { signedIn, staff, type TestOperator } from '../../../test/staff.ts'

type Call = Pick<Endpoint, 'auth' | 'idempotency' | 'method' | 'path' | 'recent' | 'roles' | 'side'>

const files = Object.values(backofficeFiles)
  .flatMap((module) => Object.values(module) as FileCall[])
  .map(({ path, roles }): Call => ({ path, roles: roles ?? [], method: 'GET', auth: 'staff' }))
const calls: Call[] = [
  ...Object.values(backoffice).flatMap((module) => Object.values(module) as Endpoint[]),
  ...files,
]
const routeOf = (call: Pick<Endpoint, 'method' | 'path'>) => `${call.method} ${call.path}`
const guarded = calls.filter((call) => !OPEN.includes(routeOf(call)))
const withoutRow = (list: readonly Call[]) => list.map(routeOf).filter((route) => !(route in matrix))
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

let app: TestApp
let changes: () => Promise<Change[]>
beforeAll(async () => {
  app = await startApp()
  changes = await watchRows(app.database)
})
afterAll(() => app.close())

async function send(call: Call, headers: Record<string, string>) {
  const { params = {}, query = {}, body = {} } = matrix[routeOf(call)]!
  const unknown = newId(app.clock.now())
  const path = call.path.replace(/:(\w+)/g, (_match, name: string) => params[name] ?? unknown)
  const response = await app.fastify.inject({
    method: call.method,
    url: `/api/${path}`,
    query,
    headers: {
      langcode: 'en',
      ...(call.idempotency !== undefined && { 'idempotency-key': newId(app.clock.now()) }),
      ...headers,
    },
    ...(call.method === 'POST' && { payload: body }),
  })
  const answer: { code?: string; details?: { who?: string } } = response.body.startsWith('{')
    ? response.json()
    : {}
  return { status: response.statusCode, code: answer.code, who: answer.details?.who }
}

describe('the matrix', () => {
  // ASVS V8.1.1
  test('has a row for every staff route, and no other', () => {
    expect(withoutRow(guarded)).toEqual([])
    expect(Object.keys(matrix).toSorted()).toEqual(guarded.map(routeOf).toSorted())
    expect(calls.filter((call) => OPEN.includes(routeOf(call))).map(({ auth }) => auth)).toEqual(
      OPEN.map(() => 'none'),
    )
  })

  test.each(guarded.map((call) => [routeOf(call), call] as const))(
    '%s is declared as in its row',
    (route, call) => {
      expect(call.path).toMatch(/^backoffice\//)
      expect(call.auth).toBe('staff')
      expect([...(call.roles ?? [])].toSorted()).toEqual([...matrix[route]!.roles].toSorted())
      expect(call.recent).toBe(matrix[route]!.recent)
      expect(call.side).toBe(SIDE_OF[route])
      expect(call.roles).toContain('owner')
    },
  )

  test('reports a forgotten route or file', () => {
    const forgotten: Call = { ...guarded[0]!, path: 'backoffice/forgotten' }
    const file: Call = { ...forgotten, path: 'backoffice/forgotten.csv' }
    expect(withoutRow([...guarded, forgotten, file])).toEqual([routeOf(forgotten), routeOf(file)])
  })

  test('the auditor may read everything and change nothing', () => {
    const reads = guarded.filter(({ method }) => method === 'GET')
    const changing = guarded.filter(({ method }) => method !== 'GET')
    expect(reads.filter(({ roles }) => !roles!.includes('auditor')).map(routeOf)).toEqual([])
    expect(
      changing
        .filter(({ roles }) => roles!.includes('auditor'))
        .map(routeOf)
        .filter((route) => !onesOwn(route)),
    ).toEqual([])
  })
})

describe('every route refuses', () => {
  const strangers: [string, () => Promise<Record<string, string>>][] = [
    ['no session', async () => ({ origin: 'http://localhost', 'x-staff': '1' })],
    ['a member’s token', async () => bearer((await app.member('a member at the door')).token)],
    ['a member’s token in the cookie', async () => cookie((await app.member('a member in a cookie')).token)],
    // ASVS V7.2.1
    ['an unknown session', async () => cookie('A'.repeat(43))],
    // ASVS V7.4.1
    ['an ended session', async () => after('update operator_session set ended_at = now()')],
    ['a disabled operator', async () => after('update operator set disabled_at = now()')],
    // ASVS V6.3.4
    ['an operator who has to set up again', async () => after('update operator set set_up = false')],
    // ASVS V7.3.1
    ['a session unused for half an hour', async () => aged(31 * MINUTE_MS, 31 * MINUTE_MS)],
    // ASVS V7.3.2
    ['a session older than a working day', async () => aged(8 * HOUR_MS + MINUTE_MS, 0)],
  ]
  test.each(strangers)('%s', async (_name, headersOf) => {
    const headers = await headersOf()
    await changes()
    for (const call of guarded) {
      const { status, code } = await send(call, headers)
      expect([routeOf(call), status, code]).toEqual([routeOf(call), 401, 'staff_session_has_ended'])
    }
    expect(await changes()).toEqual([])
  })

  const bearer = (token: string) => ({
    authorization: `Bearer ${token}`,
    origin: 'http://localhost',
    'x-staff': '1',
  })
  const cookie = (token: string) => ({
    cookie: `staff_session=${token}`,
    origin: 'http://localhost',
    'x-staff': '1',
  })

  async function after(sql: string) {
    const { _id, headers } = await staff(app, 'owner')
    const of = sql.includes('operator_session') ? 'operator_id' : 'id'
    await app.database.asSchemaOwner(`${sql} where ${of} = $1`, [_id])
    return headers
  }

  async function aged(openedMs: number, usedMs: number) {
    const { _id, headers } = await staff(app, 'owner')
    const at = (agoMs: number) => new Date(app.clock.now().getTime() - agoMs)
    const end = new Date(at(openedMs).getTime() + 8 * HOUR_MS)
    await app.database.asSchemaOwner(
      `update operator_session set created_at = $2, last_used_at = $3, expires_at = $4 where operator_id = $1`,
      [_id, at(openedMs), at(usedMs), end],
    )
    return headers
  }

  const forged: [string, Record<string, string | undefined>][] = [
    ['without the header that forms cannot send', { 'x-staff': undefined }],
    ['without an origin', { origin: undefined }],
    // ASVS V3.5.1
    ['from a page of another site', { origin: 'https://fairturn.example' }],
    ['from a page that hides its origin', { origin: 'null' }],
  ]
  test.each(forged)('a change %s', async (_name, changed) => {
    const { headers } = await staff(app, 'owner')
    const merged = Object.entries({ ...headers, ...changed }).filter(([, value]) => value !== undefined)
    await changes()
    for (const call of [...guarded].filter(({ method }) => method !== 'GET')) {
      const { status, code } = await send(call, Object.fromEntries(merged) as Record<string, string>)
      const expected = [routeOf(call), 403, 'request_is_not_from_the_back_office']
      expect([routeOf(call), status, code]).toEqual(expected)
    }
    expect(await changes()).toEqual([])
  })
})

describe.each(STAFF_ROLES)('%s', (role: StaffRole) => {
  let operator: TestOperator
  let ofOut: TestOperator
  beforeAll(async () => {
    operator = await staff(app, role)
    ofOut = await staff(app, role, (may.move_money as readonly StaffRole[]).includes(role) ? 'out' : null)
  })
  /** Whoever is on the call's side. */
  const on = ({ side }: Call) => (side === 'out' ? ofOut : operator)

  test('is refused on the other side, and told for whom it waits', async () => {
    const { username } = await staff(app, 'finance', 'out')
    const both = guarded.filter(
      (each) => each.side !== undefined && matrix[routeOf(each)]!.roles.includes(role),
    )
    expect(both.length > 0).toBe(operator.side !== null)
    await changes()
    for (const call of both) {
      const other = call.side === 'out' ? operator : ofOut
      const { status, code, who } = await send(call, other.headers)
      expect([routeOf(call), status, code]).toEqual([routeOf(call), 403, 'your_side_does_not_do_this'])
      expect([call.side, who?.includes(username)]).toEqual([call.side, call.side === 'out'])
    }
    expect(await changes()).toEqual([])
  })

  // ASVS V8.2.1 V8.3.1
  test('is refused by every route that its row does not allow', async () => {
    await changes()
    for (const call of guarded.filter((each) => !matrix[routeOf(each)]!.roles.includes(role))) {
      const { status, code } = await send(call, operator.headers)
      expect([routeOf(call), status, code]).toEqual([routeOf(call), 403, 'your_role_may_not_do_this'])
    }
    expect(await changes()).toEqual([])
  })

  test('is allowed by every route that its row allows', async () => {
    for (const call of guarded.filter((each) => matrix[routeOf(each)]!.roles.includes(role))) {
      const headers = await signedIn(app, on(call)._id)
      const { status, code } = await send(call, headers)
      const shut = [
        'your_role_may_not_do_this',
        'your_side_does_not_do_this',
        'staff_session_has_ended',
        'request_is_not_from_the_back_office',
      ]
      expect([routeOf(call), status, code, shut.includes(code!)]).toEqual([
        routeOf(call),
        status,
        code,
        false,
      ])
      expect([routeOf(call), status]).not.toEqual([routeOf(call), 500])
    }
  })

  test('needs a recent confirmation where required', async () => {
    const fresh = await staff(app, role)
    const freshOut = await staff(app, role, fresh.side && 'out')
    const longAgo = new Date(app.clock.now().getTime() - 6 * MINUTE_MS)
    await app.database.asSchemaOwner(
      'update operator_session set confirmed_at = $2 where operator_id = any ($1)',
      [[fresh._id, freshOut._id], longAgo],
    )
    for (const call of guarded.filter(
      (each) => matrix[routeOf(each)]!.roles.includes(role) && !onesOwn(routeOf(each)),
    )) {
      const { code } = await send(call, (call.side === 'out' ? freshOut : fresh).headers)
      const needsConfirmation = code === 'please_confirm_that_it_is_you'
      expect([routeOf(call), needsConfirmation]).toEqual([
        routeOf(call),
        matrix[routeOf(call)]!.recent === true,
      ])
    }
  })
})

// ASVS V3.5.3
test('reading changes nothing except the record of the read', async () => {
  const NOTES = new Set(['audit_event', 'audit_event_link', 'audit_chain', 'operator_session'])
  const auditor = await staff(app, 'auditor')
  await changes()
  for (const call of guarded.filter(({ method }) => method === 'GET')) {
    await send(call, auditor.headers)
    const changed = (await changes()).map(({ table }) => table).filter((table) => !NOTES.has(table))
    expect([routeOf(call), changed]).toEqual([routeOf(call), []])
  }
})
