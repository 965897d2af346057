// The API on the back office's host: which origins may call it, what pages may connect to, and which host serves what.
import { staffCalls } from '@fairturn/contract/backoffice/staff'
import { securityCalls } from '@fairturn/contract/security'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, TEST_PASSWORD, type TestApp, type TestMember } from '../../../test/app.ts'
import { answered } from '../../../test/carrying.ts'
import { loadConfig } from '../config.ts'

const MEMBERS = 'https://app.example.com'
const ADMIN = 'https://admin.example.com'
let app: TestApp
let member: TestMember

beforeAll(async () => {
  app = await startApp({ variables: { PUBLIC_ORIGIN: MEMBERS, PUBLIC_API_BASE: `${ADMIN}/api/` } })
  member = await app.member('who calls across')
})
afterAll(() => app.close())

const ask = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'OPTIONS' | 'POST' = 'GET') =>
  app.fastify.inject({ method, url, headers })
const policyOf = (headers: Record<string, unknown>, directive: string) =>
  new RegExp(`${directive} ([^;]*)`).exec(String(headers['content-security-policy']))?.[1]

describe('a page of the member app', () => {
  test('may connect only to its own origin and the API’s', async () => {
    const { headers } = await ask('/api/level')
    expect(policyOf(headers, 'connect-src')).toBe(`'self' ${ADMIN}`)
    expect(policyOf(headers, 'default-src')).toBe("'self'")
    expect(policyOf(headers, 'frame-ancestors')).toBe("'none'")
  })

  test('may read the API’s headers that the client needs: reference, retry time, clock and file name', async () => {
    const { headers } = await ask('/api/list-product.csv', {
      origin: MEMBERS,
      authorization: `Bearer ${member.token}`,
    })
    expect(headers['access-control-allow-origin']).toBe(MEMBERS)
    expect(headers['vary']).toContain('Origin')
    expect(headers['access-control-allow-credentials']).toBeUndefined()
    expect(headers['access-control-expose-headers']).toBe(
      'x-request-id, retry-after, date, content-disposition',
    )
    const refused = await ask('/api/auth/me', { origin: MEMBERS, authorization: 'Bearer x' })
    expect([refused.statusCode, refused.headers['access-control-allow-origin']]).toEqual([401, MEMBERS])
  })

  test('sends a preflight, which is cached for two hours', async () => {
    const { headers, statusCode } = await ask(
      '/api/upload',
      {
        origin: MEMBERS,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,langcode',
      },
      'OPTIONS',
    )
    expect(statusCode).toBe(204)
    expect(headers).toMatchObject({
      'access-control-allow-origin': MEMBERS,
      'access-control-allow-headers': 'authorization, content-type, langcode, idempotency-key',
      'access-control-max-age': '7200',
    })
  })

  test('may not call the back office, which only its own pages may', async () => {
    const preflight = { origin: MEMBERS, 'access-control-request-method': 'POST' }
    for (const method of ['GET', 'OPTIONS'] as const) {
      const { headers } = await ask('/api/backoffice/auth/me', preflight, method)
      expect(headers['access-control-allow-origin']).toBeUndefined()
    }
    const login = await app.call(staffCalls.passkeyOptions, {
      headers: { origin: MEMBERS, host: 'admin.example.com', 'x-staff': '1' },
    })
    expect(login.code).toBe('request_is_not_from_the_back_office')
  })
})

test('passkeys belong to the host of their screen: members’ to the app, staff’s to the back office', async () => {
  const theirs = await app.call(securityCalls.newPasskey, {
    token: member.token,
    body: { user_id: member._id, password: TEST_PASSWORD },
    headers: { host: 'admin.example.com', origin: MEMBERS },
  })
  expect(answered(theirs).rp.id).toBe('app.example.com')
  const staffs = await app.call(staffCalls.passkeyOptions, {
    headers: { host: 'admin.example.com', origin: ADMIN, 'x-staff': '1' },
  })
  expect(answered(staffs).rpId).toBe('admin.example.com')
})

test('the back office is served only on its own host; the members’ host redirects to it', async () => {
  const here = await ask('/admin/setup?a=1', { host: 'app.example.com' })
  expect([here.statusCode, here.headers['location']]).toEqual([302, `${ADMIN}/admin/setup?a=1`])
  const there = await ask('/admin/setup', { host: 'admin.example.com' })
  expect([there.statusCode, there.headers['location']]).toEqual([503, undefined])
})

describe('well-known addresses', () => {
  test('the icons that browsers ask for are there, on either host', async () => {
    for (const host of ['app.example.com', 'admin.example.com']) {
      for (const folder of ['', '/admin']) {
        const icon = await ask(`${folder}/favicon.ico`, { host })
        expect([icon.statusCode, icon.headers['content-type']]).toEqual([200, 'image/x-icon'])
        expect(icon.rawPayload.subarray(0, 6)).toEqual(Buffer.from([0, 0, 1, 0, 1, 0]))
        expect(icon.rawPayload.subarray(22, 26).toString('latin1')).toBe('\x89PNG')
        for (const name of ['apple-touch-icon.png', 'apple-touch-icon-precomposed.png']) {
          const { rawPayload } = await ask(`${folder}/${name}`, { host })
          expect(rawPayload.subarray(1, 4).toString('latin1')).toBe('PNG')
        }
      }
    }
  })

  test('robots.txt excludes the API and the back office, and the whole of its host', async () => {
    const text = async (host: string) => (await ask('/robots.txt', { host })).body
    expect(await text('app.example.com')).toBe('User-agent: *\nDisallow: /api/\nDisallow: /admin\n')
    expect(await text('admin.example.com')).toBe('User-agent: *\nDisallow: /\n')
  })

  test('the URL for changing a password is on its subject’s host', async () => {
    const to = async (host: string) =>
      (await ask('/.well-known/change-password', { host })).headers['location']
    expect(await to('app.example.com')).toBe('/individual/security')
    expect(await to('admin.example.com')).toBe('/admin/')
    const headers = { accept: 'text/html' }
    const nothing = await ask(
      '/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200',
      headers,
    )
    expect(nothing.statusCode).toBe(404)
  })

  test('security.txt exists only if a contact is configured', async () => {
    expect((await ask('/.well-known/security.txt')).statusCode).toBe(404)
  })

  test('with one host for everything both are served there', async () => {
    const whole = await startApp({ variables: { PUBLIC_ORIGIN: MEMBERS } })
    try {
      const get = (url: string) => whole.fastify.inject({ url, headers: { host: 'app.example.com' } })
      expect((await get('/robots.txt')).body).toBe('User-agent: *\nDisallow: /api/\nDisallow: /admin\n')
      expect((await get('/.well-known/change-password')).headers['location']).toBe('/individual/security')
    } finally {
      await whole.close()
    }
  })

  test('security.txt names the configured contact, until its configured expiry', async () => {
    const named = await startApp({
      variables: {
        PUBLIC_ORIGIN: MEMBERS,
        SECURITY_CONTACT: 'mailto:security@example.com',
        SECURITY_EXPIRES: '2099-06-30T02:00:00+02:00',
      },
    })
    try {
      const { headers, body } = await named.fastify.inject({ url: '/.well-known/security.txt' })
      expect(headers['content-type']).toBe('text/plain; charset=utf-8')
      expect(body.split('\n')).toEqual([
        'Contact: mailto:security@example.com',
        'Expires: 2099-06-30T00:00:00.000Z',
        'Preferred-Languages: en, vi',
        `Canonical: ${MEMBERS}/.well-known/security.txt`,
        '',
      ])
      named.clock.set(new Date('2099-07-01'))
      expect((await named.fastify.inject({ url: '/.well-known/security.txt' })).statusCode).toBe(404)
    } finally {
      await named.close()
    }
  })
})

describe('the configuration', () => {
  const load = (variables: Record<string, string>) =>
    loadConfig({ DATABASE_URL: 'postgres://unused', SECRET: 'x'.repeat(32), ...variables })

  test('refuses an API on another host without the one origin that may call it', () => {
    expect(() => load({ PUBLIC_API_BASE: `${ADMIN}/api/` })).toThrow(/PUBLIC_ORIGIN: is needed/)
  })

  test.each([
    '/api',
    'api/',
    'ftp://a/',
    'https://a',
    'https://a/api/?x=/',
    "https://a;script-src'*'/",
    '//a/',
    '/a b/',
  ])('refuses %s as the location of the API', (base) => {
    expect(() => load({ PUBLIC_ORIGIN: MEMBERS, PUBLIC_API_BASE: base })).toThrow(/PUBLIC_API_BASE/)
  })

  test('recognises a path on the members’ own host', () => {
    const config = load({ PUBLIC_ORIGIN: MEMBERS, PUBLIC_API_BASE: `${MEMBERS}/api/` })
    expect([config.apiOrigin, config.adminOrigin]).toEqual([undefined, MEMBERS])
  })

  test('refuses a security contact without an expiry date', () => {
    expect(() => load({ SECURITY_CONTACT: 'mailto:a@example.com' })).toThrow(/SECURITY_EXPIRES: is needed/)
  })
})
