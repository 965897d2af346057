// A day that is filtered for is the whole day, and the next one not at all.
import { expect, test } from 'vitest'
import { ALWAYS, dayOf, fileName, periodOnWire } from './period.ts'

test('both days are included, from midnight to midnight', () => {
  const { from, to } = periodOnWire({ from: '2026-10-31', to: '2026-10-31' })
  expect(new Date(from!)).toEqual(new Date(2026, 9, 31))
  expect(new Date(to!)).toEqual(new Date(2026, 10, 1))
})

test('what has no bound is not asked for', () => {
  expect(periodOnWire(ALWAYS)).toEqual({})
  expect(Object.keys(periodOnWire({ from: '', to: '2026-01-01' }))).toEqual(['to'])
})

test('a file is named after its days', () => {
  expect(fileName('statement', ALWAYS, 'pdf')).toBe('statement.pdf')
  expect(fileName('deposits', { from: '2026-01-01', to: '2026-03-31' }, 'csv')).toBe(
    'deposits-2026-01-01-to-2026-03-31.csv',
  )
})

test.each([
  ['2026-02-28', '2026-02-28'],
  ['2026-02-30', ''],
  ['2026-2-3', ''],
  ['2026-01-01T00:00', ''],
  ['"><script>', ''],
  [null, ''],
])('%s in an address is the day %s', (text, day) => {
  expect(dayOf(text)).toBe(day)
})
