import { expect, test } from 'vitest'
import { isMore, payoutOf } from './cents.ts'

test.each([
  ['100.00', '1.50', { fee: '1.50', payout: '98.50' }],
  ['1.51', '1.50', { fee: '1.50', payout: '0.01' }],
  ['1.50', '1.50', { fee: '0.00', payout: '1.50' }],
  ['90071992547409.93', '0.02', { fee: '0.02', payout: '90071992547409.91' }],
])('of %s with a fee of %s', (amount, fee, expected) => {
  expect(payoutOf(amount, fee)).toEqual(expected)
})

test('amounts are compared by value, not by text', () => {
  expect(isMore('100.00', '99.99')).toBe(true)
  expect(isMore('9.00', '10.00')).toBe(false)
  expect(isMore('9.00', '9.00')).toBe(false)
})
