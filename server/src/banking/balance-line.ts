// Lines of a bank's CSV that state the account's balance in place of a booking, and how a booking of that name is told from them
// (csv.test.ts).
import { Refusal } from '../platform/http/refusal.ts'
import { unreadable } from './bank-xml.ts'
import { type Cells, readAmount } from './csv-amounts.ts'
import { type ColumnLookup, type ReadContext, readMoney } from './csv-cells.ts'
import { cellNames } from './currency-marks.ts'
import { namesBalance } from './row-words.ts'

const MAX_SHOWN_LENGTH = 100

/**
 * Whether a line is the bank's own balance, by a name for it in place of a text: with nothing but a day and an amount it is no booking.
 * A payer may write the same, and is named beside it; where anything else stands there a person says what it is.
 */
export function isBalanceLine(
  lookup: ColumnLookup,
  record: readonly string[],
  context: ReadContext,
): boolean {
  const { ours, line } = context
  const { columns } = context.mapping
  if (!record.some(namesBalance) || movesBalance(lookup, record, context)) return false
  const { remittance: _r, counterparty_name, counterparty_account, ignored: _i, ...others } = columns
  const { bank_reference: _b, end_to_end_id: _e, ...usual } = others
  const isSaid = (at: number | undefined) => (record[at ?? -1] ?? '') !== '' && !namesBalance(record[at!]!)
  if (isSaid(lookup(counterparty_name)) || isSaid(lookup(counterparty_account))) return false
  const places = new Set(Object.values(usual).map(lookup))
  const isBare = record.every(
    (text, at) => !isSaid(at) || places.has(at) || cellNames(text, ours.currency) !== undefined,
  )
  if (!isBare) throw balanceLine(record, line)
  return true
}

/** The amount and the balance of a line that may have either, and be no booking. */
function amountsOf(
  lookup: ColumnLookup,
  record: readonly string[],
  context: ReadContext,
): { amount_minor: bigint; balance_minor: bigint } | undefined {
  const { balance } = context.mapping.columns
  const cell: Cells = (column) => ({ column, text: record[lookup(column) ?? -1] ?? '' })
  if (balance === undefined || cell(balance).text === '') return undefined
  try {
    return { amount_minor: readAmount(cell, context).minor, balance_minor: readMoney(cell(balance), context) }
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

/** Whether its amount is another than its balance: a line that states the balance states that one amount. */
function movesBalance(lookup: ColumnLookup, record: readonly string[], context: ReadContext): boolean {
  const stated = amountsOf(lookup, record, context)
  return stated !== undefined && stated.amount_minor !== 0n && stated.amount_minor !== stated.balance_minor
}

/** From a balance of zero an amount moves to its own: the line that was skipped may be a booking. */
export function refuseFromZero(
  lookup: ColumnLookup,
  record: readonly string[],
  older_minor: bigint | undefined,
  context: ReadContext,
): void {
  if (older_minor !== 0n) return
  const stated = amountsOf(lookup, record, context)
  if (stated !== undefined && stated.amount_minor !== 0n) throw balanceLine(record, context.line)
}

const balanceLine = (record: readonly string[], line: number) =>
  unreadable('balance_line', `line ${line}: ${record.join(' ').trim().slice(0, MAX_SHOWN_LENGTH)}`)
