import { expect, it } from 'vitest'
import { syncServerTime, serverNow } from './server-time.ts'

const NOON_MS = Date.parse('2026-03-01T12:00:00Z')
const DAY_MS = 86_400_000

it('follows the server if the device’s clock is wrong by a day, and after it is corrected', () => {
  syncServerTime('Sun, 01 Mar 2026 12:00:00 GMT', NOON_MS + DAY_MS)
  expect(serverNow(NOON_MS + DAY_MS).getTime()).toBe(NOON_MS)
  syncServerTime('Sun, 01 Mar 2026 12:00:01 GMT', NOON_MS + 1900)
  expect(serverNow(NOON_MS + 2000).getTime()).toBe(NOON_MS + 1100)
})

it('ignores differences of a second, and invalid times', () => {
  syncServerTime('Sun, 01 Mar 2026 12:00:00 GMT', NOON_MS - DAY_MS)
  const before = serverNow(NOON_MS).getTime()
  syncServerTime('Sun, 01 Mar 2026 12:00:03 GMT', NOON_MS - DAY_MS)
  syncServerTime('soon', NOON_MS)
  syncServerTime(null, NOON_MS)
  expect(serverNow(NOON_MS).getTime()).toBe(before)
})
