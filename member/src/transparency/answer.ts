import type { Figures } from '@fairturn/contract/transparency'

export interface Answer {
  /** Of what is owed, as the server rounded it: down. */
  percent: number
  owed: string
  there: string
  /** The day of the bank's statement; null: by our own ledger, as of now. */
  statementDay: string | null
}

/** How much of what is owed is there: by the bank's statement or by our ledger, whichever shows less. Null if nothing is owed. */
export function answerOf({ liabilities, cash }: Pick<Figures, 'liabilities' | 'cash'>): Answer | null {
  const byLedger: Answer | null =
    cash.ledger_coverage === null
      ? null
      : { percent: cash.ledger_coverage, owed: liabilities.total, there: cash.ledger, statementDay: null }
  const { bank } = cash
  if (bank === null || bank.there_coverage === null) return byLedger
  if (byLedger !== null && byLedger.percent < bank.there_coverage) return byLedger
  const { there_coverage: percent, liabilities_then: owed, there, day: statementDay } = bank
  return { percent, owed, there, statementDay }
}
