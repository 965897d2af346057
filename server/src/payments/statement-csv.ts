// The statement as CSV (RFC 4180), page by page, so that a long one takes no more memory than a short one. A text that a
// spreadsheet would run as a formula is written so that it is none.
import type { Currency } from '../notices/notices.ts'
import type { StatementLine } from '@fairturn/contract/payments'
import type { Statement } from './statements.ts'

const COLUMNS = [
  'at',
  'type',
  'part',
  'amount',
  'balance_after',
  'currency',
  'counterparty',
  'about',
  'name',
  'note',
  'entry',
] as const

/** Spreadsheets take a file for UTF-8 when it begins with this. */
const BYTE_ORDER_MARK = '\ufeff'

/** The whole statement, newest first; `pageAfter` is asked for one page after another. */
export async function* statementCsv(
  currency: Currency,
  pageAfter: (cursor: string | undefined) => Promise<Statement>,
): AsyncGenerator<string> {
  yield `${BYTE_ORDER_MARK}${COLUMNS.join(',')}\r\n`
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page: Statement = await pageAfter(cursor)
    if (page.list.length > 0) yield page.list.map((line) => row(line, currency)).join('')
    cursor = page.cursor
  }
}

function row(line: StatementLine, currency: Currency): string {
  const { kind, name, _id } = line.refers_to
  const cells: Record<(typeof COLUMNS)[number], string> = {
    at: line.at,
    type: line.type,
    part: line.part,
    amount: line.amount, // ours: a minus before digits is a number, not a formula
    balance_after: line.balance_after,
    currency: currency === 'EURO' ? 'EUR' : currency,
    counterparty: line.counterparty,
    about: kind,
    name: cell(name ?? _id),
    note: cell(line.note),
    entry: line._id,
  }
  return `${COLUMNS.map((column) => cells[column]).join(',')}\r\n`
}

/** Quoted where it must be; begun with an apostrophe where it begins like a formula (OWASP, CSV injection). */
function cell(text: string): string {
  const harmless = /^[=+\-@\t\r＝＋－＠]/.test(text) ? `'${text}` : text
  return /[",\r\n']/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
