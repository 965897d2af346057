// The link service as a separate server: every request is answered with one of its own pages.
import { execFileSync } from 'node:child_process'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { LOCALES } from '@fairturn/contract/locales'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendTo } from '../test/attack/raw-http.ts'
import { createTestDatabase, testClock, type TestDatabase } from '../test/database.ts'
import { linkServer } from './links.ts'
import { loadConfig } from './platform/config.ts'
import { RECEIVE_WITHIN } from './platform/http/protocol.ts'

let database: TestDatabase
let links: FastifyInstance

beforeAll(async () => {
  const config = loadConfig({
    DATABASE_URL: 'postgres://unused',
    SECRET: 'a secret of the tests, long enough',
    DATA_DIR: '/nonexistent',
    LOG_LEVEL: 'silent',
  })
  database = await createTestDatabase({ clock: testClock() })
  links = await linkServer({ config, database })
})
afterAll(async () => {
  await links.close()
  await database.close()
})

const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n`
async function listen(): Promise<number> {
  if (!links.server.listening) await links.listen({ host: '127.0.0.1', port: 0 })
  return (links.server.address() as AddressInfo).port
}

test.each(['/r/%', '/r/%zz', '/%ff', '/r/abc%', '/nothing'])(
  '%s gets the page of an unknown link',
  async (url) => {
    const answer = await links.inject({ method: 'GET', url })
    expect(answer.statusCode).toBe(404)
    expect(answer.headers['content-type']).toMatch(/^text\/html/)
    expect(answer.body).not.toContain('FST_')
  },
)

test.each(
  [
    [
      ')',
      '.',
      ',',
      '/',
      '%C2%BB',
      '%E2%80%8B',
      ').',
      '.?fbclid=x',
      '%E2%80%A6',
      '%E3%80%82',
      '%EF%BC%89',
      '&gt;',
      '%7C',
    ],
    ['点击', ' xem nhé', '👍'].map(encodeURIComponent),
  ].flat(),
)('a link with %s behind it leads to the link', async (behind) => {
  const answer = await links.inject(`/r/Ab3dEf7h${behind}`)
  expect(answer.statusCode).toBe(302)
  expect(answer.headers.location).toBe('/r/Ab3dEf7h')
})

test.each(['/R/Ab3dEf7h', '/R/Ab3dEf7h.', '/r/%E2%80%8EAb3dEf7h', '/r//Ab3dEf7h', '/r//Ab3dEf7h.'])(
  '%s leads to the link',
  async (url) => {
    const answer = await links.inject(url)
    expect([answer.statusCode, answer.headers.location]).toEqual([302, '/r/Ab3dEf7h'])
  },
)

test.each(['/R/short', '/r/Ab3dEf7hX.', '/r/Ab3dEf7h/other', '/R/', '/r//', '/r//Ab3dEf7h/other'])(
  '%s is an unknown link',
  async (url) => {
    expect((await links.inject(url)).statusCode).toBe(404)
  },
)

test('icons are answered, and not as links', async () => {
  for (const [path, type] of [
    ['/favicon.ico', 'image/x-icon'],
    ['/apple-touch-icon.png', 'image/png'],
  ] as const) {
    const answer = await links.inject(path)
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, type])
  }
})

test('its pages cannot be framed, by both headers, and may use no device features', async () => {
  const { headers } = await links.inject({ method: 'GET', url: '/r/AAAAAAAA' })
  expect(headers['x-frame-options']).toBe('DENY')
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
  expect(headers['permissions-policy']).toMatch(/camera=\(\), .*geolocation=\(\)/)
})

test('a link with a second slash before it leads to the link too', async () => {
  // Not injected, where such an address is read as a host.
  const port = await listen()
  expect(await sendTo(port, get('//r/Ab3dEf7h'))).toMatch(/^HTTP\/1.1 302 [^]*location: \/r\/Ab3dEf7h\r\n/i)
  expect(await sendTo(port, get('//r/Ab3dEf7h.?fbclid=x'))).toMatch(
    /^HTTP\/1.1 302 [^]*location: \/r\/Ab3dEf7h\r\n/i,
  )
  for (const path of ['//r/short', '//r/', '//evil.example/r/Ab3dEf7h'])
    expect(await sendTo(port, get(path))).toMatch(/^HTTP\/1.1 404 [^]*<!doctype html>/)
})

test('a request that names two hosts, or another version of HTTP, gets the page of an unknown link and closes the connection', async () => {
  const port = await listen()
  for (const bytes of [
    'GET /r/AAAAAAAA HTTP/1.1\r\nhost: a\r\nhost: b\r\n\r\n',
    'GET /r/AAAAAAAA HTTP/2.0\r\nhost: a\r\n\r\n',
  ])
    expect(await sendTo(port, bytes)).toMatch(/^HTTP\/1.1 400 [^]*<!doctype html>/)
})

test('a request has 30 seconds to arrive', () => {
  expect(links.server).toMatchObject({
    requestTimeout: RECEIVE_WITHIN.timeoutMs,
    headersTimeout: RECEIVE_WITHIN.timeoutMs,
  })
})

test('its process loads only the texts of links, in every language', () => {
  const program = `
    import { registerHooks } from 'node:module'
    registerHooks({ load: (url, context, next) => (console.log(url), next(url, context)) })
    await import(${JSON.stringify(join(import.meta.dirname, 'links.ts'))})
    process.exit(0)`
  const loaded = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
  })
  const texts = [...loaded.matchAll(/src\/platform\/texts\/(\w+\/.+)$/gm)].map(([, file]) => file)
  expect(texts).toHaveLength(LOCALES.length)
  expect(new Set(texts)).toEqual(new Set(LOCALES.map((locale) => `${locale}/links.json`)))
  expect(loaded).not.toMatch(/contract\/src\/(messages|campaigns)\.ts/)
})
