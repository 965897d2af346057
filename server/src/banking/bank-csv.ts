// Reads CSV statements by a stored column mapping. No column is guessed, and a line that cannot be parsed completely
// refuses the file (bank-readers.test.ts).
import { hash } from 'node:crypto'
import { type CsvMapping, foldWord } from '@fairturn/contract/backoffice/csv-mapping'
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

const MAX_RECORD_LENGTH = 20_000
const MAX_COLUMNS = 200
const MAX_TEXT_LENGTH = 1000
const ID_LETTERS = 16

const MAX_SKIPPED_SHOWN = 20

/** The statement of account `ours`. Refuses `bank_file_is_not_readable`, `bank_file_is_too_large` and another currency. */
export function readCsvStatement(bytes: Uint8Array, mapping: CsvMapping, ours: Ours): CsvStatement {
  refuseHostile(bytes)
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

/** Streams records, so that only parsed ones are held in memory. */
function readRecords(
  bytes: Uint8Array,
  mapping: CsvMapping,
  ours: Ours,
): { read: ParsedRow[]; skipped: SkippedRecord[] } {
  const read: ParsedRow[] = []
  const skipped: SkippedRecord[] = []
  /** The latest records, which may turn out to be the last of the file. */
  const held: string[][] = []
  const symbol = symbolOf(ours.currency)
  let sheet: Sheet | undefined
  let refusal: unknown
  let no = 0
  const skip = (why: SkippedRecord['why'], record: readonly string[]) => {
    const text = skipped.length < MAX_SKIPPED_SHOWN ? record.join(' ').trim().slice(0, MAX_TEXT_LENGTH) : ''
    skipped.push({ why, text })
  }
  const readNext = (to: Sheet, record: readonly string[]) => {
    no += 1
    refuseWidth(to, record)
    if (!isBooked(to, record, mapping)) return skip('not_booked', record)
    const row = readRecord(to.place, record, { mapping, ours, symbol, no })
    watchUnmapped(to, record, row)
    if (row.line.amount_minor === 0n) skip('zero', record)
    read.push(row)
  }
  const take = (record: string[]) => {
    if (record.length > MAX_COLUMNS) throw unreadable('too_many_elements')
    if (sheet === undefined) {
      sheet = openSheet(record, mapping)
      return
    }
    if (no >= MAX_LINES) throw unreadable('too_many_lines')
    held.push(record)
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
      on_record(record: string[]) {
        try {
          take(record)
        } catch (error) {
          refusal = error
          throw error
        }
        return null // kept by take(), if at all
      },
    })
  } catch (error) {
    if (refusal !== undefined) throw refusal
    if (error instanceof CsvError) throw unreadable('columns', error.code)
    throw error
  }
  for (const record of held) skip('at_the_end', record)
  if (sheet !== undefined) refuseUnmapped(sheet)
  return { read, skipped }
}

/** The words of banks for credit and debit, of which a column with nothing else gives the direction. */
const DIRECTION_WORDS: readonly (readonly [credit: string, debit: string])[] = [
  ['bij', 'af'], ['h', 's'], ['haben', 'soll'], ['c', 'd'], ['k', 'd'], ['cr', 'dr'], ['c', 'dt'], ['credit', 'debit'],
  ['crdt', 'dbit'], ['crédit', 'débit'], ['crédito', 'débito'], ['haber', 'debe'], ['abono', 'cargo'], ['avere', 'dare'],
  ['entrata', 'uscita'], ['in', 'out'], ['money in', 'money out'], ['incoming', 'outgoing'], ['eingang', 'ausgang'],
  ['gutschrift', 'lastschrift'], ['gutschrift', 'belastung'], ['potražuje', 'duguje'], ['uplata', 'isplata'],
  ['odobrenje', 'zaduženje'], ['uznanie', 'obciążenie'], ['có', 'nợ'], ['ghi có', 'ghi nợ'], ['貸', '借'],
  ['入金', '出金'], ['입금', '출금'], ['收入', '支出'], ['贷', '借'], ['+', '-'],
] // prettier-ignore
const CREDIT_WORDS = new Set(DIRECTION_WORDS.map(([credit]) => credit))
const DEBIT_WORDS = new Set(DIRECTION_WORDS.map(([, debit]) => debit))

/** The words of banks for lines that are not booked yet. */
const PENDING_WORDS = new Set([
  'vorgemerkt', 'ausstehend', 'offen', 'pending', 'pdng', 'processing', 'authorised', 'authorized', 'not booked',
  'en attente', 'en cours', 'à venir', 'pendiente', 'pendente', 'in attesa', 'in sospeso', 'non contabilizzato',
  'in behandeling', 'gereserveerd', 'oczekujące', 'oczekująca', 'na čekanju', 'u obradi', 'rezervisano', 'chờ xử lý',
  'đang xử lý', '保留', '処理中', '未確定', '처리중', '대기', '处理中', '待处理', '待入账',
]) // prettier-ignore

interface Sheet {
  readonly place: ColumnLookup
  readonly width: number
  readonly names: readonly string[]
  /** Columns that the mapping does not name, by whether they hold only words of direction so far. */
  readonly unmapped: Map<number, 'words' | 'empty'>
  has_minus: boolean
  /** Whether a word says debit of an amount without a minus. */
  contradicts: boolean
  readonly one_amount: boolean
}

function openSheet(names: readonly string[], mapping: CsvMapping): Sheet {
  const mapped = new Set([Object.values(mapping.columns)].flat(2))
  const { amount, direction } = mapping.columns
  return {
    place: findColumns(names, mapping),
    width: names.findLastIndex((name) => name !== '') + 1,
    names,
    unmapped: new Map(names.flatMap((name, at) => (mapped.has(name) ? [] : [[at, 'empty'] as const]))),
    has_minus: false,
    contradicts: false,
    one_amount: amount !== undefined && direction === undefined,
  }
}

/** Some banks end each line with a separator, so cells beyond the last heading may be there if they are empty. */
function refuseWidth({ width }: Sheet, record: readonly string[]): void {
  if (record.length < width || record.slice(width).some((cell) => cell !== ''))
    throw unreadable('columns', 'CSV_RECORD_INCONSISTENT_COLUMNS')
}

function isBooked(
  { place }: Sheet,
  record: readonly string[],
  { columns, booked_word }: CsvMapping,
): boolean {
  const at = place(columns.status)
  return at === undefined || foldWord(record[at] ?? '') === foldWord(booked_word ?? '')
}

/** A column that changes what an amount means must be mapped: a debit would be taken for money received. */
function watchUnmapped(sheet: Sheet, record: readonly string[], { line }: ParsedRow): void {
  if (line.direction === 'debit') sheet.has_minus = true
  for (const [at] of sheet.unmapped) {
    const word = foldWord(record[at] ?? '')
    if (word === '') continue
    if (PENDING_WORDS.has(word)) throw unreadable('status_column', sheet.names[at])
    if (!CREDIT_WORDS.has(word) && !DEBIT_WORDS.has(word)) {
      sheet.unmapped.delete(at)
      continue
    }
    sheet.unmapped.set(at, 'words')
    if (DEBIT_WORDS.has(word) && !CREDIT_WORDS.has(word) && line.direction === 'credit')
      sheet.contradicts = true
  }
}

/** Where amounts have signs of their own that agree with it, such a column adds nothing. */
function refuseUnmapped({ unmapped, names, has_minus, contradicts, one_amount }: Sheet): void {
  const found = [...unmapped].find(([, holds]) => holds === 'words')
  if (found !== undefined && one_amount && (contradicts || !has_minus))
    throw unreadable('direction_column', names[found[0]])
}

type ColumnLookup = (column: string | undefined) => number | undefined

/** Position of each mapped column; refuses a missing or duplicate one. */
function findColumns(names: readonly string[], { columns }: CsvMapping): ColumnLookup {
  for (const column of [Object.values(columns)].flat(2)) {
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
  const { columns, credit_word, debit_word } = context.mapping
  if (columns.direction !== undefined) {
    const word = foldWord(cell(columns.direction) ?? '')
    const minor = signed(cell(columns.amount), context)
    if (word === foldWord(debit_word ?? '')) return minor < 0n ? minor : -minor
    if (word !== foldWord(credit_word ?? '') || minor < 0n) throw unreadable('direction', context.no)
    return minor
  }
  if (columns.amount !== undefined) return signed(cell(columns.amount), context)
  const [credit, debit] = [cell(columns.credit), cell(columns.debit)]
  if ((credit === undefined) === (debit === undefined)) throw unreadable('amount', context.no)
  // Some banks write debits with a minus sign, some without.
  const minor = signed(credit ?? debit, context)
  if (credit !== undefined) return minor
  return minor < 0n ? minor : -minor
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
