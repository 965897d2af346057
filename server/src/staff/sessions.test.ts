// Sessions of the back office: duration, how they end, and their cookie.
import { approvalCalls } from '@fairturn/contract/backoffice/approvals'
import { auditCalls } from '@fairturn/contract/backoffice/audit'
import { staffCalls } from '@fairturn/contract/backoffice/staff'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/app.ts'
import { approveProposal } from '../../test/approvals.ts'
import { answered } from '../../test/carrying.ts'
import { signedIn, staff, type TestOperator } from '../../test/staff.ts'
import { alarmHandlers, alarmSender } from '../operations/alarms.ts'
import { deleteExpiredOperatorSessions, setSessionCookie } from './sessions.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const ENDED = { status: 401, code: 'staff_session_has_ended' }

let app: TestApp
let operator: TestOperator
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  operator = await staff(app, 'support')
})

const me = (headers: Record<string, string> = operator.headers) => app.call(staffCalls.me, { headers })
const list = async () => answered(await app.call(staffCalls.sessions, { as: operator })).list
const end = (session_id?: string) =>
  app.call(staffCalls.endSessions, { as: operator, body: session_id === undefined ? {} : { session_id } })
const another = () => signedIn(app, operator._id)

test('a session expires after thirty minutes of inactivity', async () => {
  app.clock.advance(30 * MINUTE_MS - 1)
  expect((await me()).status).toBe(200)
  app.clock.advance(30 * MINUTE_MS)
  expect(await me()).toMatchObject(ENDED)
})

test('an active session expires after eight hours', async () => {
  for (let used = 0; used < 16; used++) {
    expect((await me()).status).toBe(200)
    app.clock.advance(30 * MINUTE_MS - 1)
  }
  expect((await me()).status).toBe(200)
  app.clock.advance(16)
  expect(await me()).toMatchObject(ENDED)
})

test('activity is recorded once a minute', async () => {
  const opened = app.clock.now().toISOString()
  const used = async () => {
    await me()
    return (await list())[0]!.last_used_at
  }
  app.clock.advance(MINUTE_MS - 1)
  expect(await used()).toBe(opened)
  app.clock.advance(1)
  expect(await used()).toBe(app.clock.now().toISOString())
})

test.each([
  ['without a cookie', undefined],
  ['with only other cookies', 'language=en; other=1'],
  ['with an empty one', 'staff_session='],
  ['with an unknown token', `staff_session=${'A'.repeat(43)}`],
  ['with a token that is too long', `staff_session=${'A'.repeat(4000)}`],
])('nobody is signed in %s', async (_what, cookie) => {
  expect(await me(cookie === undefined ? {} : { cookie })).toMatchObject(ENDED)
})

test('the session’s cookie is found among others', async () => {
  const { cookie } = operator.headers
  expect((await me({ cookie: `first=1; ${cookie}; last=1` })).status).toBe(200)
})

test.each([
  ['http', undefined, 'staff_session=x; Path=/api/backoffice; HttpOnly; SameSite=Strict'],
  ['http', 'http://localhost:3000', 'staff_session=x; Path=/api/backoffice; HttpOnly; SameSite=Strict'],
  ['http', 'https://fairturn.example', '__Host-staff_session=x; Path=/; HttpOnly; SameSite=Strict; Secure'],
  ['https', undefined, '__Host-staff_session=x; Path=/; HttpOnly; SameSite=Strict; Secure'],
] as const)('over %s, at a site with %s, the cookie is %s', (protocol, publicOrigin, expected) => {
  const set: string[][] = []
  const reply = { header: (...header: string[]) => void set.push(header) } as unknown as FastifyReply
  const config = { ...app.config, publicOrigin }
  setSessionCookie({ config }, { protocol } as FastifyRequest, reply, 'x')
  expect(set).toEqual([['set-cookie', expected]])
})

test('open sessions are listed, latest use first, without expired ones', async () => {
  const forgotten = await another()
  app.clock.advance(30 * MINUTE_MS - 1)
  await me()
  app.clock.advance(1)
  await another()
  expect(await me(forgotten)).toMatchObject(ENDED)
  const now = app.clock.now().toISOString()
  expect(await list()).toMatchObject([
    { device: 'test', created_at: now, last_used_at: now, current: false },
    { device: 'test', current: true },
  ])
})

test('one session, or all others, can be ended once; a colleague’s cannot', async () => {
  const [second, third] = [await another(), await another()]
  const own = (await list()).find(({ current }) => current)!._id
  const colleague = await staff(app, 'support')
  const ofColleague = answered(await app.call(staffCalls.sessions, { as: colleague })).list[0]!._id
  expect(answered(await end(ofColleague))).toEqual({ ended: 0 })
  expect((await me(colleague.headers)).status).toBe(200)
  const other = (await list()).find(({ current }) => !current)!._id
  expect(answered(await end(other))).toEqual({ ended: 1 })
  expect(answered(await end(other))).toEqual({ ended: 0 })
  const left = (await Promise.all([me(second), me(third)])).filter(({ status }) => status === 200)
  expect(left).toHaveLength(1)
  expect(answered(await end())).toEqual({ ended: 1 })
  expect((await list()).map(({ _id }) => _id)).toEqual([own])
  expect((await me(colleague.headers)).status).toBe(200)
})

test('signing out ends the session, clears its cookie, and is in the audit log', async () => {
  const url = `/api/${staffCalls.logout.path}`
  const { headers } = await app.fastify.inject({
    method: 'POST',
    url,
    headers: operator.headers,
    payload: {},
  })
  expect(headers['set-cookie']).toBe(
    'staff_session=; Path=/api/backoffice; HttpOnly; SameSite=Strict; Max-Age=0',
  )
  expect(await me()).toMatchObject(ENDED)
  const auditor = await staff(app, 'auditor')
  const query = { object_kind: 'operator', object_id: operator._id }
  expect(answered(await app.call(auditCalls.acts, { as: auditor, query })).list).toMatchObject([
    { action: 'operator_signed_out', actor: operator.actor },
  ])
})

test('a session is deleted thirty days after it has expired', async () => {
  const stored = async () =>
    (await app.database.asSchemaOwner('select from operator_session where operator_id = $1', [operator._id]))
      .length
  const expired = app.clock.now().getTime() + 8 * HOUR_MS
  await deleteExpiredOperatorSessions(app.database, new Date(expired + 30 * DAY_MS))
  expect(await stored()).toBe(1)
  await deleteExpiredOperatorSessions(app.database, new Date(expired + 30 * DAY_MS + 1))
  expect(await stored()).toBe(0)
})

test('an owner ends a colleague’s sessions once in 30 days; a further time takes two, and each is logged and mailed', async () => {
  const owners = [await staff(app, 'owner'), await staff(app, 'owner')] as const
  const [first, other] = owners
  const params = { operator_id: operator._id }
  const endTheirs = (as: TestOperator = first) =>
    app.call(staffCalls.endSessionsOf, { as, params, body: { reason: 'A laptop was lost.' } })
  expect(await app.call(staffCalls.endSessionsOf, { as: first, params, body: {} as never })).toMatchObject({
    code: 'reason_is_required',
  })
  const back = async () => {
    operator = { ...operator, headers: await another() }
  }
  expect(answered(await endTheirs())).toEqual({ ended: 1, proposal_id: null })
  expect(await me()).toMatchObject(ENDED)
  await back()
  app.clock.advance(MINUTE_MS)
  // Neither the same owner nor another one, however often.
  const pressed = await Promise.all(Array.from({ length: 20 }, (_, i) => endTheirs(owners[i % 2])))
  const [proposal_id, ...others] = new Set(
    pressed.map(
      ({ data, details }) => data?.proposal_id ?? (details?.['proposal'] as { _id: string } | undefined)?._id,
    ),
  )
  expect(others).toEqual([])
  expect(pressed.filter(({ code }) => code === 'this_is_proposed_already')).toHaveLength(10)
  expect((await me()).status).toBe(200)
  const { proposed_by } = answered(
    await app.call(approvalCalls.detail, { as: other, params: { proposal_id: proposal_id! } }),
  )
  const second = proposed_by.username === first.username ? other : first
  answered(await approveProposal(app, proposal_id!, second))
  expect(await me()).toMatchObject(ENDED)
  const query = { object_id: operator._id, action: 'operator_sessions_ended' as const }
  const { list: acts } = answered(await app.call(auditCalls.acts, { as: second, query }))
  expect(acts.map(({ reason }) => reason)).toEqual(['A laptop was lost.', 'A laptop was lost.'])
  const mails: string[] = []
  const config = {
    mail: { smtpUrl: 'smtp://localhost', from: 'a@example.com', origin: 'https://example.com' },
    alarmMail: ['one@example.com'],
  }
  const send = async ({ text }: { text: string }) => void mails.push(text)
  await app.database.runDueJobs([...alarmHandlers(config), alarmSender(send)])
  expect(mails.filter((text) => text.includes(`every session of ${operator.username}`))).toHaveLength(2)
  app.clock.advance(30 * DAY_MS + 1)
  await back()
  const later = { ...first, headers: await signedIn(app, first._id) }
  expect(answered(await endTheirs(later))).toEqual({ ended: 1, proposal_id: null })
})

test('an owner’s own sessions end however often', async () => {
  const owner = await staff(app, 'owner')
  for (let times = 0; times < 2; times++) {
    const as = { ...owner, headers: await signedIn(app, owner._id) }
    const own = {
      as,
      params: { operator_id: owner._id },
      body: { reason: 'Leaving the café. It is written down.' },
    }
    expect(answered(await app.call(staffCalls.endSessionsOf, own)).proposal_id).toBeNull()
  }
})
