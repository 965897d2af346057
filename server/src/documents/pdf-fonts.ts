import { fileURLToPath } from 'node:url'
// Font selection with fallback: Noto Sans, and for Han, kana and hangul the family of the reader's language. Letters that no
// font has, as of Thai, Arabic and Hebrew, are replaced before, and a document says so (pdf.test.ts).
import { LANGUAGES, type Locale } from '@fairturn/contract/locales'
import { type Font, openSync } from 'fontkit'

/** By script: the package, and how its files are named. */
const FAMILIES = {
  Latn: [import.meta.resolve('@embedpdf/fonts-latin'), 'NotoSans', 'ttf'],
  Jpan: [import.meta.resolve('@embedpdf/fonts-jp'), 'NotoSansJP', 'otf'],
  Kore: [import.meta.resolve('@embedpdf/fonts-kr'), 'NotoSansKR', 'otf'],
  Hans: [import.meta.resolve('@embedpdf/fonts-sc'), 'NotoSansHans', 'otf'],
} as const
type Family = keyof typeof FAMILIES
const ALL = Object.keys(FAMILIES) as Family[]
/** Latin first, then that of the reader's script. */
function familiesFor(locale: Locale): Family[] {
  const { script } = new Intl.Locale(LANGUAGES[locale].tag).maximize()
  return [...new Set<Family>(['Latn', ...ALL.filter((family) => family === script), ...ALL])]
}
/** Where letters are that no font has. */
const UNKNOWN = '…'

export type Weight = 'regular' | 'bold'
/** A part of a text and the name of its font, under which `registerFonts` told pdfkit of it. */
export interface Run {
  readonly font: string
  readonly text: string
}

function fileOf(family: Family, weight: Weight): string {
  const [entry, name, ending] = FAMILIES[family]
  const style = weight === 'bold' ? 'Bold' : 'Regular'
  return fileURLToPath(new URL(`../fonts/${name}-${style}.${ending}`, entry))
}

/** Lazy: a file is read when a text first needs it. */
export function registerFonts(doc: PDFKit.PDFDocument): void {
  for (const family of ALL)
    for (const weight of ['regular', 'bold'] as const)
      doc.registerFont(`${family}-${weight}`, fileOf(family, weight))
}

const characters = new Map<Family, Set<number>>()

/** Whether the family has every character; its weights have the same. */
function covers(family: Family, text: string): boolean {
  let known = characters.get(family)
  if (known === undefined)
    characters.set(family, (known = new Set((openSync(fileOf(family, 'regular')) as Font).characterSet)))
  for (const character of text) if (!known.has(character.codePointAt(0)!)) return false
  return true
}

const segments = (text: string, granularity: 'word' | 'grapheme'): string[] =>
  Array.from(new Intl.Segmenter('en', { granularity }).segment(text), ({ segment }) => segment)
export const graphemes = (text: string): string[] => segments(text, 'grapheme')

const hasGlyphs = (text: string): boolean => ALL.some((family) => covers(family, text))

/** Whether some font has every letter of it. */
export const isDrawable = (text: string): boolean => hasGlyphs(text) || graphemes(text).every(hasGlyphs)

/** With one `…` for letters in a row that no font has. */
export const withoutUndrawable = (text: string): string =>
  isDrawable(text)
    ? text
    : graphemes(text)
        .map((letter) => (hasGlyphs(letter) ? letter : UNKNOWN))
        .join('')
        .replace(/…+/g, UNKNOWN)

/** The text in one font where one has all of it, else word by word, and where no font has a word, by character. */
export function runsOf(text: string, weight: Weight, locale: Locale): Run[] {
  const families = familiesFor(locale)
  const familyOf = (part: string) => families.find((family) => covers(family, part))
  const parts =
    familyOf(text) === undefined
      ? segments(text, 'word').flatMap((word) => (familyOf(word) === undefined ? graphemes(word) : [word]))
      : [text]
  const runs: { family: Family; text: string }[] = []
  for (const part of parts) {
    const last = runs.at(-1)
    if (last !== undefined && covers(last.family, part)) last.text += part
    else runs.push({ family: familyOf(part) ?? 'Latn', text: part })
  }
  return runs.map((run) => ({ font: `${run.family}-${weight}`, text: run.text }))
}

/** As it can be drawn: composed letters with few marks, no control or direction characters, one line. */
export const drawable = (text: string): string =>
  text
    .toWellFormed()
    .normalize('NFC')
    .replace(/\s+/gu, (space) => (space === '\u00a0' || space === '\u202f' ? space : ' '))
    .replace(/[\p{Cc}\p{Cf}\p{Variation_Selector}]/gu, '')
    .replace(/(\p{M}{3})\p{M}+/gu, '$1')
