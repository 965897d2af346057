import { expect, test, vi } from 'vitest'
import { ALWAYS, dayOf, fileName, periodOnWire, quickPeriod } from './period.ts'

test('both days are included, from midnight to midnight', () => {
  const { from, to } = periodOnWire({ from: '2026-10-31', to: '2026-10-31' })
  expect(new Date(from!)).toEqual(new Date(2026, 9, 31))
  expect(new Date(to!)).toEqual(new Date(2026, 10, 1))
})

test.each([
  ['America/Havana', '2026-11-01', '2026-11-01T04:00:00.000Z', '2026-11-02T05:00:00.000Z'],
  ['Atlantic/Azores', '2026-10-25', '2026-10-25T00:00:00.000Z', '2026-10-26T01:00:00.000Z'],
])('in %s, where midnight repeats, a day is from the first one', (zone, day, from, to) => {
  vi.stubEnv('TZ', zone)
  const period = periodOnWire({ from: day, to: day })
  vi.unstubAllEnvs()
  expect([new Date(period.from!).toISOString(), new Date(period.to!).toISOString()]).toEqual([from, to])
})

test('an open bound is not sent', () => {
  expect(periodOnWire(ALWAYS)).toEqual({})
  expect(Object.keys(periodOnWire({ from: '', to: '2026-01-01' }))).toEqual(['to'])
})

test('a file name contains its period', () => {
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
])('%s in the URL is the day %s', (text, day) => {
  expect(dayOf(text)).toBe(day)
})

test.each([
  ['today', new Date(2026, 10, 22, 23, 59), '2026-11-22', '2026-11-22'],
  ['7_days', new Date(2026, 10, 3), '2026-10-28', '2026-11-03'],
  ['30_days', new Date(2028, 2, 1, 12), '2028-02-01', '2028-03-01'],
  ['this_month', new Date(2026, 10, 1), '2026-11-01', '2026-11-01'],
  ['last_month', new Date(2026, 0, 31), '2025-12-01', '2025-12-31'],
  ['last_month', new Date(2028, 2, 31), '2028-02-01', '2028-02-29'],
] as const)('%s on %s is from %s to %s', (range, now, from, to) => {
  expect(quickPeriod(range, now)).toEqual({ from, to })
})
