// @vitest-environment node
import type { Figures } from '@fairturn/contract/transparency'
import { expect, test } from 'vitest'
import { answerOf } from './answer.ts'

function figures(ledger_coverage: number | null, bankCoverage?: number | null) {
  const bank: Figures['cash']['bank'] = {
    amount: '90.00',
    day: '2026-11-20',
    imported_at: '2026-11-21T00:00:00Z',
    source: 'csv',
    ledger_then: '95.00',
    liabilities_then: '91.00',
    // With other money that came to the bank and is owed to somebody else.
    coverage: bankCoverage == null ? null : bankCoverage + 5,
    differences: [{ kind: 'lines_before_decision', amount: '5.00' }],
    unexplained: '0.00',
    there: '85.00',
    there_coverage: bankCoverage ?? null,
    standing: 'stated',
  }
  return {
    liabilities: { total: '100.00', parts: [] },
    cash: {
      ledger: '99.00',
      ledger_coverage,
      ledger_standing: 'stated' as const,
      bank: bankCoverage === undefined ? null : bank,
    },
  }
}

test('the answer is the lower of what the ledger and the bank’s statement show, never more', () => {
  expect(answerOf(figures(100, 99.99))).toEqual({
    percent: 99.99,
    owed: '91.00',
    there: '85.00',
    statementDay: '2026-11-20',
  })
  expect(answerOf(figures(98.5, 100))).toMatchObject({ percent: 98.5, owed: '100.00', statementDay: null })
  expect(answerOf(figures(100, 100))).toMatchObject({ percent: 100, statementDay: '2026-11-20' })
})

test('without a statement the answer is the ledger’s, and without debts there is none', () => {
  expect(answerOf(figures(99.99))).toMatchObject({ percent: 99.99, there: '99.00', statementDay: null })
  expect(answerOf(figures(100, null))).toMatchObject({ percent: 100, statementDay: null })
  expect(answerOf(figures(null))).toBeNull()
})
