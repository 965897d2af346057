// Fonts for one document: static TrueType fonts that have exactly the characters it uses, put together from the slices of
// Noto Sans by their Unicode ranges. (pdfkit cannot cut a WOFF2, nor take one weight of a variable font.)
// It must never draw a character as another: what no slice has is drawn as U+FFFD, for all to see.
import type { Locale } from '@fairturn/contract/locales'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { type Glyph, trueType } from './pdf-truetype.ts'

const require = createRequire(import.meta.url)

/** What is used here of fontkit, which reads outlines and their weights. It is the one pdfkit itself draws with. */
interface Fontkit {
  create(data: Buffer): VariableFont
}
interface VariableFont {
  getVariation(axes: { wght: number }): Weight
  hasGlyphForCodePoint(point: number): boolean
}
interface Weight {
  glyphForCodePoint(point: number): Glyph
}
const fontkit = createRequire(require.resolve('pdfkit'))('fontkit') as Fontkit
const { decompress } = require('wawoff2') as {
  decompress(this: void, woff2: Buffer): Promise<Uint8Array>
}

const WEIGHTS = { regular: 400, bold: 700 } as const
type WeightName = keyof typeof WEIGHTS

/** Which characters each package has, in which of its files. */
const PACKAGES = {
  'noto-sans': require.resolve('@fontsource-variable/noto-sans/unicode.json'),
  'noto-sans-jp': require.resolve('@fontsource-variable/noto-sans-jp/unicode.json'),
  'noto-sans-kr': require.resolve('@fontsource-variable/noto-sans-kr/unicode.json'),
  'noto-sans-sc': require.resolve('@fontsource-variable/noto-sans-sc/unicode.json'),
} as const
type Package = keyof typeof PACKAGES

/** Han characters have another shape in each language, so its own font is asked first. */
const ORDER: Readonly<Partial<Record<Locale, Package>>> = {
  jp: 'noto-sans-jp',
  kr: 'noto-sans-kr',
  cn: 'noto-sans-sc',
}
const orderOf = (locale: Locale): Package[] => [
  ...new Set<Package>([
    'noto-sans',
    ORDER[locale] ?? 'noto-sans-jp',
    ...(Object.keys(PACKAGES) as Package[]),
  ]),
]

/** One file of a package, read when a character of its ranges is first wanted, and kept. */
interface Slice {
  readonly file: string
  readonly ranges: readonly (readonly [first: number, last: number])[]
  weights?: Record<WeightName, Weight> & { readonly has: (point: number) => boolean }
}

const slicesOfPackage = new Map<Package, Slice[]>()

function slicesOf(name: Package): Slice[] {
  let slices = slicesOfPackage.get(name)
  if (slices === undefined) {
    const listed = PACKAGES[name]
    const ranges = JSON.parse(readFileSync(listed, 'utf8')) as Record<string, string>
    slices = Object.entries(ranges).map(([key, text]) => ({
      file: path.join(
        path.dirname(listed),
        'files',
        `${name}-${key.replace(/[[\]]/g, '')}-wght-normal.woff2`,
      ),
      ranges: text.split(',').map((range) => {
        const [first, last = first] = range.replace('U+', '').split('-')
        return [Number.parseInt(first!, 16), Number.parseInt(last!, 16)] as const
      }),
    }))
    slicesOfPackage.set(name, slices)
  }
  return slices
}

async function weightsOf(slice: Slice): Promise<NonNullable<Slice['weights']>> {
  if (slice.weights === undefined) {
    const font = fontkit.create(Buffer.from(await decompress(readFileSync(slice.file))))
    slice.weights = {
      regular: font.getVariation({ wght: WEIGHTS.regular }),
      bold: font.getVariation({ wght: WEIGHTS.bold }),
      has: (point) => font.hasGlyphForCodePoint(point),
    }
  }
  return slice.weights
}

async function weightsFor(point: number, locale: Locale) {
  for (const name of orderOf(locale)) {
    for (const slice of slicesOf(name)) {
      if (!slice.ranges.some(([first, last]) => point >= first && point <= last)) continue
      const weights = await weightsOf(slice)
      if (weights.has(point)) return weights
    }
  }
  return undefined
}

const UNKNOWN = 0xfffd

/** The two fonts for these texts. A character that there is no outline of has that of U+FFFD. */
export async function fontsFor(texts: Iterable<string>, locale: Locale): Promise<Record<WeightName, Buffer>> {
  const points = new Set([0x20, 0x2026, UNKNOWN])
  for (const text of texts) for (const letter of text) points.add(letter.codePointAt(0)!)
  const glyphs = { regular: new Map<number, Glyph>(), bold: new Map<number, Glyph>() }
  const unknown = (await weightsFor(UNKNOWN, locale)) ?? (await weightsFor(0x3f, locale))!
  for (const point of [...points].sort((a, b) => a - b)) {
    const weights = await weightsFor(point, locale)
    for (const weight of ['regular', 'bold'] as const)
      glyphs[weight].set(
        point,
        weights?.[weight].glyphForCodePoint(point) ?? unknown[weight].glyphForCodePoint(UNKNOWN),
      )
  }
  return { regular: trueType(glyphs.regular, 'Regular'), bold: trueType(glyphs.bold, 'Bold') }
}

/**
 * A text as it can be drawn: composed letters, no control or direction characters, one line. What people type may have
 * any; whatever is left out has no outline.
 */
export const drawable = (text: string): string =>
  text
    .toWellFormed()
    .normalize('NFC')
    .replace(/\s+/gu, (space) => (space === '\u00a0' || space === '\u202f' ? space : ' '))
    .replace(/[\p{Cc}\p{Cf}\p{Variation_Selector}]/gu, '')
