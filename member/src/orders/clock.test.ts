import { expect, test } from 'vitest'
import { nextMidnight } from './clock.ts'
import { hasOtherClock, zoneName } from './zones.ts'

const midnight = (time_zone: string, now: string) => nextMidnight(time_zone, new Date(now)).toISOString()

test('the next day begins at midnight of the time zone, not of the device', () => {
  expect(midnight('Asia/Ho_Chi_Minh', '2026-11-21T06:30:00Z')).toBe('2026-11-21T17:00:00.000Z')
  expect(midnight('America/New_York', '2026-11-21T06:30:00Z')).toBe('2026-11-22T05:00:00.000Z')
})

test('time zones with fractional hours, and the first and last instants of a day', () => {
  expect(midnight('Asia/Kathmandu', '2026-11-21T06:30:00Z')).toBe('2026-11-21T18:15:00.000Z')
  expect(midnight('UTC', '2026-11-21T23:59:59.999Z')).toBe('2026-11-22T00:00:00.000Z')
  expect(midnight('UTC', '2026-11-22T00:00:00.000Z')).toBe('2026-11-23T00:00:00.000Z')
})

test('days with 23 and 25 hours end at their own midnight', () => {
  expect(midnight('Europe/Belgrade', '2026-03-29T00:30:00Z')).toBe('2026-03-29T22:00:00.000Z')
  expect(midnight('Europe/Belgrade', '2026-10-25T00:30:00Z')).toBe('2026-10-25T23:00:00.000Z')
})

test('a day begins at the first of two midnights, and ends at its own', () => {
  expect(midnight('America/Havana', '2026-11-01T03:30:00Z')).toBe('2026-11-01T04:00:00.000Z')
  expect(midnight('America/Havana', '2026-11-01T04:30:00Z')).toBe('2026-11-02T05:00:00.000Z')
  expect(midnight('Atlantic/Azores', '2026-10-24T23:30:00Z')).toBe('2026-10-25T00:00:00.000Z')
  expect(midnight('Atlantic/Azores', '2026-10-25T00:30:00Z')).toBe('2026-10-26T01:00:00.000Z')
})

test('an unknown time zone is refused', () => {
  expect(() => midnight('Moon/Tranquility', '2026-11-21T06:30:00Z')).toThrow(RangeError)
})

test('the site’s days are the device’s only where their clocks show the same time', () => {
  const now = new Date('2026-11-21T06:30:00Z')
  expect(hasOtherClock(Intl.DateTimeFormat().resolvedOptions().timeZone, now)).toBe(false)
  expect(hasOtherClock('Asia/Kathmandu', now)).toBe(true)
  expect(zoneName('Asia/Ho_Chi_Minh', 'vi')).toBe('Giờ Đông Dương')
})
