import { expect, test } from 'vitest'
import { addBankingDays, isBankingDay, nextExecutionDay } from './banking-days.ts'

test.each([
  ['2026-11-23', true], // Monday
  ['2026-11-28', false], // Saturday
  ['2026-11-29', false],
  ['2026-04-03', false], // Good Friday
  ['2026-04-06', false], // Easter Monday
  ['2026-05-01', false],
  ['2026-12-25', false],
  ['2026-01-01', false],
  ['2025-04-18', false],
  ['2027-03-26', false],
  ['2024-04-01', false],
  ['2026-12-24', true],
])('%s is a banking day: %s', (day, expected) => {
  expect(isBankingDay(day)).toBe(expected)
})

test.each([
  ['2026-11-23', 3, '2026-11-26'],
  ['2026-11-26', 3, '2026-12-01'], // over a weekend
  ['2026-04-02', 1, '2026-04-07'], // over Easter
  ['2026-12-24', 3, '2026-12-30'], // over Christmas, on Friday and Saturday, and Sunday
  ['2026-11-28', 0, '2026-11-28'],
])('%s and %s banking days is %s', (day, count, expected) => {
  expect(addBankingDays(day, count)).toBe(expected)
})

test.each([
  ['2026-11-27', '2026-11-27', '2026-11-27'],
  ['2026-11-28', '2026-11-30', '2026-11-30'], // Saturday
  ['2026-12-25', '2026-12-25', '2026-12-28'],
])('from %s on dollars are executed on %s, euros on %s', (day, dollars, euros) => {
  expect(nextExecutionDay(day, 'USD')).toBe(dollars)
  expect(nextExecutionDay(day, 'EURO')).toBe(euros)
})
