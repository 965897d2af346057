// A day that is filtered for is the whole day, and the next one not at all.
import { expect, test } from 'vitest'
import { ALWAYS, periodOnWire } from './period.ts'

test('both days are included, from midnight to midnight', () => {
  const { from, to } = periodOnWire({ from: '2026-10-31', to: '2026-10-31' })
  expect(new Date(from!)).toEqual(new Date(2026, 9, 31))
  expect(new Date(to!)).toEqual(new Date(2026, 10, 1))
})

test('what has no bound is not asked for', () => {
  expect(periodOnWire(ALWAYS)).toEqual({})
  expect(Object.keys(periodOnWire({ from: '', to: '2026-01-01' }))).toEqual(['to'])
})
