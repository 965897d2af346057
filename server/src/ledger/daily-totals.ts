// Daily sums of postings, kept by the ledger as it posts (migration 0050, decision 046).
import type { Queryable } from '../database/database.ts'
import { statement } from '../database/statement.ts'

const fold = statement('ledger_fold_totals', 'select ledger_fold_totals($1::date)')

/**
 * Folds the rows that each chain has of a UTC day into one, for all days before `day` (YYYY-MM-DD); the
 * sums stay.
 */
export async function foldDailyTotals(on: Queryable, day: string): Promise<void> {
  await fold.all(on, day)
}
