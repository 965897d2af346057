import { expect, test } from 'vitest'
import { screenNamed } from './addresses.ts'

const NAMES: Readonly<Record<string, readonly string[]>> = {
  'bank-mappings': ['Cách ghép cột CSV'],
  'payout-batches': ['Tệp thanh toán'],
  levels: ['Level', 'Levels and fees'],
}
const screenOf = (pathname: string) =>
  screenNamed(pathname, Object.keys(NAMES), (screen) => NAMES[screen] ?? [])

test.each([
  ['/csv-mappings', 'bank-mappings'],
  ['/payment-files', 'payout-batches'],
  ['/payment-files/', 'payout-batches'],
  ['/tep-thanh-toan', 'payout-batches'],
  ['/cach-ghep-cot-csv', 'bank-mappings'],
  ['/level', 'levels'],
  ['/Levels-And-Fees', 'levels'],
  ['/nothing-of-ours', undefined],
  ['/', undefined],
])('the address %s leads to the screen %s', (pathname, screen) => {
  expect(screenOf(pathname)).toBe(screen)
})

test('no address leads to a screen that the operator has not', () => {
  expect(screenNamed('/payment-files', ['levels'], () => [])).toBeUndefined()
})
