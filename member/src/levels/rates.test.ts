import { describe, expect, it } from 'vitest'
import { isMore } from '../shell/cents.ts'
import { rateText } from './rates.ts'

describe('a rate', () => {
  it.each([
    [{ bonus_ads: 2 }, '2%'],
    [{ bonus_ads: 4, max_bonus: 6 }, '4–\u20606%'],
    [{ bonus_ads: 2.5, max_bonus: 4.25 }, '2,5–\u20604,25%'],
    [{ bonus_ads: 6, max_bonus: 6 }, '6%'],
  ])('%o is formatted as %s', (level, text) => {
    expect(rateText(level)).toBe(text)
  })
})

describe('a fee against a balance', () => {
  it.each([
    ['20.00', '19.99', true],
    ['20.00', '20.00', false],
    ['20.00', '100.00', false],
    ['100.00', '20.00', true],
    ['0.10', '0.09', true],
    // Larger than the integers a double represents exactly.
    ['90071992547409.93', '90071992547409.92', true],
  ])('%s is more than %s: %s', (fee, balance, more) => {
    expect(isMore(fee, balance)).toBe(more)
  })
})
