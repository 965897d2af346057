// Streams tables as CSV (RFC 4180) and escapes text that a spreadsheet would run as a formula (CSV injection). Own code,
// because libraries that do so escape negative numbers too (`-12.50`).

import type { Separator } from '@fairturn/contract/csv'

/** UTF-8 byte order mark, by which spreadsheets detect the encoding. */
const BYTE_ORDER_MARK = '\ufeff'

/** User-written text is escaped; generated values such as `-12.50` must stay numbers. */
export type Cell = string | number | null | { readonly text: string | null }

/** A table with a header row; a page is the rows of one read. */
export interface CsvTable {
  readonly columns: readonly string[]
  readonly pages: AsyncIterable<readonly Readonly<Record<string, Cell>>[]>
}

export const csvOf = <const Column extends string>(
  columns: readonly Column[],
  pages: AsyncIterable<readonly Readonly<Record<Column, Cell>>[]>,
): CsvTable => ({ columns, pages })

/** With `semicolon` numbers have a decimal comma too: what a spreadsheet reads in a language that writes them so. */
export async function* writeCsv({ columns, pages }: CsvTable, separator: Separator): AsyncGenerator<string> {
  const between = separator === 'semicolon' ? ';' : ','
  const line = (cells: readonly string[]) => `${cells.join(between)}\r\n`
  yield BYTE_ORDER_MARK + line(columns)
  for await (const page of pages)
    if (page.length > 0)
      yield page.map((row) => line(columns.map((column) => cellOf(row[column] ?? null, separator)))).join('')
}

const NUMBER = /^-?\d+\.\d+$/

function cellOf(cell: Cell, separator: Separator): string {
  if (cell === null) return ''
  if (typeof cell === 'object') return typed(cell.text ?? '', separator)
  const text = String(cell)
  return separator === 'semicolon' && NUMBER.test(text) ? text.replace('.', ',') : text
}

/**
 * Where a cell may begin in a spreadsheet that separates otherwise, as its language's settings do: it then takes neither our
 * separator nor our quotes for what they are.
 */
const FORMULA = {
  comma: /^(?=[=+\-@\t\r＝＋－＠])|(?<=[;\t\r\n])(?=[=+\-@＝＋－＠])/g,
  semicolon: /^(?=[=+\-@\t\r＝＋－＠])|(?<=[,\t\r\n])(?=[=+\-@＝＋－＠])/g,
}

/** Quoted if needed; an apostrophe before what could be a formula (OWASP, CSV injection). */
function typed(text: string, separator: Separator): string {
  const harmless = text.replace(FORMULA[separator], "'")
  return /[",;\t\r\n']/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** Maps pages of rows to pages of lines. */
export async function* mapped<Row, Line>(pages: AsyncIterable<readonly Row[]>, lineOf: (row: Row) => Line) {
  for await (const page of pages) yield page.map(lineOf)
}

/** A table that fits one page. */
export async function* onePage<Row>(rows: Row[]): AsyncGenerator<Row[]> {
  yield rows
}
