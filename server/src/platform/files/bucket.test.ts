import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { memberCalls } from '@fairturn/contract/members'
// Uploaded files in a bucket: uploads through the API, with the same guarantees as the folder.
import { personalDataCalls } from '@fairturn/contract/personal-data'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type BucketServer, startBucket } from '../../../../testing/s3.ts'
import { startApp, TEST_PASSWORD, type TestApp, type TestMember } from '../../../test/app.ts'
import { answered } from '../../../test/carrying.ts'
import { staff } from '../../../test/staff.ts'
import { contentCleanupHandler, fileRemover } from '../../content/content.ts'
import { noticeHandlers } from '../../notices/notices.jobs.ts'
import { loadConfig } from '../config.ts'
import type { FileStore } from './file-store.ts'
import { openFiles } from './files.ts'

let app: TestApp
let folderApp: TestApp
let bucket: BucketServer
let files: FileStore
let member: TestMember
let origin: string
beforeAll(async () => {
  bucket = await startBucket()
  app = await startApp({ variables: bucket.variables })
  folderApp = await startApp()
  files = await openFiles(app.config)
  member = await app.member('somebody')
  await app.fastify.listen({ port: 0, host: '127.0.0.1' })
  origin = `http://127.0.0.1:${(app.fastify.server.address() as AddressInfo).port}`
})
beforeEach(() => {
  bucket.failing = 0
  bucket.breaking = false
})
afterAll(async () => {
  await app.close()
  await folderApp.close()
  await bucket.close()
})

const newName = (extension = 'mp4') => `${randomBytes(16).toString('hex')}.${extension}`
const film = randomBytes(300_000)
const get = (
  on: TestApp,
  name: string,
  headers: Record<string, string> = {},
  method: 'GET' | 'HEAD' = 'GET',
) => on.fastify.inject({ method, url: `/files/${name}`, headers })
const keyOf = (url: string) => url.slice(1)

async function upload(by: TestMember) {
  const image = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#0a8' } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.set('user_id', by._id)
  form.set('file', new Blob([Uint8Array.from(image)]), 'me.png')
  const response = await fetch(`${origin}/api/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${by.token}`, langcode: 'en' },
    body: form,
  })
  return { status: response.status, ...((await response.json()) as { url: string; code: string }) }
}
const avatarOf = async ({ token }: TestMember) => answered(await app.call(memberCalls.me, { token })).file

describe('a file in a bucket', () => {
  let name: string
  beforeAll(async () => {
    name = newName()
    await files.put(name, film)
    await (await openFiles(folderApp.config)).put(name, film)
  })

  const compared = [
    'status',
    'type',
    'bytes',
    'accept-ranges',
    'content-range',
    'content-length',
    'cache-control',
    'cross-origin-resource-policy',
    'content-security-policy',
    'x-content-type-options',
  ] as const
  async function answerOf(on: TestApp, headers: Record<string, string>, method: 'GET' | 'HEAD' = 'GET') {
    const answer = await get(on, name, headers, method)
    const shown: Record<string, unknown> = {
      ...answer.headers,
      status: answer.statusCode,
      type: answer.headers['content-type'],
      bytes: answer.rawPayload.toString('base64'),
    }
    return Object.fromEntries(compared.map((key) => [key, shown[key]]))
  }

  test.each([
    ['whole', {}],
    ['as a range from an offset', { range: 'bytes=299990-' }],
    ['a part', { range: 'bytes=100-199' }],
    ['the end', { range: 'bytes=-20' }],
    ['as a range beyond its end', { range: 'bytes=299000-400000' }],
  ])('is served %s with the same bytes and headers as from a folder', async (_name, headers) => {
    expect(await answerOf(app, headers)).toEqual(await answerOf(folderApp, headers))
  })

  test('is described for HEAD without being read', async () => {
    bucket.requests.length = 0
    expect(await answerOf(app, {}, 'HEAD')).toEqual(await answerOf(folderApp, {}, 'HEAD'))
    expect(bucket.requests).toEqual([`HEAD files/${name}`])
  })

  test('is answered 304 for a matching ETag, and completely otherwise', async () => {
    const { etag, 'last-modified': since } = (await get(app, name)).headers
    expect((await get(app, name, { 'if-none-match': String(etag) })).statusCode).toBe(304)
    expect((await get(app, name, { range: 'bytes=0-9', 'if-range': String(etag) })).statusCode).toBe(206)
    for (const ifRange of ['"another"', 'W/"weak"', String(since)]) {
      const whole = await get(app, name, { range: 'bytes=0-9', 'if-range': ifRange })
      expect([whole.statusCode, whole.rawPayload.length]).toEqual([200, film.length])
    }
  })

  test('has no range beyond its end, and an invalid range is ignored', async () => {
    for (const store of [app, folderApp]) {
      const beyond = await get(store, name, { range: 'bytes=300000-' })
      expect(beyond.statusCode).toBe(416)
      expect(beyond.headers['content-range']).toBe(`bytes */${film.length}`)
      expect(beyond.json()).toMatchObject({ code: 'range_is_not_satisfiable' })
    }
    for (const range of ['bytes=a-b', 'pages=1-2', 'bytes=0-1,4-5'])
      expect((await get(app, name, { range })).statusCode).toBe(200)
  })

  test('with an impossible name is not requested', async () => {
    bucket.requests.length = 0
    for (const path of ['x.webp', '..%2f..%2fsecret', '%00', `${name}.part`, `a/${name}`, ''])
      expect((await get(app, path)).statusCode).toBe(404)
    expect(bucket.requests).toEqual([])
    expect((await get(app, newName())).json()).toMatchObject({ code: 'route_is_unknown' })
  })

  test('that is cut off is never taken for complete', async () => {
    bucket.breaking = true
    const response = await fetch(`${origin}/files/${name}`)
    await expect(response.arrayBuffer()).rejects.toThrow('terminated')
  })
})

describe('a bucket that fails', () => {
  test('temporarily is retried transparently', async () => {
    bucket.failing = 2
    const { status, url } = await upload(member)
    expect(status).toBe(200)
    expect(bucket.objects.has(keyOf(url))).toBe(true)
    bucket.failing = 2
    expect((await get(app, keyOf(url).replace('files/', ''))).statusCode).toBe(200)
  })

  // ASVS V16.5.2
  test('accepts no upload: 503, and the previous photo stays', async () => {
    const before = (await upload(member)).url
    bucket.failing = 1000
    expect(await upload(member)).toMatchObject({ status: 503, code: 'service_is_busy' })
    const shown = await get(app, before.replace('/files/', ''))
    expect(shown.statusCode).toBe(503)
    expect(shown.json()).toMatchObject({ code: 'service_is_busy' })
    bucket.failing = 0
    expect(await avatarOf(member)).toBe(before)
    expect((await get(app, before.replace('/files/', ''))).headers['content-type']).toBe('image/webp')
  })

  test('during a delete causes retries until the bucket is back', async () => {
    const { url } = await upload(member)
    // The new one is stored; deleting the old one fails until the SDK gives up.
    const put = bucket.objects.set.bind(bucket.objects)
    bucket.objects.set = (key, stored) => {
      bucket.failing = 3
      return put(key, stored)
    }
    const after = await upload(member)
    bucket.objects.set = put
    expect(after.status).toBe(200)
    expect(await avatarOf(member)).toBe(after.url)
    expect(bucket.objects.has(keyOf(url))).toBe(true)
    await app.database.runDueJobs([...noticeHandlers, fileRemover(files)])
    expect(bucket.objects.has(keyOf(url))).toBe(false)
    expect(bucket.objects.has(keyOf(after.url))).toBe(true)
  })
})

describe('what is deleted from the bucket', () => {
  test('a photo that was replaced, and those of a closed account', async () => {
    const gone = await app.member('soon gone')
    const [first, second] = [(await upload(gone)).url, (await upload(gone)).url]
    expect([first, second].map((url) => bucket.objects.has(keyOf(url)))).toEqual([false, true])
    expect(bucket.objects.get(keyOf(second))!.type).toBe('image/webp')
    answered(
      await app.call(personalDataCalls.close, {
        token: gone.token,
        body: { user_id: gone._id, password: TEST_PASSWORD },
      }),
    )
    expect(bucket.objects.has(keyOf(second))).toBe(false)
  })

  test('files that operators uploaded and never used', async () => {
    await staff(app, 'content')
    const name = newName()
    await files.put(name, film)
    await app.database.asSchemaOwner(
      `insert into content_file (url, kind, uploaded_by, used_at) select $1, 'film', id, $2 from operator limit 1`,
      [`/files/${name}`, app.clock.now()],
    )
    app.clock.advance(2 * 24 * 3_600_000)
    await contentCleanupHandler(files).run(app.database, {})
    expect(bucket.objects.has(`files/${name}`)).toBe(false)
  })
})

test('a backup contains every file of the bucket, and nothing else in it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fairturn-bucket-'))
  const names = Array.from({ length: 5 }, () => newName())
  for (const name of names) await files.put(name, Buffer.from(name))
  bucket.objects.set('files/../../escape.mp4', { bytes: film, type: '', etag: '"x"' })
  await files.copyTo(folder)
  bucket.objects.delete('files/../../escape.mp4')
  const copied = await readdir(folder)
  expect(copied.toSorted()).toEqual([...bucket.objects.keys()].map((key) => key.slice(6)).toSorted())
  for (const name of names) expect(await readFile(join(folder, name), 'utf8')).toBe(name)
  await rm(folder, { recursive: true })
})

test('a wrong key is refused by the bucket, and an incomplete configuration by the program', async () => {
  const forged = loadConfig({
    DATA_DIR: app.config.dataDir,
    ...bucket.variables,
    S3_SECRET_ACCESS_KEY: 'another',
  })
  await expect((await openFiles(forged)).put(newName(), film)).rejects.toThrow(/was not kept/)
  const { S3_REGION: _leftOut, ...half } = bucket.variables
  expect(() => loadConfig({ DATA_DIR: app.config.dataDir, ...half })).toThrow(/S3_REGION: is needed/)
})
