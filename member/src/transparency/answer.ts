import type { Figures } from '@fairturn/contract/transparency'

export interface Answer {
  /** Of what is owed, as the server rounded it: down. */
  percent: number
  owed: string
  there: string
  /** The day of the bank's statement; null: by our own ledger, as of now. */
  statement_day: string | null
}

/** How much of what is owed is there: by the bank's statement or by our ledger, whichever shows less. Null if nothing is owed. */
export function answerOf({ liabilities, cash }: Pick<Figures, 'liabilities' | 'cash'>): Answer | null {
  const by_ledger: Answer | null =
    cash.ledger_coverage === null
      ? null
      : { percent: cash.ledger_coverage, owed: liabilities.total, there: cash.ledger, statement_day: null }
  const { bank } = cash
  if (bank === null || bank.there_coverage === null) return by_ledger
  if (by_ledger !== null && by_ledger.percent < bank.there_coverage) return by_ledger
  const { there_coverage: percent, liabilities_then: owed, there, day: statement_day } = bank
  return { percent, owed, there, statement_day }
}
