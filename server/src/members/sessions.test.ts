import { memberCalls } from '@fairturn/contract/members'
import { noticeCalls } from '@fairturn/contract/notices'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, TEST_PASSWORD, type TestApp } from '../../test/app.ts'
import { noticeHandlers } from '../notices/notices.jobs.ts'
import { endOtherSessions, deleteExpiredSessions } from './members.ts'

const DAY_MS = 86_400_000
let app: TestApp

beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const me = (token: string) => app.call(memberCalls.me, { token })
const refresh = (refresh_token: string) => app.call(memberCalls.refresh, { body: { refresh_token } })
const login = async (username: string, agent = 'test') =>
  (
    await app.call(memberCalls.login, {
      body: { username, password: TEST_PASSWORD },
      headers: { 'user-agent': agent },
    })
  ).data

// ASVS V7.2.2
test('refreshing returns a new pair, and the old access token stays valid for its fifteen minutes', async () => {
  const member = await app.member('refreshing')
  app.clock.advance(1000)
  const { status, data } = await refresh(member.refresh_token)
  expect(status).toBe(200)
  expect(data.user._id).toBe(member._id)
  expect(data.access_token).not.toBe(member.token)
  expect(data.refresh_token).not.toBe(member.refresh_token)
  expect((await me(data.access_token)).status).toBe(200)
  expect((await me(member.token)).status).toBe(200)
  expect((await refresh(data.refresh_token)).status).toBe(200)
})

test('a session opened concurrently with a security lock is not accepted', async () => {
  const member = await app.member('locked beside')
  await app.database.asSchemaOwner(
    `update member set lock_kind = 'security', lock_reason = 'x', locked_at = $2, lock_until = $2::timestamptz + interval '72 hours'
     where id = $1`,
    [member._id, app.clock.now()],
  )
  expect(await me(member.token)).toMatchObject({ status: 401, code: 'session_has_ended' })
})

test('reusing a refresh token ends its whole session, and its member gets a notice', async () => {
  const member = await app.member('reused')
  const elsewhere = await login('reused')
  const second = (await refresh(member.refresh_token)).data
  const third = (await refresh(second.refresh_token)).data
  expect(await refresh(member.refresh_token)).toMatchObject({ status: 401, code: 'refresh_token_is_invalid' })
  expect(await me(third.access_token)).toMatchObject({ status: 401, code: 'session_has_ended' })
  expect(await refresh(third.refresh_token)).toMatchObject({ status: 401, code: 'refresh_token_is_invalid' })
  expect((await me(elsewhere.access_token)).status).toBe(200) // another session is not affected

  await app.database.runDueJobs(noticeHandlers)
  const { data } = await app.call(noticeCalls.list, {
    token: elsewhere.access_token,
    body: { user_id: member._id },
  })
  expect(data.list.filter(({ kind }) => kind === 'session_reused')).toHaveLength(1)
})

test('of fifty concurrent refreshes with one token at most one gets a pair, and the session is over', async () => {
  const member = await app.member('refresh race')
  const answers = await Promise.all(Array.from({ length: 50 }, () => refresh(member.refresh_token)))
  const given = answers.filter(({ status }) => status === 200)
  expect(given.length).toBeLessThanOrEqual(1)
  for (const { status, code } of answers.filter((answer) => answer.status !== 200))
    expect({ status, code }).toEqual({ status: 401, code: 'refresh_token_is_invalid' })
  for (const { data } of given) {
    expect(await me(data.access_token)).toMatchObject({ code: 'session_has_ended' })
    expect(await refresh(data.refresh_token)).toMatchObject({ code: 'refresh_token_is_invalid' })
  }
  expect(await me(member.token)).toMatchObject({ status: 401, code: 'session_has_ended' })
})

test.each([
  '',
  'x',
  'A'.repeat(43),
  `${'A'.repeat(42)}=`,
  '\u0007'.repeat(43),
  'A'.repeat(400),
  'A'.repeat(401),
  null,
  7,
])('refuses refresh_token_is_invalid: %j', async (refresh_token) => {
  const answer = await refresh(refresh_token as string)
  expect(answer.code).toBe('refresh_token_is_invalid')
  expect(answer.status).toBe(401)
})

// ASVS V9.2.2
test('an access token is not accepted as a refresh token, nor vice versa', async () => {
  const member = await app.member('mixed up')
  expect(await refresh(member.token)).toMatchObject({ code: 'refresh_token_is_invalid' })
  expect(await me(member.refresh_token)).toMatchObject({ status: 401, code: 'token_is_invalid' })
})

// ASVS V7.4.1
test('logging out ends the session at once, for both tokens', async () => {
  const member = await app.member('leaving')
  expect((await app.call(memberCalls.logout, { token: member.token })).data).toEqual({ ended: true })
  expect(await me(member.token)).toMatchObject({ status: 401, code: 'session_has_ended' })
  expect(await refresh(member.refresh_token)).toMatchObject({ status: 401, code: 'refresh_token_is_invalid' })
  expect(await app.call(memberCalls.logout, { token: member.token })).toMatchObject({
    code: 'session_has_ended',
  })
})

test('open sessions are listed with their device, latest use first and the current one marked', async () => {
  const member = await app.member('many devices')
  app.clock.advance(1000)
  const phone = await login(
    'many devices',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1',
  )
  app.clock.advance(1000)
  await refresh(member.refresh_token)
  const { data } = await app.call(memberCalls.sessions, { token: phone.access_token })
  expect(data.list.map(({ device, current }) => ({ device, current }))).toEqual([
    { device: '', current: false },
    { device: 'Safari · iPhone', current: true },
  ])
  expect(data.list[0]!.last_used_at).toBe(app.clock.now().toISOString())
})

// ASVS V7.2.4 V7.5.2
test('one other session, or all others, can be ended; another member’s cannot', async () => {
  const member = await app.member('owner of three')
  const stranger = await app.member('stranger')
  const [second, third] = [await login('owner of three'), await login('owner of three')]
  const list = async (token: string) => (await app.call(memberCalls.sessions, { token })).data.list
  const end = (token: string, user_id: string, session_id?: string) =>
    app.call(memberCalls.endSessions, { token, body: { user_id, ...(session_id && { session_id }) } })

  const own = (await list(second.access_token)).find(({ current }) => current)!._id
  expect((await end(stranger.token, stranger._id, own)).data).toEqual({ ended: 0 })
  expect((await me(second.access_token)).status).toBe(200)
  expect((await end(member.token, member._id, own)).data).toEqual({ ended: 1 })
  expect(await me(second.access_token)).toMatchObject({ code: 'session_has_ended' })
  expect((await end(member.token, member._id)).data).toEqual({ ended: 1 })
  expect(await me(third.access_token)).toMatchObject({ code: 'session_has_ended' })
  expect((await me(member.token)).status).toBe(200)
  expect((await me(stranger.token)).status).toBe(200)
  expect(await end(member.token, member._id, 'not-an-id')).toMatchObject({
    status: 422,
    code: 'id_is_invalid',
  })

  expect(await app.database.transaction((tx) => endOtherSessions(tx, member._id, null))).toBe(1)
  expect(await me(member.token)).toMatchObject({ code: 'session_has_ended' })
})

// ASVS V7.3.1 V7.3.2
test('a session not refreshed for thirty days expires; a refreshed one lasts at most 180 days', async () => {
  const idle = await app.member('idle')
  let kept = (await app.member('kept')).refresh_token
  for (let day = 0; day < 170; day += 10) {
    app.clock.advance(10 * DAY_MS)
    const { status, data } = await refresh(kept)
    expect(status).toBe(200)
    kept = data.refresh_token
  }
  expect(await refresh(idle.refresh_token)).toMatchObject({ code: 'refresh_token_is_invalid' })
  app.clock.advance(11 * DAY_MS)
  expect(await refresh(kept)).toMatchObject({ code: 'refresh_token_is_invalid' })
})

test('expired sessions and tokens are deleted, open ones stay', async () => {
  const member = await app.member('swept')
  const old = await app.database.asSchemaOwner<{ n: number }>(
    'select count(*)::int as n from session where expires_at < $1',
    [app.clock.now()],
  )
  expect(old[0]!.n).toBeGreaterThan(0)
  await deleteExpiredSessions(app.database, app.clock.now())
  const left = await app.database.asSchemaOwner<{ member_id: string; tokens: number }>(
    'select member_id, (select count(*)::int from refresh_token t where t.session_id = s.id) as tokens from session s',
  )
  expect(left).toEqual([{ member_id: member._id, tokens: 1 }])
  expect((await refresh(member.refresh_token)).status).toBe(200)
})

test('strangers’ wrong passwords from a hundred networks do not lock out a device the member has signed in on', async () => {
  const guarded = await startApp({ variables: { RATE_LIMIT_FACTOR: '1' } })
  try {
    await guarded.member('tried by many')
    const attempt = (password: string, address: string, device_token?: string) =>
      guarded.call(memberCalls.login, {
        address,
        body: { username: 'tried by many', password, ...(device_token !== undefined && { device_token }) },
      })
    const { device_token } = (await attempt(TEST_PASSWORD, '198.51.100.7')).data
    for (let i = 0; i < 100; i += 1) expect((await attempt('wrong horse', `203.0.${i}.1`)).status).toBe(401)
    // The account is closed to others for a while, a device token of somebody else's or an invented one does not open it.
    expect(await attempt(TEST_PASSWORD, '192.0.2.1')).toMatchObject({
      status: 429,
      code: 'too_many_attempts',
    })
    await guarded.member('somebody else')
    const others = await guarded.call(memberCalls.login, {
      address: '198.51.100.9',
      body: { username: 'somebody else', password: TEST_PASSWORD },
    })
    for (const token of [others.data.device_token, 'invented', device_token!.slice(0, -2)])
      expect(await attempt(TEST_PASSWORD, '192.0.2.1', token)).toMatchObject({ code: 'too_many_attempts' })
    expect((await attempt(TEST_PASSWORD, '192.0.2.1', device_token)).status).toBe(200)
    // The device itself has ten tries, too.
    for (let i = 0; i < 10; i += 1)
      expect((await attempt('wrong horse', '192.0.2.1', device_token)).status).toBe(401)
    expect(await attempt(TEST_PASSWORD, '192.0.2.1', device_token)).toMatchObject({
      code: 'too_many_attempts',
    })
  } finally {
    await guarded.close()
  }
})
