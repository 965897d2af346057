import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
// The headers of every kind of response, in one table: policies, caching, content types, and cookies.
import { memberCalls } from '@fairturn/contract/members'
import { noticeCalls } from '@fairturn/contract/notices'
import { orderCalls } from '@fairturn/contract/orders'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, TEST_PASSWORD, type TestApp, type TestMember } from '../../../test/app.ts'
import { answered, distribute, placeCampaign } from '../../../test/carrying.ts'
import { staff, type TestOperator } from '../../../test/staff.ts'
import { setSessionCookie } from '../../staff/sessions.ts'

const SITE = 'https://fairturn.example'
let app: TestApp
let member: TestMember
let operator: TestOperator
let link: string

beforeAll(async () => {
  app = await startApp({ variables: { PUBLIC_ORIGIN: SITE } })
  const placer = await app.member('the placer')
  await placeCampaign(app, placer, { visits: 1000 })
  member = await app.member('who reads headers')
  operator = await staff(app, 'auditor')
  const order = await distribute(app, member)
  const answer = await app.call(orderCalls.get, { token: member.token, params: { order_id: order._id } })
  link = new URL(answered(answer).link!).pathname
  const folder = join(app.config.dataDir, 'files')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, `${'0'.repeat(32)}.webp`), 'RIFF')
})
afterAll(() => app.close())

interface Kind {
  readonly name: string
  readonly url: () => string
  readonly method?: 'GET' | 'POST'
  readonly headers?: () => Record<string, string>
  readonly status: number
  readonly type: RegExp
  /** `private`: personal data, not cached. */
  readonly cache: 'private' | 'a day' | 'asked again' | 'any'
}
const bearer = () => ({ authorization: `Bearer ${member.token}` })

const kinds: readonly Kind[] = [
  {
    name: 'a member’s own data',
    url: () => '/api/auth/me',
    headers: bearer,
    status: 200,
    type: /json/,
    cache: 'private',
  },
  {
    name: 'a member’s file',
    url: () => '/api/statements.pdf',
    headers: bearer,
    status: 200,
    type: /pdf/,
    cache: 'private',
  },
  {
    name: 'a member’s table',
    url: () => '/api/list-product.csv',
    headers: bearer,
    status: 200,
    type: /csv/,
    cache: 'private',
  },
  { name: 'public data', url: () => '/api/settings', status: 200, type: /json/, cache: 'asked again' },
  { name: 'a refusal', url: () => '/api/auth/me', status: 401, type: /json/, cache: 'private' },
  {
    name: 'an address nobody serves',
    url: () => '/api/nothing',
    status: 404,
    type: /json/,
    cache: 'private',
  },
  {
    name: 'staff’s data',
    url: () => '/api/backoffice/auth/me',
    headers: () => operator.headers,
    status: 200,
    type: /json/,
    cache: 'private',
  },
  {
    name: 'staff’s table',
    url: () => '/api/backoffice/staff.csv',
    headers: () => operator.headers,
    status: 200,
    type: /csv/,
    cache: 'private',
  },
  {
    name: 'staff refused',
    url: () => '/api/backoffice/auth/me',
    status: 401,
    type: /json/,
    cache: 'private',
  },
  { name: 'the back office’s page', url: () => '/admin/', status: 503, type: /html/, cache: 'private' },
  {
    name: 'an uploaded file',
    url: () => `/files/${'0'.repeat(32)}.webp`,
    status: 200,
    type: /webp/,
    cache: 'a day',
  },
  { name: 'a link’s page', url: () => link, status: 200, type: /html/, cache: 'private' },
  { name: 'an unknown link’s page', url: () => '/r/AAAAAAAA', status: 404, type: /html/, cache: 'private' },
  {
    name: 'the description of the API',
    url: () => '/api/openapi.json',
    status: 200,
    type: /json/,
    cache: 'any',
  },
]

const CACHED = {
  private: /no-store/,
  'a day': /max-age=86400$/,
  'asked again': /no-cache/,
  any: /./,
} as const

const ask = ({ url, method = 'GET', headers = () => ({}) }: Kind) =>
  app.fastify.inject({ method, url: url(), headers: { 'user-agent': 'test', ...headers() } })

describe.each(kinds)('$name', (kind) => {
  // ASVS V3.2.1 V3.4.1 V3.4.3 V3.4.4 V3.4.5 V3.4.6 V3.7.1 V4.1.1 V12.2.1 V14.2.2 V14.2.3 V14.3.2
  test('has the headers of its kind', async () => {
    const { statusCode, headers } = await ask(kind)
    expect(statusCode).toBe(kind.status)
    expect(headers['content-type']).toMatch(kind.type)
    const isText = /json|html|csv/.test(kind.type.source)
    expect(headers['content-type']).toMatch(isText ? /; ?charset=utf-8$/i : kind.type)
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['strict-transport-security']).toMatch(/^max-age=\d{8,}; includeSubDomains/)
    expect(headers['referrer-policy']).toMatch(/^(no-referrer|origin|strict-origin)/)
    const policy = String(headers['content-security-policy'])
    expect(policy).toMatch(/default-src '(self|none)'/)
    expect(policy).toContain("frame-ancestors 'none'")
    expect(headers['x-frame-options']).toBe('DENY')
    expect(headers['permissions-policy']).toMatch(/camera=\(\), .*geolocation=\(\)/)
    expect(policy).toContain("base-uri 'none'")
    expect(policy).toContain("object-src 'none'")
    expect(policy).not.toMatch(/script-src[^;]*('unsafe-inline'|'unsafe-eval'|https?:|\*)/)
    expect(headers['x-powered-by']).toBeUndefined()
    expect(headers['access-control-allow-origin']).not.toBe('*')
    const cache = String(headers['cache-control'])
    expect(cache).toMatch(CACHED[kind.cache])
  })
})

test('a stream of live events is not cached and not sniffed', async () => {
  const address = await app.fastify.listen({ host: '127.0.0.1', port: 0 })
  const ended = new AbortController()
  const { headers, status } = await fetch(`${address}/api/events`, {
    headers: bearer(),
    signal: ended.signal,
  })
  ended.abort()
  expect(status).toBe(200)
  expect(headers.get('content-type')).toContain('text/event-stream')
  expect(headers.get('cache-control')).toContain('no-store')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
})

// ASVS V3.3.1 V3.3.2 V3.3.3 V3.3.4
test('the staff cookie is bound to this host, https only, not readable by scripts, and accepted under no other name', async () => {
  const set: string[] = []
  const reply = { header: (_name: string, value: string) => void set.push(value) }
  const request = { protocol: 'http' }
  setSessionCookie(app, request as FastifyRequest, reply as unknown as FastifyReply, 'x')
  expect(set).toEqual(['__Host-staff_session=x; Path=/; HttpOnly; SameSite=Strict; Secure'])
  const token = /__Host-staff_session=([\w-]{43})$/.exec(operator.headers['cookie']!)![1]!
  const by = async (name: string) => {
    const headers = { cookie: `other=1; ${name}=${token}` }
    return (await app.fastify.inject({ method: 'GET', url: '/api/backoffice/auth/me', headers })).statusCode
  }
  expect(await by('__Host-staff_session')).toBe(200)
  for (const name of ['staff_session', '__Secure-staff_session', 'x__Host-staff_session'])
    expect([name, await by(name)]).toEqual([name, 401])
})

// ASVS V3.5.1
test('members have no session cookie: the browser sends no credentials by itself', async () => {
  const body = { username: member.username, password: TEST_PASSWORD }
  const login = await app.fastify.inject({
    method: 'POST',
    url: `/api/${memberCalls.login.path}`,
    payload: body,
  })
  expect(login.statusCode).toBe(200)
  expect(login.headers['set-cookie']).toBeUndefined()
  const unread = await app.fastify.inject({
    method: 'POST',
    url: `/api/${noticeCalls.unread.path}`,
    headers: { cookie: `access_token=${member.token}; authToken=${member.token}` },
    payload: { user_id: member._id },
  })
  expect(unread.statusCode).toBe(401)
})
