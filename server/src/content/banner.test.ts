import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
// Popups, the banner and their files, through the operators' calls: what members are shown, what is
// refused, and that no file in use or restorable is deleted.
import {
  cuesOf,
  OWN_FILM,
  OWN_POSTER,
  adminBannerCalls,
  adminFileCalls,
  adminPopupCalls,
  type BannerContent,
  type FileKind,
  type PopupContent,
} from '@fairturn/contract/backoffice/content'
import { contentCalls } from '@fairturn/contract/content'
import { type Locale, LOCALES } from '@fairturn/contract/locales'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/app.ts'
import { settled } from '../../test/approvals.ts'
import { answered } from '../../test/carrying.ts'
import { staff, type TestOperator } from '../../test/staff.ts'
import { openFiles } from '../platform/files/files.ts'
import { contentCleanupHandler } from './content.ts'

const MEDIA = join(import.meta.dirname, '../../../member/public/media')
const DAY_MS = 24 * 3_600_000
const reason = 'A new one. It is written down.'

let app: TestApp
let content: TestOperator
let second: TestOperator
let mp4: Buffer
let webm: Buffer

beforeAll(async () => {
  app = await startApp()
  ;[mp4, webm] = await Promise.all([
    readFile(join(MEDIA, 'banner.mp4')),
    readFile(join(MEDIA, 'banner.webm')),
  ])
})
afterAll(() => app.close())
beforeEach(async () => {
  content = await staff(app, 'content')
  second = await staff(app, 'content')
})

function form(bytes: Buffer, filename = 'a.png', type = 'image/png') {
  const head = `--b\r\ncontent-disposition: form-data; name="file"; filename="${filename}"\r\ncontent-type: ${type}\r\n\r\n`
  return Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--b--\r\n')])
}
async function upload(kind: FileKind, bytes: Buffer, as = content) {
  const response = await app.fastify.inject({
    method: 'POST',
    url: `/api/${adminFileCalls.upload.path}?kind=${kind}`,
    headers: { ...as.headers, 'content-type': 'multipart/form-data; boundary=b' },
    payload: form(bytes),
  })
  const { data, code } = response.json() as { data?: { url: string }; code?: string }
  return { status: response.statusCode, code, url: data?.url ?? '' }
}
const picture = (width = 1200, height = 900) =>
  sharp(randomBytes(16 * 12 * 3), { raw: { width: 16, height: 12, channels: 3 } })
    .resize(width, height)
    .withExif({ IFD0: { Artist: 'somebody at home' } })
    .png()
    .toBuffer()
const kept = async (kind: FileKind, bytes?: Buffer) => {
  const { url, code } = await upload(kind, bytes ?? (kind === 'film' ? mp4 : await picture()))
  expect(code).toBeUndefined()
  return url
}
const onDisk = (url: string) => join(app.config.dataDir, 'files', basename(url))
const get = (url: string, headers: Record<string, string> = {}) => app.fastify.inject({ url, headers })
const tidy = async () => contentCleanupHandler(await openFiles(app.config)).run(app.database, {})

describe('an upload', () => {
  test('of a picture is re-encoded, no larger than it is shown, without metadata', async () => {
    const popup = await sharp(onDisk(await kept('popup', await picture(3000, 2000)))).metadata()
    expect(popup).toMatchObject({ format: 'webp', width: 1000, height: 667 })
    expect(popup.exif).toBeUndefined()
    const poster = await sharp(onDisk(await kept('poster', await picture(300, 100)))).metadata()
    expect(poster).toMatchObject({ format: 'webp', width: 300, height: 100 })
  })

  test.each([
    // ASVS V1.3.4
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['a page', '<!doctype html><script>alert(1)</script>'],
    ['words', 'only words'],
    ['a truncated PNG', '\x89PNG\r\n\x1a\n'],
  ])('of %s as a picture is refused file_is_not_an_image', async (_name, text) => {
    for (const kind of ['popup', 'poster'] as const)
      expect(await upload(kind, Buffer.from(text, 'latin1'))).toMatchObject({
        status: 422,
        code: 'file_is_not_an_image',
      })
  })

  test('of a film is served with its own type, in ranges if a player requests them', async () => {
    for (const [bytes, type] of [
      [mp4, 'video/mp4'],
      [webm, 'video/webm'],
      [recorded(), 'video/webm'],
    ] as const) {
      const url = await kept('film', bytes)
      const whole = await get(url)
      expect(whole.headers).toMatchObject({
        'content-type': type,
        'accept-ranges': 'bytes',
        'x-content-type-options': 'nosniff',
      })
      expect(String(whole.headers['content-security-policy'])).toMatch(
        /^default-src 'none'(?!.*script-src).*; sandbox$/,
      )
      expect(whole.rawPayload.equals(bytes)).toBe(true)
      const part = await get(url, { range: 'bytes=100-199' })
      expect(part.statusCode).toBe(206)
      expect(part.headers['content-range']).toBe(`bytes 100-199/${bytes.length}`)
      expect(part.rawPayload.equals(bytes.subarray(100, 200))).toBe(true)
    }
  })

  const box = (kind: string, body = Buffer.alloc(8)) => {
    const head = Buffer.alloc(8)
    head.writeUInt32BE(body.length + 8)
    head.write(kind, 4, 'latin1')
    return Buffer.concat([head, body])
  }
  const ftyp = (brand: string) => box('ftyp', Buffer.from(`${brand}\0\0\0\0${brand}`, 'latin1'))
  const FILMS: [string, () => Buffer][] = [
    ['a page', () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a page declared as an MP4', () => Buffer.from('\0\0\0\x18ftypisom<script>alert(1)</script>', 'latin1')],
    [
      'an MP4 with a page appended',
      () => Buffer.concat([mp4, Buffer.from('<!doctype html><script>alert(1)</script>')]),
    ],
    ['a truncated MP4', () => mp4.subarray(0, mp4.length - 100)],
    ['an MP4 box without a film', () => Buffer.concat([ftyp('isom'), box('free')])],
    ['an image in an MP4 container', () => Buffer.concat([ftyp('heic'), box('moov'), box('mdat')])],
    ['MP4 boxes without a size', () => Buffer.concat([ftyp('isom'), Buffer.alloc(16)])],
    ['Matroska that is not WebM', () => Buffer.from(webm).fill('matr', 0, 60)],
    ['only a WebM header', () => webm.subarray(0, 20)],
    ['a truncated WebM', () => webm.subarray(0, webm.length - 100)],
    [
      'a WebM with a page appended',
      () => Buffer.concat([webm, Buffer.from('<!doctype html><script>alert(1)</script>')]),
    ],
    [
      'a WebM of unknown size with a page appended',
      () => Buffer.concat([recorded(), Buffer.from('<!doctype html><script>alert(1)</script>')]),
    ],
    ['a truncated WebM of unknown size', () => recorded().subarray(0, webm.length - 100)],
    [
      'a WebM of unknown size with an attachment',
      () => Buffer.concat([recorded(), Buffer.from('1941a46984000000ff', 'hex')]),
    ],
    ['a WebM whose tracks are of unknown size', () => unknownSize(recorded(), '1654ae6b')],
    ['a WebM with an attachment', () => Buffer.from(webm).fill(Buffer.from('1941a469', 'hex'), 48, 52)],
    ['a picture', () => Buffer.from('89504e470d0a1a0a', 'hex')],
    ['noise', () => randomBytes(5000)],
  ]
  // ASVS V5.2.2
  test.each(FILMS)('of %s as a film is refused film_is_not_readable', async (_name, bytes) => {
    expect(await upload('film', bytes())).toMatchObject({ status: 422, code: 'film_is_not_readable' })
  })

  test('that is too large, empty, not a form, of an unknown kind, or by another role, is refused', async () => {
    expect(await upload('film', Buffer.alloc(21 * 1024 * 1024))).toMatchObject({ code: 'film_is_too_large' })
    expect(await upload('popup', Buffer.alloc(9 * 1024 * 1024))).toMatchObject({ code: 'file_is_too_large' })
    expect(await upload('popup', Buffer.alloc(0))).toMatchObject({ code: 'file_is_empty' })
    expect(await upload('other' as FileKind, mp4)).toMatchObject({ code: 'field_is_invalid' })
    const bare = await app.fastify.inject({
      method: 'POST',
      url: `/api/${adminFileCalls.upload.path}?kind=popup`,
      headers: content.headers,
      payload: {},
    })
    expect(bare.json()).toMatchObject({ code: 'file_is_required' })
    expect(await upload('popup', mp4, await staff(app, 'support'))).toMatchObject({ status: 403 })
  })

  test('is refused service_is_busy during another one, and the next one is accepted again', async () => {
    const bytes = await picture()
    const answers = await Promise.all([
      upload('popup', bytes),
      upload('popup', bytes),
      upload('popup', bytes),
    ])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 503]))
    await kept('popup')
  })
})

describe('a popup', () => {
  const calls = adminPopupCalls
  const of = async (locale: Locale) =>
    answered(await app.call(calls.list, { as: content })).list.find((each) => each.locale === locale)!
  const save = async (locale: Locale, change: PopupContent) =>
    settled(
      app,
      await app.call(calls.change, {
        as: content,
        params: { locale },
        body: { ...change, reason, expected: (await of(locale)).version },
      }),
      second,
      () => of(locale),
    )
  const shown = async (locale: Locale) => answered(await app.call(contentCalls.popup, { locale }))

  test('is the product’s default until it is changed, independently in each language', async () => {
    expect(await shown('en')).toMatchObject({
      image: '/popup/en.webp',
      alt: 'Every reward is funded before it is offered',
      version: 'default',
    })
    const image = await kept('popup')
    answered(await save('en', { is_on: true, image, alt: 'Holiday hours' }))
    expect(await shown('en')).toMatchObject({ image, alt: 'Holiday hours' })
    expect((await shown('en')).version).not.toBe('default')
    expect(await shown('fr')).toMatchObject({ image: '/popup/fr.webp', version: 'default' })
    expect((await get(image)).headers['content-type']).toBe('image/webp')
  })

  test('is turned on and off, and an older one is restored', async () => {
    answered(await save('jp', { is_on: false, image: null, alt: null }))
    expect(await shown('jp')).toMatchObject({ image: null })
    const image = await kept('popup')
    answered(await save('jp', { is_on: true, image, alt: '<script>alert(1)</script>' }))
    expect(await shown('jp')).toMatchObject({ image, alt: '<script>alert(1)</script>' })
    answered(await save('jp', { is_on: true, image: null, alt: 'left over' }))
    expect(await shown('jp')).toMatchObject({
      alt: 'どの報酬も、提示する前に全額を確保しています',
      version: 'default',
    })
    const { list } = answered(
      await app.call(calls.history, { as: content, params: { locale: 'jp' }, query: {} }),
    )
    expect(list.map((each) => [each.number, each.content.is_on, each.content.image])).toEqual([
      [4, true, null],
      [3, true, image],
      [2, false, null],
      [1, true, null],
    ])
    const body = { number: 3, reason, expected: 4 }
    const restored = await app.call(calls.restore, { as: content, params: { locale: 'jp' }, body })
    answered(await settled(app, restored, second, () => of('jp')))
    expect(await shown('jp')).toMatchObject({ image })
    expect(
      await app.call(calls.restore, { as: content, params: { locale: 'jp' }, body: { ...body, number: 2 } }),
    ).toMatchObject({ status: 409, code: 'somebody_else_has_changed_this' })
  })

  test('without a text, with another file, or without a change, is refused', async () => {
    const image = await kept('popup')
    expect(await save('kr', { is_on: true, image, alt: null })).toMatchObject({ code: 'field_is_required' })
    for (const other of [
      await kept('poster'),
      '/files/00000000000000000000000000000000.webp',
      'https://evil.test/x.webp',
      '/popup/en.webp',
      '/files/../../etc/passwd',
    ])
      expect(await save('kr', { is_on: true, image: other, alt: 'x' })).toMatchObject({
        status: 422,
        code: 'file_is_no_longer_here',
      })
    expect(await save('kr', { is_on: true, image: null, alt: null })).toMatchObject({
      status: 409,
      code: 'nothing_would_change',
    })
  })
})

describe('the banner', () => {
  const calls = adminBannerCalls
  const one = async () => answered(await app.call(calls.one, { as: content }))
  const OWN: BannerContent = { film: OWN_FILM, poster: OWN_POSTER, captions: {} }
  const save = async (change: Partial<BannerContent>) =>
    settled(
      app,
      await app.call(calls.change, {
        as: content,
        body: { ...OWN, ...change, reason, expected: (await one()).version },
      }),
      second,
      one,
    )
  const shown = async () => {
    const { banner_video, banner_poster } = answered(await app.call(contentCalls.settings))
    return [banner_video.value, banner_poster.value]
  }
  const VTT = (text: string) =>
    `WEBVTT\n\n00:00.000 --> 00:02.500\n${text}\n\n2\n00:02.500 --> 01:00:05.000\nAnd more`

  test('is the product’s default; an uploaded film has its captions beside it, where the app expects them', async () => {
    expect(await one()).toEqual({ ...OWN, version: 0 })
    const [film, poster] = [await kept('film'), await kept('poster')]
    answered(await save({ film, poster, captions: { vn: VTT('Xin chào'), en: VTT('Hello') } }))
    expect(await shown()).toEqual([film, poster])
    const beside = (locale: Locale) => get(film.replace(/\.\w+$/, `.${locale}.vtt`))
    const captions = await beside('vn')
    expect(captions.headers).toMatchObject({
      'content-type': 'text/vtt; charset=utf-8',
      'x-content-type-options': 'nosniff',
    })
    expect(captions.body).toBe(VTT('Xin chào'))
    expect((await beside('jp')).statusCode).toBe(404)
    expect(await one()).toMatchObject({ film, captions: { en: VTT('Hello') } })

    answered(await save({ film, poster, captions: { en: VTT('Hello again') } }))
    expect((await beside('vn')).statusCode).toBe(404)
    answered(await save(OWN))
    expect(await shown()).toEqual([OWN_FILM, OWN_POSTER])
    const back = { number: 2, reason, expected: (await one()).version }
    answered(await settled(app, await app.call(calls.restore, { as: content, body: back }), second, one))
    expect(await shown()).toEqual([film, poster])
    expect((await beside('vn')).body).toBe(VTT('Xin chào'))
    const { list } = answered(await app.call(calls.history, { as: content, query: {} }))
    expect(list.map((each) => each.content.film)).toEqual([film, OWN_FILM, film, film, OWN_FILM])
    expect(await app.call(calls.restore, { as: content, body: back })).toMatchObject({
      status: 409,
      code: 'somebody_else_has_changed_this',
    })
  })

  test('is served from the product only if the product includes the film', async () => {
    await mkdir(join(app.config.dataDir, 'dist/media'), { recursive: true })
    await writeFile(join(app.config.dataDir, 'dist/media/summer.mp4'), mp4)
    expect(answered(await save({ film: '/media/summer.mp4', captions: { en: VTT('x') } })).captions).toEqual(
      {},
    )
    for (const film of [
      '/media/winter.mp4',
      '/media/../api/settings.mp4',
      'https://evil.test/a.mp4',
      '/index.mp4',
    ])
      expect(await save({ film })).toMatchObject({ status: 422, code: 'film_is_unknown' })
    expect(await save({ film: '/media/summer.mp4' })).toMatchObject({ code: 'nothing_would_change' })
  })

  test('accepts no file of another kind, nor a deleted one', async () => {
    const gone = '/files/00000000000000000000000000000000'
    expect(await save({ film: `${gone}.mp4` })).toMatchObject({ code: 'file_is_no_longer_here' })
    expect(await save({ poster: `${gone}.webp` })).toMatchObject({ code: 'file_is_no_longer_here' })
    expect(await save({ poster: await kept('popup') })).toMatchObject({ code: 'file_is_no_longer_here' })
  })

  const BAD = [
    'Hello',
    'WEBVTT',
    'WEBVTT\n\nHello',
    'WEBVTT\n\n00:00.000 --> 00:02.000\n<b>Hello</b>',
    'WEBVTT\n\n00:00.000 --> 00:02.000\n<img src=x onerror=alert(1)>',
    'WEBVTT\n\n00:02.000 --> 00:01.000\nBackwards',
    'WEBVTT\n\n00:05.000 --> 00:06.000\nLate\n\n00:01.000 --> 00:02.000\nEarly',
    'WEBVTT\n\nSTYLE\n::cue { background: url(https://evil.test) }',
    `WEBVTT\n\n00:00.000 --> 00:02.000\n${'x'.repeat(201)}`,
    '<script>alert(1)</script>',
  ]
  test.each(BAD)('refuses captions_are_not_readable: %j', async (vtt) => {
    const film = await kept('film')
    expect(await save({ film, captions: { en: vtt } })).toMatchObject({
      status: 422,
      code: 'captions_are_not_readable',
    })
  })

  test.each(LOCALES)('parses the captions of the default film in %s', async (locale) => {
    const cues = cuesOf(
      await readFile(join(import.meta.dirname, `../platform/texts/${locale}/banner.vtt`), 'utf8'),
    )
    expect(cues!.length).toBeGreaterThan(0)
    expect(cues![0]).toEqual({ from: 0, to: expect.any(Number), text: expect.any(String) })
  })
})

describe('clean-up', () => {
  const popup = async (locale: Locale, image: string | null) => {
    const { list } = answered(await app.call(adminPopupCalls.list, { as: content }))
    const { version } = list.find((each) => each.locale === locale)!
    const body = { is_on: true, image, alt: image && 'x', reason, expected: version }
    const proposed = await app.call(adminPopupCalls.change, { as: content, params: { locale }, body })
    answered(await settled(app, proposed, second, async () => ({})))
  }

  test('deletes unreferenced files after a day, and never one that is shown or restorable', async () => {
    const [unused, shown, before] = [await kept('popup'), await kept('popup'), await kept('popup')]
    await popup('rs', before)
    await popup('rs', shown)
    await tidy()
    expect([unused, shown, before].map((url) => existsSync(onDisk(url)))).toEqual([true, true, true])
    app.clock.advance(2 * DAY_MS)
    content = await staff(app, 'content')
    const fresh = await kept('film')
    await tidy()
    expect([unused, shown, before, fresh].map((url) => existsSync(onDisk(url)))).toEqual([
      false,
      true,
      true,
      true,
    ])
    const body = { is_on: true, image: unused, alt: 'x', reason, expected: 3 }
    expect(
      await app.call(adminPopupCalls.change, { as: content, params: { locale: 'rs' }, body }),
    ).toMatchObject({ code: 'file_is_no_longer_here' })
    await popup('rs', before)
    expect((await get(before)).statusCode).toBe(200)
  })

  test('keeps a file that becomes referenced while it runs', async () => {
    const image = await kept('popup')
    app.clock.advance(2 * DAY_MS)
    content = await staff(app, 'content')
    await Promise.all([popup('cn', image).catch(() => undefined), tidy()])
    const { image: now } = answered(await app.call(contentCalls.popup, { locale: 'cn' }))
    expect(now === image).toBe(existsSync(onDisk(image)))
  })

  test('keeps the files of members', async () => {
    const url = '/files/0123456789abcdef0123456789abcdef.webp'
    await writeFile(onDisk(url), 'theirs')
    app.clock.advance(2 * DAY_MS)
    await tidy()
    expect(existsSync(onDisk(url))).toBe(true)
  })
})

/** The same film with the size of this element unknown, wherever it occurs. */
function unknownSize(film: Buffer, id: string): Buffer {
  const changed = Buffer.from(film)
  const mark = Buffer.from(id, 'hex')
  for (let at = changed.indexOf(mark); at !== -1; at = changed.indexOf(mark, at + mark.length)) {
    const width = Math.clz32(changed[at + mark.length]!) - 23
    changed.fill(0xff, at + mark.length, at + mark.length + width)
    changed[at + mark.length] = 0xff >> (width - 1)
  }
  return changed
}

/** The film as written by a browser's MediaRecorder: neither the segment nor its clusters have a size. */
const recorded = (): Buffer => unknownSize(unknownSize(webm, '18538067'), '1f43b675')
