import { expect, test } from 'vitest'
import { duration } from './labels.ts'

const HOUR_S = 3600

test.each([
  ['en', '2 days 22 hr'],
  ['jp', '2日22時間'],
  ['cn', '2\u00a0天 22\u00a0小时'],
  ['kr', '2일 22시간'],
] as const)('a duration in %s has the spaces of its language: %s', (locale, text) => {
  expect(duration(70 * HOUR_S + 5, locale)).toBe(text)
})
