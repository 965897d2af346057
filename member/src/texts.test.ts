// @vitest-environment node
// What the sources say and what the catalogues hold are the same texts, and each language has the forms it needs.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const CONFIG = 'lingui.extract.config.ts'
const EXTRACTED = join(ROOT, 'node_modules/.cache/texts/en.po')
const BCP47 = { vn: 'vi', en: 'en', jp: 'ja', kr: 'ko', cn: 'zh-Hans', rs: 'sr-Latn', fr: 'fr' }
/** French `many` is for a million of something, which nothing here counts to. */
const NEVER_REACHED: Readonly<Record<string, readonly string[]>> = { fr: ['many'] }

/** Message id (with its context) → text, as a catalogue holds them. */
type Catalogue = ReadonlyMap<string, string>

function readCatalogue(file: string): Catalogue {
  const texts = new Map<string, string>()
  for (const entry of readFileSync(file, 'utf8').split(/\n{2,}/)) {
    const id = field(entry, 'msgid')
    if (id !== '') texts.set(`${field(entry, 'msgctxt')} ${id}`, field(entry, 'msgstr'))
  }
  return texts
}

/** A quoted field of an entry, its continued lines joined. */
function field(entry: string, name: string): string {
  const lines = new RegExp(String.raw`^${name} ((?:".*"\n?)+)`, 'm').exec(entry)?.[1] ?? ''
  return [...lines.matchAll(/^"(.*)"$/gm)].map(([, part]) => JSON.parse(`"${part}"`) as string).join('')
}

const catalogueOf = (locale: string) => join(ROOT, `member/src/locales/${locale}.po`)

/** What is filled in: `{name}` and `<0>`, each counted once, for a language may say a thing twice or in another order. */
const wordsOf = (text: string): string[] =>
  [
    ...new Set(
      [...text.matchAll(/\{(\w+)(?:\}|, (?:plural|select|number|date))|<(\d+)\/?>/g)].map(
        ([, name, tag]) => name ?? `<${tag}>`,
      ),
    ),
  ].toSorted()

/** The forms of each plural in a text. */
const formsOf = (text: string): string[][] =>
  [...text.matchAll(/\{\w+, plural,((?:\s*(?:offset:\d+|[\w=]+\s*\{(?:[^{}]|\{[^{}]*\})*\}))+)\s*\}/g)].map(
    ([, forms]) => [...forms.matchAll(/([\w=]+)\s*\{/g)].map(([, name]) => name),
  )

let said: Catalogue
beforeAll(() => {
  const cli = join(ROOT, 'node_modules/@lingui/cli/dist/lingui.js')
  execFileSync(process.execPath, [cli, 'extract', '--clean', '--workers', '1', '--config', CONFIG], {
    cwd: ROOT,
    stdio: 'pipe',
  })
  said = readCatalogue(EXTRACTED)
}, 60_000)

describe.each(Object.entries(BCP47))('the catalogue %s', (locale, tag) => {
  const catalogue = readCatalogue(catalogueOf(locale))

  test('has every text of the sources, and none that nothing says any more', () => {
    expect([...catalogue.keys()].toSorted()).toEqual([...said.keys()].toSorted())
  })

  test('fills in what the English text fills in', () => {
    const wrong = [...catalogue].filter(
      ([id, text]) => wordsOf(text).join() !== wordsOf(id.slice(id.indexOf(' ') + 1)).join(),
    )
    expect(wrong).toEqual([])
  })

  test('has each plural in every form the language has', () => {
    const needed = new Intl.PluralRules(tag)
      .resolvedOptions()
      .pluralCategories.filter((form) => !(NEVER_REACHED[locale] ?? []).includes(form))
    const wrong = [...catalogue].filter(([id, text]) => {
      const plurals = formsOf(text)
      if (plurals.length < formsOf(id).length) return true
      return plurals.some((forms) => needed.some((form) => !forms.includes(form)))
    })
    expect(wrong).toEqual([])
  })
})
