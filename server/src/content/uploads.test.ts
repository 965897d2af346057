import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
// Hostile uploads: only pixels are stored, memory stays bounded, and no answer is a fault.
import { memberCalls } from '@fairturn/contract/members'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp, type TestMember } from '../../test/app.ts'
import { wrongRefusal } from '../../test/attack/answers.ts'
import {
  file,
  FILE_NAMES,
  form,
  FORM_TYPE,
  gifOfManyFrames,
  imageAndPage,
  imageBombs,
  NO_FORMS,
  NO_IMAGES,
  type Part,
  picture,
  photoWithMetadata,
} from '../../test/attack/files.ts'
import { answered } from '../../test/carrying.ts'
import { MAX_UPLOAD_BYTES } from './images.ts'

let app: TestApp
let member: TestMember
const MB = 1024 * 1024

beforeAll(async () => {
  app = await startApp()
  member = await app.member('who uploads')
})
afterAll(() => app.close())

const userId = (who = member): Part => ({ name: 'user_id', value: who._id })

const send = (payload: Buffer, headers: Record<string, string> = {}) =>
  app.fastify.inject({
    method: 'POST',
    url: '/api/upload',
    headers: {
      authorization: `Bearer ${member.token}`,
      'content-type': FORM_TYPE,
      langcode: 'en',
      ...headers,
    },
    payload,
  })
const upload = (bytes: Buffer | string, filename?: string, type?: string) =>
  send(form([userId(), file(bytes, filename, type)]))

const kept = async () => (await readdir(join(app.config.dataDir, 'files'))).toSorted()
const avatar = async () => answered(await app.call(memberCalls.me, { token: member.token })).file

/** The refusal's code; asserts that nothing was stored and the member is unchanged. */
async function refused(sent: () => ReturnType<typeof send>): Promise<string> {
  const before = [await kept(), await avatar()]
  const answer = await sent()
  expect(wrongRefusal(answer, 'en')).toBeUndefined()
  expect([await kept(), await avatar()]).toEqual(before)
  const { error_code, code } = answer.json<{ error_code?: number; code: string }>()
  // Refused before the form is parsed, so without error_code; older clients treat that as an error too.
  expect([undefined, answer.statusCode]).toContain(error_code)
  return code
}

async function storedImage(sent: () => ReturnType<typeof send>) {
  const answer = await sent()
  const { error_code, url } = answer.json<{ error_code: number; url: string }>()
  expect([answer.statusCode, error_code]).toEqual([200, 0])
  expect(url).toMatch(/^\/files\/[0-9a-f]{32}\.webp$/)
  expect(await avatar()).toBe(url)
  const bytes = await readFile(join(app.config.dataDir, url))
  return { bytes, metadata: await sharp(bytes).metadata() }
}

describe('an image', () => {
  test.each(['jpeg', 'png', 'webp', 'avif', 'gif'] as const)(
    '%s becomes a square WebP of 512 pixels',
    async (format) => {
      const { metadata } = await storedImage(async () =>
        upload(await picture().toFormat(format).toBuffer(), `a.${format}`, `image/${format}`),
      )
      expect(metadata).toMatchObject({ format: 'webp', width: 512, height: 512 })
    },
  )

  test('is served under a random name, as an image, cached for a day', async () => {
    await storedImage(async () => upload(await picture().png().toBuffer()))
    const { statusCode, headers } = await app.fastify.inject({ method: 'GET', url: (await avatar())! })
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({ 'content-type': 'image/webp', 'x-content-type-options': 'nosniff' })
    expect(headers['cache-control']).toBe('public, max-age=86400')
    // Displayed on pages of the link service, which are another origin.
    expect(headers['cross-origin-resource-policy']).toBe('cross-origin')
  })

  test('loses its metadata, and all other text in it', async () => {
    const secret = 'Nguyen Anh, 10.7769 N 106.7009 E'
    const photo = await photoWithMetadata(secret)
    const { bytes, metadata } = await storedImage(() => upload(photo))
    expect(metadata).not.toHaveProperty('exif')
    expect(metadata).not.toHaveProperty('xmp')
    expect(metadata).not.toHaveProperty('iptc')
    expect(bytes.includes('Nguyen')).toBe(false)
    expect(bytes.includes('EXIF')).toBe(false)
  })

  test('that lies on its side is turned upright', async () => {
    const leftRed = await sharp({ create: { width: 60, height: 60, channels: 3, background: 'blue' } })
      .composite([{ input: await picture(60, 30).png().toBuffer(), left: 0, top: 0 }])
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const { bytes } = await storedImage(() => upload(leftRed))
    const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
    const blueAt = (x: number, y: number) => data[(y * info.width + x) * info.channels + 2]!
    expect([blueAt(100, 256) > 200, blueAt(400, 256) > 200]).toEqual([true, false])
  })

  test('that is animated becomes its first frame', async () => {
    const frames = await Promise.all(
      ['red', 'green', 'blue'].map((background) =>
        sharp({ create: { width: 20, height: 20, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    )
    const gif = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer()
    expect((await sharp(gif, { animated: true }).metadata()).pages).toBe(3)
    const { metadata } = await storedImage(() => upload(gif, 'a.gif', 'image/gif'))
    expect(metadata.pages ?? 1).toBe(1)
    expect(metadata).toMatchObject({ width: 512, height: 512 })
  })

  // ASVS V3.2.1 V5.3.1
  test('that is also a page, a script or an archive is only an image afterwards', async () => {
    const both = await imageAndPage()
    const { bytes } = await storedImage(() => upload(both, 'a.html', 'text/html'))
    expect(bytes.includes('script')).toBe(false)
    expect(bytes.subarray(0, 4).toString()).toBe('RIFF')
    const { headers } = await app.fastify.inject({ method: 'GET', url: (await avatar())! })
    expect(headers['content-type']).toBe('image/webp')
  })

  test('of 20 megapixels, as taken by phones, is accepted', async () => {
    const photo = await sharp(randomBytes(64 * 64 * 3), { raw: { width: 64, height: 64, channels: 3 } })
      .resize(5200, 3900)
      .jpeg({ quality: 70 })
      .toBuffer()
    expect(photo.length).toBeLessThan(MAX_UPLOAD_BYTES)
    const { metadata } = await storedImage(() => upload(photo, 'photo.jpg', 'image/jpeg'))
    expect(metadata).toMatchObject({ width: 512, height: 512 })
  })

  test('of one pixel, or very long and thin, is accepted', async () => {
    for (const [width, height] of [
      [1, 1],
      [4000, 1],
      [1, 4000],
    ] as const)
      await storedImage(async () => upload(await picture(width, height).png().toBuffer()))
    expect(await kept()).not.toEqual([])
  })
})

describe('a file that is not a supported image', () => {
  // ASVS V5.2.2
  test.each(NO_IMAGES)('%s is refused file_is_not_an_image', async (_name, bytes) => {
    const sent = await bytes()
    expect(await refused(() => upload(Buffer.from(sent)))).toBe('file_is_not_an_image')
  })

  // ASVS V5.2.3
  test('an image that would decompress to 2.7 GB is refused before it is decompressed', async () => {
    for (const bomb of imageBombs()) {
      expect(bomb.length).toBeLessThan(MAX_UPLOAD_BYTES)
      const before = process.memoryUsage.rss()
      const began = performance.now()
      expect(await refused(() => upload(bomb))).toBe('file_is_not_an_image')
      expect(process.memoryUsage.rss() - before).toBeLessThan(150 * MB)
      expect(performance.now() - began).toBeLessThan(5000)
    }
  })

  test('a GIF of ten thousand frames costs no more than one frame', async () => {
    const gif = gifOfManyFrames()
    const before = process.memoryUsage.rss()
    const answer = await upload(gif, 'a.gif', 'image/gif')
    expect(answer.statusCode).toBeLessThan(500)
    expect(process.memoryUsage.rss() - before).toBeLessThan(100 * MB)
  })
})

describe('a form', () => {
  const png = () => picture().png().toBuffer()

  // ASVS V5.2.1
  test('with a file of more than 8 MB is refused file_is_too_large', async () => {
    for (const bytes of [MAX_UPLOAD_BYTES + 1, 9 * MB, 40 * MB])
      expect(await refused(() => upload(Buffer.alloc(bytes, 1)))).toBe('file_is_too_large')
  })

  test('with two files, or with too many fields, is refused request_is_malformed', async () => {
    const bytes = await png()
    expect(await refused(() => send(form([userId(), file(bytes), file(bytes)])))).toBe('request_is_malformed')
    const many = Array.from({ length: 30 }, () => userId())
    expect(await refused(() => send(form([...many, file(bytes)])))).toBe('request_is_malformed')
  })

  test('without a file is refused file_is_required, with an empty one file_is_empty', async () => {
    expect(await refused(() => send(form([userId()])))).toBe('file_is_required')
    expect(await refused(() => upload(''))).toBe('file_is_empty')
  })

  test('that is malformed is refused', async () => {
    const bytes = form([userId(), file(await png())])
    for (const type of NO_FORMS) {
      const code = await refused(() => send(bytes, { 'content-type': type }))
      expect([
        'request_is_malformed',
        'media_type_is_not_supported',
        'file_is_required',
        'not_your_account',
      ]).toContain(code)
    }
    const { statusCode } = await app.fastify.inject({
      method: 'POST',
      url: '/api/upload',
      headers: { authorization: `Bearer ${member.token}` },
    })
    expect(statusCode).toBe(422)
  })

  test('that is truncated is refused request_is_malformed', async () => {
    const bytes = form([userId(), file(await png())])
    for (const length of [bytes.length - 4, bytes.length - 30, 200, 20])
      expect(await refused(() => send(bytes.subarray(0, length)))).toBe('request_is_malformed')
  })

  test('for another member, or without a session, is refused not_your_account and its file is not read', async () => {
    const other = await app.member('somebody else')
    const bytes = await png()
    for (const parts of [
      [userId(other), file(bytes)],
      [file(bytes)],
      [{ name: 'user_id', value: '' }, file(bytes)],
      [{ name: 'USER_ID', value: member._id }, file(bytes)],
    ])
      expect(await refused(() => send(form(parts)))).toBe('not_your_account')
    expect(answered(await app.call(memberCalls.me, { token: other.token })).file).toBeNull()
  })

  // ASVS V5.3.2
  test.each(FILE_NAMES)('whose file is named %j stores it under a name of our own', async (name) => {
    const before = await kept()
    const bytes = await png()
    const { statusCode } = await upload(bytes, name)
    const added = (await kept()).filter((each) => !before.includes(each))
    expect(statusCode).toBeLessThan(500)
    for (const each of added) expect(each).toMatch(/^[0-9a-f]{32}\.webp$/)
  })

  // ASVS V15.3.6
  test('with field names that have a meaning in JavaScript has no effect', async () => {
    const bytes = await png()
    for (const name of ['__proto__', 'constructor', 'toString', 'file']) {
      const { statusCode } = await send(form([{ name, value: 'x' }, userId(), file(bytes)]))
      expect(statusCode).toBeLessThan(500)
    }
    expect(({} as Record<string, unknown>)['x']).toBeUndefined()
  })
})

describe('many concurrent uploads', () => {
  test('of one member are accepted one by one, the others are refused', async () => {
    const bytes = await picture().png().toBuffer()
    const answers = await Promise.all(Array.from({ length: 20 }, () => upload(bytes)))
    const statuses = answers.map(({ statusCode }) => statusCode)
    expect(new Set(statuses)).toEqual(new Set([200, 429]))
  })

  // ASVS V2.4.1
  test('of a member are limited per hour', async () => {
    const strict = await startApp({ variables: { RATE_LIMIT_FACTOR: '1' } })
    const { token } = await strict.member('who tries again and again')
    const statuses: number[] = []
    for (let i = 0; i < 22; i++) {
      const { statusCode } = await strict.fastify.inject({
        method: 'POST',
        url: '/api/upload',
        headers: { authorization: `Bearer ${token}` },
      })
      statuses.push(statusCode)
    }
    await strict.close()
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 422), 429, 429])
  })

  // ASVS V15.2.2
  test('of many members stay within bounds, and each gets a response', async () => {
    const members: TestMember[] = []
    for (let i = 0; i < 30; i++) members.push(await app.member(`of many ${i}`))
    const photo = await sharp(randomBytes(32 * 32 * 3), { raw: { width: 32, height: 32, channels: 3 } })
      .resize(2000, 2000)
      .jpeg({ quality: 95 })
      .toBuffer()
    const before = process.memoryUsage.rss()
    const answers = await Promise.all(
      members.map((each) =>
        send(form([userId(each), file(photo)]), { authorization: `Bearer ${each.token}` }),
      ),
    )
    expect(process.memoryUsage.rss() - before).toBeLessThan(600 * MB)
    const busy = answers.filter(({ statusCode }) => statusCode === 503)
    for (const answer of busy) expect(answer.json()).toMatchObject({ code: 'service_is_busy' })
    expect(answers.filter(({ statusCode }) => statusCode === 200).length).toBeGreaterThanOrEqual(16)
    expect(new Set(answers.map(({ statusCode }) => statusCode)).difference(new Set([200, 503]))).toEqual(
      new Set(),
    )
  })
})
