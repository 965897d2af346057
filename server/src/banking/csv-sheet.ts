// The columns of a bank's CSV: which of them its mapping names, and how many cells a record has (csv-columns.test.ts).
import { type CsvMapping, namesOfColumns } from '@fairturn/contract/backoffice/csv-mapping'
import { refuse } from '../platform/http/refusal.ts'
import type { Ours } from './bank-reader.ts'
import { unreadable } from './bank-xml.ts'
import { directionOf } from './column-words.ts'
import { type ColumnLookup, positionOf, type SheetColumn } from './csv-cells.ts'
import { otherCurrencyIn } from './currency-marks.ts'
import { inMinorUnits } from './row-words.ts'
import { openUnmappedColumns, type UnmappedColumns } from './unmapped-columns.ts'

export interface Sheet {
  readonly lookup: ColumnLookup
  readonly columns: readonly SheetColumn[]
  /** Of a mapped column, as the bank writes it. */
  readonly headingOf: (name: string | undefined) => string
  /** Names of columns that the mapping reads or ignores. */
  readonly mapped: ReadonlySet<string | undefined>
  /** Up to the last heading. */
  readonly width: number
  readonly unmapped: UnmappedColumns
}

/** Refuses another currency or minor units in the headings of amounts, and as findColumns does. */
export function openSheet(headings: readonly string[], mapping: CsvMapping, ours: Ours): Sheet {
  const columns = namesOfColumns(headings).map((name, at) => ({ at, name, heading: headings[at]! }))
  const headed = withIgnoredPositions(mapping, columns)
  const { amount, credit, debit, balance, fee } = mapping.columns
  const headingOf = (name: string | undefined) =>
    columns.find((column) => column.name === name)?.heading ?? name ?? ''
  for (const heading of [amount, credit, debit, balance, fee].map(headingOf)) {
    const other = otherCurrencyIn(heading, ours.currency)
    if (other !== undefined)
      throw refuse('bank_file_is_in_another_currency', { currency: other, where: heading })
    if (inMinorUnits(heading)) throw unreadable('minor_units', heading)
  }
  const lookup = findColumns(columns, headed)
  refuseCrosswise(mapping, headingOf)
  return {
    lookup,
    columns,
    headingOf,
    mapped: new Set([Object.values(headed.columns)].flat(2)),
    width: headings.findLastIndex((heading) => heading !== '') + 1,
    unmapped: openUnmappedColumns(columns, headed, ours),
  }
}

/** What a heading says, whole or by one of its words. */
function sideOf(heading: string): 'credit' | 'debit' | undefined {
  const parts = heading.split(/[\s/\\|_,()-]+/).map(directionOf)
  const said = new Set(
    [directionOf(heading), ...parts].filter((side) => side === 'credit' || side === 'debit'),
  )
  return said.size === 1 ? [...said][0] : undefined
}

/** Refuses columns or words for credits and debits that are mapped the wrong way round. */
function refuseCrosswise(
  { columns: { credit, debit }, credit_words = [], debit_words = [] }: CsvMapping,
  headingOf: Sheet['headingOf'],
): void {
  const [credits, debits] = [headingOf(credit), headingOf(debit)]
  const isWrong = directionOf(credits) === 'debit' || directionOf(debits) === 'credit'
  const areWrong = sideOf(credits) === 'debit' && sideOf(debits) === 'credit'
  if (isWrong || areWrong) throw unreadable('crosswise', `${credits}, ${debits}`)
  const says = (words: readonly string[], side: 'credit' | 'debit') =>
    words.find((word) => directionOf(word) === side)
  const [creditWord, debitWord] = [says(credit_words, 'debit'), says(debit_words, 'credit')]
  if (creditWord !== undefined && debitWord !== undefined)
    throw unreadable('crosswise', `${creditWord}, ${debitWord}`)
}

/** A heading that several columns have may be ignored as a whole. */
function withIgnoredPositions(mapping: CsvMapping, columns: readonly SheetColumn[]): CsvMapping {
  const { ignored } = mapping.columns
  if (ignored === undefined) return mapping
  const { ignored: _, ...roles } = mapping.columns
  const read = new Set([Object.values(roles)].flat(2))
  const positions = columns.filter(({ name, heading }) => name !== heading && ignored.includes(heading))
  const names = positions.flatMap(({ name }) => (read.has(name) ? [] : [name]))
  return { ...mapping, columns: { ...mapping.columns, ignored: [...ignored, ...names] } }
}

/** Position of each mapped column; refuses a missing one, and a heading that several have. */
function findColumns(columns: readonly SheetColumn[], mapping: CsvMapping): ColumnLookup {
  const { ignored: _, ...read } = mapping.columns
  for (const column of [Object.values(read)].flat(2)) {
    if (columns.filter(({ name }) => name === column).length === 1) continue
    const alike = columns.filter(({ heading }) => heading === column).map(({ name }) => name)
    if (alike.length > 1) throw unreadable('repeated_heading', `${column}: ${alike.join(', ')}`)
    throw unreadable('columns', column)
  }
  const places = new Map(columns.map(({ name, at }) => [name, at]))
  return (column) => (column === undefined ? undefined : places.get(column))
}

/**
 * Some banks end each line with a separator, so cells beyond the last heading may be there if they are empty, or if the mapping
 * names their column by its position; then a record has no more cells than the line of the headings, or a separator within a text
 * may have moved what stands in them.
 */
export function refuseWidth(
  { width, columns, mapped }: Sheet,
  record: readonly string[],
  line: number,
): void {
  if (record.length < width) throw unreadable('columns', `line ${line}`)
  const beyond = record.flatMap((text, at) => (at >= width && text !== '' ? [{ at, text }] : []))
  if (beyond.length === 0) return
  if (record.length > columns.length) throw unreadable('columns', `line ${line}`)
  for (const { at, text } of beyond) {
    const { name } = columns[at]!
    if (!mapped.has(name)) throw unreadable('unnamed_column', positionOf({ column: name, text }, line))
  }
}

/**
 * A stray quotation mark makes one cell of all that follows up to the next, so that lines are lost; where it ends in the same
 * column the record has as many cells as any. Such a cell has line breaks, and the separators of the lines in it.
 */
export function refuseMerged(
  { width }: Sheet,
  record: readonly string[],
  separator: string,
  line: number,
): void {
  const holdsLines = (cell: string) =>
    /[\r\n]/.test(cell) && cell.split(separator).length - 1 >= Math.max(1, width - 1)
  if (record.some(holdsLines)) throw unreadable('quotes', `line ${line}`)
}
