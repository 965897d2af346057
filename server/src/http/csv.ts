// Tables as CSV (RFC 4180), streamed. A text that a spreadsheet would run as a formula is escaped; own code, because
// libraries that do so escape negative numbers too (`-12.50`).

/** A byte order mark: spreadsheets then read UTF-8. */
const BYTE_ORDER_MARK = '\ufeff'

/** People's texts are escaped; the program's values, such as `-12.50`, must stay numbers. */
export type Cell = string | number | null | { readonly text: string | null }

/** The table with a first row that names the columns; a page is as many rows as were read at once. */
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

/** Quoted where needed; prefixed with an apostrophe where it begins like a formula (OWASP, CSV injection). */
function typed(text: string): string {
  const harmless = /^[=+\-@\t\r＝＋－＠]/.test(text) ? `'${text}` : text
  return /[",\r\n']/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** Pages of rows as pages of lines. */
export async function* mapped<Row, Line>(pages: AsyncIterable<readonly Row[]>, lineOf: (row: Row) => Line) {
  for await (const page of pages) yield page.map(lineOf)
}

/** Of a table that is read at once. */
export async function* onePage<Row>(rows: Row[]): AsyncGenerator<Row[]> {
  yield rows
}
