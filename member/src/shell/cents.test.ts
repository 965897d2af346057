import { expect, test } from 'vitest'
import { fits, isNothing, missingOf, sum, times } from './cents.ts'

test('sums and products are exact to the cent', () => {
  expect(sum('0.10', '0.20')).toBe('0.30')
  expect(sum('1.00', '-1.05')).toBe('-0.05')
  expect(times('0.07', 3)).toBe('0.21')
  expect(times('999.99', 10_000_000)).toBe('9999900000.00')
})

test('the missing amount is shown only when something is missing', () => {
  expect(missingOf('10.00', '9.99')).toBe('0.01')
  expect(missingOf('10.00', '10.00')).toBeNull()
  expect(missingOf('10.00', '11.00')).toBeNull()
})

test('a budget buys whole visits only', () => {
  expect(fits('1.00', '0.30')).toBe(3)
  expect(fits('0.29', '0.30')).toBe(0)
  expect(fits('1.00', '0.00')).toBe(0)
  expect(isNothing('0.00')).toBe(true)
  expect(isNothing('0.01')).toBe(false)
})

test('an invalid amount is refused', () => {
  expect(() => sum('1', '2.00')).toThrow(RangeError)
})
