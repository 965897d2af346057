import type { AddressInfo } from 'node:net'
// Responses have one format and no internals, whatever is sent; headers, languages, CORS.
import { levelCalls } from '@fairturn/contract/levels'
import { LOCALES } from '@fairturn/contract/locales'
import { noticeCalls } from '@fairturn/contract/notices'
import { securityCalls } from '@fairturn/contract/security'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp, type TestMember } from '../../../test/app.ts'
import { leaked, wrongRefusal, type RawAnswer } from '../../../test/attack/answers.ts'
import { sendTo } from '../../../test/attack/raw-http.ts'
import { textOf } from '../texts/messages.ts'
import { RECEIVE_WITHIN } from './protocol.ts'
import { openServer } from './server.ts'

const ORIGIN = 'https://app.example.com'
let app: TestApp
let member: TestMember

beforeAll(async () => {
  app = await startApp({ variables: { PUBLIC_ORIGIN: ORIGIN } })
  member = await app.member('Nguyễn Ánh')
})
afterAll(() => app.close())

interface RequestOptions {
  method?: 'GET' | 'POST' | 'HEAD' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS'
  url?: string
  headers?: Record<string, string>
  payload?: string | Buffer
}

/** By default a call that succeeds, so that each test has exactly one thing wrong. */
const ask = ({ method = 'POST', url = '/api/unread-notifications', headers = {}, payload }: RequestOptions) =>
  app.fastify.inject({
    method,
    url,
    headers: {
      authorization: `Bearer ${member.token}`,
      ...(method === 'POST' && { 'content-type': 'application/json' }),
      langcode: 'en',
      ...headers,
    },
    ...(method !== 'GET' &&
      method !== 'HEAD' && { payload: payload ?? JSON.stringify({ user_id: member._id }) }),
  })

/** The code of a refusal, or what is wrong with its format. */
const refusalCode = (answer: RawAnswer, langCode = 'en'): string =>
  wrongRefusal(answer, langCode) ?? (JSON.parse(answer.body) as { code: string }).code

test('the valid call that the others vary succeeds', async () => {
  expect((await ask({})).statusCode).toBe(200)
})

describe('an address', () => {
  test.each([
    '/api/nothing',
    '/api',
    '/api/',
    '/nothing',
    '/api/orders/a/b/c',
    '/r',
    '/files/',
    '/files/x.webp',
    '/csp.json',
    '/?',
  ])('that is unknown, %s, is refused route_is_unknown', async (url) =>
    expect(refusalCode(await ask({ method: 'GET', url }))).toBe('route_is_unknown'),
  )

  test.each([
    '/%',
    '/%zz',
    '/api/%',
    '/api/orders/%e0%a4%a',
    '/api/orders/%ff',
    '/files/%',
    '/api/%c0%ae%c0%ae/x',
  ])('that cannot be decoded, %s, is refused request_is_malformed', async (url) => {
    const answer = await ask({ method: 'GET', url })
    expect(refusalCode(answer)).toBe('request_is_malformed')
    expect(answer.headers).toMatchObject({ 'x-content-type-options': 'nosniff' })
  })

  test.each(['/r/%', '/r/%zz', '/r/abc%'])('of a mangled link, %s, gets the links’ own page', async (url) => {
    const answer = await ask({ method: 'GET', url })
    expect(answer.statusCode).toBe(404)
    expect(answer.headers['content-type']).toMatch(/^text\/html/)
  })

  test.each([
    '//',
    '///',
    '/api//',
    '//evil.example/',
    '/files/..%2f..%2fsecret',
    '/files/%2e%2e/secret',
    '/files/%00',
    '/assets/..%5c..%5csecret',
    '/%2e%2e%2f%2e%2e%2fetc/passwd',
    '/files/.part',
  ])('that leaves its folder, %s, finds nothing', async (url) => {
    const answer = await ask({ method: 'GET', url })
    expect(wrongRefusal(answer, 'en')).toBeUndefined()
  })

  test('with NUL in it, or an invalid id, is refused on its field', async () => {
    expect(refusalCode(await ask({ method: 'GET', url: '/api/orders/%00' }))).toBe('field_is_invalid')
    for (const id of ['x'.repeat(8000), '%F0%9F%91%8D'])
      expect(refusalCode(await ask({ method: 'GET', url: `/api/orders/${id}` }))).toBe('id_is_invalid')
  })

  test('is the same with a trailing slash, and no other variant is', async () => {
    expect((await ask({ method: 'GET', url: '/api/level/' })).statusCode).toBe(200)
    expect(refusalCode(await ask({ method: 'GET', url: '/api/Level' }))).toBe('route_is_unknown')
  })

  test('with percent-encoded letters equals the decoded one: not cached, and closed to other origins', async () => {
    const headersOf = async (url: string) => {
      const { headers } = await ask({ method: 'GET', url, headers: { origin: ORIGIN } })
      return [headers['cache-control'], headers['access-control-allow-origin']]
    }
    expect(await headersOf('/%61pi/list-product.csv')).toEqual(['no-store', ORIGIN])
    expect(await headersOf('/%61%70%69/auth/%6De?x=%61')).toEqual(['no-store', ORIGIN])
    expect(await headersOf('/api/%62ackoffice/auth/me')).toEqual(['no-store', undefined])
    expect(refusalCode(await ask({ method: 'GET', url: '/%61pi/level/%2561' }))).toBe('route_is_unknown')
  })
})

describe('a method', () => {
  test.each([
    ['GET', '/api/unread-notifications', 'POST'],
    ['HEAD', '/api/unread-notifications', 'POST'],
    ['PUT', '/api/unread-notifications', 'POST'],
    ['PATCH', '/api/auth/login', 'POST'],
    ['DELETE', '/api/level', 'GET, HEAD'],
    ['POST', '/api/level', 'GET, HEAD'],
    ['POST', '/api/events', 'GET'],
    ['HEAD', '/api/events', 'GET'],
    ['GET', '/api/upload', 'POST'],
    ['PUT', '/api/orders/019a0000-0000-7000-8000-000000000001', 'GET, HEAD'],
  ] as const)('%s %s is refused method_is_not_allowed and told %s', async (method, url, allow) => {
    const answer = await ask({ method, url })
    expect(answer.headers['allow']?.split(', ').toSorted()).toEqual(allow.split(', ').toSorted())
    expect(answer.statusCode).toBe(405)
    expect(method === 'HEAD' ? answer.body : refusalCode(answer)).toBe(
      method === 'HEAD' ? '' : 'method_is_not_allowed',
    )
  })

  test('HEAD has the response of GET, without a body', async () => {
    const answer = await ask({ method: 'HEAD', url: '/api/level' })
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toBe('')
  })
})

describe('a body', () => {
  test.each([
    ['cut short', '{"user_id":'],
    ['with a trailing comma', '{"a":1,}'],
    ['of two values', '{}{}'],
    ['with a comment', '{} // done'],
    ['in single quotes', "{'user_id':1}"],
    ['with NaN', '{"a":NaN}'],
    ['with a raw control character', '{"a":"\u0001"}'],
    ['with a raw NUL', '{"a":"\0"}'],
    ['that would pollute the prototype', '{"__proto__":{"user_id":"x"}}'],
    ['that would pollute the prototype, with escapes', '{"\\u005f_proto__":{"a":1}}'],
    ['that would pollute the prototype, by the constructor', '{"constructor":{"prototype":{"a":1}}}'],
    ['that is an array', '[]'],
    ['that is null', 'null'],
    ['that is a string', '"user_id"'],
    ['that is a number', '7'],
    ['that opens brackets without end', '['.repeat(60_000)],
    ['that is an array 30 000 deep', '['.repeat(30_000) + ']'.repeat(30_000)],
  ])('%s is refused request_is_malformed', async (_name, payload) => {
    for (const url of ['/api/unread-notifications', '/api/auth/login', '/api/auth/logout'])
      expect(refusalCode(await ask({ url, payload }))).toBe('request_is_malformed')
    expect((await ask({})).statusCode).toBe(200)
  })

  test('that is not UTF-8 is refused request_is_malformed', async () => {
    for (const bytes of [[0xff], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xf0, 0x9f, 0x98]]) {
      const payload = Buffer.concat([Buffer.from('{"a":"'), Buffer.from(bytes), Buffer.from('"}')])
      expect(refusalCode(await ask({ payload }))).toBe('request_is_malformed')
    }
    const utf16 = Buffer.from('{"user_id":"x"}', 'utf16le')
    expect(refusalCode(await ask({ payload: utf16 }))).toBe('request_is_malformed')
  })

  test('with NUL or a lone surrogate in a string, or in a name, is refused before it reaches the database', async () => {
    const { _id: user_id } = member
    const sent = [
      { user_id: '\0' },
      { user_id, cursor: 'a\0' },
      { user_id, ids: ['\ud800'] },
      { user_id, account_balance: { a: [{ '\0': 1 }] } },
      { user_id, current_password: '\udc00' },
    ]
    for (const url of [
      '/api/notifications',
      '/api/update-balance',
      '/api/viewer',
      '/api/update-notifications',
    ])
      for (const body of sent)
        expect(refusalCode(await ask({ url, payload: JSON.stringify(body) }))).toBe('field_is_invalid')
    const login = JSON.stringify({ username: 'a\0b', password: 'correct horse' })
    expect(refusalCode(await ask({ url: '/api/auth/login', payload: login }))).toBe('field_is_invalid')
  })

  test('with an incomparable object in place of text is refused', async () => {
    for (const length of [{ toString: 'x' }, { toString: 'x', valueOf: 1 }])
      for (const password of [{ length }, [{ length }]])
        expect(
          refusalCode(
            await ask({ url: '/api/auth/login', payload: JSON.stringify({ username: 'anna', password }) }),
          ),
        ).toBe('field_is_invalid')
  })

  test('the refusal names the field, but repeats no name that a client made up', async () => {
    const fieldsOf = async (sent: object) =>
      (await ask({ url: '/api/auth/login', payload: JSON.stringify(sent) })).json<{
        details: { fields: { field: string }[] }
      }>().details.fields
    const code = 'field_is_invalid'
    expect(await fieldsOf({ username: '\0', password: 'x' })).toEqual([{ field: 'username', code }])
    for (const name of ['\0', 'a\uFEFF', '\udfff', '-0', '<b>', 'x'.repeat(61)])
      expect(await fieldsOf({ [name]: '\0' })).toEqual([{ field: '', code }])
  })

  test('nested a hundred levels deep where any JSON is allowed succeeds, one level more is refused before the session is read', async () => {
    const nested = (levels: number) => '{"a":'.repeat(levels) + '"[{\\"["' + '}'.repeat(levels)
    const body = (levels: number) => `{"user_id":"${member._id}","account_balance":${nested(levels - 1)}}`
    expect((await ask({ url: '/api/update-balance', payload: body(100) })).statusCode).toBe(200)
    for (const levels of [101, 10_000]) {
      const answer = await ask({ url: '/api/update-balance', payload: body(levels) })
      expect(refusalCode(answer)).toBe('request_is_malformed')
      expect(answer.json()).toMatchObject({ details: { maxDepth: 100 } })
    }
    const ofNobody = { authorization: 'Bearer x' }
    expect(refusalCode(await ask({ headers: ofNobody, payload: body(101) }))).toBe('request_is_malformed')
  })

  // ASVS V15.3.7
  test('with a duplicate name uses the last one, for the guards as for the handler', async () => {
    const stranger = '019a0000-0000-7000-8000-00000000000f'
    const payload = `{"user_id":"${member._id}","user_id":"${stranger}"}`
    expect(refusalCode(await ask({ payload }))).toBe('not_your_account')
  })

  test('of more than 64 KB is refused body_is_too_large', async () => {
    const payload = JSON.stringify({ user_id: member._id, filling: 'x'.repeat(65_536) })
    expect(refusalCode(await ask({ payload }))).toBe('body_is_too_large')
  })

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/xml',
    'multipart/form-data',
    'application/jsonx',
    'x',
    '; charset=utf-8',
  ])('of the type %s is refused', async (type) => {
    const answer = await ask({ headers: { 'content-type': type } })
    expect(wrongRefusal(answer, 'en')).toBeUndefined()
    expect([415, 400]).toContain(answer.statusCode)
  })

  // ASVS V3.5.2
  test('of a type that forms can send without a preflight is refused media_type_is_not_supported', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded'])
      expect(refusalCode(await ask({ headers: { 'content-type': type } }))).toBe(
        'media_type_is_not_supported',
      )
  })

  // ASVS V1.5.2 V15.3.5
  test('without a field, or with one of another type, is refused with the field and what is wrong with it', async () => {
    for (const user_id of [undefined, null, 7, '', [], {}, 'me', `${member._id} `]) {
      const answer = await ask({ payload: JSON.stringify({ user_id }) })
      expect(refusalCode(answer)).toBe('id_is_invalid')
      expect(answer.json()).toMatchObject({
        details: { fields: [{ field: 'user_id', code: 'id_is_invalid' }] },
      })
    }
  })
})

describe('a malformed request', () => {
  let port: number
  beforeAll(async () => {
    await app.fastify.listen({ host: '127.0.0.1', port: 0 })
    port = (app.fastify.server.address() as AddressInfo).port
  })

  const send = (bytes: string) => sendTo(port, bytes)
  test('a link with a second slash before it leads to the link, also where the app is on the same host', async () => {
    for (const path of ['//r/Ab3dEf7h', '/r//Ab3dEf7h'])
      expect(await send(`GET ${path} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n`)).toMatch(
        /^HTTP\/1.1 302 [^]*location: \/r\/Ab3dEf7h\r\n/i,
      )
  })

  const HEAD = 'GET /api/level HTTP/1.1\r\nhost: a\r\nconnection: close\r\n'
  test.each([
    ['a header of 40 KB', `${HEAD}x: ${'x'.repeat(40_000)}\r\n\r\n`, 431],
    ['a path of 40 KB', `GET /api/${'x'.repeat(40_000)} HTTP/1.1\r\nhost: a\r\n\r\n`, 431],
    ['5 000 headers', `${HEAD}${'a: b\r\n'.repeat(5000)}\r\n`, 431],
    ['NUL in a header', `${HEAD}x: a\0b\r\n\r\n`, 400],
    ['a folded header', `${HEAD}x: a\r\n b\r\n\r\n`, 400],
    ['an unknown method', 'TAKE /api/level HTTP/1.1\r\nhost: a\r\n\r\n', 400],
    ['another protocol', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc', 400],
    [
      // ASVS V4.2.1
      'two lengths',
      `POST /api/auth/login HTTP/1.1\r\nhost: a\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}`,
      400,
    ],
    [
      // ASVS V4.2.1
      'a length and chunked encoding',
      `POST /api/auth/login HTTP/1.1\r\nhost: a\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n{}`,
      400,
    ],
    [
      'a length that is not a number',
      `POST /api/auth/login HTTP/1.1\r\nhost: a\r\ncontent-length: x\r\n\r\n{}`,
      400,
    ],
    [
      'invalid chunks',
      `POST /api/auth/login HTTP/1.1\r\nhost: a\r\nconnection: close\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n{}`,
      400,
    ],
  ])('%s is answered in the same format, and the connection is closed', async (_name, bytes, status) => {
    const heard = await send(bytes)
    const [head = '', body = ''] = heard.split('\r\n\r\n')
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(JSON.parse(body)).toMatchObject({
      code: 'request_is_malformed',
      message: textOf('request_is_malformed', 'vn'),
      request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    expect(leaked(heard)).toBeUndefined()
  })

  test('bytes that are not UTF-8 in a header or a path do no harm', async () => {
    const heard = await send(`${HEAD}langcode: \xff\xfe\r\nidempotency-key: \xe9\r\n\r\n`)
    expect(heard).toMatch(/^HTTP\/1.1 200 /)
    expect(await send('GET /api/\xff\xfe HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n')).toMatch(
      /^HTTP\/1.1 40[04] /,
    )
  })

  test.each([
    ['GET //', '40[04]'],
    ['GET ///', '40[04]'],
    ['GET /\\', '40[04]'],
    ['GET //evil.example/', '40[04]'],
    ['GET /\\evil.example', '40[04]'],
    ['GET http://evil.example/api/level', '(200|40[04])'],
    ['GET /api/../api/level', '40[04]'],
    ['GET /api/level?%', '200'],
    ['GET /api/level#%', '(200|40[04])'],
    ['GET /api/level;%', '40[04]'],
    ['OPTIONS *', '(204|40[04])'],
    // ASVS V13.4.4
    ['TRACE /api/level', '40[045]'],
    ['TRACE /', '40[045]'],
    // ASVS V1.1.1
  ])('%s reaches nothing it should not', async (line, status) => {
    const heard = await send(`${line} HTTP/1.1\r\nhost: a\r\naccept: text/html\r\nconnection: close\r\n\r\n`)
    expect(heard).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(heard).not.toMatch(/^location:/im)
    expect(leaked(heard)).toBeUndefined()
  })

  test.each([
    ['two hosts', 'GET /api/level HTTP/1.1\r\nhost: a\r\nHost: b\r\n\r\n'],
    ['the same host twice', 'GET /api/level HTTP/1.1\r\nhost: a\r\nhost: a\r\n\r\n'],
    ['two hosts and asks what is allowed', 'OPTIONS /api/level HTTP/1.1\r\nhost: a\r\nhost: b\r\n\r\n'],
    ['two hosts and asks for the app', 'GET / HTTP/1.1\r\nhost: a\r\nhost: b\r\n\r\n'],
    ['HTTP/2.0', 'GET /api/level HTTP/2.0\r\nhost: a\r\n\r\n'],
    ['HTTP/0.9', 'GET /api/level HTTP/0.9\r\nhost: a\r\n\r\n'],
    ['HTTP/1.2', 'GET /api/level HTTP/1.2\r\nhost: a\r\n\r\n'],
    ['HTTP/3.0', 'GET /api/level HTTP/3.0\r\nhost: a\r\n\r\n'],
  ])('a request that names %s is refused, and the connection is closed', async (_name, bytes) => {
    const heard = await send(bytes)
    expect(heard).toMatch(/^HTTP\/1.1 400 /)
    expect(heard).toContain('"code":"request_is_malformed"')
    expect(leaked(heard)).toBeUndefined()
  })

  test('a tracked link with two hosts is refused with the links’ own page', async () => {
    const heard = await send('GET /r/AAAAAAAA HTTP/1.1\r\nhost: a\r\nhost: b\r\n\r\n')
    expect(heard).toMatch(/^HTTP\/1.1 400 [^]*<!doctype html>/)
  })

  test('HTTP/1.0 is accepted', async () => {
    expect(await send('GET /api/level HTTP/1.0\r\nhost: a\r\n\r\n')).toMatch(/^HTTP\/1.1 200 /)
  })

  test('a request without a host is refused by the protocol', async () => {
    expect(await send('GET /api/level HTTP/1.1\r\nconnection: close\r\n\r\n')).toMatch(/^HTTP\/1.1 400 /)
  })

  test('the server still responds', async () => {
    expect(await send(`${HEAD}\r\n`)).toMatch(/^HTTP\/1.1 200 /)
  })
})

describe('an incomplete request', () => {
  test('is closed within 30 seconds', () => {
    const { timeoutMs, checkedEveryMs } = RECEIVE_WITHIN
    expect(timeoutMs + checkedEveryMs).toBeLessThanOrEqual(30_000)
    expect(app.fastify.server).toMatchObject({ requestTimeout: timeoutMs, headersTimeout: timeoutMs })
  })

  test.each([
    ['in its headers', 'GET /api/level HTTP/1.1\r\nhost: a\r\nx-slow: '],
    [
      'in its body',
      'POST /api/x HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{',
    ],
  ])('that stops %s is closed at its timeout, not at Node’s next check', async (_name, bytes) => {
    const server = await openServer(app.config, [], { timeoutMs: 150, checkedEveryMs: 30 })
    server.post('/api/x', () => ({ data: null }))
    await server.listen({ host: '127.0.0.1', port: 0 })
    const began_at = performance.now()
    const heard = await sendTo((server.server.address() as AddressInfo).port, bytes)
    await server.close()
    expect(heard).toMatch(/^HTTP\/1.1 408 /)
    expect(performance.now() - began_at).toBeGreaterThan(149)
    expect(performance.now() - began_at).toBeLessThan(5000)
  })
})

describe('every response', () => {
  const kinds: [string, RequestOptions][] = [
    ['a success', {}],
    ['a refusal', { payload: '{}' }],
    ['an unknown path', { method: 'GET', url: '/api/nothing' }],
    ['an undecodable path', { method: 'GET', url: '/api/%' }],
    ['a disallowed method', { method: 'PUT' }],
    ['an unparsable body', { payload: '{' }],
    ['a missing session', { headers: { authorization: '' } }],
  ]
  test.each(kinds)(
    'of %s has a reference, is not cached, and carries the security headers',
    async (_name, url) => {
      const { headers } = await ask(url)
      expect(headers['x-request-id']).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/)
      expect(headers['cache-control']).toBe('no-store')
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(headers['x-frame-options']).toBe('DENY')
      expect(headers['permissions-policy']).toMatch(/camera=\(\), .*geolocation=\(\)/)
      expect(headers['referrer-policy']).toBe('no-referrer')
      expect(headers['strict-transport-security']).toContain('max-age=')
      expect(headers['cross-origin-opener-policy']).toBe('same-origin')
      expect(headers['x-powered-by']).toBeUndefined()
      expect(headers['server']).toBeUndefined()
      const csp = String(headers['content-security-policy'])
      for (const directive of [
        "default-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "form-action 'self'",
      ])
        expect(csp).toContain(directive)
      expect(/script-src ([^;]*)/.exec(csp)?.[1]).toBe("'self'")
    },
  )

  test('has a unique reference', async () => {
    const ids = await Promise.all(
      Array.from({ length: 20 }, async () => (await ask({})).headers['x-request-id']),
    )
    expect(new Set(ids).size).toBe(20)
  })

  test('ignores a reference sent by the client', async () => {
    const { headers } = await ask({ headers: { 'x-request-id': 'mine' } })
    expect(headers['x-request-id']).not.toBe('mine')
  })

  // ASVS V4.1.3 V15.3.4
  test('a forwarded address is trusted from a known proxy only', async () => {
    const PROXY = '10.0.0.1'
    const addressOf = async (trustProxy: string[], remoteAddress: string, forwardedFor: string) => {
      const fastify = await openServer({ ...app.config, trustProxy })
      fastify.get('/where', async ({ ip }) => ({ ip }))
      const headers = { 'x-forwarded-for': forwardedFor, 'x-real-ip': '9.9.9.9', forwarded: 'for=9.9.9.9' }
      const { ip } = (await fastify.inject({ url: '/where', remoteAddress, headers })).json<{ ip: string }>()
      await fastify.close()
      return ip
    }
    expect(await addressOf([], '203.0.113.1', '1.2.3.4')).toBe('203.0.113.1')
    expect(await addressOf([PROXY], '203.0.113.1', '1.2.3.4')).toBe('203.0.113.1')
    expect(await addressOf([PROXY], PROXY, '1.2.3.4')).toBe('1.2.3.4')
    expect(await addressOf([PROXY], PROXY, '6.6.6.6, 1.2.3.4')).toBe('1.2.3.4')
  })

  test('an anonymous caller has one rate limit, whatever addresses of their IPv6 network they use', async () => {
    const limited = await startApp({ variables: { RATE_LIMIT_FACTOR: '1' } })
    const { path, limit } = securityCalls.recoverByMail
    const from = async (remoteAddress: string) => {
      const url = `/api/${path}`
      const payload = { username: 'nobody' }
      return (await limited.fastify.inject({ method: 'POST', url, payload, remoteAddress })).statusCode
    }
    for (let i = 0; i < limit.hits; i++) expect(await from(`2001:db8:1:2::${i}`)).not.toBe(429)
    expect(await from('2001:db8:1:2:ffff::')).toBe(429)
    expect(await from('2001:db8:1:3::')).not.toBe(429)
    await limited.close()
  })
})

describe('languages', () => {
  test('langCode selects the language of every refusal', async () => {
    const messages = new Set<string>()
    for (const locale of LOCALES) {
      const answer = await ask({ payload: '{}', headers: { langcode: locale } })
      expect(refusalCode(answer, locale)).toBe('id_is_invalid')
      messages.add(answer.json().message as string)
    }
    expect(messages.size).toBe(LOCALES.length)
  })

  test('any other code, or none, is Vietnamese', async () => {
    for (const code of ['', 'xx', 'EN', 'en-US', 'vn,en', '__proto__', 'constructor', 'é', 'x'.repeat(8000)])
      expect(refusalCode(await ask({ payload: '{}', headers: { langcode: code } }), 'vn')).toBe(
        'id_is_invalid',
      )
    const { message } = await app.call(noticeCalls.unread, { locale: 'xx' })
    expect(message).toBe(textOf('token_is_invalid', 'vn'))
  })

  test('`Token is Expired` is English in every language', async () => {
    const { token, _id: user_id } = await app.member('who waits too long')
    app.clock.advance(16 * 60_000)
    for (const locale of LOCALES) {
      const answer = await app.call(noticeCalls.unread, { token, body: { user_id }, locale })
      expect(answer).toMatchObject({ status: 401, code: 'token_is_expired', message: 'Token is Expired' })
    }
    app.clock.advance(-16 * 60_000)
  })
})

describe('CORS', () => {
  // ASVS V3.4.2
  test('allows the configured origin only', async () => {
    for (const origin of [
      ORIGIN,
      'https://evil.example',
      'null',
      `${ORIGIN}.evil.example`,
      'http://app.example.com',
    ]) {
      const { headers } = await ask({ headers: { origin } })
      expect([ORIGIN, undefined]).toContain(headers['access-control-allow-origin'])
      expect(headers['access-control-allow-credentials']).toBeUndefined()
    }
    expect((await ask({ headers: { origin: ORIGIN } })).headers['access-control-allow-origin']).toBe(ORIGIN)
  })

  test('its preflight names the methods and headers in use, and does not reach the call', async () => {
    const { headers, statusCode } = await app.fastify.inject({
      method: 'OPTIONS',
      url: `/api/${levelCalls.upgrade.path}`,
      headers: { origin: ORIGIN, 'access-control-request-method': 'POST' },
    })
    expect(statusCode).toBe(204)
    expect(headers['access-control-allow-headers']).toBe(
      'authorization, content-type, langcode, idempotency-key',
    )
    expect(headers['access-control-allow-methods']).toBe('GET, POST, DELETE')
  })

  test('without a configured origin no other origin is allowed', async () => {
    const alone = await startApp()
    const { headers } = await alone.fastify.inject({
      method: 'GET',
      url: '/api/level',
      headers: { origin: ORIGIN },
    })
    await alone.close()
    expect(headers['access-control-allow-origin']).toBeUndefined()
  })
})

// ASVS V13.4.2 V16.5.1
test('an internal fault is reported as such, has a reference, and shows no internals', async () => {
  const broken = await startApp()
  await broken.database.asSchemaOwner('alter table level rename to gone')
  const answer = await broken.fastify.inject({
    method: 'GET',
    url: '/api/level',
    headers: { langcode: 'fr' },
  })
  await broken.close()
  expect(answer.statusCode).toBe(500)
  expect(answer.json()).toEqual({
    code: 'error_please_try_again',
    message: textOf('error_please_try_again', 'fr'),
    request_id: answer.headers['x-request-id'],
  })
})
