// Reads CSV statements by a stored column mapping. No column is guessed, and a line that cannot be parsed completely
// refuses the file (bank-readers.test.ts).
import { hash } from 'node:crypto'
import { type CsvMapping, foldWord, statesDirection } from '@fairturn/contract/backoffice/csv-mapping'
import { formatMoney } from '@fairturn/contract/minor-units'
import { CsvError, parse } from 'csv-parse/sync'
import { refuse, Refusal } from '../platform/http/refusal.ts'
import { isBalanceLine, refuseFromZero } from './balance-line.ts'
import type { Ours } from './bank-reader.ts'
import {
  type BankBalance,
  type BankLine,
  type CsvStatement,
  feeLine,
  MAX_LINES,
  MAX_SKIPPED_SHOWN,
  type SkippedRecord,
  sumOf,
} from './bank-statement.ts'
import { decodeText, headOf, refuseHostile, unreadable } from './bank-xml.ts'
import { directionOf } from './column-words.ts'
import { type Cells, readAmount, refuseUnknownDirection, type WrittenDebit } from './csv-amounts.ts'
import {
  type ColumnLookup,
  isOneOf,
  positionOf,
  readCsvDay,
  type ReadContext,
  readMoney,
  readSide,
  refuseAccount,
  refuseCurrency,
} from './csv-cells.ts'
import { openSheet, refuseMerged, refuseWidth, type Sheet } from './csv-sheet.ts'
import { cellNames, lettersOf, marksIn, namesCurrency } from './currency-marks.ts'
import { findGarbled, isUtf8Beyond } from './garbled-text.ts'
import { endOf, namesBankAccount, otherAccountAbove } from './own-account.ts'
import { isSomeNumber, looksLikeDay } from './row-words.ts'
import type { UnmappedColumns } from './unmapped-columns.ts'

const MAX_RECORD_LENGTH = 20_000
const MAX_COLUMNS = 200
const MAX_TEXT_LENGTH = 1000
const ID_LETTERS = 16

const MAX_SHOWN_LENGTH = 100

/**
 * The statement of account `ours`. Refuses `bank_file_is_not_readable`, `bank_file_is_too_large`,
 * another account, another currency and `bank_statement_does_not_add_up`.
 */
export function readCsvStatement(
  bytes: Uint8Array,
  mapping: CsvMapping,
  ours: Ours,
  now: Date,
): CsvStatement {
  refuseHostile(bytes)
  if (/^\s*<(?:\?xml|Document)[\s>]/.test(headOf(bytes))) throw unreadable('xml')
  // A mapping of before: whether its amounts have signs is for a person to say.
  if (!statesDirection(mapping)) throw unreadable('amounts_not_stated')
  const { read, skipped, unmapped } = readRecords(decode(bytes, mapping), mapping, ours, yearFromNow(now))
  if (mapping.newest_first) read.reverse()
  unmapped?.refuse({ areProven: areProvenCredits(read) })
  if (read.length === 0) throw unreadable('no_statement')
  const statement_id = `csv ${hash('sha256', bytes).slice(0, ID_LETTERS)}`
  refuseMixedFees(read, mapping)
  refuseMixedDebits(read)
  refuseWrongBalances(read, { statement_id, mapping })
  const lines = read.flatMap((row) => row.lines)
  const days = lines.map(({ booking_day }) => booking_day).toSorted()
  return {
    format: 'csv',
    statement_id,
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

const YEAR_MS = 366 * 86_400_000

/** A day beyond it is misread, or the bank's mistake. */
const yearFromNow = (now: Date): string => new Date(now.getTime() + YEAR_MS).toISOString().slice(0, 10)

function decode(bytes: Uint8Array, { encoding }: CsvMapping): string {
  if (!encoding.startsWith('utf-') && isUtf8Beyond(bytes)) throw unreadable('is_utf_8')
  const text = decodeText(bytes, encoding)
  const garbled = findGarbled(text)
  if (garbled !== undefined) throw unreadable('garbled', garbled)
  return text
}

/** Without the formula by which Excel is told to leave a text as it is. */
const plainCell = (cell: string): string => /^="(.*)"$/s.exec(cell)?.[1]?.trim() ?? cell.trim()

interface PhysicalRecord {
  readonly record: readonly string[]
  /** The line of the file on which it ends. */
  readonly line: number
}

const ofParser = ({ code, lines }: CsvError & { readonly lines?: number }, before: number) =>
  unreadable(
    code.includes('QUOTE') ? 'quotes' : 'columns',
    lines === undefined ? code : `line ${before + lines}`,
  )

/** Streams records, so that only parsed ones are held in memory. */
function readRecords(
  text: string,
  mapping: CsvMapping,
  ours: Ours,
  latestDay: string,
): { read: ParsedRow[]; skipped: SkippedRecord[]; unmapped: UnmappedColumns | undefined } {
  const read: ParsedRow[] = []
  const skipped: SkippedRecord[] = []
  const balanceLines: (PhysicalRecord & { before: number })[] = []
  /** The latest records, which may turn out to be the last of the file. */
  const lastRead: PhysicalRecord[] = []
  let sheet: Sheet | undefined
  let refusal: unknown
  let no = 0
  const skip_lines = mapping.skip_lines === 0 && SEPARATOR_LINE.test(text) ? 1 : mapping.skip_lines
  const { first, rest } = splitFirst(text, { ...mapping, skip_lines })
  const skip = (why: SkippedRecord['why'], record: readonly string[]) => {
    const shown = skipped.length < MAX_SKIPPED_SHOWN ? record.join(' ').trim().slice(0, MAX_TEXT_LENGTH) : ''
    skipped.push({ why, text: shown })
  }
  /** As the mapping says, unless it reads as a booking. */
  const skipUnread = (of: Sheet, why: 'at_the_start' | 'at_the_end', { record, line }: PhysicalRecord) => {
    if (isBooking(of, record, { mapping, ours, line, latestDay }))
      throw unreadable(
        'skipped_booking',
        `line ${line}: ${record.join(' ').trim().slice(0, MAX_SHOWN_LENGTH)}`,
      )
    skip(why, record)
  }
  const readNext = (to: Sheet, { record, line }: PhysicalRecord) => {
    no += 1
    refuseMerged(to, record, mapping.separator, line)
    refuseWidth(to, record, line)
    if (!isBooked(to, record, mapping)) return skip('not_booked', record)
    if (isNoBooking(to, record, { mapping, ours, line, latestDay })) return skip('no_booking', record)
    if (isBalanceLine(to.lookup, record, { mapping, ours, line, latestDay })) {
      balanceLines.push({ record, line, before: read.length })
      return skip('balance', record)
    }
    const row = { no: line, ...readRecord(to.lookup, record, { mapping, ours, line, latestDay }) }
    const isZero = sumOf(row.lines) === 0n
    to.unmapped.watch(record, isZero ? undefined : row.lines[0]!.direction, line)
    if (isZero) skip('zero', record)
    read.push(row)
  }
  const take = (cells: string[], line: number) => {
    const record = cells.map(plainCell)
    if (record.length > MAX_COLUMNS) throw unreadable('too_many_elements')
    if (sheet === undefined) {
      sheet = openSheet(record, mapping, ours)
      refuseMerged(sheet, record, mapping.separator, line)
      refuseStatedBankAccount(first, ours)
      for (const before of first) {
        refuseStatedCurrency(before, ours)
        skipUnread(sheet, 'at_the_start', before)
      }
      return
    }
    if (no >= MAX_LINES) throw unreadable('too_many_lines')
    lastRead.push({ record, line })
    if (lastRead.length > (mapping.skip_last_lines ?? 0)) readNext(sheet, lastRead.shift()!)
  }
  try {
    parse(rest, {
      delimiter: mapping.separator,
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
          take(record, skip_lines + lines)
        } catch (error) {
          refusal = error
          throw error
        }
        return null // kept by take(), if at all
      },
    })
  } catch (error) {
    if (refusal !== undefined) throw refusal
    if (error instanceof CsvError) throw ofParser(error, skip_lines)
    throw error
  }
  for (const last of lastRead) {
    refuseMerged(sheet!, last.record, mapping.separator, last.line)
    skipUnread(sheet!, 'at_the_end', last)
  }
  for (const { record, line, before } of balanceLines) {
    const older = read[mapping.newest_first ? before : before - 1]
    refuseFromZero(sheet!.lookup, record, older?.balance_minor, { mapping, ours, line, latestDay })
  }
  return { read, skipped, unmapped: sheet?.unmapped }
}

/** The lines before the names of the columns; each is read for itself, since a quotation mark in one means nothing. */
function splitFirst(
  text: string,
  { skip_lines, separator }: CsvMapping,
): { first: PhysicalRecord[]; rest: string } {
  const first: PhysicalRecord[] = []
  let at = text.startsWith('\ufeff') ? 1 : 0
  for (let line = 1; line <= skip_lines && at < text.length; line += 1) {
    LINE_END.lastIndex = at
    const found = LINE_END.exec(text)
    const written = text.slice(at, found?.index).slice(0, MAX_RECORD_LENGTH)
    if (written.trim() !== '') first.push({ record: cellsOf(written, separator), line })
    at = found === null ? text.length : LINE_END.lastIndex
  }
  return { first, rest: text.slice(at) }
}

/** By which Excel is told the separator, in a line of its own before the names of the columns. */
const SEPARATOR_LINE = /^\ufeff?"?sep=."?[ \t]*[\r\n]/i

const LINE_END = /\r\n|\r|\n/g

function cellsOf(written: string, separator: string): string[] {
  try {
    const [cells = []] = parse(written, { delimiter: separator, relax_quotes: true, trim: true })
    return cells
  } catch (error) {
    if (error instanceof CsvError) return written.split(separator)
    throw error
  }
}

const STATED_CURRENCY =
  /(?:currency|ccy|währung|devise|monnaie|moneda|divisa|moeda|valuta|waluta|měna|mena|tiền tệ|通貨|통화|币种|货币)["\s,;|]*[:：=]?["\s,;|]*([\p{L}\p{Sc}]{1,4}|\d{3})["\s]*$/iu

/** Above its columns a bank may say of which account the file is, and its currency. */
function refuseStatedCurrency({ record, line }: PhysicalRecord, { currency }: Ours): void {
  const written = record.join(' ').trim()
  const [, said = ''] = STATED_CURRENCY.exec(written) ?? []
  const stated = lettersOf(said)
  if (cellNames(stated, currency) === 'other')
    throw refuse('bank_file_is_in_another_currency', {
      line,
      currency: stated,
      where: `line ${line}: ${written.slice(0, MAX_SHOWN_LENGTH)}`,
    })
}

/** Unless one of the lines names ours, too. */
function refuseStatedBankAccount(lines: readonly PhysicalRecord[], ours: Ours): void {
  if (lines.some(({ record }) => namesBankAccount(record.join(' '), ours) === 'own')) return
  for (const { record, line } of lines) {
    const other = otherAccountAbove(record, ours)
    if (other !== undefined)
      throw refuse('bank_file_is_of_another_account', { account: endOf(other), where: `line ${line}` })
  }
}

/**
 * Whether a line that is not read has a day and an amount where the bookings have theirs, also in a form that the mapping does not
 * read: it may be a booking then.
 */
function isBooking(sheet: Sheet, record: readonly string[], context: ReadContext): boolean {
  const { booking_day, amount, credit, debit } = context.mapping.columns
  const textAt = (column: string) => record[sheet.lookup(column) ?? -1] ?? ''
  const reads = (work: () => unknown): boolean => {
    try {
      return work() !== 0n
    } catch (error) {
      if (error instanceof Refusal) return error.code === 'bank_file_is_in_another_currency'
      throw error
    }
  }
  const amounts = [amount, credit, debit].filter((column) => column !== undefined)
  return (
    isBooked(sheet, record, context.mapping) &&
    !isBalanceLine(sheet.lookup, record, context) &&
    (looksLikeDay(textAt(booking_day)) ||
      reads(() => readCsvDay({ column: booking_day, text: textAt(booking_day) }, context))) &&
    amounts.some(
      (column) =>
        isSomeNumber(textAt(column)) || reads(() => readMoney({ column, text: textAt(column) }, context)),
    )
  )
}

function isBooked(
  { lookup }: Sheet,
  record: readonly string[],
  { columns, booked_words }: CsvMapping,
): boolean {
  const at = lookup(columns.status)
  return at === undefined || isOneOf(record[at] ?? '', booked_words)
}

/**
 * Whether the direction column says that a line is none of this account, by a word that the mapping names for it: a bank of several
 * balances lists what was converted between two others. Refuses one that names the account's currency, since money moved by it.
 */
function isNoBooking(sheet: Sheet, record: readonly string[], { mapping, ours, line }: ReadContext): boolean {
  const { direction, amount } = mapping.columns
  const at = sheet.lookup(direction)
  const text = record[at ?? -1] ?? ''
  if (at === undefined || !isOneOf(text, mapping.skipped_words)) return false
  const word = positionOf({ column: direction!, text }, line)
  if (directionOf(foldWord(text)) !== undefined) throw unreadable('direction', word)
  const isOwn = (mark: string) => cellNames(lettersOf(mark), ours.currency) === 'own'
  const namesOwn = (cell: string) => isOwn(cell) || (isSomeNumber(cell) && marksIn(cell).some(isOwn))
  if (namesCurrency(sheet.headingOf(amount), ours.currency) || record.some(namesOwn))
    throw unreadable('skipped_currency', word)
  return true
}

interface ParsedCells {
  /** The booking and, where the bank took a fee for a payment with it, that fee. */
  readonly lines: readonly BankLine[]
  /** As the bank writes it. */
  readonly fee_minor: bigint
  readonly balance_minor: bigint | undefined
  readonly debit: WrittenDebit | undefined
}
interface ParsedRow extends ParsedCells {
  /** Its line of the file. */
  readonly no: number
}
function readRecord(lookup: ColumnLookup, record: readonly string[], context: ReadContext): ParsedCells {
  const { columns } = context.mapping
  const cell: Cells = (column) => ({
    column,
    text: record[lookup(column) ?? -1]?.slice(0, MAX_TEXT_LENGTH) ?? '',
  })
  const textOf = (column: string | undefined): string | undefined =>
    column === undefined ? undefined : cell(column).text || undefined
  // Before its currency: the word may be of a line that is none of this account.
  if (columns.direction !== undefined) refuseUnknownDirection(cell(columns.direction), context)
  if (columns.currency !== undefined) refuseCurrency(cell(columns.currency), context)
  if (columns.own_account !== undefined) refuseAccount(cell(columns.own_account), context)
  const { minor: amount_minor, debit } = readAmount(cell, context)
  const fee_minor = columns.fee === undefined ? 0n : (readSide(cell(columns.fee), 'DR', context) ?? 0n)
  const taken_minor = fee_minor < 0n ? -fee_minor : fee_minor
  if (amount_minor > 0n && taken_minor > amount_minor)
    throw unreadable('fee', positionOf(cell(columns.fee!), context.line))
  // As in camt.053: of money that came what arrived is credited, and the fee of a payment is a line of its own.
  const paid_minor = amount_minor < 0n ? amount_minor : amount_minor - taken_minor
  const value_day = textOf(columns.value_day)
  const balance = textOf(columns.balance)
  const line: BankLine = {
    booking_day: readCsvDay(cell(columns.booking_day), context),
    value_day: value_day === undefined ? null : readCsvDay(cell(columns.value_day!), context),
    amount_minor: paid_minor < 0n ? -paid_minor : paid_minor,
    direction: paid_minor < 0n ? 'debit' : 'credit',
    reversal: false,
    bank_reference: textOf(columns.bank_reference)?.slice(0, 100) ?? null,
    end_to_end_id: textOf(columns.end_to_end_id)?.slice(0, 100) ?? null,
    batch_id: null,
    remittance: columns.remittance
      .flatMap((column) => textOf(column) ?? [])
      .join(' ')
      .slice(0, MAX_TEXT_LENGTH),
    counterparty_name: textOf(columns.counterparty_name)?.slice(0, 140) ?? null,
    counterparty_account: textOf(columns.counterparty_account)?.replace(/\s/g, '').slice(0, 40) ?? null,
    counterparty_swift: null,
    return_reason: null,
  }
  const hasFeeLine = amount_minor < 0n && taken_minor > 0n
  return {
    lines: hasFeeLine ? [line, feeLine(line, taken_minor)] : [line],
    fee_minor,
    balance_minor: balance === undefined ? undefined : readMoney(cell(columns.balance!), context),
    debit,
  }
}

/** Banks write fees with a minus or without; in a file with both, one of them is a fee that was given back, and nothing says which. */
function refuseMixedFees(read: readonly ParsedRow[], { columns }: CsvMapping): void {
  const other = read.find(({ fee_minor }) => fee_minor < 0n)
  if (other !== undefined && read.some(({ fee_minor }) => fee_minor > 0n))
    throw unreadable('fee', `line ${other.no}, ${columns.fee}: ${formatMoney(other.fee_minor)}`)
}

/** A debit with a minus may be one that was taken back, if others of the file have none: nothing says which. */
function refuseMixedDebits(read: readonly ParsedRow[]): void {
  const first = (isNegative: boolean) => read.find(({ debit }) => debit?.isNegative === isNegative)
  const both = [first(false), first(true)].filter((row) => row !== undefined)
  if (both.length < 2) return
  const places = both.toSorted((one, other) => one.no - other.no)
  throw unreadable('mixed_signs', places.map(({ debit, no }) => positionOf(debit!.cell, no)).join('; '))
}

const dayOf = ({ lines }: ParsedRow): string => lines[0]!.booking_day

const sumOfRows = (read: readonly ParsedRow[]): bigint => sumOf(read.flatMap(({ lines }) => lines))

/** If the bank writes a running balance, the opening and closing balances are derived from it. */
function balancesOf(read: readonly ParsedRow[]): {
  opening: BankBalance | null
  closing: BankBalance | null
} {
  const [first, last] = [read[0]!, read.at(-1)!]
  if (first.balance_minor === undefined || last.balance_minor === undefined)
    return { opening: null, closing: null }
  return {
    opening: { day: dayOf(first), amount_minor: first.balance_minor - sumOf(first.lines) },
    closing: { day: dayOf(last), amount_minor: last.balance_minor },
  }
}

/**
 * Refuses a file whose opening balance and lines do not come to its closing balance, with the first line at which they part, and
 * whether they would in the other order.
 */
function refuseWrongBalances(
  read: readonly ParsedRow[],
  { statement_id, mapping }: { statement_id: string; mapping: CsvMapping },
): void {
  const wrong = findWrongBalance(read)
  if (wrong === undefined) return
  const { opening, closing } = balancesOf(read)
  const turned = findWrongBalance(read.toReversed()) === undefined
  throw refuse('bank_statement_does_not_add_up', {
    statement: statement_id,
    opening: formatMoney(opening!.amount_minor),
    lines: formatMoney(sumOfRows(read)),
    closing: formatMoney(closing!.amount_minor),
    where: `line ${wrong.no}, ${mapping.columns.balance}: ${formatMoney(wrong.balance_minor!)}`,
    ...(turned && { why: mapping.newest_first ? 'oldest_first' : 'newest_first' }),
  })
}

/** Undefined if the file comes to its closing balance, or has none. A bank may write the balance of a day beside its last line only. */
function findWrongBalance(read: readonly ParsedRow[]): ParsedRow | undefined {
  const { opening, closing } = balancesOf(read)
  if (opening === null || closing === null) return undefined
  if (opening.amount_minor + sumOfRows(read) === closing.amount_minor) return undefined
  let balance_minor = opening.amount_minor
  return read.find((row) => {
    balance_minor += sumOf(row.lines)
    return row.balance_minor !== undefined && row.balance_minor !== balance_minor
  })
}

/**
 * Whether running balances show that every line but the first is a credit: each balance is the one before and the amount. Lines of
 * equal amounts, read from the wrong end, would show the same of debits, so that these are not proven.
 */
function areProvenCredits(read: readonly ParsedRow[]): boolean {
  const steps = (rows: readonly ParsedRow[], sign: 1n | -1n) =>
    rows.every(({ balance_minor, lines }, i) => {
      const before = rows[i - 1]
      if (balance_minor === undefined || sumOf(lines) <= 0n) return false
      return before === undefined || balance_minor === before.balance_minor! + sign * sumOf(lines)
    })
  return read.length > 1 && steps(read, 1n) && !steps(read.toReversed(), -1n)
}
