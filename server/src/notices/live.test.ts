import type { AddressInfo } from 'node:net'
// Live events over a real connection: who receives what, and when a stream ends.
import { memberCalls } from '@fairturn/contract/members'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, TEST_PASSWORD, type TestApp, type TestMember } from '../../test/app.ts'
import { viewerFinder } from '../members/members.ts'
import { openServer } from '../platform/http/server.ts'
import { liveRoutes } from './live.ts'
import { announce, notify } from './notices.ts'

const BEAT_MS = 40
let app: TestApp
/** A second process of the same deployment, with a short heartbeat. */
let beside: { origin: string; close(): Promise<void> }
let origin: string
const opened: AbortController[] = []

beforeAll(async () => {
  app = await startApp()
  await app.fastify.listen({ host: '127.0.0.1', port: 0 })
  origin = originOf(app.fastify.server.address())
  const fastify = await openServer(app.config)
  const { config, database } = app
  liveRoutes(
    {
      fastify,
      app: { database, findViewer: viewerFinder({ config, database }) },
    },
    { heartbeatMs: BEAT_MS },
  )
  await fastify.listen({ host: '127.0.0.1', port: 0 })
  beside = { origin: originOf(fastify.server.address()), close: () => fastify.close() }
})
afterAll(async () => {
  for (const stream of opened) stream.abort()
  await beside.close()
  await app.close()
})

const originOf = (address: unknown) => `http://127.0.0.1:${(address as AddressInfo).port}`

interface ReceivedEvent {
  event: string
  data: unknown
}

/** Opens a stream and collects its events; `ended` resolves when the server ends it. */
async function listen(token: string, at = origin) {
  const stop = new AbortController()
  opened.push(stop)
  const response = await fetch(`${at}/api/events`, {
    headers: { authorization: `Bearer ${token}` },
    signal: stop.signal,
  })
  const heard: ReceivedEvent[] = []
  let comments = 0
  let wake: (() => void)[] = []
  const ended = (async () => {
    let rest = ''
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      const blocks = (rest + chunk).split('\n\n')
      rest = blocks.pop()!
      for (const block of blocks) {
        if (block.startsWith(':')) comments += 1
        else {
          const [event, data] = block.split('\n')
          heard.push({ event: event!.replace('event: ', ''), data: JSON.parse(data!.replace('data: ', '')) })
        }
      }
      for (const waiting of wake.splice(0)) waiting()
    }
  })().catch(() => undefined)
  async function until(condition: () => boolean) {
    while (!condition()) await new Promise<void>((resolve) => wake.push(resolve))
  }
  if (response.status === 200) await until(() => comments > 0)
  return { response, heard, ended, until, comments: () => comments, stop: () => stop.abort() }
}

const say = (to: string, data: object, kind: 'order' | 'award' | 'balance' = 'order') =>
  app.database.transaction((tx) => announce(tx, { to, kind, data: data as Record<string, unknown> }))
const login = async (username: string) =>
  (await app.call(memberCalls.login, { body: { username, password: TEST_PASSWORD } })).data

test('the stream is neither buffered nor cached by proxies', async () => {
  const member: TestMember = await app.member('headers')
  const { response, stop } = await listen(member.token)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  expect(response.headers.get('cache-control')).toContain('no-store')
  expect(response.headers.get('x-accel-buffering')).toBe('no')
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  stop()
})

test('a member receives events for them and for everybody, in order, in every process, and no others', async () => {
  const [member, other] = [await app.member('listener'), await app.member('other listener')]
  const streams = [await listen(member.token), await listen(member.token, beside.origin)]
  const theirs = await listen(other.token)
  await say(other._id, { secret: true })
  await say(member._id, { order_id: 'a', verified: 1 })
  await app.database.transaction((tx) =>
    announce(tx, [
      { to: member._id, kind: 'balance', data: { account_balance: '12.50' } },
      { to: 'everyone', kind: 'award', data: { name: 'ngu****n' } },
    ]),
  )
  const mine = [
    { event: 'order', data: { order_id: 'a', verified: 1 } },
    { event: 'balance', data: { account_balance: '12.50' } },
    { event: 'award', data: { name: 'ngu****n' } },
  ]
  for (const stream of streams) {
    await stream.until(() => stream.heard.length >= 3)
    expect(stream.heard).toEqual(mine)
  }
  await theirs.until(() => theirs.heard.length >= 2)
  expect(theirs.heard).toEqual([{ event: 'order', data: { secret: true } }, mine[2]])
})

test('recent events of a member are sent when their stream opens, and none of others', async () => {
  const [member, other] = [await app.member('reads first'), await app.member('bystander')]
  const witness = await listen(member.token, beside.origin)
  await say(other._id, { of: 'other' })
  await say(member._id, { n: 1 }, 'balance')
  await witness.until(() => witness.heard.length === 1)
  const late = await listen(member.token, beside.origin)
  await say(member._id, { n: 2 })
  await late.until(() => late.heard.length === 2)
  expect(late.heard).toEqual([
    { event: 'balance', data: { n: 1 } },
    { event: 'order', data: { n: 2 } },
  ])
  witness.stop()
  late.stop()
})

test('a rolled-back event is never received', async () => {
  const member = await app.member('rolled back')
  const stream = await listen(member.token)
  await expect(
    app.database.transaction(async (tx) => {
      await announce(tx, { to: member._id, kind: 'balance', data: { account_balance: '1000000.00' } })
      throw new Error('changed our mind')
    }),
  ).rejects.toThrow('changed our mind')
  await say(member._id, { after: true })
  await stream.until(() => stream.heard.length > 0)
  expect(stream.heard).toEqual([{ event: 'order', data: { after: true } }])
})

test('a notice is received when it is committed', async () => {
  const member = await app.member('noticed')
  const stream = await listen(member.token)
  await app.database.transaction((tx) => notify(tx, member._id, 'order_expired', { brand: 'x' }))
  await stream.until(() => stream.heard.length > 0)
  expect(stream.heard[0]).toMatchObject({ event: 'notification', data: { kind: 'order_expired' } })
})

test('text of any kind arrives complete, and data too large for one event is omitted, but not its event', async () => {
  const member = await app.member('large')
  const stream = await listen(member.token)
  const brand = 'Trà sữa 👨‍👩‍👧‍👦 "quoted"\n\nevent: forged\ndata: {}'
  await say(member._id, { brand })
  await say(member._id, { brand: 'ắ'.repeat(4000) })
  await say(member._id, { last: true })
  await stream.until(() => stream.heard.length >= 3)
  expect(stream.heard.map(({ event, data }) => [event, data])).toEqual([
    ['order', { brand }],
    ['order', {}],
    ['order', { last: true }],
  ])
})

test.each([
  ['token_is_invalid', 'not.a.token'],
  ['token_is_invalid', ''],
])('refuses %s before any stream is opened: %j', async (code, token) => {
  const response = await fetch(`${origin}/api/events`, {
    headers: { authorization: `Bearer ${token}`, langcode: 'en' },
  })
  expect(response.status).toBe(401)
  expect(await response.json()).toMatchObject({
    code,
    message: 'please sign in',
    request_id: expect.any(String),
  })
})

test('refuses session_has_ended and token_is_expired like every call', async () => {
  const member = await app.member('refused')
  const second = await login('refused')
  await app.call(memberCalls.logout, { token: second.access_token })
  const ended = await fetch(`${origin}/api/events`, {
    headers: { authorization: `Bearer ${second.access_token}` },
  })
  expect(await ended.json()).toMatchObject({ code: 'session_has_ended' })
  app.clock.advance(15 * 60_000)
  const expired = await fetch(`${origin}/api/events`, {
    headers: { authorization: `Bearer ${member.token}` },
  })
  expect(await expired.json()).toMatchObject({ code: 'token_is_expired', message: 'Token is Expired' })
})

test('a stream ends at once, in every process, when its session does; the member’s other sessions continue', async () => {
  const member = await app.member('leaving')
  const second = await login('leaving')
  const ending = [await listen(member.token), await listen(member.token, beside.origin)]
  const staying = await listen(second.access_token)
  await app.call(memberCalls.logout, { token: member.token })
  for (const stream of ending) await stream.ended
  await say(member._id, { still: 'here' })
  await staying.until(() => staying.heard.length > 0)
  for (const stream of ending) expect(stream.heard).toEqual([])
})

test('a session that ends while its stream is being opened ends the stream', async () => {
  const member = await app.member('just then')
  const { config, database } = app
  const findViewer = viewerFinder({ config, database })
  const fastify = await openServer(config)
  let checks = 0
  liveRoutes({
    fastify,
    app: {
      database,
      async findViewer(token) {
        checks += 1
        // Between the first check and the second the member signs out, without a notification to the stream.
        if (checks === 2)
          await database.asSchemaOwner('update session set ended_at = now() where member_id = $1', [
            member._id,
          ])
        return await findViewer(token)
      },
    },
  })
  await fastify.listen({ host: '127.0.0.1', port: 0 })
  const stream = await listen(member.token, originOf(fastify.server.address()))
  await stream.ended
  expect(checks).toBe(2)
  await fastify.close()
})

test('a stream has heartbeats while its token is valid, and ends with `expired` when it is not', async () => {
  const member = await app.member('expiring')
  const stream = await listen(member.token, beside.origin)
  await stream.until(() => stream.comments() >= 4)
  expect(stream.heard).toEqual([])
  app.clock.advance(15 * 60_000)
  await stream.ended
  expect(stream.heard).toEqual([{ event: 'expired', data: {} }])
})

test('a member has at most ten streams, in all processes together; an eleventh ends the oldest', async () => {
  const member = await app.member('many tabs')
  const streams = [await listen(member.token), await listen(member.token)]
  // Received by the other process before the next stream is opened, as between two pages of a person.
  await say(member._id, { so: 'far' })
  for (const stream of streams) await stream.until(() => stream.heard.length === 1)
  for (let i = 2; i < 11; i++) streams.push(await listen(member.token, i % 2 === 0 ? beside.origin : origin))
  await streams[0]!.ended
  await say(member._id, { to: 'the ten' })
  for (const stream of streams.slice(1)) await stream.until(() => toTheTen(stream.heard))
  expect(streams.map(({ heard }) => toTheTen(heard))).toEqual([
    false,
    ...Array.from({ length: 10 }, () => true),
  ])
})

const toTheTen = (heard: ReceivedEvent[]) =>
  heard.some(({ data }) => (data as { to?: string }).to === 'the ten')

test('a closed connection frees its slot', async () => {
  const member = await app.member('coming and going')
  const kept = await listen(member.token)
  for (let i = 0; i < 20; i++) {
    const stream = await listen(member.token)
    stream.stop()
    await stream.ended
  }
  await say(member._id, { kept: true })
  await kept.until(() => kept.heard.length > 0)
  expect(kept.heard).toEqual([{ event: 'order', data: { kept: true } }])
})

test('if the listening connection breaks, streams end so that apps refetch and reconnect', async () => {
  const member = await app.member('broken line')
  const stream = await listen(member.token)
  await app.database.asSuperuser(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query ilike 'listen %'`,
  )
  await stream.ended
  const again = await listen(member.token)
  await say(member._id, { back: true })
  await again.until(() => again.heard.length > 0)
  expect(again.heard).toEqual([{ event: 'order', data: { back: true } }])
})
