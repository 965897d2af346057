// Watches the columns of a CSV that its mapping does not name: one of them may change what an amount means, and then a debit
// would be taken for money received, or a line for booked that is not. The mapping names such a column, or says that it
// changes nothing (`ignored`); nothing is guessed from it (bank-readers.test.ts).
import type { CsvMapping } from '@fairturn/contract/backoffice/csv-mapping'
import type { Ours } from './bank-reader.ts'
import { unreadable } from './bank-xml.ts'
import { directionOf } from './column-words.ts'
import { inAnotherCurrency, ofAnotherBankAccount, positionOf } from './csv-cells.ts'
import { cellNames, isCurrencyHeading, lettersOf, namesCurrency } from './currency-marks.ts'
import { headingOf, ibansIn, looksLikeAccount, namesBankAccount } from './own-account.ts'
import { isSomeNumber, namesFee } from './row-words.ts'
import {
  contradicts,
  contradictsAsText,
  describe,
  isAnswer,
  isOneWord,
  isStatus,
  isStatusAsText,
  saysDebitInParts,
  saysDirection,
  saysPending,
  takeCell,
  tellsApart,
  watchColumn,
  type WatchedColumn,
} from './watched-column.ts'

/** A column all of whose cells name a currency, where the mapping names none. */
interface CurrencyColumn {
  readonly at: number
  readonly name: string
  readonly isIgnored: boolean
  named: boolean
  /** The first line in another than the account's. */
  other?: { readonly text: string; readonly line: number }
}

/** A column that may say of which account the file is, where the mapping names none. */
interface AccountColumn {
  readonly at: number
  readonly name: string
  readonly isIgnored: boolean
  readonly heading: 'own' | 'some' | undefined
  readonly texts: Set<string>
  hasOurs: boolean
  hasBlank: boolean
  /** The first line that names another account than ours. */
  other?: { readonly text: string; readonly line: number }
}

export interface UnmappedColumns {
  /** An amount of zero has no direction. */
  readonly watch: (record: readonly string[], direction: 'credit' | 'debit' | undefined, line: number) => void
  /** Refuses `bank_file_is_not_readable` with the column's name and its words, once all lines are read. */
  readonly refuse: () => void
}

export function openUnmappedColumns(
  names: readonly string[],
  { columns, amounts }: CsvMapping,
  ours: Ours,
): UnmappedColumns {
  const { currency } = ours
  const mapped = new Set([Object.values(columns)].flat(2))
  const openColumns = (isWatched: (name: string) => boolean): WatchedColumn[] =>
    names.flatMap((name, at) => (isWatched(name) ? [watchColumn(at, name)] : []))
  const unmapped = openColumns((name) => !mapped.has(name) && !namesFee(name))
  // A column of directions or of the status may be read as part of the text, too.
  const texts = openColumns((name) => columns.remittance.includes(name) && !columns.ignored?.includes(name))
  const { ignored, ...roles } = columns
  const read = new Set([Object.values(roles)].flat(2))
  // Where the amounts' headings name the account's currency, another column may say in which one was paid.
  const amountHeadings = [columns.amount, columns.credit, columns.debit].filter((name) => name !== undefined)
  const isStated = amountHeadings.every((name) => namesCurrency(name, currency))
  let currencies = columns.currency === undefined ? openCurrencies(names, read, { ignored, isStated }) : []
  let accounts = columns.own_account === undefined ? openAccounts(names, read, ignored) : []
  const isIgnored = (name: string) => ignored?.includes(name) === true
  const ignoredWords = openColumns((name) => isIgnored(name) && !read.has(name))
  // A fee that is read as part of the text would be lost as well.
  const fees = names.flatMap((name, at) =>
    namesFee(name) && !isIgnored(name) && (!read.has(name) || columns.remittance.includes(name))
      ? [{ at, name }]
      : [],
  )
  let hasMinus = false
  let lines = 0
  return {
    watch(record, direction, line) {
      currencies = currencies.filter((column) =>
        takeCurrency(column, record[column.at] ?? '', { currency, line }),
      )
      accounts = accounts.filter((column) => takeBankAccount(column, record[column.at] ?? '', { ours, line }))
      if (direction === 'debit') hasMinus = true
      lines += 1
      for (const column of [...unmapped, ...texts, ...ignoredWords])
        takeCell(column, record[column.at] ?? '', { direction, line })
      for (const { at, name } of fees) {
        const cell = { column: name, text: record[at] ?? '' }
        if (isSomeNumber(cell.text)) throw unreadable('fee_column', positionOf(cell, line))
      }
    },
    refuse() {
      for (const column of currencies) refuseOther(column)
      for (const column of accounts) refuseOtherBankAccount(column)
      const isCurrency = new Set(currencies.flatMap(({ at, named }) => (named ? [at] : [])))
      const watched = unmapped.filter(({ at }) => !isCurrency.has(at))
      refuseStatus({ watched, texts, ignored: columns.status === undefined ? ignoredWords : [] })
      if (amounts === 'signed')
        refuseDirection(
          { watched: watched.filter((column) => !isAnswer(column)), texts, ignored: ignoredWords },
          { amount: columns.amount, hasMinus, lines, currency },
        )
    },
  }
}

interface WatchedColumns {
  readonly watched: readonly WatchedColumn[]
  readonly texts: readonly WatchedColumn[]
  readonly ignored: readonly WatchedColumn[]
}

/** A mapping with a status column may ignore another one that says the same. */
function refuseStatus({ watched, texts, ignored }: WatchedColumns): void {
  const status = watched.find(isStatus) ?? texts.find(isStatusAsText)
  if (status !== undefined) throw unreadable('status_column', describe(status, status.firstPending))
  const said = ignored.find(saysPending)
  if (said !== undefined) throw unreadable('ignored_status', describe(said, said.firstPending))
}

function refuseDirection(
  { watched, texts, ignored }: WatchedColumns,
  {
    amount = '',
    hasMinus,
    lines,
    currency,
  }: { amount: string | undefined; hasMinus: boolean; lines: number; currency: string },
): void {
  const found = watched.find(contradicts) ?? texts.find(contradictsAsText)
  if (found !== undefined)
    throw unreadable('direction_column', describe(found, found.contradicting ?? found.besideBoth))
  if (hasMinus) return
  const apart = watched.find(tellsApart)
  if (apart !== undefined) throw unreadable('direction_column', describe(apart, apart.firstCredit))
  const said = ignored.find(saysDirection)
  if (said !== undefined) throw unreadable('ignored_direction', describe(said, said.firstDebit))
  if (directionOf(amount) === 'debit') throw unreadable('direction_column', amount)
  const alike = watched.filter((column) => isOneWord(column, lines, currency))
  if (alike.length > 0)
    throw unreadable(
      'direction_column',
      alike
        .map((column) => describe(column))
        .join('; ')
        .slice(0, 200),
    )
  const compound = watched.find(saysDebitInParts)
  if (compound !== undefined) throw unreadable('direction_column', describe(compound, compound.compoundDebit))
}

const openCurrencies = (
  names: readonly string[],
  read: ReadonlySet<string | undefined>,
  { ignored = [], isStated }: { ignored: readonly string[] | undefined; isStated: boolean },
): CurrencyColumn[] =>
  names.flatMap((name, at) =>
    read.has(name) || (isStated && ignored.includes(name))
      ? []
      : [{ at, name, isIgnored: ignored.includes(name), named: false }],
  )

/** Whether the column may still be one of currencies. */
function takeCurrency(
  column: CurrencyColumn,
  text: string,
  { currency, line }: { currency: string; line: number },
): boolean {
  if (text === '') return true
  const letters = isCurrencyHeading(column.name) ? lettersOf(text) : text
  const names = cellNames(letters, currency)
  if (names === undefined) return false
  column.named = true
  if (names === 'other') column.other ??= { text: letters, line }
  return true
}

const openAccounts = (
  names: readonly string[],
  read: ReadonlySet<string | undefined>,
  ignored: readonly string[] = [],
): AccountColumn[] =>
  names.flatMap((name, at) => {
    const heading = headingOf(name)
    const isIgnored = ignored.includes(name)
    if (read.has(name) || heading === 'other' || (isIgnored && heading !== 'own')) return []
    return [{ at, name, isIgnored, heading, texts: new Set<string>(), hasOurs: false, hasBlank: false }]
  })

/** Whether the column may still be one of accounts. */
function takeBankAccount(
  column: AccountColumn,
  text: string,
  { ours, line }: { ours: Ours; line: number },
): boolean {
  const { heading, texts } = column
  if (text === '') {
    column.hasBlank = true
    return true
  }
  const plain = text.replace(/\s/g, '').toUpperCase()
  if (texts.has(plain)) return true
  if (heading === undefined && ibansIn(text).length === 0) return false
  if (heading === 'some' && !looksLikeAccount(text)) return false
  const names = namesBankAccount(text, ours)
  if (names === undefined) return heading === 'own'
  if (names === 'own') column.hasOurs = true
  else column.other ??= { text, line }
  if (texts.size < 2) texts.add(plain)
  return true
}

/**
 * Under a heading of our own account any other; under another heading one that stands in every line, or beside ours: payers'
 * accounts differ, and are not ours. A file of one payer may be refused so, until the mapping says whose the column is.
 */
function refuseOtherBankAccount({
  name,
  isIgnored,
  heading,
  texts,
  hasOurs,
  hasBlank,
  other,
}: AccountColumn): void {
  if (other === undefined) return
  const cell = { column: name, text: other.text }
  if (isIgnored && ibansIn(other.text).length === 0) return
  if (isIgnored) throw ofAnotherBankAccount(cell, other.line)
  if (heading === 'own' || hasOurs || (texts.size === 1 && !hasBlank))
    throw unreadable('account_column', positionOf(cell, other.line))
}

/** Also where it is said to change nothing: no amount is converted. */
function refuseOther({ name, isIgnored, other }: CurrencyColumn): void {
  if (other === undefined) return
  const cell = { column: name, text: other.text }
  throw isIgnored
    ? inAnotherCurrency(cell, other.text, other.line)
    : unreadable('currency_column', positionOf(cell, other.line))
}
