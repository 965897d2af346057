import { LOCALES, type Locale } from '@fairturn/contract/locales'
import { isOperatorMessage, MESSAGE_STATUS, type MessageCode } from '@fairturn/contract/messages'
// The server's texts exist in every language, with the same placeholders.
import { describe, expect, test } from 'vitest'
import { textsOf } from './texts.ts'

type Texts = Readonly<Record<string, string>>

/** `{ titles: { award: 'Award' } }` as `{ 'titles.award': 'Award' }`. */
function flat(node: object, prefix = ''): [string, string][] {
  return Object.entries(node).flatMap(([key, value]: [string, string | object]) =>
    typeof value === 'string' ? [[prefix + key, value]] : flat(value, `${prefix}${key}.`),
  )
}

async function textsOfRoles(roles: readonly string[]): Promise<Record<Locale, Texts>> {
  const loaded = await Promise.all(roles.map((role) => textsOf<object>(role)))
  const ofLocale = (locale: Locale) =>
    Object.fromEntries(loaded.flatMap((texts, i) => flat(texts[locale], `${roles[i]}.`)))
  return Object.fromEntries(LOCALES.map((locale) => [locale, ofLocale(locale)])) as Record<Locale, Texts>
}

const textsIn = await textsOfRoles(['messages', 'notices', 'documents', 'links', 'reasons'])
const keys = Object.keys(textsIn.en)
const translated = LOCALES.filter((locale) => locale !== 'en')

/** Sentences that are the same in every language, and the reason. */
const SAME_ON_PURPOSE = new Map<string, string>([
  ['notices.notice_broadcast_title', 'written by an operator in each language'],
  ['notices.notice_broadcast_text', 'written by an operator in each language'],
  ['notices.mail_invoice_subject', 'names alone'],
  ['messages.token_is_expired', 'clients recognise this very sentence and refresh their session'],
])

const SCRIPT: Partial<Record<Locale, RegExp>> = {
  vn: /[à-ỹđ]/i,
  jp: /\p{Script=Hiragana}|\p{Script=Katakana}/u,
  kr: /\p{Script=Hangul}/u,
  cn: /^[^\u3040-\u30ff]*\p{Script=Han}[^\u3040-\u30ff]*$/u,
  rs: /^\P{Script=Cyrillic}*$/u,
  fr: /^\P{Script=Cyrillic}*$/u,
}

/** The texts of a language for which `wrong` holds, as `key: text`; expected to be empty. */
function textsThatAre(locale: Locale, wrong: (text: string, key: string) => boolean): string[] {
  return keys
    .map((key) => [key, textsIn[locale][key]!] as const)
    .filter(([key, text]) => wrong(text, key))
    .map((text) => text.join(': '))
}

/** Excludes single words of documents and pages, some of which are equal in two languages. */
const isSentence = (key: string) => /^(messages|notices)\./.test(key)

/** The placeholder names, sorted; a repeated name counts twice. */
function wordsOf(text: string): string {
  const names = [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[0])
  return names.toSorted((one, other) => one.localeCompare(other)).join(' ')
}

test('every message of members has an English text', () => {
  const codes = Object.keys(MESSAGE_STATUS).filter((code) => !isOperatorMessage(code as MessageCode))
  expect(keys.filter((key) => key.startsWith('messages.'))).toEqual(
    expect.arrayContaining(codes.map((code) => `messages.${code}`)),
  )
  expect(keys.filter((key) => key.startsWith('messages.'))).toHaveLength(codes.length)
})

describe.each(translated)('the server’s texts in %s', (locale) => {
  test('have exactly the keys of the English texts', () => {
    expect(new Set(Object.keys(textsIn[locale]))).toEqual(new Set(keys))
  })

  test('have a text for every key, without leading or trailing spaces', () => {
    const spaced = (text: string, key: string) =>
      text !== text.trim() && textsIn.en[key] === textsIn.en[key]!.trim()
    expect(textsThatAre(locale, (text, key) => text.trim() === '' || spaced(text, key))).toEqual([])
  })

  test('keep the placeholders of the English text, and no other braces', () => {
    expect(textsThatAre(locale, (text, key) => wordsOf(text) !== wordsOf(textsIn.en[key]!))).toEqual([])
    expect(textsThatAre(locale, (text) => /[{}]/.test(text.replace(/\{\w+\}/g, '')))).toEqual([])
  })

  test('equal the English text only where that is on purpose', () => {
    const same = (text: string, key: string) => text.toLowerCase() === textsIn.en[key]!.toLowerCase()
    expect(
      textsThatAre(locale, (text, key) => isSentence(key) && same(text, key) !== SAME_ON_PURPOSE.has(key)),
    ).toEqual([])
  })

  test('are in the language’s own script', () => {
    const written = SCRIPT[locale] ?? /^/
    expect(
      textsThatAre(
        locale,
        (text, key) => isSentence(key) && !SAME_ON_PURPOSE.has(key) && !written.test(text),
      ),
    ).toEqual([])
  })
})

test('French has a narrow no-break space before : ; ! ? and the curved apostrophe', () => {
  const wrong = (text: string) => /[^\u202F][:;!?]|'/.test(text.replaceAll('https://', ''))
  expect(textsThatAre('fr', wrong)).toEqual([])
})

test('Korean has no particle after a placeholder that depends on the preceding sound', () => {
  const particle = /\}(을|를|이|가|은|는|과|와|으로|로)(?=[\s.,])/
  expect(textsThatAre('kr', (text) => particle.test(text))).toEqual([])
})
