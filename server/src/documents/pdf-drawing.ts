// Draws a sheet as PDF pages: A4, one column, calm. CPU bound, so it runs in pdf-worker.ts and never in the thread that
// answers requests. It must never leave out a row, nor let a long or strange text push a figure away.
import { LANGUAGE_TAG } from '@fairturn/contract/locales'
import Pdf from 'pdfkit'
import { drawable, fontsFor } from './pdf-font.ts'
import type { ListRow, Sheet } from './pdf-sheet.ts'

type Doc = PDFKit.PDFDocument

const INK = '#14172b'
const QUIET = '#5d6380'
const LINE = '#d9dce8'
const BRAND = '#2740e6'
const GOLD = '#f2b32e'

const MARGIN = 48
const WIDTH = 595.28 - 2 * MARGIN
const BOTTOM = 841.89 - 64
/** Left edges and widths of the list's columns. */
const DATE = { x: MARGIN, width: 64 }
const TITLE = { x: MARGIN + 68, width: WIDTH - 68 - 200 }
/** Nothing stands to the right of the second line. */
const DETAIL = { x: TITLE.x, width: WIDTH - 68 }
const AMOUNT = { x: MARGIN + WIDTH - 196, width: 96 }
const BALANCE = { x: MARGIN + WIDTH - 96, width: 96 }

const BODY = 9
const SMALL = 7.5

/** The file. The same sheet and instant give the same bytes. */
export async function drawSheet(sheet: Sheet, made_at: Date): Promise<Buffer> {
  const clean = drawableIn(sheet)
  const fonts = await fontsFor(textsIn(clean), clean.locale)
  const doc = new Pdf({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    lang: LANGUAGE_TAG[clean.locale],
    displayTitle: true,
    info: { Title: `${clean.site}: ${clean.title}`, CreationDate: made_at, ModDate: made_at },
  })
  const pieces: Buffer[] = []
  const done = new Promise<Buffer>((resolve, reject) => {
    doc.on('data', (piece: Buffer) => pieces.push(piece))
    doc.on('end', () => resolve(Buffer.concat(pieces)))
    doc.on('error', reject)
  })
  doc.registerFont('regular', fonts.regular).registerFont('bold', fonts.bold)
  drawHead(doc, clean)
  drawFacts(doc, clean)
  if (clean.summary !== undefined) drawSummary(doc, clean.summary)
  if (clean.list !== undefined) drawList(doc, clean.list)
  drawNotes(doc, clean)
  drawFeet(doc, clean)
  doc.end()
  return await done
}

function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value
  else if (typeof value === 'object' && value !== null)
    for (const each of Object.values(value)) yield* textsIn(each)
  yield '0123456789 /·…' // what is added here
}

/** The same with every text as it can be drawn. */
function drawableIn<T>(value: T): T {
  if (typeof value === 'string') return drawable(value) as T
  if (Array.isArray(value)) return value.map(drawableIn) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, drawableIn(each)])) as T
}

function drawHead(doc: Doc, { site, title }: Sheet): void {
  drawMark(doc, MARGIN, 44, 22)
  doc.font('bold').fontSize(13).fillColor(INK)
  doc.text(fitting(doc, site, WIDTH - 30), MARGIN + 30, 46, { lineBreak: false })
  doc.fontSize(19).text(fitting(doc, title, WIDTH), MARGIN, 88, { lineBreak: false })
  doc.y = 126
}

/** The mark of the product, from its 32 × 32 drawing (member/public/favicon.svg). */
function drawMark(doc: Doc, x: number, y: number, size: number): void {
  doc
    .save()
    .translate(x, y)
    .scale(size / 32)
  doc.path('M26.91 14.6A11 11 0 1 1 17.4 5.09').lineWidth(5).lineCap('round').stroke(BRAND)
  doc.circle(23.78, 8.22, 3.7).fill(GOLD)
  doc.restore()
}

function drawFacts(doc: Doc, { facts }: Sheet): void {
  const label_width = 150
  for (const { label, text, main } of facts) {
    const size = main ? 16 : BODY
    const place = { width: WIDTH - label_width }
    const height = doc.font('bold').fontSize(size).heightOfString(text, place)
    makeRoom(doc, height + 12)
    const { y } = doc
    doc
      .font('bold')
      .fillColor(INK)
      .text(text, MARGIN + label_width, y, place)
    doc.font('regular').fontSize(BODY).fillColor(QUIET)
    doc.text(fitting(doc, label, label_width - 8), MARGIN, y + (main ? 7 : 0), { lineBreak: false })
    doc.y = y + height + 5
  }
  doc.y += 10
}

function drawSummary(doc: Doc, { columns, rows }: NonNullable<Sheet['summary']>): void {
  const column = { width: 108, align: 'right' as const }
  const xOf = (i: number) => MARGIN + WIDTH - (columns.length - i) * column.width
  const { y } = doc
  doc.font('regular').fontSize(SMALL).fillColor(QUIET)
  columns.forEach((text, i) =>
    doc.text(fitting(doc, text, column.width - 6), xOf(i), y, { ...column, lineBreak: false }),
  )
  doc.y = y + 14
  for (const { label, figures, strong } of rows) {
    rule(doc, doc.y)
    const top = doc.y + 5
    doc
      .font(strong ? 'bold' : 'regular')
      .fontSize(BODY)
      .fillColor(INK)
    doc.text(fitting(doc, label, xOf(0) - MARGIN), MARGIN, top, { lineBreak: false })
    figures.forEach((text, i) => doc.text(text, xOf(i), top, { ...column, lineBreak: false }))
    doc.y = top + 17
  }
  doc.y += 22
}

function drawList(doc: Doc, list: NonNullable<Sheet['list']>): void {
  const head = () => {
    const { y } = doc
    doc.font('regular').fontSize(SMALL).fillColor(QUIET)
    doc.text(fitting(doc, list.date, DATE.width), DATE.x, y, { lineBreak: false })
    doc.text(fitting(doc, list.title, TITLE.width), TITLE.x, y, { lineBreak: false })
    toTheRight(doc, list.amount, AMOUNT, y)
    toTheRight(doc, list.balance, BALANCE, y)
    doc.y = y + 14
  }
  head()
  for (const row of list.rows) drawRow(doc, row, head)
  rule(doc, doc.y)
  if (list.rows.length === 0)
    doc
      .font('regular')
      .fontSize(BODY)
      .fillColor(INK)
      .text(list.empty, MARGIN, doc.y + 12, { width: WIDTH })
  doc.y += 16
}

function drawRow(doc: Doc, row: ListRow, head: () => void): void {
  const place = { width: DETAIL.width }
  const detail_height =
    row.detail === '' ? 0 : doc.font('regular').fontSize(SMALL).heightOfString(row.detail, place)
  const height = 5 + 13 + detail_height + 5
  if (makeRoom(doc, height)) head()
  rule(doc, doc.y)
  const y = doc.y + 5
  doc.font('regular').fontSize(BODY).fillColor(QUIET).text(row.date, DATE.x, y, { lineBreak: false })
  doc.font('bold').fillColor(INK)
  doc.text(fitting(doc, row.title, TITLE.width), TITLE.x, y, { lineBreak: false })
  toTheRight(doc, row.amount, AMOUNT, y)
  toTheRight(doc.font('regular'), row.balance, BALANCE, y)
  if (row.detail !== '')
    doc
      .fontSize(SMALL)
      .fillColor(QUIET)
      .text(row.detail, DETAIL.x, y + 13, place)
  doc.y = y - 5 + height
}

function drawNotes(doc: Doc, { notes }: Sheet): void {
  doc.font('regular').fontSize(SMALL).fillColor(QUIET)
  for (const note of notes) {
    makeRoom(doc, doc.heightOfString(note, { width: WIDTH }))
    doc.font('regular').fontSize(SMALL).fillColor(QUIET)
    doc.text(note, MARGIN, doc.y, { width: WIDTH })
    doc.y += 4
  }
}

/** Once all pages are there: `1 / 3`, and the watermark. */
function drawFeet(doc: Doc, { site, title, watermark }: Sheet): void {
  const { count } = doc.bufferedPageRange()
  for (let page = 0; page < count; page++) {
    doc.switchToPage(page)
    doc.font('regular').fontSize(SMALL).fillColor(QUIET)
    doc.text(fitting(doc, `${site} · ${title}`, WIDTH - 60), MARGIN, 841.89 - 40, { lineBreak: false })
    toTheRight(doc, `${page + 1} / ${count}`, BALANCE, 841.89 - 40)
    if (watermark === null) continue
    doc.save().rotate(-35, { origin: [297, 421] })
    doc.font('bold').fontSize(64).fillColor(QUIET, 0.1)
    const width = doc.widthOfString(watermark)
    if (width > 640) doc.fontSize((64 * 640) / width)
    doc.text(watermark, 297 - Math.min(width, 640) / 2, 380, { lineBreak: false }).restore()
    doc.fillOpacity(1)
  }
}

/** A new page when this height is not left on this one; whether there was need of it. */
function makeRoom(doc: Doc, height: number): boolean {
  if (doc.y + height <= BOTTOM) return false
  doc.addPage()
  doc.y = 48
  return true
}

function rule(doc: Doc, y: number): void {
  doc
    .moveTo(MARGIN, y)
    .lineTo(MARGIN + WIDTH, y)
    .lineWidth(0.5)
    .stroke(LINE)
}

function toTheRight(doc: Doc, text: string, { x, width }: { x: number; width: number }, y: number): void {
  doc.text(text, x + width - doc.widthOfString(text), y, { lineBreak: false })
}

/** The text in one line of this width, ended with … where it is longer. */
function fitting(doc: Doc, text: string, width: number): string {
  if (doc.widthOfString(text) <= width) return text
  const letters = Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment)
  let [fits, too_many] = [0, letters.length]
  while (too_many - fits > 1) {
    const middle = (fits + too_many) >> 1
    if (doc.widthOfString(`${letters.slice(0, middle).join('')}…`) <= width) fits = middle
    else too_many = middle
  }
  return `${letters.slice(0, fits).join('').trimEnd()}…`
}
