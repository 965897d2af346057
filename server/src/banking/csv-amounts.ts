// Reads the amount of a line of a bank's CSV, by the column or the word that says its direction (csv.test.ts, bank-readers.test.ts).
import { unreadable } from './bank-xml.ts'
import {
  type Cell,
  contradictsSide,
  isOneOf,
  positionOf,
  type ReadContext,
  readMoney,
  readSide,
  saysDebit,
} from './csv-cells.ts'

/** A debit as the bank writes it: with a minus of its own, or without. */
export interface WrittenDebit {
  readonly isNegative: boolean
  readonly cell: Cell
}

interface Amount {
  readonly minor: bigint
  /** Where the column or the direction beside it says debit, so that a minus may say it again, or turn it. */
  readonly debit?: WrittenDebit
}

/** Of one line, by the name of its column. */
export type Cells = (column: string) => Cell

/** A debit's amount, whichever way the bank writes its sign. */
const debited = (minor: bigint, cell: Cell): Amount => ({
  minor: minor < 0n ? minor : -minor,
  // `DR` beside an amount is no minus.
  ...(minor !== 0n && { debit: { isNegative: minor < 0n && !saysDebit(cell), cell } }),
})

/** Refuses a word that the mapping has for neither credits nor debits. */
export function refuseUnknownDirection(word: Cell, { mapping, line }: ReadContext): void {
  const known = [...(mapping.credit_words ?? []), ...(mapping.debit_words ?? [])]
  if (word.text !== '' && !isOneOf(word.text, known)) throw unreadable('direction', positionOf(word, line))
}

/** Either one signed column, one with the direction in another, or one for credits and one for debits. */
export function readAmount(cell: Cells, context: ReadContext): Amount {
  const { columns, credit_words, debit_words } = context.mapping
  const amount = columns.amount === undefined ? undefined : cell(columns.amount)
  if (columns.direction !== undefined) {
    const word = cell(columns.direction)
    const minor = readMoney(amount!, context)
    const isDebit = isOneOf(word.text, debit_words)
    if (isDebit && !contradictsSide(amount!, 'DR')) return debited(minor, amount!)
    if (isDebit || !isOneOf(word.text, credit_words) || minor < 0n)
      throw unreadable('direction', positionOf(word, context.line))
    return { minor }
  }
  if (amount !== undefined) return { minor: readMoney(amount, context) }
  const [creditCell, debitCell] = [cell(columns.credit!), cell(columns.debit!)]
  const credit = readSide(creditCell, 'CR', context)
  const debit = readSide(debitCell, 'DR', context)
  // Some banks write 0.00 on the other side, some nothing.
  if (credit === undefined ? debit === undefined : debit !== undefined && credit !== 0n && debit !== 0n)
    throw unreadable(
      'amount',
      `${positionOf(creditCell, context.line)}; ${debitCell.column}: ${debitCell.text.slice(0, 60)}`,
    )
  if (debit === undefined || debit === 0n) return { minor: credit ?? 0n }
  return debited(debit, debitCell)
}
