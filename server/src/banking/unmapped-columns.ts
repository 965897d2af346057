// Watches the columns of a CSV that its mapping does not name: one of them may change what an amount means, and then a debit
// would be taken for money received, or a line for booked that is not. The mapping names such a column, or says that it
// changes nothing (`ignored`); nothing is guessed from it (bank-readers.test.ts).
import type { CsvMapping } from '@fairturn/contract/backoffice/csv-mapping'
import type { Ours } from './bank-reader.ts'
import { unreadable } from './bank-xml.ts'
import { directionOf } from './column-words.ts'
import { positionOf, type SheetColumn } from './csv-cells.ts'
import { namesCurrency } from './currency-marks.ts'
import { isSomeNumber, namesAmountBesideFees, namesFee } from './row-words.ts'
import {
  openAccounts,
  openCurrencies,
  refuseOther,
  refuseOtherBankAccount,
  takeBankAccount,
  takeCurrency,
} from './unmapped-accounts.ts'
import {
  contradicts,
  contradictsAsText,
  describe,
  describeUnknown,
  disagrees,
  isAnswer,
  isOneWord,
  isStatus,
  isStatusAsText,
  isUnrelated,
  recurs,
  saysCredit,
  saysDebitInParts,
  saysDirection,
  saysPending,
  saysPendingAlone,
  takeCell,
  tellsApart,
  watchColumn,
  type WatchedColumn,
} from './watched-column.ts'

export interface UnmappedColumns {
  /** An amount of zero has no direction. */
  readonly watch: (record: readonly string[], direction: 'credit' | 'debit' | undefined, line: number) => void
  /**
   * Refuses `bank_file_is_not_readable` with the column's name and its words, once all lines are read. Running balances may prove
   * the sign of each line but the oldest.
   */
  readonly refuse: (signs: { areProven: boolean }) => void
}

export function openUnmappedColumns(
  sheet: readonly SheetColumn[],
  { columns, amounts, newest_first }: CsvMapping,
  ours: Ours,
): UnmappedColumns {
  const { currency } = ours
  const mapped = new Set([Object.values(columns)].flat(2))
  const { ignored, ...roles } = columns
  const read = new Set([Object.values(roles)].flat(2))
  const isIgnored = (name: string) => ignored?.includes(name) === true
  const openColumns = (isWatched: (column: SheetColumn) => boolean): WatchedColumn[] =>
    sheet.filter(isWatched).map(watchColumn)
  const unmapped = openColumns(({ name, heading }) => !mapped.has(name) && !namesFee(heading))
  // A column of directions or of the status may be read as part of the text, too.
  const texts = openColumns(({ name }) => columns.remittance.includes(name) && !isIgnored(name))
  const labels = openColumns(
    ({ name }) => [columns.bank_reference, columns.counterparty_account].includes(name) && !isIgnored(name),
  )
  const ignoredWords = openColumns(({ name }) => isIgnored(name) && !read.has(name))
  // Where the amounts' headings name the account's currency, another column may say in which one was paid.
  const isOfAmount = ({ name }: SheetColumn) => [columns.amount, columns.credit, columns.debit].includes(name)
  const isStated = sheet.filter(isOfAmount).every(({ heading }) => namesCurrency(heading, currency))
  let currencies = columns.currency === undefined ? openCurrencies(sheet, read, { ignored, isStated }) : []
  let accounts = columns.own_account === undefined ? openAccounts(sheet, read, ignored) : []
  // A fee that is read as part of the text would be lost as well.
  const unread = sheet.filter(
    ({ name }) => !isIgnored(name) && (!read.has(name) || columns.remittance.includes(name)),
  )
  const fees = unread.filter(({ heading }) => namesFee(heading))
  const besideFees = unread.filter(({ heading }) => namesAmountBesideFees(heading))
  const amountsRead = sheet.filter(isOfAmount)
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
      for (const column of [...unmapped, ...texts, ...labels, ...ignoredWords])
        takeCell(column, record[column.at] ?? '', { direction, line })
      for (const { at, name } of fees) {
        const cell = { column: name, text: record[at] ?? '' }
        if (isSomeNumber(cell.text)) throw unreadable('fee_column', positionOf(cell, line))
      }
      for (const { at, name } of besideFees) {
        const cell = { column: name, text: record[at] ?? '' }
        const isRead = amountsRead.some((amount) => digitsOf(record[amount.at]) === digitsOf(cell.text))
        if (isSomeNumber(cell.text) && !isRead) throw unreadable('amount_and_fees', positionOf(cell, line))
      }
    },
    refuse({ areProven }) {
      for (const column of currencies) refuseOther(column)
      for (const column of accounts) refuseOtherBankAccount(column)
      const isCurrency = new Set(currencies.flatMap(({ at, named }) => (named ? [at] : [])))
      const watched = unmapped.filter(({ at }) => !isCurrency.has(at))
      refuseStatus({ watched, texts, labels, ignored: columns.status === undefined ? ignoredWords : [] })
      if (amounts !== 'signed') return
      const oldest = newest_first ? 'last' : 'first'
      const amount = sheet.find(({ name }) => name === columns.amount)?.heading ?? ''
      refuseDirection(
        { watched: watched.filter((column) => !isAnswer(column)), texts, ignored: ignoredWords },
        { amount, hasMinus, lines, currency, isProven: (column) => areProven && recurs(column, oldest) },
      )
    },
  }
}

const digitsOf = (text = ''): string => text.replace(/\D/g, '')

interface WatchedColumns {
  readonly watched: readonly WatchedColumn[]
  readonly texts: readonly WatchedColumn[]
  readonly ignored: readonly WatchedColumn[]
}

interface Labels {
  readonly labels: readonly WatchedColumn[]
}

/** A mapping with a status column may ignore another one that says the same. */
function refuseStatus({ watched, texts, labels, ignored }: WatchedColumns & Labels): void {
  const status = watched.find(isStatus) ?? texts.find(isStatusAsText) ?? labels.find(saysPendingAlone)
  if (status !== undefined) throw unreadable('status_column', describe(status, status.firstPending))
  const said = ignored.find(saysPending)
  if (said !== undefined) throw unreadable('ignored_status', describe(said, said.firstPending))
}

interface Amounts {
  /** Their heading. */
  readonly amount: string
  readonly hasMinus: boolean
  readonly lines: number
  readonly currency: string
  /** Whether each word of a column stands beside an amount that balances prove to be a credit. */
  readonly isProven: (column: WatchedColumn) => boolean
}

function refuseDirection({ watched, texts, ignored }: WatchedColumns, amounts: Amounts): void {
  const isOther = (column: WatchedColumn) => contradicts(column) || (amounts.hasMinus && disagrees(column))
  const found = watched.find(isOther) ?? texts.find(contradictsAsText)
  if (found !== undefined) {
    const { contradicting, besideBoth, disagreeing } = found
    throw unreadable('direction_column', describe(found, contradicting ?? besideBoth ?? disagreeing))
  }
  if (amounts.hasMinus) {
    const other = ignored.find(disagrees)
    if (other === undefined) return
    throw unreadable('sign_and_word', describe(other, other.disagreeing ?? other.besideBoth))
  }
  const said = ignored.find(saysDirection)
  if (said !== undefined) throw unreadable('ignored_direction', describe(said, said.firstDebit))
  if (directionOf(amounts.amount) === 'debit') throw unreadable('direction_column', amounts.amount)
  if ([...watched, ...ignored].some((column) => saysCredit(column, amounts.lines))) return
  refuseUnknown(
    watched.filter((column) => !isUnrelated(column) && !amounts.isProven(column)),
    amounts,
  )
}

/** Of a file without a minus: a column whose words may say debit. Neither a sign nor a balance tells that they do not. */
function refuseUnknown(asked: readonly WatchedColumn[], { lines, currency }: Amounts): void {
  const apart = asked.find(tellsApart)
  if (apart !== undefined) throw unreadable('unknown_words', describeUnknown(apart))
  const alike = asked.filter((column) => isOneWord(column, lines, currency))
  if (alike.length > 0) throw unreadable('unknown_words', alike.map(describeUnknown).join('; ').slice(0, 200))
  const compound = asked.find(saysDebitInParts)
  if (compound !== undefined) throw unreadable('direction_column', describe(compound, compound.compoundDebit))
}
