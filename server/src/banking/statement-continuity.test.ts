import { describe, expect, test } from 'vitest'
import { isAdjacent, type StatementSpan, whyNotFollowing } from './statement-continuity.ts'

const day = (text: string) => ({ from_day: text, to_day: text })
const numbers = (electronic_no: bigint | null, legal_no: bigint | null = null) => ({
  electronic_no,
  legal_no,
})
const before: StatementSpan = {
  ...day('2026-11-20'),
  opening_minor: 0n,
  closing_minor: 100n,
  ...numbers(null),
}
const own: StatementSpan = {
  ...day('2026-11-21'),
  opening_minor: 100n,
  closing_minor: 200n,
  ...numbers(null),
}

describe('a statement', () => {
  test.each<[string, Partial<StatementSpan>, Partial<StatementSpan> | null, string | null]>([
    ['is the first of its account', { opening_minor: 0n }, null, 'first_statement'],
    ['has no balances', { opening_minor: null, closing_minor: null }, {}, 'no_balances'],
    ['opens with another balance', { opening_minor: 99n }, {}, 'does_not_follow'],
    ['is a second one for a day', day('2026-11-20'), {}, 'day_was_covered'],
    ['is for an earlier day', day('2026-11-19'), {}, 'day_was_covered'],
    ['starts on a covered day', { from_day: '2026-11-20', to_day: '2026-11-25' }, {}, 'day_was_covered'],
    ['follows one without balances', {}, { closing_minor: null }, 'does_not_follow'],
    ['follows the last one', {}, {}, null],
    ['is the next of its day by number', { ...day('2026-11-20'), ...numbers(8n) }, numbers(7n), null],
    [
      'is the next of its day by legal number',
      { ...day('2026-11-20'), ...numbers(null, 3n) },
      numbers(null, 2n),
      null,
    ],
    ['leaves out a number', { ...day('2026-11-20'), ...numbers(9n) }, numbers(7n), 'day_was_covered'],
    ['has the same number', { ...day('2026-11-20'), ...numbers(7n) }, numbers(7n), 'day_was_covered'],
    ['is numbered where the last is not', { ...day('2026-11-20'), ...numbers(8n) }, {}, 'day_was_covered'],
    [
      'is the next of its day, with another balance',
      { ...day('2026-11-20'), ...numbers(8n), opening_minor: 1n },
      numbers(7n),
      'does_not_follow',
    ],
  ])('that %s', (_name, sheet, last, why) => {
    expect(whyNotFollowing({ ...own, ...sheet }, last === null ? undefined : { ...before, ...last })).toBe(
      why,
    )
  })
})

test.each([
  ['2026-11-20', '2026-11-21', true],
  ['2026-11-20', '2026-11-23', true], // a weekend between them
  ['2026-11-20', '2026-11-24', false],
  ['2026-11-18', '2026-11-20', false],
])('between %s and %s no statement can be missing: %s', (last, next, adjacent) => {
  expect(isAdjacent({ from_day: next }, { to_day: last })).toBe(adjacent)
})
