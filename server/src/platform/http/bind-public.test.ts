// Public responses: concurrent requests share a read that is never older than the request, revalidated by ETag.
import { contentCalls } from '@fairturn/contract/content'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/app.ts'
import { changeSetting } from '../../content/content.ts'
import type { App } from './app.ts'
import { bindPublic } from './bind-public.ts'
import { openServer } from './server.ts'

const ORIGIN = 'https://app.example.com'
let app: TestApp
beforeAll(async () => {
  app = await startApp({ variables: { PUBLIC_ORIGIN: ORIGIN } })
})
afterAll(() => app.close())

const get = (path: string, headers: Record<string, string> = {}) =>
  app.fastify.inject({ method: 'GET', url: `/api/${path}`, headers: { langcode: 'en', ...headers } })

const PATHS = ['settings', 'popup', 'level', 'list-product-reward', 'company-profile', 'receive-account']

describe.each(PATHS)('GET %s', (path) => {
  test('may be stored but must be revalidated, and is answered 304 without a body while unchanged', async () => {
    const first = await get(path)
    expect(first.statusCode).toBe(200)
    expect(first.headers).toMatchObject({
      'cache-control': 'no-cache',
      vary: expect.stringContaining('langcode'),
    })
    const known = { 'if-none-match': String(first.headers.etag) }
    const again = await get(path, known)
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', first.headers.etag])
    expect((await get(path, { 'if-none-match': '"another"' })).body).toBe(first.body)
  })
})

test('responses in different languages have different ETags, so that no cache mixes them', async () => {
  const [english, french] = await Promise.all(
    ['en', 'fr'].map((langcode) => get('company-profile', { langcode })),
  )
  expect(french!.body).not.toBe(english!.body)
  expect(french!.headers.etag).not.toBe(english!.headers.etag)
})

test('the member app on another host may read it, and caches keep its Vary: Origin', async () => {
  const { headers } = await get('settings', { origin: ORIGIN })
  expect(headers['access-control-allow-origin']).toBe(ORIGIN)
  expect(String(headers.vary).split(', ')).toEqual(expect.arrayContaining(['Origin', 'langcode']))
})

test('a change is in every response requested after its commit, whoever made it', async () => {
  for (const title of ['First title', 'Second title', 'Third title']) {
    const before = await get('settings')
    await app.database.transaction((tx) => changeSetting(tx, 'site_title', title))
    const after = await get('settings', { 'if-none-match': String(before.headers.etag) })
    expect(after.statusCode).toBe(200)
    expect(after.json()).toMatchObject({ data: { site_title: { value: title } } })
  }
})

describe('calls that arrive during a read', () => {
  test('share one read that starts after the last of them; a failed read fails only those who wait for it', async () => {
    const fastify = await openServer(app.config)
    const reads: PromiseWithResolvers<string>[] = []
    bindPublic({ fastify, app: { ...app } as unknown as App }, contentCalls.companyProfile, async () => {
      const read = Promise.withResolvers<string>()
      reads.push(read)
      return { content: await read.promise, updated_at: '2026-11-22T00:00:00.000Z' }
    })
    const ask = () => fastify.inject({ url: '/api/company-profile', headers: { langcode: 'en' } })
    const reading = async (count: number) => {
      await expect.poll(() => reads.length).toBe(count)
      return reads[count - 1]!
    }
    try {
      const first = ask()
      const old = await reading(1)
      const late = [ask(), ask(), ask()]
      // They have arrived, and none of them may share the read that started earlier.
      await new Promise((resolve) => setTimeout(resolve, 50))
      expect(reads).toHaveLength(1)
      old.resolve('old')
      expect((await first).json()).toMatchObject({ data: { content: 'old' } })
      ;(await reading(2)).resolve('new')
      for (const answer of await Promise.all(late))
        expect(answer.json()).toMatchObject({ data: { content: 'new' } })
      expect(reads).toHaveLength(2)

      const failing = ask()
      ;(await reading(3)).reject(new Error('the database is gone'))
      expect((await failing).statusCode).toBe(500)
      const last = ask()
      ;(await reading(4)).resolve('back')
      expect((await last).statusCode).toBe(200)
    } finally {
      await fastify.close()
    }
  })
})
