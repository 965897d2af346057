// Reads CSV statements by a stored column mapping. No column is guessed, and a line that cannot be parsed completely
// refuses the file (bank-readers.test.ts).
import { hash } from 'node:crypto'
import type { CsvMapping } from '@fairturn/contract/backoffice/csv-mapping'
import { CsvError, parse } from 'csv-parse/sync'
import { refuse } from '../platform/http/refusal.ts'
import type { Ours } from './bank-reader.ts'
import {
  type BankBalance,
  type BankLine,
  type BankStatement,
  MAX_LINES,
  readDay,
  readDecimal,
} from './bank-statement.ts'
import { decodeText, refuseHostile, unreadable } from './bank-xml.ts'

const MAX_RECORD_LENGTH = 20_000
const MAX_COLUMNS = 200
const MAX_TEXT_LENGTH = 1000
const ID_LETTERS = 16

/** The statement of account `ours`. Refuses `bank_file_is_not_readable`, `bank_file_is_too_large` and another currency. */
export function readCsvStatement(bytes: Uint8Array, mapping: CsvMapping, ours: Ours): BankStatement {
  refuseHostile(bytes)
  const read = readRecords(bytes, mapping, ours)
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
  }
}

/** Streams records, so that only parsed ones are held in memory. */
function readRecords(bytes: Uint8Array, mapping: CsvMapping, ours: Ours): ParsedRow[] {
  const read: ParsedRow[] = []
  let place: ColumnLookup | undefined
  let refusal: unknown
  const take = (record: string[]) => {
    if (record.length > MAX_COLUMNS) throw unreadable('too_many_elements')
    if (place === undefined) place = findColumns(record, mapping)
    else if (read.length >= MAX_LINES) throw unreadable('too_many_lines')
    else read.push(readRecord(place, record, { mapping, ours, no: read.length + 1 }))
  }
  try {
    parse(decodeText(bytes, mapping.encoding), {
      bom: true,
      delimiter: mapping.separator,
      from_line: mapping.skip_lines + 1,
      max_record_size: MAX_RECORD_LENGTH,
      skip_empty_lines: true,
      relax_column_count: false,
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
  return read
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
  readonly no: number
}
interface ParsedRow {
  readonly line: BankLine
  readonly balance_minor: bigint | undefined
}

function readRecord(
  place: ColumnLookup,
  record: readonly string[],
  { mapping, ours, no }: ReadContext,
): ParsedRow {
  const { columns } = mapping
  const cell = (column: string | undefined): string | undefined => {
    const at = place(column)
    const text = at === undefined ? undefined : record[at]?.slice(0, MAX_TEXT_LENGTH)
    return text === '' ? undefined : text
  }
  const currency = cell(columns.currency)
  if (currency !== undefined && currency.toUpperCase() !== ours.currency)
    throw refuse('bank_file_is_in_another_currency', { line: no })
  const amount_minor = readAmount(cell, { mapping, no })
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
    balance_minor: balance === undefined ? undefined : signed(balance, mapping.decimal, no),
  }
}

/** Either one signed column, or one for credits and one for debits. */
function readAmount(
  cell: (column: string | undefined) => string | undefined,
  { mapping: { columns, decimal }, no }: Pick<ReadContext, 'mapping' | 'no'>,
): bigint {
  if (columns.amount !== undefined) return signed(cell(columns.amount), decimal, no)
  const [credit, debit] = [cell(columns.credit), cell(columns.debit)]
  if ((credit === undefined) === (debit === undefined)) throw unreadable('amount', no)
  // Some banks write debits with a minus sign, some without.
  const minor = signed(credit ?? debit, decimal, no)
  if (credit !== undefined) return minor
  return minor < 0n ? minor : -minor
}

const WRITTEN = {
  ',': /^([+-]?)((?:\d{1,3}(?:[. '\u00a0\u202f]\d{3})+|\d+)(?:,\d{1,2})?)(-?)$/,
  '.': /^([+-]?)((?:\d{1,3}(?:[, '\u00a0\u202f]\d{3})+|\d+)(?:\.\d{1,2})?)(-?)$/,
}

function signed(text: string | undefined, decimal: ',' | '.', no: number): bigint {
  const match = WRITTEN[decimal].exec(text ?? '')
  if (match === null || (match[1] !== '' && match[3] !== '')) throw unreadable('amount', no)
  const thousands = decimal === ',' ? /[. '\u00a0\u202f]/g : /[, '\u00a0\u202f]/g
  const minor = readDecimal(match[2]!.replace(thousands, '').replace(',', '.'), no)
  return match[1] === '-' || match[3] === '-' ? -minor : minor
}

function dayOf(text: string | undefined, format: CsvMapping['day_format'], no: number): string {
  const parts =
    format === 'yyyyMMdd' ? /^(\d{4})(\d{2})(\d{2})$/.exec(text ?? '')?.slice(1) : text?.split(/\D/)
  const [first, second, third] = parts ?? []
  if (parts?.length !== 3 || first === undefined || second === undefined || third === undefined)
    throw unreadable('day', no)
  const [year, month, day] = format.startsWith('yyyy')
    ? [first, second, third]
    : format.startsWith('MM')
      ? [third, first, second]
      : [third, second, first]
  return readDay(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`, no)
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
