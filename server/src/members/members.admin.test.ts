// Members in the back office: search, details with a reason that the member can read, locks, and actions that need two
// operators.
import { approvalCalls } from '@fairturn/contract/backoffice/approvals'
import {
  adminMemberDataCalls as looks,
  adminMemberCalls as calls,
} from '@fairturn/contract/backoffice/members'
import { newId } from '@fairturn/contract/ids'
import { memberCalls } from '@fairturn/contract/members'
import { personalDataCalls } from '@fairturn/contract/personal-data'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startApp, type TestApp, type TestMember } from '../../test/app.ts'
import { answered, deposit } from '../../test/carrying.ts'
import { signedIn, staff, type TestOperator } from '../../test/staff.ts'

let app: TestApp
let member: TestMember
let support: TestOperator
let made = 0

beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  member = await app.member(`Mai Linh ${++made}`)
  support = await staff(app, 'support')
})

const at = (member_id = member._id) => ({ as: support, params: { member_id } })
const find = async (query: Record<string, string>) =>
  answered(await app.call(calls.list, { as: support, query }))
const look = (reason = 'Ticket 17 asks for this') => app.call(calls.detail, { ...at(), query: { reason } })
const lock = (kind: 'conduct' | 'security') =>
  app.call(calls.lock, { ...at(), body: { kind, reason: 'Somebody else signs in.' } })
/** One second later, because audit events of the same instant have no order. */
const unlock = () => {
  app.clock.advance(1000)
  return app.call(calls.unlock, { ...at(), body: { reason: 'It was they. It is written down.' } })
}
const auditEventsOfMember = async () =>
  answered(await app.call(personalDataCalls.acts, { token: member.token, query: {} })).list.map(
    ({ action, reason }) => [action, reason] as const,
  )
/** Staff actions on a member whose sessions have ended. */
const actsWritten = async () =>
  await app.database.asSchemaOwner<{ action: string; reason: string }>(
    'select action, reason from audit_event where member_id = $1 order by id desc',
    [member._id],
  )

// ASVS V8.2.3
test('a member is found by a prefix of the name, and by the whole phone number, code or id; the phone number is masked', async () => {
  const [row] = await app.database.asSchemaOwner<{ phone: string }>(
    'select phone from member where id = $1',
    [member._id],
  )
  const pasted = `\u2066${row!.phone.replace('+', '＋').replaceAll(/\d{3}/g, '$&\u202f')}`
  for (const search of [
    member.username.toUpperCase(),
    row!.phone,
    `0${row!.phone.slice(3)}`,
    pasted,
    member._id,
  ])
    expect((await find({ search })).list.map(({ _id }) => _id)).toEqual([member._id])
  expect((await find({ search: member.code })).list[0]).toMatchObject({
    _id: member._id,
    phone: `${row!.phone.slice(0, -6)}******`,
    lock: null,
  })
  expect((await find({ search: row!.phone.slice(0, 8) })).list).toEqual([])
  expect((await find({ search: '%' })).list).toEqual([])
})

test('lists are filtered, continue by cursor, and refuse a forged cursor', async () => {
  answered(await lock('conduct'))
  const locked = await find({ lock: 'conduct', search: 'mai linh' })
  expect(locked.list.map(({ _id }) => _id)).toEqual([member._id])
  expect(locked.cursor).toBeNull()
  expect((await find({ lock: 'none', search: member.username })).list).toEqual([])
  await app.database.transaction(async (tx) => {
    await tx.query({
      text: `insert into member (id, username, username_key, phone, code, locale, created_at)
        select gen_random_uuid(), 'crowd ' || n, 'crowd ' || n, '+8499' || (1000000 + n), 'CROWD' || n, 'vn', $1
        from generate_series(1, 51) n`,
      values: [tx.now],
    })
  })
  const first = await find({ search: 'crowd' })
  const second = await find({ search: 'crowd', cursor: first.cursor! })
  expect([first.list.length, second.list.length, second.cursor]).toEqual([50, 1, null])
  expect(new Set([...first.list, ...second.list].map(({ _id }) => _id)).size).toBe(51)
  const byName = await find({ search: 'crowd', sort: 'username.asc' })
  const names = byName.list.map(({ username }) => username)
  expect(names).toEqual(names.toSorted())
  const last = await find({ search: 'crowd', sort: 'username.asc', cursor: byName.cursor! })
  expect(names.concat(last.list.map(({ username }) => username))).toHaveLength(51)
  const ofAnotherOrder = { search: 'crowd', sort: 'username.desc' as const, cursor: byName.cursor! }
  expect(await app.call(calls.list, { as: support, query: ofAnotherOrder })).toMatchObject({
    status: 422,
    code: 'cursor_is_invalid',
  })

  for (const [sort, forged] of [
    ['username.desc', 'nothing'],
    ['username.desc', `username.desc ${member._id} \0`],
    ...['someday', '2026-13-45', '999999-01-01'].map((key) => [
      'member_since.desc',
      `member_since.desc ${member._id} ${key}`,
    ]),
    ['verified_orders.asc', `verified_orders.asc ${member._id} 99999999999999999999`],
  ] as [`username.desc`, string][]) {
    const query = { sort, cursor: Buffer.from(forged).toString('base64url') }
    const { status, code } = await app.call(calls.list, { as: support, query })
    expect([forged, status, code]).toEqual([forged, 422, 'cursor_is_invalid'])
  }
})

// ASVS V14.2.4
test('opening a member needs a reason, shows everything, and is visible to the member', async () => {
  expect(await look(' ')).toMatchObject({ status: 422, code: 'reason_is_required' })
  expect(await auditEventsOfMember()).toEqual([])
  const seen = answered(await look())
  expect(seen).toMatchObject({ username: member.username, available: '0.00', held: '0.00', passkeys: 0 })
  expect(seen.phone).toMatch(/^\+\d{11}$/)
  expect(seen.sessions).toHaveLength(1)
  expect(await auditEventsOfMember()).toEqual([['member_looked_at', 'Ticket 17 asks for this']])
  const nobody = { as: support, params: { member_id: newId(app.clock.now()) } }
  const body = { reason: 'Ticket 17 asks for this' }
  for (const answer of [
    await app.call(calls.detail, { ...nobody, query: body }),
    await app.call(calls.lock, { ...nobody, body: { ...body, kind: 'conduct' } }),
    await app.call(calls.unlock, { ...nobody, body }),
    await app.call(calls.endSessions, { ...nobody, body }),
  ])
    expect(answer).toMatchObject({ status: 404, code: 'member_is_unknown' })
})

test('one operator ends a lock for conduct; without one the call is member_is_not_locked', async () => {
  expect(await unlock()).toMatchObject({ status: 409, code: 'member_is_not_locked' })
  answered(await lock('conduct'))
  expect(answered(await unlock())).toEqual({ unlocked: true, proposal_id: null })
  expect((await auditEventsOfMember()).map(([action]) => action)).toEqual([
    'member_unlocked',
    'member_locked',
  ])
})

test('a security lock is ended by two operators: not by one, not by another lock in its place, not if it is a later one', async () => {
  const other = await staff(app, 'finance')
  answered(await lock('security'))
  expect(await lock('conduct')).toMatchObject({ status: 409, code: 'member_is_locked_for_security' })
  const { unlocked, proposal_id } = answered(await unlock())
  expect(unlocked).toBe(false)
  const params = { proposal_id: proposal_id! }
  const { content_hash } = answered(await app.call(approvalCalls.detail, { as: support, params }))
  const approve = (as: TestOperator) =>
    app.call(approvalCalls.approve, { as, params, body: { content_hash } })
  expect(await approve(support)).toMatchObject({ status: 403, code: 'another_operator_must_approve' })
  expect((await find({ search: member._id })).list[0]!.lock!.kind).toBe('security')
  answered(await approve(other))
  expect((await find({ search: member._id })).list[0]!.lock).toBeNull()
  expect((await actsWritten())[0]).toEqual({
    action: 'member_unlocked',
    reason: 'It was they. It is written down.',
  })

  const again = { proposal_id: answered(await lock('security')).proposal_id! }
  const { content_hash: againHash } = answered(
    await app.call(approvalCalls.detail, { as: support, params: again }),
  )
  answered(
    await app.call(approvalCalls.approve, { as: other, params: again, body: { content_hash: againHash } }),
  )
  const stale = { proposal_id: answered(await unlock()).proposal_id! }
  const { content_hash: staleHash } = answered(
    await app.call(approvalCalls.detail, { as: support, params: stale }),
  )
  await app.database.asSchemaOwner(
    `update member set security_locked_at = locked_at + interval '1 hour' where id = $1`,
    [member._id],
  )
  const late = await app.call(approvalCalls.approve, {
    as: other,
    params: stale,
    body: { content_hash: staleHash },
  })
  expect(late).toMatchObject({
    code: 'proposal_could_not_be_executed',
    details: { code: 'member_is_not_locked' },
  })
  expect((await find({ search: member._id })).list[0]!.lock!.kind).toBe('security')
})

// ASVS V7.4.5
test('sessions are ended, one or all, and another member’s is session_is_unknown', async () => {
  const stranger = await app.member(`a stranger ${made}`)
  const end = (session_id?: string) =>
    app.call(calls.endSessions, {
      ...at(),
      body: { reason: 'They lost a phone.', ...(session_id !== undefined && { session_id }) },
    })
  const [theirs] = await app.database.asSchemaOwner<{ id: string }>(
    'select id from session where member_id = $1',
    [stranger._id],
  )
  expect(await end(theirs!.id)).toMatchObject({ status: 404, code: 'session_is_unknown' })
  const { sessions } = answered(await look())
  expect(answered(await end(sessions[0]!._id))).toEqual({ ended: 1 })
  const me = await app.call(memberCalls.sessions, { token: member.token })
  expect(me).toMatchObject({ status: 401, code: 'session_has_ended' })
  expect(await end(sessions[0]!._id)).toMatchObject({ status: 404, code: 'session_is_unknown' })
  expect(answered(await end())).toEqual({ ended: 0 })
})

test('the export masks phones, escapes names, and is logged', async () => {
  await app.database.asSchemaOwner(`update member set username = '=1+1' where id = $1`, [member._id])
  const response = await app.fastify.inject({
    method: 'GET',
    url: '/api/backoffice/members.csv',
    query: { search: member.code },
    headers: support.headers,
  })
  const [columns, row, end] = response.body.split('\r\n')
  expect(columns).toContain('member_id,username,phone')
  expect(row).toMatch(new RegExp(`^${member._id},"'=1\\+1","'\\+84\\d+\\*{6}",${member.code},`))
  expect(end).toBe('')
  const events = await app.database.asSchemaOwner<{ action: string }>(
    'select action from audit_event where actor = $1',
    [support.actor],
  )
  expect(events.map(({ action }) => action)).toContain('members_exported')
})

test('audit events and statement are readable only within an hour of opening the member, by that operator; exports are visible to the member', async () => {
  await deposit(app.database, member._id, 25_00n)
  const read = { ...at(), query: {} }
  const file = () =>
    app.fastify.inject({
      url: `/api/backoffice/members/${member._id}/statement.csv`,
      headers: support.headers,
    })
  const refused = { status: 403, code: 'look_at_the_member_first' }
  expect(await app.call(looks.acts, read)).toMatchObject(refused)
  expect(await app.call(looks.statement, read)).toMatchObject(refused)
  expect((await file()).json()).toMatchObject({ code: 'look_at_the_member_first' })
  answered(await look())
  expect(answered(await app.call(looks.acts, read)).list).toMatchObject([
    {
      action: 'member_looked_at',
      actor: support.actor,
      actor_name: support.username,
      reason: 'Ticket 17 asks for this',
    },
  ])
  expect(answered(await app.call(looks.statement, read)).list).toMatchObject([
    { type: 'deposit_credited', amount: '25.00', balance_after: '25.00' },
  ])
  const tomorrow = {
    ...at(),
    query: { from: new Date(app.clock.now().getTime() + 86_400_000).toISOString() },
  }
  expect(answered(await app.call(looks.statement, tomorrow)).list).toEqual([])
  app.clock.advance(1000)
  expect((await file()).body).toContain('deposit_credited,available,25.00,25.00')
  // The statement and its export are one kind, of one hour.
  expect(new Map(await auditEventsOfMember())).toEqual(
    new Map([
      ['member_data_shown', null],
      ['member_looked_at', 'Ticket 17 asks for this'],
    ]),
  )
  expect(await app.call(looks.statement, { ...read, as: await staff(app, 'support') })).toMatchObject(refused)
  const forged = { ...at(), query: { cursor: 'bm90aGluZw' } }
  expect(await app.call(looks.statement, forged)).toMatchObject({ status: 422, code: 'cursor_is_invalid' })
  app.clock.advance(3_600_000)
  support = { ...support, headers: await signedIn(app, support._id) }
  expect(await app.call(looks.statement, { ...read, as: support })).toMatchObject(refused)
})
