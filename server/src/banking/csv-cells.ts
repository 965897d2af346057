// Reads what stands in a cell of a bank's CSV: amounts and days as banks write them. What can be read in two ways is refused
// with its line, column and text (csv.test.ts, bank-readers.test.ts).
import { type CsvMapping, foldWord } from '@fairturn/contract/backoffice/csv-mapping'
import { type Refusal, refuse } from '../platform/http/refusal.ts'
import type { Ours } from './bank-reader.ts'
import { readDay, readDecimal } from './bank-statement.ts'
import { unreadable } from './bank-xml.ts'
import { cellNames, lettersOf, markNames, marksIn } from './currency-marks.ts'
import { monthNamed } from './month-names.ts'
import { endOf, namesBankAccount } from './own-account.ts'

const MAX_SHOWN_LENGTH = 60

export interface ReadContext {
  readonly mapping: CsvMapping
  readonly ours: Ours
  /** Of the file. */
  readonly line: number
  readonly latestDay: string
}

/** A column with what a line has in it. */
export interface Cell {
  readonly column: string
  readonly text: string
}

/** Where in the file, and what is written there. */
export const positionOf = ({ column, text }: Cell, line: number): string =>
  `line ${line}, ${column}: ${text.slice(0, MAX_SHOWN_LENGTH)}`

export const inAnotherCurrency = (cell: Cell, currency: string, line: number): Refusal =>
  refuse('bank_file_is_in_another_currency', { line, currency, where: positionOf(cell, line) })

/** Refuses another currency in the column of the currency. */
export function refuseCurrency(cell: Cell, { ours, line }: ReadContext): void {
  const text = lettersOf(cell.text)
  if (text !== '' && cellNames(text, ours.currency) !== 'own')
    throw inAnotherCurrency(cell, text.slice(0, MAX_SHOWN_LENGTH), line)
}

export const ofAnotherBankAccount = ({ column, text }: Cell, line: number): Refusal =>
  refuse('bank_file_is_of_another_account', { account: endOf(text), where: `line ${line}, ${column}` })

/** Refuses another account in the column of our own. */
export function refuseAccount(cell: Cell, { ours, line }: ReadContext): void {
  if (cell.text === '') return
  const names = namesBankAccount(cell.text, ours)
  if (names === undefined) throw unreadable('account', positionOf(cell, line))
  if (names === 'other') throw ofAnotherBankAccount(cell, line)
}

export const isOneOf = (text: string, words: readonly string[] | undefined): boolean =>
  words?.some((word) => foldWord(word) === foldWord(text)) === true

export interface SheetColumn {
  readonly at: number
  /** By which a mapping knows it. */
  readonly name: string
  /** As the bank writes it; several may have the same, or none. */
  readonly heading: string
}

/** The position of a mapped column. */
export type ColumnLookup = (column: string | undefined) => number | undefined

const INVISIBLE = /[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g
const APOSTROPHES = /[‘ʼ´`]/g
const MINUS = /[\u2010-\u2015\u2212\ufe63\uff0d]/g
/** The same sign between all thousands: what mixes them is ambiguous. In India it stands between hundreds above the thousands. */
const WRITTEN = {
  ',': /^(?=.*\d)(?:\d{1,3}(?:([. '’\u00a0\u2007\u2009\u202f])\d{3}(?:\1\d{3})*)|\d*)(?:,\d{0,2})?$/,
  '.': /^(?=.*\d)(?:\d{1,3}(?:([, '’\u00a0\u2007\u2009\u202f])\d{3}(?:\1\d{3})*)|\d{1,2}(?:,\d\d)+,\d{3}|\d*)(?:\.\d{0,2})?$/,
}

/** `CR` or `DR` beside an amount. */
const sideOf = (text: string): 'CR' | 'DR' | undefined =>
  marksIn(text).reduce<'CR' | 'DR' | undefined>((side, mark) => {
    const name = mark.toUpperCase().replace(/\.$/, '')
    return name === 'CR' || name === 'DR' ? name : side
  }, undefined)

/** A number as banks write it: a sign before or after it, parentheses, or `DR`; and the account's currency. */
export function readMoney(cell: Cell, { mapping: { decimal }, ours, line }: ReadContext): bigint {
  const where = positionOf(cell, line)
  const plain = cell.text.replace(INVISIBLE, '').replace(MINUS, '-').replace(APOSTROPHES, '’')
  const side = sideOf(plain)
  let bare = plain
  let currencies = 0
  let sides = 0
  for (const mark of marksIn(plain)) {
    const names = markNames(mark, ours.currency)
    if (names === 'other') throw inAnotherCurrency(cell, mark, line)
    if (names === 'own') currencies += 1
    else if (/^[CD]R\.?$/i.test(mark)) sides += 1
    else throw unreadable('amount', where)
    bare = bare.replace(mark, '')
  }
  const [, before, enclosed, after] = /^([+-]?)\s*([^+-]*?)\s*([+-]?)$/.exec(bare.trim()) ?? []
  const inner = /^\((.*)\)$/.exec(enclosed ?? '')?.[1]?.trim()
  const digits = inner ?? enclosed ?? ''
  const signs = [before, after, inner, side].filter((sign) => sign !== undefined && sign !== '')
  // `25,-` is twenty-five, and `25-` minus twenty-five.
  const hasDash = after !== '' && digits.endsWith(decimal)
  if (signs.length > 1 || sides > 1 || currencies > 2 || hasDash || !WRITTEN[decimal].test(digits))
    throw unreadable('amount', where)
  const minor = readDecimal(
    digits.replace(decimal === ',' ? /[^\d,]/g : /[^\d.]/g, '').replace(',', '.'),
    where,
  )
  return inner !== undefined || before === '-' || after === '-' || side === 'DR' ? -minor : minor
}

/** An amount of its own column of credits or debits; undefined if there is none. */
export function readSide(cell: Cell, side: 'CR' | 'DR', context: ReadContext): bigint | undefined {
  if (cell.text.replace(MINUS, '-').trim() === '-' || cell.text === '') return undefined
  if ((sideOf(cell.text) ?? side) !== side) throw unreadable('amount', positionOf(cell, context.line))
  return readMoney(cell, context)
}

/** Whether the amount's own mark contradicts what the direction column says. */
export const contradictsSide = ({ text }: Cell, side: 'CR' | 'DR'): boolean => (sideOf(text) ?? side) !== side

/** Whether the amount's own mark says debit, which is no minus. */
export const saysDebit = ({ text }: Cell): boolean => sideOf(text) === 'DR'

/** A time of day after the day, with the offset of a time zone: the day is the bank's, so none is applied. */
const TIME =
  /(?<=\d\.?)(?:[T,\s]\s*)\d{1,2}[:.h]\d{2}(?:[:.]\d{2}(?:[.,]\d{1,9})?)?\s*(?:[ap]\.?m\.?)?\s*(?:Z|UTC|GMT|CES?T|[+-]\d{2}:?\d{2})?$/i

/** With the number of its month instead of its name; nothing without such a name. */
function withMonthNumber(text: string): string {
  const [name = ''] = /[\p{L}\p{M}]{3,12}/u.exec(text) ?? []
  const month = monthNamed(name)
  return month === undefined ? '' : text.replace(new RegExp(`${name}\\.?`, 'u'), String(month))
}

/** Between the parts of a day; a year of four digits in front, or a month in letters, is told whatever stands there. */
const signIn = (format: CsvMapping['day_format']): string | undefined =>
  /^(?:yyyy|dd-MMM)/.test(format) ? undefined : /[./-]/.exec(format)?.[0]

export function readCsvDay(
  cell: Cell,
  { mapping: { day_format: format }, line, latestDay }: ReadContext,
): string {
  const where = positionOf(cell, line)
  const written = cell.text.replace(INVISIBLE, '').trim().replace(TIME, '')
  const plain = format.includes('MMM') ? withMonthNumber(written) : written
  const parts =
    format === 'yyyyMMdd' || format === 'yyMMdd'
      ? /^(\d{2}|\d{4})(\d{2})(\d{2})$/.exec(plain)?.slice(1)
      : /^(\d+)\D\s?(\d+)\D\s?(\d+)[.日일]?$/.exec(plain)?.slice(1)
  const [first, second, third] = parts ?? []
  if (first === undefined || second === undefined || third === undefined) throw unreadable('day', where)
  const [year, month, day] = format.startsWith('yy')
    ? [first, second, third]
    : format.startsWith('MM')
      ? [third, first, second]
      : [third, second, first]
  // Behind the month a year of either length is the same; before it two digits may as well be a day.
  const isLast = !format.startsWith('yy')
  const isShort = year.length === 2
  const isWritten = isShort === !format.includes('yyyy')
  if (!(isWritten || isLast) || (year.length !== 2 && year.length !== 4)) throw unreadable('day', where)
  const wholeYear = isShort ? `20${year}` : year
  const read = readDay(`${wholeYear}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`, where)
  // Another sign may mean another order of day and month.
  const sign = signIn(format)
  const signs = plain.match(/(?<=\d)\D(?=\s?\d)/g) ?? []
  if (sign !== undefined && signs.some((each) => each !== sign))
    throw unreadable('day_separator', `${where} (${format})`)
  if (read > latestDay) throw unreadable('year', where)
  return read
}
