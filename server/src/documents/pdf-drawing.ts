// Draws a sheet as PDF pages: A4, one column. Long or unusual texts are truncated or wrapped; no row is omitted and no
// figure displaced (pdf.test.ts).
import { LANGUAGES } from '@fairturn/contract/locales'
import Pdf from 'pdfkit'
import { drawable, isDrawable, registerFonts, withoutUndrawable } from './pdf-fonts.ts'
import type { Archive, ListRow, Sheet } from './pdf-sheet.ts'
import { type TextDrawing, textDrawing, type TextStyle } from './pdf-text.ts'

/** A document, and text on it in the reader's language. */
interface Page extends TextDrawing {
  readonly doc: PDFKit.PDFDocument
}

const INK = '#14172b'
const QUIET = '#5d6380'
const LINE = '#d9dce8'
const BRAND = '#2740e6'
const GOLD = '#f2b32e'

const HEADING: TextStyle = { weight: 'bold', size: 19, color: INK }
const SITE: TextStyle = { weight: 'bold', size: 13, color: INK }
const MAIN: TextStyle = { weight: 'bold', size: 16, color: INK }
const STRONG: TextStyle = { weight: 'bold', size: 9, color: INK }
const BODY: TextStyle = { weight: 'regular', size: 9, color: INK }
const LABEL: TextStyle = { weight: 'regular', size: 9, color: QUIET }
const SMALL: TextStyle = { weight: 'regular', size: 7.5, color: QUIET }

const MARGIN = 48
const WIDTH = 595.28 - 2 * MARGIN
const BOTTOM = 841.89 - 64
/** Left edges and widths of the list's columns. */
const DATE = { x: MARGIN, width: 64 }
const TITLE = { x: MARGIN + 68, width: WIDTH - 68 - 200 }
/** Nothing may be right of the second line. */
const DETAIL = { x: TITLE.x, width: WIDTH - 68 }
const AMOUNT = { x: MARGIN + WIDTH - 196, width: 96 }
const BALANCE = { x: MARGIN + WIDTH - 96, width: 96 }

/** The PDF file. Deterministic: the same sheet and instant give the same bytes. */
export async function drawSheet(sheet: Sheet, made_at: Date): Promise<Buffer> {
  const clean = shownIn(drawableIn(sheet))
  const doc = new Pdf({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    lang: LANGUAGES[clean.locale].tag,
    displayTitle: true,
    info: {
      // pdfkit writes it into the archive's metadata as it is.
      Title: sheet.archive?.title ?? `${clean.site}: ${clean.title}`,
      CreationDate: made_at,
      ModDate: made_at,
    },
    ...(sheet.archive && { pdfVersion: '1.7', subset: 'PDF/A-3b' }),
  })
  if (sheet.archive) attach(doc, sheet.archive, made_at)
  const pieces: Buffer[] = []
  const done = new Promise<Buffer>((resolve, reject) => {
    doc.on('data', (piece: Buffer) => pieces.push(piece))
    doc.on('end', () => resolve(Buffer.concat(pieces)))
    doc.on('error', reject)
  })
  registerFonts(doc)
  const page: Page = { doc, ...textDrawing(doc, clean.locale) }
  drawHead(page, clean)
  drawDetails(page, clean)
  if (clean.summary !== undefined) drawSummary(page, clean.summary)
  if (clean.list !== undefined) drawList(page, clean.list)
  drawNotes(page, clean)
  drawFeet(page, clean)
  doc.end()
  return await done
}

function attach(doc: PDFKit.PDFDocument, { attachment, xmp }: Archive, made_at: Date): void {
  const { name, text, description } = attachment
  // Its types do not know what it does for archives.
  const archive = doc as unknown as {
    file: (data: Buffer, options: object) => void
    appendXML: (xml: string) => void
  }
  archive.file(Buffer.from(text), {
    name,
    description,
    type: 'text/xml',
    relationship: 'Alternative',
    creationDate: made_at,
    modifiedDate: made_at,
  })
  archive.appendXML(xmp)
}

/** The same with every text as it can be drawn. */
function drawableIn<T>(value: T): T {
  if (typeof value === 'string') return drawable(value) as T
  if (Array.isArray(value)) return value.map(drawableIn) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, drawableIn(each)])) as T
}

/** The same without letters that no font has: a document says where some are missing, and never draws a substitute. */
function shownIn(sheet: Sheet): Sheet {
  let isWhole = true
  const shown = <T>(value: T): T => {
    if (typeof value === 'string') {
      isWhole &&= isDrawable(value)
      return withoutUndrawable(value) as T
    }
    if (Array.isArray(value)) return value.map(shown) as T
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, shown(each)])) as T
  }
  const details = sheet.details.map((detail) => {
    const { instead, ...given } = detail
    if (instead === undefined || isDrawable(given.text)) return given
    isWhole = false
    return { ...given, text: instead }
  })
  const all = shown({ ...sheet, details })
  return isWhole ? all : { ...all, notes: [...all.notes, all.notShown] }
}

function drawHead(page: Page, { site, title }: Sheet): void {
  drawMark(page.doc, MARGIN, 44, 22)
  page.write(page.fit(site, WIDTH - 30, SITE), MARGIN + 30, 46, SITE)
  page.write(page.fit(title, WIDTH, HEADING), MARGIN, 88, HEADING)
  page.doc.y = 126
}

/** The mark of the product, from its 32 × 32 drawing (member/public/favicon.svg). */
function drawMark(doc: PDFKit.PDFDocument, x: number, y: number, size: number): void {
  doc
    .save()
    .translate(x, y)
    .scale(size / 32)
  doc.path('M26.91 14.6A11 11 0 1 1 17.4 5.09').lineWidth(5).lineCap('round').stroke(BRAND)
  doc.circle(23.78, 8.22, 3.7).fill(GOLD)
  doc.restore()
}

/** The text in lines of this width, from the document's position on; leaves the position below it. */
function writeLines(page: Page, text: string, x: number, width: number, style: TextStyle): void {
  const { lines, height } = page.wrap(text, width, style)
  const { y } = page.doc
  lines.forEach((line, i) => page.write(line, x, y + (i * height) / lines.length, style))
  page.doc.y = y + height
}

function drawDetails(page: Page, { details }: Sheet): void {
  const labelWidth = 150
  for (const { label, text, main } of details) {
    const style = main ? MAIN : STRONG
    makeRoom(page, page.wrap(text, WIDTH - labelWidth, style).height + 12)
    const { y } = page.doc
    page.write(page.fit(label, labelWidth - 8, LABEL), MARGIN, y + (main ? 7 : 0), LABEL)
    writeLines(page, text, MARGIN + labelWidth, WIDTH - labelWidth, style)
    page.doc.y += 5
  }
  page.doc.y += 10
}

function drawSummary(page: Page, { columns, rows }: NonNullable<Sheet['summary']>): void {
  const width = 108
  const columnOf = (i: number) => ({ x: MARGIN + WIDTH - (columns.length - i) * width, width })
  columns.forEach((text, i) =>
    toTheRight(page, page.fit(text, width - 6, SMALL), columnOf(i), page.doc.y, SMALL),
  )
  page.doc.y += 14
  for (const { label, figures, strong } of rows) {
    rule(page)
    const style = strong ? STRONG : BODY
    const top = page.doc.y + 5
    page.write(page.fit(label, columnOf(0).x - MARGIN, style), MARGIN, top, style)
    figures.forEach((text, i) => toTheRight(page, text, columnOf(i), top, style))
    page.doc.y = top + 17
  }
  page.doc.y += 22
}

function drawList(page: Page, list: NonNullable<Sheet['list']>): void {
  const head = () => {
    const { y } = page.doc
    page.write(page.fit(list.date, DATE.width, SMALL), DATE.x, y, SMALL)
    page.write(page.fit(list.title, TITLE.width, SMALL), TITLE.x, y, SMALL)
    toTheRight(page, list.amount, AMOUNT, y, SMALL)
    toTheRight(page, list.balance, BALANCE, y, SMALL)
    page.doc.y = y + 14
  }
  head()
  for (const row of list.rows) drawRow(page, row, head)
  rule(page)
  if (list.rows.length === 0) {
    page.doc.y += 12
    writeLines(page, list.empty, MARGIN, WIDTH, BODY)
  }
  page.doc.y += 16
}

function drawRow(page: Page, row: ListRow, head: () => void): void {
  const detailHeight = row.detail === '' ? 0 : page.wrap(row.detail, DETAIL.width, SMALL).height
  const height = 5 + 13 + detailHeight + 5
  if (makeRoom(page, height)) head()
  rule(page)
  const top = page.doc.y
  const y = top + 5
  page.write(row.date, DATE.x, y, LABEL)
  page.write(page.fit(row.title, TITLE.width, STRONG), TITLE.x, y, STRONG)
  toTheRight(page, row.amount, AMOUNT, y, STRONG)
  toTheRight(page, row.balance, BALANCE, y, BODY)
  page.doc.y = y + 13
  if (row.detail !== '') writeLines(page, row.detail, DETAIL.x, DETAIL.width, SMALL)
  page.doc.y = top + height
}

function drawNotes(page: Page, { notes }: Sheet): void {
  for (const note of notes) {
    makeRoom(page, page.wrap(note, WIDTH, SMALL).height)
    writeLines(page, note, MARGIN, WIDTH, SMALL)
    page.doc.y += 4
  }
}

/** Footers, once all pages exist: `1 / 3`, and the watermark. */
function drawFeet(page: Page, { site, title, watermark }: Sheet): void {
  const { doc } = page
  const { count } = doc.bufferedPageRange()
  const foot = page.fit(`${site} · ${title}`, WIDTH - 60, SMALL)
  for (let i = 0; i < count; i++) {
    doc.switchToPage(i)
    page.write(foot, MARGIN, 841.89 - 40, SMALL)
    toTheRight(page, `${i + 1} / ${count}`, BALANCE, 841.89 - 40, SMALL)
    if (watermark !== null) drawWatermark(page, watermark)
  }
}

function drawWatermark(page: Page, watermark: string): void {
  const large: TextStyle = { weight: 'bold', size: 64, color: QUIET, opacity: 0.1 }
  const width = page.widthOf(watermark, large)
  const style = width > 640 ? { ...large, size: (64 * 640) / width } : large
  page.doc
    .save()
    .rotate(-35, { origin: [297, 421] })
    .fillOpacity(0.1)
  page.write(watermark, 297 - Math.min(width, 640) / 2, 380, style)
  page.doc.restore()
}

/** Starts a new page if less than this height is left; returns whether it did. */
function makeRoom({ doc }: Page, height: number): boolean {
  if (doc.y + height <= BOTTOM) return false
  doc.addPage()
  doc.y = 48
  return true
}

function rule({ doc }: Page): void {
  const { y } = doc
  doc
    .moveTo(MARGIN, y)
    .lineTo(MARGIN + WIDTH, y)
    .lineWidth(0.5)
    .stroke(LINE)
}

function toTheRight(
  page: Page,
  text: string,
  column: { x: number; width: number },
  y: number,
  style: TextStyle,
): void {
  page.write(text, column.x + column.width - page.widthOf(text, style), y, style)
}
