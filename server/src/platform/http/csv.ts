// Streams tables as CSV (RFC 4180) and escapes text that a spreadsheet would run as a formula (CSV injection). Own code,
// because libraries that do so escape negative numbers too (`-12.50`).

/** UTF-8 byte order mark, by which spreadsheets detect the encoding. */
const BYTE_ORDER_MARK = '\ufeff'

/** User-written text is escaped; generated values such as `-12.50` must stay numbers. */
export type Cell = string | number | null | { readonly text: string | null }

/** The table with a header row; a page is the rows of one read. */
export async function* csvOf<const Column extends string>(
  columns: readonly Column[],
  pages: AsyncIterable<readonly Readonly<Record<Column, Cell>>[]>,
): AsyncGenerator<string> {
  yield `${BYTE_ORDER_MARK}${columns.join(',')}\r\n`
  for await (const page of pages)
    if (page.length > 0)
      yield page.map((row) => `${columns.map((column) => cellOf(row[column])).join(',')}\r\n`).join('')
}

function cellOf(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell !== 'object') return String(cell)
  return typed(cell.text ?? '')
}

/**
 * Where a cell may begin in a spreadsheet that separates by semicolon or tab, as many languages' settings do: it then takes
 * neither our comma nor our quotes for what they are.
 */
const FORMULA = /^(?=[=+\-@\t\r＝＋－＠])|(?<=[;\t\r\n])(?=[=+\-@＝＋－＠])/g

/** Quoted if needed; an apostrophe before what could be a formula (OWASP, CSV injection). */
function typed(text: string): string {
  const harmless = text.replace(FORMULA, "'")
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
