// The built app over HTTP: the page for every screen's path, files for theirs, 404 for everything else.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gzipSync } from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { appFiles } from './app-files.ts'

let fastify: FastifyInstance
let folder: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fairturn-app-files-'))
  const dist = join(folder, 'dist')
  mkdirSync(join(dist, 'assets'), { recursive: true })
  writeFileSync(join(dist, 'index.html'), '<title>shell</title>')
  writeFileSync(join(dist, 'assets', 'a-1.js'), 'run()')
  writeFileSync(join(dist, 'csp.json'), '{}')
  writeFileSync(join(dist, 'screens.json'), JSON.stringify({ '/login': { en: 'Sign in' } }))
  writeFileSync(join(folder, 'secret.txt'), 'kept apart')
  writeFileSync(join(dist, 'service-worker.js'), 'precache()')
  writeFileSync(join(dist, 'service-worker.js.gz'), gzipSync('precache()'))
  fastify = Fastify()
  const fill = async (html: string, when: string, screens: Record<string, string> = {}) =>
    html.replace('shell', when === 'now' ? `filled${screens['en'] ?? ''}` : 'of no moment')
  await appFiles(fastify, { dist, fill })
})

afterAll(async () => {
  await fastify.close()
  rmSync(folder, { recursive: true })
})

const get = (url: string, headers: Record<string, string> = {}) => fastify.inject({ url, headers })

describe('the built app', () => {
  it.each([{ accept: 'text/html' }, { accept: 'text/html', 'accept-encoding': 'gzip' }, { accept: '*/*' }])(
    'serves / with the page for %o',
    async (headers) => {
      const answer = await get('/', headers)
      expect(answer.statusCode).toBe(200)
      expect(answer.body).toBe('<title>filled</title>')
      expect(answer.headers['cache-control']).toBe('no-cache')
    },
  )

  it('serves the page for the path of any screen', async () => {
    const answer = await get('/order-detail/123', { accept: 'text/html' })
    expect(answer.body).toBe('<title>filled</title>')
  })

  it('compresses the page for clients that support it, identically at each visit', async () => {
    for (let visit = 0; visit < 2; visit++) {
      const answer = await get('/', { accept: 'text/html', 'accept-encoding': 'gzip, br' })
      expect(answer.headers).toMatchObject({ 'content-encoding': 'br', 'cache-control': 'no-cache' })
      expect(answer.headers['vary']).toContain('accept-encoding')
      expect(brotliDecompressSync(answer.rawPayload).toString()).toBe('<title>filled</title>')
    }
  })

  it('includes the prerendered HTML of a screen only at its own path, whatever the query', async () => {
    const html = { accept: 'text/html' }
    expect((await get('/login?next=%2F', html)).body).toBe('<title>filledSign in</title>')
    expect((await get('/register', html)).body).toBe('<title>filled</title>')
    expect((await get('/screens.json')).statusCode).toBe(404)
  })

  it('has a page without variable parts, for offline use', async () => {
    const answer = await get('/shell.html')
    expect(answer.body).toBe('<title>of no moment</title>')
    expect(answer.headers['cache-control']).toBe('no-cache')
  })

  it.each(['identity', 'gzip'])(
    'requires revalidation of the service worker at each visit (%s)',
    async (encoding) => {
      const answer = await get('/service-worker.js', { 'accept-encoding': encoding })
      expect(answer.statusCode).toBe(200)
      expect(answer.headers['content-type']).toContain('javascript')
      expect(answer.headers['cache-control']).toBe('no-cache')
    },
  )

  it('caches hashed files forever, and answers 404 for a missing one', async () => {
    expect((await get('/assets/a-1.js')).headers['cache-control']).toContain('immutable')
    expect((await get('/assets/b-2.js', { accept: 'text/html' })).statusCode).toBe(404)
    expect((await get('/csp.json')).statusCode).toBe(404)
    expect((await get('/api/none', { accept: 'text/html' })).statusCode).toBe(404)
  })

  it.each([
    '/.git/config',
    '/package.json',
    '/../package.json',
    '/..%2fpackage.json',
    '/assets/',
    '/assets',
    '/assets/..%2f..%2fsecret.txt',
    '/assets/%2e%2e/%2e%2e/secret.txt',
    '/assets/..%5c..%5csecret.txt',
    '//secret.txt',
    // ASVS V13.4.1 V13.4.3
  ])('does not serve files outside its folder nor list a folder: %s', async (url) => {
    for (const accept of ['*/*', 'text/html']) {
      const { body } = await get(url, { accept })
      expect(body).not.toMatch(/kept apart|a-1\.js|repositoryformat|"private"/)
    }
  })
})
