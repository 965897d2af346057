// @vitest-environment node
// The texts in the source equal those of the catalogues, and each language has all its plural forms.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, matchesGlob, relative } from 'node:path'
import { LANGUAGES, LOCALES } from '@fairturn/contract/locales'
import { count } from '@fairturn/ui/formats.ts'
import { type I18n, type Messages, setupI18n } from '@lingui/core'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { beforeAll, describe, expect, test } from 'vitest'
import lingui from '../../../lingui.config.ts'
import { compileText } from '../../catalogues-build.ts'
import { writeFigures } from './figures-in-texts.ts'

const ROOT = join(import.meta.dirname, '../../..')
const CONFIG = 'lingui.extract.config.ts'
const CATALOGUES = join(ROOT, 'member/src/locales')
const EXTRACTED = join(ROOT, 'node_modules/.cache/texts')
const PARTS = ['first', 'others'] as const
/**
 * Covers every plural form of integers except those for millions (French `many`), which no text here counts
 * to.
 */
const MAX_COUNT = 1_000

/** Message id (with its context) → text, as stored in a catalogue. */
type Catalogue = ReadonlyMap<string, string>

function readCatalogue(file: string): Catalogue {
  const texts = new Map<string, string>()
  for (const entry of readFileSync(file, 'utf8').split(/\n{2,}/)) {
    const id = field(entry, 'msgid')
    if (id !== '') texts.set(`${field(entry, 'msgctxt')} ${id}`, field(entry, 'msgstr'))
  }
  return texts
}

/** A quoted field of an entry, with continuation lines joined. */
function field(entry: string, name: string): string {
  const lines = new RegExp(String.raw`^${name} ((?:".*"\n?)+)`, 'm').exec(entry)?.[1] ?? ''
  return [...lines.matchAll(/^"(.*)"$/gm)].map(([, part]) => JSON.parse(`"${part}"`) as string).join('')
}

/** Placeholders, `{name}` and `<0>`, each counted once, because a translation may repeat or reorder them. */
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
    ([, forms]) => [...forms!.matchAll(/([\w=]+)\s*\{/g)].map(([, name]) => name!),
  )

/** The module with the lazy imports of screens; whatever else the entries reach belongs to the first screens. */
const GATE = 'member/src/routes.tsx'
const ENTRIES = ['main.tsx', 'shell/home/HomePage.tsx', 'members/sign-in/LoginPage.tsx'].map(
  (file) => `member/src/${file}`,
)

/** Every file that a first screen may render, including its own lazy imports but those that load the other texts. */
function reachedFromFirstScreens(): string[] {
  const reached = new Set<string>()
  const visit = (file: string) => {
    if (reached.has(file) || !existsSync(join(ROOT, file))) return
    reached.add(file)
    // A type is no code.
    const source = readFileSync(join(ROOT, file), 'utf8').replaceAll(/^import type [^']*'[^']*'$/gm, '')
    const imports = /(?:from\s+|import\s+|(?<!later(?:OrNever)?\(\(\) => )import\()'(\.[^']+\.tsx?)'/g
    for (const [whole, path] of source.matchAll(imports)) {
      if (file === GATE && whole.startsWith('import(')) continue
      visit(relative(ROOT, join(ROOT, dirname(file), path!)))
    }
  }
  ENTRIES.forEach(visit)
  return [...reached]
}

test('every text of the first screens is in the catalogue that is loaded with them', () => {
  const first = lingui.catalogs[0]!.include.map((path) => path.replace('<rootDir>/', ''))
  const outside = reachedFromFirstScreens().filter((file) => {
    const speaks = readFileSync(join(ROOT, file), 'utf8').includes('@lingui/')
    return speaks && !first.some((pattern) => matchesGlob(file, pattern))
  })
  expect(outside).toEqual([])
})

let sources: Record<(typeof PARTS)[number], Catalogue>
beforeAll(() => {
  const cli = join(ROOT, 'node_modules/@lingui/cli/dist/lingui.js')
  execFileSync(process.execPath, [cli, 'extract', '--clean', '--workers', '1', '--config', CONFIG], {
    cwd: ROOT,
    stdio: 'pipe',
  })
  sources = {
    first: readCatalogue(join(EXTRACTED, 'en/first.po')),
    others: readCatalogue(join(EXTRACTED, 'en/others.po')),
  }
}, 60_000)

const cases = Object.entries(LANGUAGES).flatMap(([locale, { tag }]) =>
  PARTS.map((part) => [locale, part, tag] as const),
)

describe.each(cases)('the catalogue %s/%s', (locale, part, tag) => {
  const catalogue = readCatalogue(join(CATALOGUES, locale, `${part}.po`))

  test('has every text of the sources, and no unused one', () => {
    expect([...catalogue.keys()].toSorted()).toEqual([...sources[part].keys()].toSorted())
  })

  test('has the placeholders of the English text', () => {
    const wrong = [...catalogue].filter(
      ([id, text]) => wordsOf(text).join() !== wordsOf(id.slice(id.indexOf(' ') + 1)).join(),
    )
    expect(wrong).toEqual([])
  })

  test('has each plural in every form the language has', () => {
    const rules = new Intl.PluralRules(tag)
    const needed = [...new Set(Array.from({ length: MAX_COUNT + 1 }, (_, count) => rules.select(count)))]
    const wrong = [...catalogue].filter(([id, text]) => {
      const plurals = formsOf(text)
      if (plurals.length < formsOf(id).length) return true
      return plurals.some((forms) => needed.some((form) => !forms.includes(form)))
    })
    expect(wrong).toEqual([])
  })
})

describe('the words of each language’s glossary', () => {
  const glossaries = new Map(
    LOCALES.filter((locale) => locale !== 'en').map((locale) => [locale, readGlossary(locale)]),
  )
  const english = readCatalogue(join(CATALOGUES, 'en/others.po'))

  test('have one translation each', () => {
    const things = Array.from(glossaries.get('vn')!.keys())
    expect(things.length).toBeGreaterThan(80)
    for (const [locale, glossary] of glossaries) {
      expect([locale, ...glossary.keys()]).toEqual([locale, ...things])
      expect([locale, [...glossary.values()].filter((word) => word === '')]).toEqual([locale, []])
    }
  })

  test('contain the order statuses as in the app, each once', () => {
    const statuses = [
      ['pending (of an order)', 'pending'],
      ['orders are being distributed', 'orders are being distributed'],
      ['success (of an order)', 'success'],
      ['done (of an order)', 'done'],
    ] as const
    for (const locale of LOCALES) {
      const catalogue = readCatalogue(join(CATALOGUES, locale, 'others.po'))
      for (const [row, label] of statuses) {
        const word = locale === 'en' ? label : glossaries.get(locale)!.get(row)
        expect([locale, label, catalogue.get(`status of an order ${label}`)]).toEqual([locale, label, word])
      }
    }
    const rows = [...glossaries.get('vn')!.keys()].map((name) => name.replace(/ \(.*/, ''))
    for (const [, label] of statuses) expect(rows.filter((name) => name === label)).toEqual([label])
  })

  test('use one word for bot in every language, and English uses no other', () => {
    const aboutBots = [...english.keys()].filter((id) => /\bbots?\b/i.test(id))
    expect(aboutBots.length).toBeGreaterThan(3)
    expect([...english.values()].filter((text) => /robot|crawler|spider|automated/i.test(text))).toEqual([])
    for (const locale of LOCALES) {
      const catalogue = readCatalogue(join(CATALOGUES, locale, 'others.po'))
      const word = locale === 'en' ? 'bot' : glossaries.get(locale)!.get('bot')!
      const others = aboutBots.filter((id) => !catalogue.get(id)!.toLowerCase().includes(word))
      expect([locale, others]).toEqual([locale, []])
    }
  })

  test('use one word for complaint in every language, in the texts of the server too', () => {
    const ofServer = (locale: string) =>
      ['messages', 'notices', 'reasons'].flatMap((role) => {
        const file = join(ROOT, 'server/src/platform/texts', locale, `${role}.json`)
        return Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>)
      })
    const textsIn = (locale: string) =>
      new Map([...readCatalogue(join(CATALOGUES, locale, 'others.po')), ...ofServer(locale)])
    const aboutComplaints = [...textsIn('en')].filter(([, text]) => /\bcomplaints?\b/i.test(text))
    expect(aboutComplaints.length).toBeGreaterThan(15)
    for (const locale of LOCALES.filter((each) => each !== 'en')) {
      const texts = textsIn(locale)
      const word = glossaries.get(locale)!.get('complaint')!
      // Serbian declines it.
      const stem = locale === 'rs' ? word.slice(0, -1) : word
      const others = aboutComplaints.filter(([id]) => !texts.get(id)!.toLowerCase().includes(stem))
      expect([locale, others.map(([id]) => id)]).toEqual([locale, []])
    }
  })

  test('use each language’s form of address', () => {
    const never: Readonly<Record<string, RegExp>> = {
      vn: /(?<!\p{L})(nó|quý khách|người đặt chiến dịch)(?!\p{L})/iu,
      jp: /あなた|である(?=。|$)/u,
      kr: /당신|(?<!주|녕하)세요|전달된 방문/u,
      cn: /(?<!其)它|你/u,
      rs: /[\u0400-\u04ff]|[a-zčćžšđ,;:] Va[sš]\w/u,
      fr: /'|(?<!\u202f)[;!?»](?!\w)|(?<=\w)[\u0020\u00a0]:/u,
    }
    for (const [locale, pattern] of Object.entries(never)) {
      const texts = PARTS.flatMap((part) =>
        Array.from(readCatalogue(join(CATALOGUES, locale, `${part}.po`)).values()),
      )
      const wrong = texts.filter((text) => pattern.test(text))
      expect([locale, wrong]).toEqual([locale, []])
    }
  })
})

/** English term → translation, from the table of the language's glossary. */
function readGlossary(locale: string): Map<string, string> {
  const page = readFileSync(join(ROOT, 'server/src/platform/texts', locale, 'glossary.md'), 'utf8')
  const rows = [...page.matchAll(/^\| (.+?) +\| (.*?) *\|$/gm)].slice(2)
  const words = new Map(rows.map(([, name, word]) => [name!, word!]))
  expect(words.size).toBe(rows.length)
  return words
}

describe('the figures of plurals have the product’s format', () => {
  const COUNTS = [1, 2, 5, 21, 1_000, 45_000]

  /** Each plural of a language, whole, with every value it names. */
  const plurals = cases.flatMap(([locale, part]) =>
    [...readCatalogue(join(CATALOGUES, locale, `${part}.po`)).values()]
      .filter((text) => formsOf(text).length > 0)
      .map((text) => [locale, text] as const),
  )

  /** What the text says for a count, and the same with the figures that it has itself. */
  function figuresOf(i18n: I18n, text: string, number: number): string[] {
    const names = new Set([...text.matchAll(/\{(\w+)[,}]/g)].map(([, name]) => name!))
    const values = Object.fromEntries(Array.from(names, (name) => [name, number]))
    const own = new Set(text.replaceAll(/\{\w+\}|<\/?\d+\/?>/g, ' ').match(/\d+/g))
    const shown = i18n._('text', values).replaceAll(/<\/?\d+\/?>/g, ' ')
    return (shown.match(/\d(?:[\s.,’'\u00a0\u202f]?\d)*/g) ?? []).filter((figure) => !own.has(figure))
  }

  function saying(locale: string, messages: object, writes: boolean): I18n {
    const { tag } = LANGUAGES[locale as keyof typeof LANGUAGES]
    const i18n = setupI18n({ locale, locales: tag, messages: { [locale]: messages as Messages } })
    if (writes) writeFigures(i18n)
    return i18n
  }

  test('in every language', () => {
    expect(plurals.length).toBeGreaterThan(7 * 50)
    const wrong = plurals.flatMap(([locale, text]) => {
      const i18n = saying(locale, { text: compileText(text) }, true)
      return COUNTS.flatMap((number) =>
        figuresOf(i18n, text, number)
          .filter((figure) => figure !== count(number))
          .map((figure) => `${locale} ${figure}: ${text}`),
      )
    })
    expect(wrong).toEqual([])
    const shown = plurals.filter(([locale, text]) => {
      const i18n = saying(locale, { text: compileText(text) }, true)
      return text.includes('#') && !figuresOf(i18n, text, 45_000).includes('45\u00a0000')
    })
    expect(shown).toEqual([])
  })

  test('chooses the form by the number', () => {
    const text = compileText('{n, plural, one {# poseta} few {# posete} other {# poseta ukupno}}')
    const i18n = saying('rs', { text }, true)
    const said = COUNTS.map((n) => i18n._('text', { n }))
    expect(said).toEqual([
      '1 poseta',
      '2 posete',
      '5 poseta ukupno',
      '21 poseta',
      '1\u00a0000 poseta ukupno',
      '45\u00a0000 poseta ukupno',
    ])
  })

  test('which Lingui’s own would not', () => {
    const text = compileMessageOrThrow('{n, plural, one {# day} other {# days}}')
    const i18n = saying('en', { text }, false)
    expect(figuresOf(i18n, '{n, plural, other {# days}}', 45_000)).toEqual(['45,000'])
  })

  test('dates and references do not break', () => {
    const i18n = saying('en', { text: compileText('{a} {b} {c}') }, true)
    expect(i18n._('text', { a: '28-12-2026 08:00:00', b: 'FT-1A2B-3C4D', c: 'well-known' })).toBe(
      '28\u201112\u20112026 08:00:00 FT\u20111A2B\u20113C4D well-known',
    )
  })
})
