// The link service through HTTP: what visitors get, whatever they send.
import { LANGUAGES, LOCALES, type Locale } from '@fairturn/contract/locales'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestLinks, someoneElse, startLinks } from '../../test/links.ts'
import { linkTexts } from '../platform/texts/links.ts'
import { endLink } from './tracking.ts'

let links: TestLinks
beforeAll(async () => {
  links = await startLinks()
})
afterAll(() => links.close())

/** The link-preview fetcher of each chat app. */
const PREVIEWS = {
  WhatsApp: 'WhatsApp/2.24.20.89 A',
  Telegram: 'TelegramBot (like TwitterBot)',
  Zalo: 'Mozilla/5.0 (compatible; ZaloBot/1.0; +https://zalo.me)',
  LINE: 'facebookexternalhit/1.1;line-poker/1.0',
  KakaoTalk: 'facebookexternalhit/1.1; kakaotalk-scrap/1.0; +https://devtalk.kakao.com/t/scrap/33984',
  Facebook: 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  Discord: 'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)',
  Slack: 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
  iMessage:
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 (KHTML, like Gecko) Version/9.0.1 Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0',
}

const asking = (locale: Locale) => ({ headers: { 'accept-language': `${LANGUAGES[locale].tag},en;q=0.1` } })

describe('the page', () => {
  test.each(LOCALES)(
    'has the disclosure in %s, is below 10 KB, and loads nothing but the image',
    async (locale) => {
      const { code } = await links.link()
      const { status, body, bytes, headers } = await links.get(code, asking(locale))
      expect(status).toBe(200)
      expect(bytes).toBeLessThan(10_000)
      const texts = linkTexts[locale]
      expect(body).toContain(`<html lang="${LANGUAGES[locale].tag}">`)
      expect(body).toContain(texts.sponsored)
      expect(body).toContain(texts.reward)
      expect(body).toContain('Nhà Gốm Bát Tràng')
      expect(body).toContain(texts.continue_to.replace('{host}', '<bdi>shop.example.com</bdi>'))
      expect(body).not.toMatch(/<script|@import|url\(|<link rel="(?!icon)/)
      expect([...body.matchAll(/\bsrc="([^"]*)"/g)].map((match) => match[1])).toEqual([
        'http://localhost/files/pottery.webp',
      ])
      expect(headers['cache-control']).toBe('no-store')
      expect(headers['x-robots-tag']).toBe('noindex, nofollow')
      expect(headers['content-language']).toBe(LANGUAGES[locale].tag)
      expect(headers['content-security-policy']).toMatch(
        /^default-src 'none'; style-src 'sha256-[^']+'; img-src/,
      )
    },
  )

  test('has every text in every language, none of them a copy of the English', () => {
    const words = (from: string) => from.match(/\{\w+\}/g) ?? []
    for (const locale of LOCALES.filter((other) => other !== 'en')) {
      for (const [key, text] of Object.entries(linkTexts[locale])) {
        const english = linkTexts.en[key as keyof typeof linkTexts.en]
        expect(text, `${locale} ${key}`).not.toBe('')
        expect(text, `${locale} ${key}`).not.toBe(english)
        expect(words(text), `${locale} ${key}`).toEqual(words(english))
      }
    }
  })

  test.each([
    ['tlh,tlh;q=0.9', 'vn'],
    ['tlh,fr;q=0.4,ko;q=0.6', 'kr'],
    ['sr-RS,sr;q=0.9,en;q=0.8', 'rs'],
    ['zh-TW,zh;q=0.9', 'cn'],
    ['en;q=0,ja;q=0.2', 'jp'],
    ['*', 'vn'],
    [';;;q=x,,', 'vn'],
    ['en-US;q=abc', 'en'],
  ])('for Accept-Language %s is in %s', async (header, locale) => {
    const { code } = await links.link()
    const { headers } = await links.get(code, { headers: { 'accept-language': header } })
    expect(headers['content-language']).toBe(LANGUAGES[locale as Locale].tag)
  })

  test('shows the tagline in another language, marked as such, if the campaign has none in the visitor’s', async () => {
    const { code } = await links.link()
    const { body } = await links.get(code, asking('fr'))
    expect(body).toContain('<p lang="en">Hand-made pottery</p>')
  })

  // ASVS V1.1.2
  test('escapes any campaign text', async () => {
    const hostile = '"><script>alert(1)</script>\u0001token\u0001\u202e{host}'
    const page = {
      brand: hostile,
      tagline: { vn: hostile },
      creative: '"onerror="alert(1)',
      landing_url: 'https://x.example/',
    }
    const { code } = await links.link({ page })
    const { body, status, token } = await links.get(code)
    expect(status).toBe(200)
    expect(body).not.toMatch(/<script|"onerror/)
    expect(token).toMatch(/^[0-9a-f-]{36}\.[\w-]{22}$/)
  })

  test.each(['', 'x y', '[::1', `${'a'.repeat(5_000)}.example`, 'evil.example"><script>', '127.0.0.1:99999'])(
    'is unaffected by the Host header: %j',
    async (host) => {
      const { code } = await links.link()
      const { status, body } = await links.get(code, { headers: { host } })
      expect(status).toBe(200)
      expect(body).not.toContain('<script')
      expect(body.length).toBeLessThan(10_000)
    },
  )

  test.each(LOCALES)(
    'has a link preview in %s: sponsored, disclosed, and nothing about a visitor',
    async (locale) => {
      const { code } = await links.link()
      const { body, bytes, token } = await links.get(code, {
        agent: 'TelegramBot (like TwitterBot)',
        ...asking(locale),
      })
      const tags = new Map(
        [...body.matchAll(/<meta (?:property|name)="([^"]+)" content="([^"]*)">/g)].map(
          ([, name, content]) => [name, content!],
        ),
      )
      expect(bytes).toBeLessThan(10_000)
      expect(tags.get('og:title')).toBe(`Nhà Gốm Bát Tràng · ${linkTexts[locale].sponsored}`)
      expect(tags.get('og:description')).toMatch(/^(Gốm thủ công|Hand-made pottery)\. \S/)
      expect(tags.get('og:description')!.endsWith(linkTexts[locale].reward)).toBe(true)
      expect(tags.get('og:image')).toBe('http://localhost/files/pottery.webp')
      expect([tags.get('og:image:width'), tags.get('og:image:height')]).toEqual(['1200', '630'])
      expect(tags.get('og:url')).toBe(`http://localhost/r/${code}`)
      expect(tags.get('og:locale')).toMatch(new RegExp(`^${LANGUAGES[locale].tag.slice(0, 2)}_[A-Z]{2}$`))
      expect(tags.get('twitter:card')).toBe('summary_large_image')
      expect([...tags.values()].join(' ')).not.toContain(token)
    },
  )

  test.each(Object.entries(PREVIEWS))(
    'is shown to %s, which is not counted as a visit',
    async (_app, agent) => {
      const link = await links.link()
      const { status, body, token } = await links.get(link.code, {
        agent,
        headers: { 'accept-language': '', accept: '*/*' },
      })
      expect(status).toBe(200)
      expect(body).toContain('og:title')
      // Even if it submitted the form, it would not be counted.
      links.database.clock.advance(5_000)
      await links.post(link.code, token, { agent })
      const { verified, byReason } = await links.counts(link.order_id)
      expect(verified).toBe(0)
      expect(byReason.preview).toBe(1)
    },
  )
})

describe('continuing', () => {
  test('needs no script: the form’s token redirects to the landing page with the click_id', async () => {
    const { code } = await links.link()
    const { token, body } = await links.get(code)
    expect(body).toContain(`<form method="post" action="/r/${code}/continue">`)
    links.database.clock.advance(3_000)
    const { status, headers } = await links.post(code, token)
    expect(status).toBe(303)
    expect(headers['location']).toMatch(
      /^https:\/\/shop\.example\.com\/spring\?utm_source=fairturn&click_id=[0-9a-f-]{36}#top$/,
    )
  })

  test('without a valid token shows the page first', async () => {
    const { code } = await links.link()
    const { code: otherCode } = await links.link()
    const { token } = await links.get(code)
    const { token: otherToken } = await links.get(otherCode)
    // One character changed, at every position.
    const tampered = Array.from(token).map(
      (_, i) => token.slice(0, i) + (token[i] === '0' ? '1' : '0') + token.slice(i + 1),
    )
    for (const sent of [
      '',
      'x',
      ...tampered,
      `${token}=`,
      `${token} `,
      otherToken,
      token.slice(0, 42),
      '%00',
      'token',
    ]) {
      const { status, headers } = await links.post(code, sent)
      expect([status, headers['location']]).toEqual([303, `/r/${code}`])
    }
  })

  // ASVS V3.7.2
  test('redirects only to the campaign’s landing page, whatever the request contains', async () => {
    const { code } = await links.link()
    const evil = 'https://evil.example/'
    const tries = [
      `/r/${code}/continue?url=${evil}&landing_url=${evil}&next=${evil}`,
      `/r/${code}/continue#${evil}`,
      `/r/${code}/continue?click_id=${evil}`,
    ]
    for (const url of tries) {
      const { token } = await links.get(code, someoneElse())
      const response = await links.fastify.inject({
        method: 'POST',
        url,
        headers: {
          host: 'evil.example',
          referer: evil,
          origin: evil,
          'x-forwarded-host': 'evil.example',
          'content-type': 'application/x-www-form-urlencoded',
        },
        payload: `token=${token}&url=${evil}&redirect=${evil}`,
      })
      expect(new URL(response.headers.location as string, 'http://localhost').host).toBe('shop.example.com')
    }
    for (const path of [
      `/r//evil.example/${code}`,
      `/r/${code}/continue/https://evil.example`,
      `/r/${evil}`,
    ]) {
      const response = await links.fastify.inject({ method: 'POST', url: path })
      expect(response.statusCode).toBe(404)
      expect(response.headers.location).toBeUndefined()
    }
  })

  test('50 concurrent posts of one token are one visit', async () => {
    const link = await links.link()
    const { token } = await links.get(link.code)
    links.database.clock.advance(3_000)
    const answers = await Promise.all(Array.from({ length: 50 }, () => links.post(link.code, token)))
    // All are redirected to the advertiser; only one counts.
    expect(answers.map((answer) => answer.status)).toEqual(Array(50).fill(303))
    const counts = await links.counts(link.order_id)
    expect(counts).toEqual({ verified: 1, visits: 50, byReason: { token_used: 49 } })
  })
})

describe('an unknown code', () => {
  test.each(LOCALES)('is answered in %s, with 404', async (locale) => {
    const { status, body, headers } = await links.get('AAAAAAAA', asking(locale))
    expect(status).toBe(404)
    expect(body).toContain(linkTexts[locale].unknown_title)
    expect(headers['cache-control']).toBe('no-store')
  })

  test('is found once its link is opened, even if the cache has just stored it as unknown', async () => {
    await links.get('zzzzzzzz')
    const { order_id } = await links.link()
    await links.database.asSchemaOwner(`update link set code = 'zzzzzzzz' where id = $1`, [order_id])
    await links.database.asSchemaOwner(`select pg_notify('links', 'zzzzzzzz')`)
    await expect.poll(async () => (await links.get('zzzzzzzz')).status).toBe(200)
  })

  test('is reloaded with all others if a notification names none, as distribute sends it', async () => {
    const announced = new Set<string>()
    const unlisten = await links.database.listen('links', (code) => announced.add(code))
    const [one, other] = [await links.link(), await links.link()]
    await expect.poll(() => announced).toEqual(new Set([one.code, other.code]))
    await unlisten()
    const brands = () =>
      Promise.all(
        [one, other].map(async ({ code }) => (await links.get(code)).body.includes('Another brand')),
      )
    expect(await brands()).toEqual([false, false])
    await links.database.asSchemaOwner(`update link set brand = 'Another brand'`)
    expect(await brands()).toEqual([false, false])
    await links.database.asSchemaOwner(`notify links`)
    await expect.poll(brands).toEqual([true, true])
  })

  const naughty = [
    '',
    '/',
    '..',
    '../../etc/passwd',
    '%2e%2e%2f',
    '%00',
    '%F0%9F%92%A9',
    'ＡＢＣＤＥＦＧＨ',
    "'; drop table link; --",
    '<script>alert(1)</script>',
    '${7*7}',
    '{{7*7}}',
    'undefined',
    'null',
    'NaN',
    '-1',
    '1e309',
    'A'.repeat(5_000),
    'الرابط‏',
    '田中さんにあげて下さい',
    '\u202eabcdefgh',
    'a b c d ',
    'AAAAAAAA/',
    'AAAAAAAA/continue',
    'AAAAAAAA/continue/',
    'AAAAAAAA?x=%FF',
    '__proto__',
    'constructor',
    '%ff%fe',
    '%',
  ]
  test.each(naughty)('%j is refused without a fault', async (code) => {
    const raw = `/r/${code.startsWith('%') ? code : encodeURI(code)}`
    for (const method of ['GET', 'HEAD', 'POST'] as const) {
      const open = (url: string) =>
        links.fastify.inject({ method, url, headers: { 'user-agent': 'Mozilla/5.0' } })
      const first = await open(raw)
      // To the code alone, without what stands around it.
      const location = first.statusCode === 302 ? String(first.headers.location) : undefined
      expect(location ?? '/r/AAAAAAAA').toMatch(/^\/r\/[0-9A-Za-z]{8}$/)
      const response = location === undefined ? first : await open(location)
      expect(response.statusCode).toBeGreaterThanOrEqual(400)
      expect(response.statusCode).toBeLessThan(500)
    }
  })

  test.each([
    ['application/json', '{"token":'],
    ['application/json', '{"token":"x"}'],
    ['multipart/form-data; boundary=x', '--x\r\nbroken'],
    ['text/plain', 'token=x'],
    ['application/x-www-form-urlencoded', 'token=%ZZ&token=%&&&=&token'],
    ['application/x-www-form-urlencoded', `token=${'x'.repeat(10_000)}`],
    ['x', 'x'],
    ['', ''],
  ])('a body of %s is no token', async (type, payload) => {
    const { code } = await links.link()
    const response = await links.fastify.inject({
      method: 'POST',
      url: `/r/${code}/continue`,
      headers: { 'content-type': type },
      payload,
    })
    expect([303, 413, 415]).toContain(response.statusCode)
    expect(response.headers.location ?? `/r/${code}`).toBe(`/r/${code}`)
  })
})

test.each([
  ['en', 'Hand-made pottery', 'Hand-made pottery. '],
  ['en', 'Hand-made! ', 'Hand-made! '],
  ['en', 'He said “hand-made.”', 'He said “hand-made.” '],
  ['fr', 'La poterie, faite main —', 'La poterie, faite main. '],
  ['jp', '手作りの陶器', '手作りの陶器。 '],
  ['cn', '手工陶瓷，', '手工陶瓷。 '],
  ['kr', '수제 도자기', '수제 도자기. '],
  ['vn', 'Gốm thủ công…', 'Gốm thủ công… '],
  ['rs', 'Ručno rađena keramika', 'Ručno rađena keramika. '],
] as const)('a preview in %s ends the sentence “%s” before the next', async (locale, tagline, begins) => {
  const page = {
    brand: 'Pottery',
    tagline: { [locale]: tagline },
    creative: '/files/pottery.webp',
    landing_url: 'https://x.example/',
  }
  const { code } = await links.link({ page })
  const { body } = await links.get(code, asking(locale))
  expect(body).toContain(`<meta property="og:description" content="${begins}${linkTexts[locale].reward}">`)
})

describe('a link that has ended', () => {
  test('says so, does not redirect, and counts nothing any more', async () => {
    const link = await links.link()
    const { token } = await links.get(link.code, someoneElse())
    links.database.clock.advance(2_000)
    await links.database.transaction((tx) => endLink(tx, link.order_id))
    await expect.poll(async () => (await links.get(link.code, someoneElse())).status).toBe(410)
    const { body } = await links.get(link.code, asking('jp'))
    expect(body).toContain(linkTexts.jp.ended_title)
    expect(body).not.toContain('shop.example.com')
    const { status, headers } = await links.post(link.code, token)
    expect([status, headers['location']]).toEqual([410, undefined])
    const counts = await links.counts(link.order_id)
    expect(counts.verified).toBe(0)
    expect(counts.byReason).toEqual({ link_not_active: counts.visits })
  })

  test('ends at its deadline without any job', async () => {
    const now = links.database.clock.now()
    const link = await links.link({ ends_at: new Date(now.getTime() + 60_000) })
    expect((await links.get(link.code)).status).toBe(200)
    links.database.clock.advance(60_000)
    expect((await links.get(link.code)).status).toBe(410)
  })
})
