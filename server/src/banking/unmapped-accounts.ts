// Columns of a CSV that its mapping does not name, and that may say that a line is of another account, or in another currency
// (csv.test.ts).
import type { Ours } from './bank-reader.ts'
import { unreadable } from './bank-xml.ts'
import { inAnotherCurrency, ofAnotherBankAccount, positionOf, type SheetColumn } from './csv-cells.ts'
import { cellNames, isCurrencyHeading, lettersOf } from './currency-marks.ts'
import { headingOf, ibansIn, looksLikeAccount, namesBankAccount } from './own-account.ts'

/** A column all of whose cells name a currency, where the mapping names none. */
interface CurrencyColumn extends SheetColumn {
  readonly isIgnored: boolean
  named: boolean
  /** The first line in another than the account's. */
  other?: { readonly text: string; readonly line: number }
}

/** A column that may say of which account the file is, where the mapping names none. */
interface AccountColumn extends SheetColumn {
  readonly isIgnored: boolean
  readonly said: 'own' | 'some' | undefined
  readonly texts: Set<string>
  hasOurs: boolean
  hasBlank: boolean
  /** The first line that names another account than ours. */
  other?: { readonly text: string; readonly line: number }
}

export const openCurrencies = (
  columns: readonly SheetColumn[],
  read: ReadonlySet<string | undefined>,
  { ignored = [], isStated }: { ignored: readonly string[] | undefined; isStated: boolean },
): CurrencyColumn[] =>
  columns.flatMap((column) => {
    const isIgnored = ignored.includes(column.name)
    return read.has(column.name) || (isStated && isIgnored) ? [] : [{ ...column, isIgnored, named: false }]
  })

/** Whether the column may still be one of currencies. */
export function takeCurrency(
  column: CurrencyColumn,
  text: string,
  { currency, line }: { currency: string; line: number },
): boolean {
  if (text === '') return true
  const letters = isCurrencyHeading(column.heading) ? lettersOf(text) : text
  const names = cellNames(letters, currency)
  if (names === undefined) return false
  column.named = true
  if (names === 'other') column.other ??= { text: letters, line }
  return true
}

export const openAccounts = (
  columns: readonly SheetColumn[],
  read: ReadonlySet<string | undefined>,
  ignored: readonly string[] = [],
): AccountColumn[] =>
  columns.flatMap((column) => {
    const said = headingOf(column.heading)
    const isIgnored = ignored.includes(column.name)
    if (read.has(column.name) || said === 'other' || (isIgnored && said !== 'own')) return []
    return [{ ...column, isIgnored, said, texts: new Set<string>(), hasOurs: false, hasBlank: false }]
  })

/** Whether the column may still be one of accounts. */
export function takeBankAccount(
  column: AccountColumn,
  text: string,
  { ours, line }: { ours: Ours; line: number },
): boolean {
  const { said, texts } = column
  if (text === '') {
    column.hasBlank = true
    return true
  }
  const plain = text.replace(/\s/g, '').toUpperCase()
  if (texts.has(plain)) return true
  if (said === undefined && ibansIn(text).length === 0) return false
  if (said === 'some' && !looksLikeAccount(text)) return false
  const names = namesBankAccount(text, ours)
  if (names === undefined) return said === 'own'
  if (names === 'own') column.hasOurs = true
  else column.other ??= { text, line }
  if (texts.size < 2) texts.add(plain)
  return true
}

/**
 * Under a heading of our own account any other; under another heading one that stands in every line, or beside ours: payers'
 * accounts differ, and are not ours. A file of one payer may be refused so, until the mapping says whose the column is.
 */
export function refuseOtherBankAccount({
  name,
  isIgnored,
  said,
  texts,
  hasOurs,
  hasBlank,
  other,
}: AccountColumn): void {
  if (other === undefined) return
  const cell = { column: name, text: other.text }
  if (isIgnored && ibansIn(other.text).length === 0) return
  if (isIgnored) throw ofAnotherBankAccount(cell, other.line)
  if (said === 'own' || hasOurs || (texts.size === 1 && !hasBlank))
    throw unreadable('account_column', positionOf(cell, other.line))
}

/** Also where it is said to change nothing: no amount is converted. */
export function refuseOther({ name, isIgnored, other }: CurrencyColumn): void {
  if (other === undefined) return
  const cell = { column: name, text: other.text }
  throw isIgnored
    ? inAnotherCurrency(cell, other.text, other.line)
    : unreadable('currency_column', positionOf(cell, other.line))
}
