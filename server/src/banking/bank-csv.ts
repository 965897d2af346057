// Reads CSV statements by a stored column mapping. No column is guessed, and a line that cannot be parsed completely
// refuses the file (bank-readers.test.ts).
import { hash } from 'node:crypto'
import { type CsvMapping, foldWord, statesDirection } from '@fairturn/contract/backoffice/csv-mapping'
import { CsvError, parse } from 'csv-parse/sync'
import { refuse } from '../platform/http/refusal.ts'
import type { Ours } from './bank-reader.ts'
import {
  type BankBalance,
  type BankLine,
  type CsvStatement,
  MAX_LINES,
  readDay,
  readDecimal,
  type SkippedRecord,
} from './bank-statement.ts'
import { decodeText, refuseHostile, unreadable } from './bank-xml.ts'
import { openUnmappedColumns, type UnmappedColumns } from './unmapped-columns.ts'

const MAX_RECORD_LENGTH = 20_000
const MAX_COLUMNS = 200
const MAX_TEXT_LENGTH = 1000
const ID_LETTERS = 16

const MAX_SKIPPED_SHOWN = 20

/** The statement of account `ours`. Refuses `bank_file_is_not_readable`, `bank_file_is_too_large` and another currency. */
export function readCsvStatement(bytes: Uint8Array, mapping: CsvMapping, ours: Ours): CsvStatement {
  refuseHostile(bytes)
  // A mapping of before: whether its amounts have signs is for a person to say.
  if (!statesDirection(mapping)) throw unreadable('amounts_not_stated')
  const { read, skipped } = readRecords(bytes, mapping, ours)
  if (read.length === 0) throw unreadable('no_statement')
  if (mapping.newest_first) read.reverse()
  const lines = read.map(({ line }) => line)
  const days = lines.map(({ booking_day }) => booking_day).toSorted()
  return {
    format: 'csv',
    statement_id: `csv ${hash('sha256', bytes).slice(0, ID_LETTERS)}`,
    account: ours.account,
    currency: ours.currency,
    from_day: days[0]!,
    to_day: days.at(-1)!,
    ...balancesOf(read),
    electronic_no: null,
    legal_no: null,
    lines: lines.filter(({ amount_minor }) => amount_minor > 0n),
    skipped: skipped.slice(0, MAX_SKIPPED_SHOWN),
    skipped_count: skipped.length,
  }
}

interface PhysicalRecord {
  readonly record: readonly string[]
  /** The line of the file on which it ends. */
  readonly line: number
}

const ofParser = ({ code, lines }: CsvError & { readonly lines?: number }) =>
  unreadable(code.includes('QUOTE') ? 'quotes' : 'columns', lines === undefined ? code : `line ${lines}`)

/** Streams records, so that only parsed ones are held in memory. */
function readRecords(
  bytes: Uint8Array,
  mapping: CsvMapping,
  ours: Ours,
): { read: ParsedRow[]; skipped: SkippedRecord[] } {
  const read: ParsedRow[] = []
  const skipped: SkippedRecord[] = []
  /** The latest records, which may turn out to be the last of the file. */
  const held: PhysicalRecord[] = []
  const symbol = symbolOf(ours.currency)
  let sheet: Sheet | undefined
  let refusal: unknown
  let no = 0
  const skip = (why: SkippedRecord['why'], record: readonly string[]) => {
    const text = skipped.length < MAX_SKIPPED_SHOWN ? record.join(' ').trim().slice(0, MAX_TEXT_LENGTH) : ''
    skipped.push({ why, text })
  }
  const readNext = (to: Sheet, { record, line }: PhysicalRecord) => {
    no += 1
    refuseMerged(to, record, mapping.separator, line)
    refuseWidth(to, record, line)
    if (!isBooked(to, record, mapping)) return skip('not_booked', record)
    const row = readRecord(to.place, record, { mapping, ours, symbol, no })
    to.unmapped.watch(record, row.line.direction)
    if (row.line.amount_minor === 0n) skip('zero', record)
    read.push(row)
  }
  const take = (record: string[], line: number) => {
    if (record.length > MAX_COLUMNS) throw unreadable('too_many_elements')
    if (sheet === undefined) {
      sheet = openSheet(record, mapping, ours)
      refuseMerged(sheet, record, mapping.separator, line)
      return
    }
    if (no >= MAX_LINES) throw unreadable('too_many_lines')
    held.push({ record, line })
    if (held.length > (mapping.skip_last_lines ?? 0)) readNext(sheet, held.shift()!)
  }
  try {
    parse(decodeText(bytes, mapping.encoding), {
      bom: true,
      delimiter: mapping.separator,
      from_line: mapping.skip_lines + 1,
      max_record_size: MAX_RECORD_LENGTH,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      // The width of a record is checked when it is read: lines at the end may have another.
      relax_column_count: true,
      // Quotation marks inside a text without any around it.
      relax_quotes: true,
      trim: true,
      on_record(record: string[], { lines }) {
        try {
          take(record, lines)
        } catch (error) {
          refusal = error
          throw error
        }
        return null // kept by take(), if at all
      },
    })
  } catch (error) {
    if (refusal !== undefined) throw refusal
    if (error instanceof CsvError) throw ofParser(error)
    throw error
  }
  for (const { record, line } of held) {
    if (sheet !== undefined) refuseMerged(sheet, record, mapping.separator, line)
    skip('at_the_end', record)
  }
  sheet?.unmapped.refuse()
  return { read, skipped }
}

interface Sheet {
  readonly place: ColumnLookup
  readonly width: number
  readonly unmapped: UnmappedColumns
}

function openSheet(names: readonly string[], mapping: CsvMapping, { currency }: Ours): Sheet {
  return {
    place: findColumns(names, mapping),
    width: names.findLastIndex((name) => name !== '') + 1,
    unmapped: openUnmappedColumns(names, mapping, currency),
  }
}

/** Some banks end each line with a separator, so cells beyond the last heading may be there if they are empty. */
function refuseWidth({ width }: Sheet, record: readonly string[], line: number): void {
  if (record.length < width || record.slice(width).some((cell) => cell !== ''))
    throw unreadable('columns', `line ${line}`)
}

/**
 * A stray quotation mark makes one cell of all that follows up to the next, so that lines are lost; where it ends in the same
 * column the record has as many cells as any. Such a cell has line breaks, and the separators of the lines in it.
 */
function refuseMerged({ width }: Sheet, record: readonly string[], separator: string, line: number): void {
  const holdsLines = (cell: string) =>
    /[\r\n]/.test(cell) && cell.split(separator).length - 1 >= Math.max(1, width - 1)
  if (record.some(holdsLines)) throw unreadable('quotes', `line ${line}`)
}

function isBooked(
  { place }: Sheet,
  record: readonly string[],
  { columns, booked_words }: CsvMapping,
): boolean {
  const at = place(columns.status)
  return at === undefined || isOneOf(record[at] ?? '', booked_words)
}

const isOneOf = (text: string, words: readonly string[] | undefined): boolean =>
  words?.some((word) => foldWord(word) === foldWord(text)) === true

type ColumnLookup = (column: string | undefined) => number | undefined

/** Position of each mapped column; refuses a missing or duplicate one. */
function findColumns(names: readonly string[], { columns }: CsvMapping): ColumnLookup {
  const { ignored: _, ...read } = columns
  for (const column of [Object.values(read)].flat(2)) {
    if (names.filter((name) => name === column).length !== 1) throw unreadable('columns', column)
  }
  return (column) => (column === undefined ? undefined : names.indexOf(column))
}

interface ReadContext {
  readonly mapping: CsvMapping
  readonly ours: Ours
  /** Of the account's currency, as in `€`. */
  readonly symbol: string
  readonly no: number
}
interface ParsedRow {
  readonly line: BankLine
  readonly balance_minor: bigint | undefined
}

function readRecord(place: ColumnLookup, record: readonly string[], context: ReadContext): ParsedRow {
  const { mapping, ours, no } = context
  const { columns } = mapping
  const cell = (column: string | undefined): string | undefined => {
    const at = place(column)
    const text = at === undefined ? undefined : record[at]?.slice(0, MAX_TEXT_LENGTH)
    return text === '' ? undefined : text
  }
  const currency = cell(columns.currency)
  if (currency !== undefined && currency.toUpperCase() !== ours.currency)
    throw refuse('bank_file_is_in_another_currency', { line: no })
  const amount_minor = readAmount(cell, context)
  const value_day = cell(columns.value_day)
  const balance = cell(columns.balance)
  return {
    line: {
      booking_day: dayOf(cell(columns.booking_day), mapping.day_format, no),
      value_day: value_day === undefined ? null : dayOf(value_day, mapping.day_format, no),
      amount_minor: amount_minor < 0n ? -amount_minor : amount_minor,
      direction: amount_minor < 0n ? 'debit' : 'credit',
      reversal: false,
      bank_reference: cell(columns.bank_reference)?.slice(0, 100) ?? null,
      end_to_end_id: cell(columns.end_to_end_id)?.slice(0, 100) ?? null,
      batch_id: null,
      remittance: columns.remittance
        .flatMap((column) => cell(column) ?? [])
        .join(' ')
        .slice(0, MAX_TEXT_LENGTH),
      counterparty_name: cell(columns.counterparty_name)?.slice(0, 140) ?? null,
      counterparty_account: cell(columns.counterparty_account)?.replace(/\s/g, '').slice(0, 40) ?? null,
      return_reason: null,
    },
    balance_minor: balance === undefined ? undefined : signed(balance, context),
  }
}

/** Either one signed column, one with the direction in another, or one for credits and one for debits. */
function readAmount(cell: (column: string | undefined) => string | undefined, context: ReadContext): bigint {
  const { columns, credit_words, debit_words } = context.mapping
  if (columns.direction !== undefined) {
    const word = cell(columns.direction) ?? ''
    const minor = signed(cell(columns.amount), context)
    if (isOneOf(word, debit_words)) return minor < 0n ? minor : -minor
    if (!isOneOf(word, credit_words) || minor < 0n) throw unreadable('direction', context.no)
    return minor
  }
  if (columns.amount !== undefined) return signed(cell(columns.amount), context)
  const side = (column: string | undefined) => {
    const text = cell(column)
    return text === undefined ? undefined : signed(text, context)
  }
  const [credit, debit] = [side(columns.credit), side(columns.debit)]
  // Some banks write 0.00 on the other side, some nothing.
  if (credit === undefined ? debit === undefined : debit !== undefined && credit !== 0n && debit !== 0n)
    throw unreadable('amount', context.no)
  if (debit === undefined || debit === 0n) return credit ?? 0n
  // Some banks write debits with a minus sign, some without.
  return debit < 0n ? debit : -debit
}

const INVISIBLE = /[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g
const MINUS = /[\u2010-\u2013\u2212\ufe63\uff0d]/g
/** The same sign between all thousands: what mixes them is ambiguous. */
const WRITTEN = {
  ',': /^(?:\d{1,3}(?:([. '’\u00a0\u2007\u2009\u202f])\d{3}(?:\1\d{3})*)|\d+)(?:,\d{1,2})?$/,
  '.': /^(?:\d{1,3}(?:([, '’\u00a0\u2007\u2009\u202f])\d{3}(?:\1\d{3})*)|\d+)(?:\.\d{1,2})?$/,
}

const symbolOf = (currency: string): string =>
  new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value ?? currency

/** A number as banks write it: a sign before or after it, or parentheses; and the account's currency. */
function signed(text: string | undefined, { mapping: { decimal }, ours, symbol, no }: ReadContext): bigint {
  const plain = (text ?? '').replace(INVISIBLE, '').replace(MINUS, '-').toUpperCase()
  const bare = [ours.currency, symbol.toUpperCase()]
    .reduce((left, mark) => left.replace(mark, ''), plain)
    .trim()
  const [, before, enclosed, after] = /^([+-]?)\s*([^+-]*?)\s*([+-]?)$/.exec(bare) ?? []
  const inner = /^\((.*)\)$/.exec(enclosed ?? '')?.[1]?.trim()
  const digits = inner ?? enclosed ?? ''
  const signs = [before, after, inner].filter((sign) => sign !== undefined && sign !== '')
  if (signs.length > 1 || !WRITTEN[decimal].test(digits)) throw unreadable('amount', no)
  const minor = readDecimal(digits.replace(decimal === ',' ? /[^\d,]/g : /[^\d.]/g, '').replace(',', '.'), no)
  return inner !== undefined || before === '-' || after === '-' ? -minor : minor
}

function dayOf(text: string | undefined, format: CsvMapping['day_format'], no: number): string {
  const plain = text?.replace(INVISIBLE, '')
  const parts =
    format === 'yyyyMMdd' || format === 'yyMMdd'
      ? /^(\d{2}|\d{4})(\d{2})(\d{2})$/.exec(plain ?? '')?.slice(1)
      : plain?.split(/\D/)
  const [first, second, third] = parts ?? []
  if (parts?.length !== 3 || first === undefined || second === undefined || third === undefined)
    throw unreadable('day', no)
  const [year, month, day] = format.startsWith('yy')
    ? [first, second, third]
    : format.startsWith('MM')
      ? [third, first, second]
      : [third, second, first]
  const is_short = !format.includes('yyyy')
  if (year.length !== (is_short ? 2 : 4)) throw unreadable('day', no)
  const whole_year = is_short ? `20${year}` : year
  return readDay(`${whole_year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`, no)
}

/** If the bank writes a running balance, the opening and closing balances are derived from it. */
function balancesOf(read: readonly ParsedRow[]): {
  opening: BankBalance | null
  closing: BankBalance | null
} {
  const [first, last] = [read[0]!, read.at(-1)!]
  if (first.balance_minor === undefined || last.balance_minor === undefined)
    return { opening: null, closing: null }
  const { direction, amount_minor, booking_day } = first.line
  const before = first.balance_minor - (direction === 'credit' ? amount_minor : -amount_minor)
  return {
    opening: { day: booking_day, amount_minor: before },
    closing: { day: last.line.booking_day, amount_minor: last.balance_minor },
  }
}
