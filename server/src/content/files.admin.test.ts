import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { adminBankingCalls } from '@fairturn/contract/backoffice/banking'
// The hostile files of the photo tests, at every upload of the back office: pictures, films, captions and bank files.
// Only pixels, films and plain text are stored; no response is a fault.
import {
  FILE_KINDS,
  OWN_FILM,
  OWN_POSTER,
  adminBannerCalls,
  adminFileCalls,
} from '@fairturn/contract/backoffice/content'
import { adminWithdrawalCalls } from '@fairturn/contract/backoffice/withdrawals'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/app.ts'
import { approveProposal } from '../../test/approvals.ts'
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
import { camt053 } from '../../test/bank/files.ts'
import { answered } from '../../test/carrying.ts'
import { receiveAt } from '../../test/payments.ts'
import { staff, type TestOperator } from '../../test/staff.ts'

const MB = 1024 * 1024
const MEDIA = join(import.meta.dirname, '../../../member/public/media')
const PICTURES = ['popup', 'poster'] as const
const BANK: string[] = [
  adminBankingCalls.importStatements.path,
  adminBankingCalls.tryMapping.path,
  adminWithdrawalCalls.importReport.path,
]
const paths = [...FILE_KINDS.map((kind) => `${adminFileCalls.upload.path}?kind=${kind}`), ...BANK]
const pathOf = (kind: (typeof FILE_KINDS)[number]) => `${adminFileCalls.upload.path}?kind=${kind}`

let app: TestApp
let content: TestOperator
let second: TestOperator
let finance: TestOperator
let film: Buffer

beforeAll(async () => {
  app = await startApp()
  await receiveAt(app)
  content = await staff(app, 'content')
  second = await staff(app, 'content')
  finance = await staff(app, 'finance')
  film = await readFile(join(MEDIA, 'banner.mp4'))
})
afterAll(() => app.close())

const send = (path: string, payload: Buffer, type = FORM_TYPE) =>
  app.fastify.inject({
    method: 'POST',
    url: `/api/${path}`,
    headers: { ...(BANK.includes(path) ? finance : content).headers, 'content-type': type, langcode: 'en' },
    payload,
  })
const upload = (path: string, bytes: Buffer | string, name?: string, type?: string) =>
  send(path, form([file(bytes, name, type)]))

const kept = async () => {
  const { rows } = await app.database.query<{ count: number }>({
    text: `select (select count(*) from content_file)::int + (select count(*) from bank_statement)::int as count`,
  })
  return [await readdir(join(app.config.dataDir, 'files')).then((names) => names.toSorted()), rows[0]!.count]
}

/** The fault in a response, whether the file was accepted or not. */
const faultOf = (answer: Awaited<ReturnType<typeof send>>) =>
  answer.statusCode === 200 ? undefined : wrongRefusal(answer, 'en')

/** The refusal's code; asserts that nothing was stored. */
async function refused(sent: () => ReturnType<typeof send>): Promise<string> {
  const before = await kept()
  const answer = await sent()
  expect(wrongRefusal(answer, 'en')).toBeUndefined()
  expect(answer.statusCode).toBeGreaterThanOrEqual(400)
  expect(await kept()).toEqual(before)
  return answer.json<{ code: string }>().code
}

async function storedImage(sent: () => ReturnType<typeof send>) {
  const answer = await sent()
  expect(answer.statusCode).toBe(200)
  const { url } = answer.json<{ data: { url: string } }>().data
  expect(url).toMatch(/^\/files\/[0-9a-f]{32}\.webp$/)
  const { headers } = await app.fastify.inject({ url })
  expect(headers).toMatchObject({ 'content-type': 'image/webp', 'x-content-type-options': 'nosniff' })
  const bytes = await readFile(join(app.config.dataDir, url))
  return { bytes, metadata: await sharp(bytes).metadata() }
}

describe.each(PICTURES)('an operator’s %s', (kind) => {
  const path = pathOf(kind)

  // ASVS V5.2.2
  test.each(NO_IMAGES)('of %s is refused file_is_not_an_image', async (_name, bytes) => {
    const sent = await bytes()
    expect(await refused(() => upload(path, sent))).toBe('file_is_not_an_image')
  })

  test('loses its metadata, and all other text in it', async () => {
    const photo = await photoWithMetadata('Nguyen Anh, 10.7769 N 106.7009 E')
    const { bytes, metadata } = await storedImage(() => upload(path, photo))
    for (const part of ['exif', 'xmp', 'iptc']) expect(metadata).not.toHaveProperty(part)
    for (const word of ['Nguyen', 'EXIF']) expect(bytes.includes(word)).toBe(false)
  })

  test('that is also a page, a script or an archive is only an image afterwards', async () => {
    const both = await imageAndPage()
    const { bytes } = await storedImage(() => upload(path, both, 'a.html', 'text/html'))
    expect(bytes.includes('script')).toBe(false)
    expect(bytes.subarray(0, 4).toString()).toBe('RIFF')
  })

  test('of ten thousand frames is stored as one, at the cost of one', async () => {
    const before = process.memoryUsage.rss()
    expect(faultOf(await upload(path, gifOfManyFrames(), 'a.gif', 'image/gif'))).toBeUndefined()
    expect(process.memoryUsage.rss() - before).toBeLessThan(100 * MB)
  })
})

// ASVS V5.2.3
test('images that would decompress to gigabytes are refused everywhere, before they are decompressed', async () => {
  for (const bomb of imageBombs())
    for (const path of paths) {
      const before = process.memoryUsage.rss()
      const began = performance.now()
      expect(await refused(() => upload(path, bomb))).toBeTypeOf('string')
      expect(process.memoryUsage.rss() - before).toBeLessThan(150 * MB)
      expect(performance.now() - began).toBeLessThan(5000)
    }
})

describe('an operator’s film', () => {
  const path = pathOf('film')

  test.each(NO_IMAGES)('of %s is refused film_is_not_readable', async (_name, bytes) => {
    const sent = await bytes()
    expect(await refused(() => upload(path, sent, 'a.mp4', 'video/mp4'))).toBe('film_is_not_readable')
  })

  test('of an image, whatever is in it, is refused film_is_not_readable', async () => {
    for (const bytes of [await imageAndPage(), await photoWithMetadata('who'), gifOfManyFrames()])
      expect(await refused(() => upload(path, bytes, 'a.mp4', 'video/mp4'))).toBe('film_is_not_readable')
    expect(await refused(async () => upload(path, await picture().avif().toBuffer()))).toBe(
      'film_is_not_readable',
    )
  })
})

describe.each(BANK)('a bank file at %s', (path) => {
  test('that was not chosen is refused otherwise than one that is empty', async () => {
    expect(await refused(() => send(path, form([])))).toBe('bank_file_is_required')
    expect(await refused(() => upload(path, ''))).toBe('file_is_empty')
  })

  test('that is an image, a page or noise is refused', async () => {
    const files = await Promise.all(NO_IMAGES.map(async ([, bytes]) => await bytes()))
    for (const bytes of [...files, await imageAndPage()])
      expect(await refused(() => upload(path, bytes, 'a.xml', 'application/xml'))).toMatch(
        /^(bank_file_is_not_readable|field_is_invalid)$/,
      )
  })
})

test.each(['&#0;', '&#x0;', '&#xD800;', '&#1114112;', '&#xFFFFFFFFF;', '&#-1;', '&#8238;'])(
  'a statement with %s in a name and a text is imported without it, or refused',
  async (written) => {
    const statementWith = (id: string) =>
      camt053({ id, lines: [{ amount: '1.00', text: 'SAID', name: 'SAID' }] }).replaceAll(
        'SAID',
        `a${written}b`,
      )
    expect(faultOf(await upload(BANK[0]!, statementWith(`SAID ${written.slice(2, -1)}`)))).toBeUndefined()
  },
)

/** Trials need a mapping, and reports need a batch that was sent. */
const takes = (path: string) => !BANK.slice(1).includes(path)

describe.each(paths)('a form at %s', (path) => {
  const own = async () => (path.endsWith('film') ? film : await picture().png().toBuffer())

  test('with two files, or with too many fields, is refused request_is_malformed', async () => {
    const bytes = await own()
    expect(await refused(() => send(path, form([file(bytes), file(bytes)])))).toBe('request_is_malformed')
    const many: Part[] = Array.from({ length: 30 }, (_, i) => ({ name: `field${i}`, value: 'x' }))
    expect(await refused(() => send(path, form([...many, file(bytes)])))).toBe('request_is_malformed')
  })

  test('without a file, or with an empty or invalid one, is refused', async () => {
    const none = path.endsWith('film')
      ? 'film_is_not_readable'
      : BANK.includes(path)
        ? 'bank_file_is_required'
        : 'file_is_required'
    expect(await refused(() => send(path, form([])))).toBe(none)
    expect(await refused(() => upload(path, ''))).toBe('file_is_empty')
    const bytes = form([file('x')])
    for (const type of NO_FORMS)
      expect([none, 'request_is_malformed', 'media_type_is_not_supported']).toContain(
        await refused(() => send(path, bytes, type)),
      )
  })

  // ASVS V5.2.1
  test('with a file beyond its limit is refused as too large, without multiplying its size in memory', async () => {
    const before = process.memoryUsage.rss()
    for (const megabytes of [21, 40])
      expect(await refused(() => upload(path, Buffer.alloc(megabytes * MB, 1)))).toMatch(/_is_too_large$/)
    expect(process.memoryUsage.rss() - before).toBeLessThan(400 * MB)
  })

  test('that is truncated is refused request_is_malformed', async () => {
    const bytes = form([file(await own())])
    for (const length of [bytes.length - 4, bytes.length - 30, 150, 20])
      expect(await refused(() => send(path, bytes.subarray(0, length)))).toBe('request_is_malformed')
  })

  // ASVS V5.3.2
  test('whose file name has a special meaning is stored under our own name, or not at all', async () => {
    const [before, statements] = await kept()
    for (const [i, name] of FILE_NAMES.entries()) {
      const bytes = BANK.includes(path) ? camt053({ id: `NAME-${i}`, lines: [] }) : await own()
      const answer = await upload(path, bytes, name)
      expect(faultOf(answer)).toBeUndefined()
    }
    const [after, more] = await kept()
    expect(Number(more) - Number(statements)).toBe(takes(path) ? FILE_NAMES.length : 0)
    for (const name of new Set(after as string[]).difference(new Set(before as string[])))
      expect(name).toMatch(/^[0-9a-f]{32}\.(webp|mp4)$/)
  })

  test('with field names that have a meaning in JavaScript or SQL has no effect', async () => {
    const bytes = BANK.includes(path)
      ? camt053({ id: `FIELDS${BANK.indexOf(path)}`, lines: [] })
      : await own()
    for (const name of ['__proto__', 'constructor', 'toString', 'mapping_id', 'mapping'])
      for (const value of ['x', '\0', '-'.repeat(36), '{"__proto__":{"x":1}}', '[[[[', 'null']) {
        const answer = await send(path, form([{ name, value }, file(bytes)]))
        expect(faultOf(answer)).toBeUndefined()
      }
    expect(({} as Record<string, unknown>)['x']).toBeUndefined()
  })
})

describe('captions', () => {
  const AT = '00:00.000 --> 00:02.000'
  const PLAIN = `WEBVTT\n\n${AT}\nHello`
  let own: string
  beforeAll(async () => {
    const sent = await upload(pathOf('film'), film, 'a.mp4', 'video/mp4')
    own = sent.json<{ data: { url: string } }>().data.url
    await save(PLAIN)
  })

  async function save(en: unknown, address = own) {
    const { version } = answered(await app.call(adminBannerCalls.one, { as: content }))
    const payload = {
      film: address,
      poster: OWN_POSTER,
      captions: { en },
      reason: 'Better words. It is written down.',
      expected: version,
    }
    const response = await app.fastify.inject({
      method: 'POST',
      url: `/api/${adminBannerCalls.change.path}`,
      headers: { ...content.headers, langcode: 'en' },
      payload,
    })
    const proposal_id = response.json<{ data?: { proposal_id: string | null } }>().data?.proposal_id
    if (proposal_id) answered(await approveProposal(app, proposal_id, second))
    return response
  }
  const served = () => app.fastify.inject({ url: own.replace(/\.\w+$/, '.en.vtt') })

  test.each<[string, unknown]>([
    ['a page', '<script>alert(1)</script>'],
    ['markup beside the signature', `WEBVTT <script>alert(1)</script>\n\n${AT}\nHello`],
    ['markup below the signature', `WEBVTT\n<script>alert(1)</script>\n\n${AT}\nHello`],
    ['a note with markup', `WEBVTT\n\nNOTE <script>alert(1)</script>\n\n${AT}\nHello`],
    ['a note with text', `WEBVTT\n\nNOTE\nonly words\n\n${AT}\nHello`],
    ['a style', `WEBVTT\n\nSTYLE\n::cue { background: url(https://evil.test) }\n\n${AT}\nHello`],
    ['a region', `WEBVTT\n\nREGION\nid:fred\nwidth:40%\n\n${AT}\nHello`],
    ['a timestamp map', `WEBVTT\n\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:0\n\n${AT}\nHello`],
    ['a cue name with markup', `WEBVTT\n\n<script>alert(1)</script>\n${AT}\nHello`],
    ['a cue name like timestamps with markup', `WEBVTT\n\n00:00.000 --> 00:01.000 <script>\n${AT}\nHello`],
    ['a cue name like a note', `WEBVTT\n\nNOTE\n${AT}\nHello`],
    ['a cue name like a style block', `WEBVTT\n\nSTYLE\n${AT}\n::cue { background: url(https://evil.test) }`],
    ['a cue name of 5 000 letters', `WEBVTT\n\n${'x'.repeat(5000)}\n${AT}\nHello`],
    ['cue settings', `WEBVTT\n\n${AT} line:-1 onerror:alert(1)\nHello`],
    ['a voice', `WEBVTT\n\n${AT}\n<v onerror=alert(1)>Hello`],
    ['a class', `WEBVTT\n\n${AT}\n<c.x onclick="alert(1)">Hello</c>`],
    ['timestamps within a cue', `WEBVTT\n\n${AT}\n<00:00:01.000><b>Hello`],
    ['markup as character references', `WEBVTT\n\n${AT}\n&lt;script&gt;alert(1)&lt;/script&gt;`],
    ['two cues in one', `WEBVTT\n\n${AT}\nHello\n00:03.000 --> 00:04.000\n<svg/onload=alert(1)>`],
    ['NUL', `WEBVTT\n\n${AT}\nHel\0lo`],
    ['a terminal escape sequence', `WEBVTT\n\n${AT}\nHel\u001b[31mlo`],
    ['a lone surrogate', `WEBVTT\n\n${AT}\nHel\ud800lo`],
    ['markup after carriage returns', `WEBVTT\r\r${AT}\r<script>alert(1)</script>`],
    ['markup as a block', `WEBVTT\n\n${AT}\n\n<script>alert(1)</script>`],
    ['markup after the last hour', `WEBVTT\n\n99:59:59.999 --> 999:59:59.999\n<i>`],
    ['markup after two BOMs', `\ufeff\ufeffWEBVTT\n\n${AT}\n<b>`],
    ['a list', ['WEBVTT']],
    ['an object', { toString: 'WEBVTT' }],
    ['a number', 7],
    ['61 cues', `WEBVTT\n\n${`${AT}\nHello\n\n`.repeat(61)}`],
    ['60 000 letters', 'x'.repeat(60_000)],
    ['only line breaks', `WEBVTT${'\n'.repeat(5990)}`],
    ['only blanks', `WEBVTT\n\n${AT}\n${' \n'.repeat(2900)}x`],
  ])(
    // ASVS V5.2.2
    'with markup in them are refused, and nothing of them is served: %s',
    async (_name, vtt) => {
      const began = performance.now()
      const answer = await save(vtt)
      expect(wrongRefusal(answer, 'en')).toBeUndefined()
      expect(['captions_are_not_readable', 'field_is_invalid', 'field_is_too_long']).toContain(
        answer.json<{ code: string }>().code,
      )
      expect(performance.now() - began).toBeLessThan(1000)
      expect((await served()).body).toBe(PLAIN)
    },
  )

  // ASVS V5.3.1
  test('of plain text are served only as captions, and only with the film', async () => {
    const vtt = `WEBVTT\n\nfirst\n${AT}\njavascript:alert(1) {{7*7}} \${x} '"`
    expect((await save(vtt)).statusCode).toBe(200)
    const { headers, body } = await served()
    expect(body).toBe(vtt)
    expect(headers).toMatchObject({
      'content-type': 'text/vtt; charset=utf-8',
      'x-content-type-options': 'nosniff',
    })
    expect(String(headers['content-security-policy'])).toMatch(
      /^default-src 'none'(?!.*script-src).*; sandbox$/,
    )
    expect((await save(vtt, OWN_FILM)).json<{ data: unknown }>().data).toMatchObject({ captions: {} })
  })
})
