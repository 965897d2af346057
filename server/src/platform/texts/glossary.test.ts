// Each language calls a thing by one word, that of its glossary: the words it replaced (replaced-words.json of each language:
// a pattern, and the word to use) stand in no text of the server, the member app or, for Vietnamese, the back office.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LOCALES, type Locale } from '@fairturn/contract/locales'
import { describe, expect, test } from 'vitest'

interface Replaced {
  readonly not: string
  readonly but: string
}

const ROOT = join(import.meta.dirname, '../../../..')
const read = (...path: string[]): string => readFileSync(join(ROOT, ...path), 'utf8')

/** All strings of a JSON file of texts. */
const stringsOf = (node: unknown): string[] =>
  typeof node === 'string' ? [node] : Object.values(node as object).flatMap(stringsOf)

/** The texts of a catalogue, each with its continuation lines joined. */
const translationsOf = (po: string): string[] =>
  [...po.matchAll(/^msgstr ((?:".*"\n?)+)/gm)].map(([, quoted]) =>
    [...quoted!.matchAll(/^"(.*)"$/gm)].map(([, part]) => JSON.parse(`"${part}"`) as string).join(''),
  )

const VIETNAMESE = /[À-ỹ]/

/** Quoted strings of the back office’s files: Vietnamese is the second of each pair. */
const quotedIn = (source: string): string[] =>
  [...source.matchAll(/'((?:[^'\\\n]|\\.)*)'/g)].map(([, text]) => text!)

function textsOf(locale: Locale): string[] {
  const own = `server/src/platform/texts/${locale}`
  const roles = ['messages', 'notices', 'documents', 'links', 'reasons']
  const files = [...globSync(`${own}/pages/*.html`, { cwd: ROOT }), `${own}/popup.html`, `${own}/banner.vtt`]
  const backOffice = locale === 'vn' ? globSync('admin/src/texts/*.ts', { cwd: ROOT }) : []
  return [
    ...roles.flatMap((role) => stringsOf(JSON.parse(read(own, `${role}.json`)))),
    ...files.flatMap((file) => read(file).replaceAll('<wbr>', '').split('\n')),
    ...['first', 'others'].flatMap((part) => translationsOf(read(`member/src/locales/${locale}/${part}.po`))),
    ...backOffice.flatMap((file) => quotedIn(read(file)).filter((text) => VIETNAMESE.test(text))),
  ]
}

const replacedIn = (locale: Locale) =>
  JSON.parse(read(`server/src/platform/texts/${locale}/replaced-words.json`)) as Replaced[]

/** `\b` at letters of every alphabet. */
const BOUNDARY = String.raw`(?:(?<=\p{L})(?!\p{L})|(?<!\p{L})(?=\p{L}))`

const found = (texts: readonly string[], { not }: Replaced): string[] => {
  const pattern = new RegExp(not.replaceAll(String.raw`\b`, BOUNDARY), 'iu')
  return texts.filter((text) => pattern.test(text))
}

describe.each(LOCALES)('the texts in %s', (locale) => {
  const texts = textsOf(locale)
  const replaced = replacedIn(locale)

  test('are all read', () => {
    expect(texts.length).toBeGreaterThan(1_600)
    expect(replaced.length).toBeGreaterThan(5)
  })

  test.each(replaced.map((each) => [each.not, each.but, each] as const))(
    'never say “%s” but “%s”',
    (_not, _but, each) => {
      expect(found(texts, each)).toEqual([])
    },
  )
})

/** One sentence for each language with a word that was replaced. */
const SEEDED: Readonly<Record<Locale, string>> = {
  vn: 'Đã hoàn phí cấp',
  en: 'Link by e-mail',
  jp: 'スタッフが却下',
  kr: '계정 닫기',
  cn: '为您保留的邀约',
  rs: 'Osoblje vas je odjavilo',
  fr: 'Retrait renvoyé',
}

test.each(LOCALES)('a replaced word is found in %s', (locale) => {
  const rows = replacedIn(locale).filter((each) => found([SEEDED[locale]], each).length > 0)
  expect(rows.length).toBeGreaterThan(0)
})
