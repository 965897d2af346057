// The default pages exist in all languages, with the same structure, and contain no unsafe HTML.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PAGES } from '@fairturn/contract/content'
import { LOCALES, type Locale } from '@fairturn/contract/locales'
import { countryOfPhone } from '@fairturn/contract/phones'
import { REFUSAL_REASONS } from '@fairturn/contract/withdrawals'
import { describe, expect, test } from 'vitest'
import { sanitise } from '../../content/pages.ts'

const COUNTRY: Readonly<Record<Locale, string>> = {
  vn: 'VN',
  en: 'GB',
  jp: 'JP',
  kr: 'KR',
  cn: 'CN',
  rs: 'RS',
  fr: 'FR',
}

const read = (locale: Locale, page: string) =>
  readFile(join(import.meta.dirname, locale, 'pages', `${page}.html`), 'utf8')
/** The block tags in order; emphasis may be placed differently in another language. */
const blocksOf = (html: string) =>
  [...html.matchAll(/<\/?(?!em|strong)\w+/g)].map((match) => match[0]).join('')
const textOf = (html: string) => html.replace(/<[^>]*>/g, '')

describe.each(PAGES)('%s', (page) => {
  test.each(LOCALES)('in %s has the same parts as the English page', async (locale) => {
    expect(blocksOf(await read(locale, page))).toBe(blocksOf(await read('en', page)))
  })

  test.each(LOCALES)('in %s passes the sanitiser unchanged', async (locale) => {
    const html = await read(locale, page)
    expect(sanitise(html)).toBe(html)
  })

  test.each(LOCALES)('in %s has the same figures as the English page', async (locale) => {
    const figures = (html: string) => new Set(textOf(html).match(/\d+(?:[,\u202F]\d+)*/g) ?? [])
    const english = figures(await read('en', page))
    // A translation may write a small number in digits where English spells it out, but never another amount,
    // percentage or term.
    const large = (found: Set<string>) => new Set([...found].filter((figure) => !/^\d$|^10$/.test(figure)))
    expect(large(figures(await read(locale, page)))).toEqual(large(english))
  })
})

test('French pages have a narrow no-break space before : ; ! ? » and the curved apostrophe', async () => {
  const texts = await Promise.all(PAGES.map(async (page) => textOf(await read('fr', page))))
  for (const text of texts) expect(text).not.toMatch(/[^\u202F][:;!?»]|«[^\u202F]|'/)
})

test.each(LOCALES)(
  'the money rules in %s say how long a level given back in full cannot be bought',
  async (locale) => {
    // After the sentence about 14 days, in its paragraph.
    const about = (await read(locale, 'foundation-rules')).split('\n').find((line) => /<p>.*14/.test(line))
    expect(about).toMatch(/90/)
  },
)

test.each(LOCALES)(
  'the example of a phone number in %s is one of a country of that language',
  async (locale) => {
    const example = /\+[\d ]*\d/.exec(
      await readFile(join(import.meta.dirname, locale, 'messages.json'), 'utf8').then(
        (json) => (JSON.parse(json) as Record<string, string>)['phone_is_invalid']!,
      ),
    )![0]
    expect(countryOfPhone(example.replaceAll(' ', ''))).toBe(COUNTRY[locale])
  },
)

/** Where one reason of the list ends and the next begins. */
const BETWEEN_REASONS: Readonly<Record<Locale, RegExp>> = {
  vn: /, hoặc |, /,
  en: /, or |, /,
  jp: /、/,
  kr: /경우(?:\([^)]*\))?, /,
  cn: /，或|、/,
  rs: / ili je |, /,
  fr: /, ou |, /,
}

test.each(LOCALES)(
  'the money rules in %s list as many reasons of refusals as people have',
  async (locale) => {
    const rule = (await read(locale, 'foundation-rules')).split('\n').find((line) => /<li>.*72/.test(line))!
    // The list follows the colon, in Korean a sentence; what is public comes after it.
    const list = (locale === 'kr' ? rule.split('다. ')[1] : rule.split(/ ?[:：] ?/)[1])!.split(/[.。] ?/)[0]!
    // The statement that two people revoke is the fifth.
    expect(list.split(BETWEEN_REASONS[locale])).toHaveLength(REFUSAL_REASONS.length + 1)
  },
)
