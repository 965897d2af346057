// Measures and draws text of one size whose parts may need different fonts; all parts share a baseline.
import type { Locale } from '@fairturn/contract/locales'
import { graphemes, type Run, runsOf, type Weight } from './pdf-fonts.ts'

export interface TextStyle {
  readonly weight: Weight
  readonly size: number
  readonly color: string
  readonly opacity?: number
}
export interface TextDrawing {
  readonly widthOf: (text: string, style: TextStyle) => number
  /** One line; `y` is the top of it. Leaves the document's own position. */
  readonly write: (text: string, x: number, y: number, style: TextStyle) => void
  /** As many lines as it takes in this width, and how high they are together. */
  readonly wrap: (text: string, width: number, style: TextStyle) => { lines: string[]; height: number }
  /** The text if it fits into one line of this width, else cut and ended with `…`. */
  readonly fit: (text: string, width: number, style: TextStyle) => string
}

interface MeasuredRun extends Run {
  readonly widthEm: number
}

/** Of Noto Sans, per em; the other families are higher and stand on the same baseline. */
const ASCENT = 1.069
const LINE_HEIGHT = 1.362

const EAST_ASIAN = String.raw`[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}ー]`
/** Where a line may end: after a space, and around a Han character or kana, but not before what closes (JIS X 4051). */
const PIECES = new RegExp(
  String.raw`[\p{Ps}\p{Pi}]*${EAST_ASIAN}[\p{Pe}\p{Pf}\p{Po}ー々ゃゅょっャュョッ]* *|(?:(?!${EAST_ASIAN})[^ ])+ *| +`,
  'gu',
)

/**
 * Letters that Noto Sans draws as a letter and a mark. The mark's glyph says nothing of what it stands for, so that whoever copies
 * or imports the text would lose it: they are drawn with the glyph of their own.
 */
const DECOMPOSED = /[ǹḿṃṅṣẹịọụ]/u
// fontkit takes which features are off; the types of pdfkit only which are on.
const COMPOSED = { features: { ccmp: false } as object as PDFKit.Mixins.OpenTypeFeatures[] }
const shaped = (text: string) => (DECOMPOSED.test(text) ? COMPOSED : {})

export function textDrawing(doc: PDFKit.PDFDocument, locale: Locale): TextDrawing {
  const measured = new Map<string, readonly MeasuredRun[]>()
  /** Most texts of a statement recur many times. */
  function measure(text: string, weight: Weight): readonly MeasuredRun[] {
    const key = `${weight} ${text}`
    let runs = measured.get(key)
    if (runs === undefined) {
      runs = runsOf(text, weight, locale).map(({ font, text: part }) => ({
        font,
        text: part,
        widthEm: doc.font(font, 1).widthOfString(part, shaped(part)),
      }))
      measured.set(key, runs)
    }
    return runs
  }
  const widthOf = (text: string, { weight, size }: TextStyle): number =>
    measure(text, weight).reduce((width, { widthEm }) => width + widthEm * size, 0)
  return {
    widthOf,
    write(text, x, y, { weight, size, color, opacity = 1 }) {
      const top = doc.y // which doc.text moves
      let left = x
      doc.fillColor(color, opacity)
      for (const run of measure(text, weight)) {
        doc.font(run.font, size)
        doc.text(run.text, left, y + ASCENT * size, {
          lineBreak: false,
          baseline: 'alphabetic',
          ...shaped(run.text),
        })
        left += run.widthEm * size
      }
      doc.y = top
    },
    wrap(text, width, style) {
      const lines = ['']
      let used = 0
      for (const piece of text.match(PIECES) ?? [])
        for (const part of widthOf(piece.trimEnd(), style) <= width ? [piece] : graphemes(piece)) {
          if (used > 0 && used + widthOf(part.trimEnd(), style) > width) {
            lines.push('')
            used = 0
          }
          lines[lines.length - 1] += part
          used += widthOf(part, style)
        }
      return { lines: lines.map((line) => line.trimEnd()), height: lines.length * LINE_HEIGHT * style.size }
    },
    fit(text, width, style) {
      if (widthOf(text, style) <= width) return text
      let left = width - widthOf('…', style)
      const kept = graphemes(text).filter((letter) => (left -= widthOf(letter, style)) >= 0)
      return `${kept.join('').trimEnd()}…`
    },
  }
}
