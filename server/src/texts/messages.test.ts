// Every message exists in every language, with the same placeholders. The types check the keys; this checks
// the texts.
import { describe, expect, test } from 'vitest'
import { type Locale, LOCALES } from '@fairturn/contract/locales'
import en_messages from './en/messages.ts'
import en_notices from './en/notices.ts'
import { type NoticeTexts } from './notices.ts'
import { textsOf } from './texts.ts'
import type { MessageTexts } from '@fairturn/contract/messages'

type Texts = MessageTexts & NoticeTexts
const english: Texts = { ...en_messages, ...en_notices }
const codes = Object.keys(english) as (keyof Texts)[]
const texts_of = await textsOf(async (locale) => {
  const [messages, notices] = (await Promise.all([
    import(`./${locale}/messages.ts`),
    import(`./${locale}/notices.ts`),
  ])) as [{ default: MessageTexts }, { default: NoticeTexts }]
  return { default: { ...messages.default, ...notices.default } }
})
const translated = LOCALES.filter((locale) => locale !== 'en').map(
  (locale) => [locale, texts_of[locale]] as const,
)

/** Messages that are the same in every language, and why. */
const SAME_ON_PURPOSE = new Map<string, string>([
  ['notice_broadcast_title', 'written by an operator in each language'],
  ['notice_broadcast_text', 'written by an operator in each language'],
  ['token_is_expired', 'clients recognise this very sentence and refresh their session'],
])

const SCRIPT: Partial<Record<Locale, RegExp>> = {
  vn: /[à-ỹđ]/i,
  jp: /\p{Script=Hiragana}|\p{Script=Katakana}/u,
  kr: /\p{Script=Hangul}/u,
  cn: /^[^\u3040-\u30ff]*\p{Script=Han}[^\u3040-\u30ff]*$/u,
  rs: /^\P{Script=Cyrillic}*$/u,
  fr: /^\P{Script=Cyrillic}*$/u,
}

/** The texts of a language that `wrong` holds for, as `code: text`; the tests expect none. */
function textsThatAre(texts: Texts, wrong: (text: string, code: keyof Texts) => boolean): string[] {
  return codes.filter((code) => wrong(texts[code], code)).map((code) => `${code}: ${texts[code]}`)
}

/** The names in braces in alphabetical order; a repeated name counts twice. */
function wordsOf(text: string): string {
  const names = [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[0])
  return names.toSorted((one, other) => one.localeCompare(other)).join(' ')
}

describe.each(translated)('messages in %s', (locale, texts) => {
  test('has exactly the keys of the English texts', () => {
    expect(new Set(Object.keys(texts))).toEqual(new Set(codes))
  })

  test('says something for every key, without leading or trailing spaces', () => {
    expect(textsThatAre(texts, (text) => text.trim() === '' || text !== text.trim())).toEqual([])
  })

  test('keeps the placeholders of the English text, and no other brace', () => {
    expect(textsThatAre(texts, (text, code) => wordsOf(text) !== wordsOf(english[code]))).toEqual([])
    expect(textsThatAre(texts, (text) => /[{}]/.test(text.replace(/\{\w+\}/g, '')))).toEqual([])
  })

  test('is the English text where that is on purpose, and nowhere else', () => {
    const same = (text: string, code: keyof Texts) => text.toLowerCase() === english[code].toLowerCase()
    expect(textsThatAre(texts, (text, code) => same(text, code) !== SAME_ON_PURPOSE.has(code))).toEqual([])
  })

  test('is written in its own script', () => {
    expect(
      textsThatAre(texts, (text, code) => !SAME_ON_PURPOSE.has(code) && !(SCRIPT[locale] ?? /^/).test(text)),
    ).toEqual([])
  })
})

test('French has a narrow no-break space before : ; ! ? and the curved apostrophe', () => {
  expect(textsThatAre(texts_of.fr, (text) => /[^\u202F][:;!?]|'/.test(text))).toEqual([])
})

test('Korean has no particle that depends on the sound before it after a placeholder', () => {
  const particle = /\}(을|를|이|가|은|는|과|와|으로|로)(?=[\s.,])/
  expect(textsThatAre(texts_of.kr, (text) => particle.test(text))).toEqual([])
})
