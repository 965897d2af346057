import { divideHalfEven, portionOf } from '@fairturn/contract/minor-units'
// Bonus rates, rounding and the fee rule.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { assertFeeRule, bonusOn, bonusRate } from './rates.ts'

const LEVEL_1 = { bonus_low_bp: 200, bonus_high_bp: null }
const LEVEL_2 = { bonus_low_bp: 400, bonus_high_bp: 600 }
const LEVEL_4 = { bonus_low_bp: 800, bonus_high_bp: 1200 }

describe('rounding half-even', () => {
  test.each([
    [5n, 2n, 2n],
    [7n, 2n, 4n],
    [-5n, 2n, -2n],
    [-7n, 2n, -4n],
    [-1n, 2n, 0n],
    [1n, 3n, 0n],
    [2n, 3n, 1n],
    [-2n, 3n, -1n],
    [0n, 9n, 0n],
    [10n ** 18n + 1n, 2n, 5n * 10n ** 17n],
  ])('%s / %s is %s', (numerator, denominator, quotient) => {
    expect(divideHalfEven(numerator, denominator)).toBe(quotient)
  })

  test('no division is off by more than half, and a tie is rounded to even', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }),
        fc.bigInt({ min: 1n, max: 10n ** 9n }),
        (n, d) => {
          const quotient = divideHalfEven(n, d)
          const twice = (n - quotient * d) * 2n
          const distance = twice < 0n ? -twice : twice
          expect(distance <= d).toBe(true)
          expect(distance < d || quotient % 2n === 0n).toBe(true)
        },
      ),
      { numRuns: 2000 },
    )
  })

  test('a denominator that is not positive is refused', () => {
    expect(() => divideHalfEven(1n, 0n)).toThrow(RangeError('cannot divide by 0'))
    expect(() => divideHalfEven(1n, -2n)).toThrow(RangeError('cannot divide by -2'))
  })
})

describe('the bonus rate', () => {
  test.each([
    [LEVEL_1, 0, 200],
    [LEVEL_1, 10_000, 200],
    [LEVEL_2, 0, 400],
    [LEVEL_2, 5_000, 400],
    [LEVEL_2, 5_001, 400],
    [LEVEL_2, 7_000, 500],
    [LEVEL_2, 8_999, 600],
    [LEVEL_2, 9_000, 600],
    [LEVEL_2, 10_000, 600],
    [LEVEL_4, 6_000, 900],
    [LEVEL_4, 8_000, 1100],
    [LEVEL_4, 5_005, 800],
    [LEVEL_4, 5_015, 802],
  ])('%j at a quality of %i bp is %i bp', (level, quality_bp, rateBp) => {
    expect(bonusRate(level, quality_bp)).toBe(rateBp)
  })

  test('the rate stays in its range and never decreases as quality rises', () => {
    const quality = fc.integer({ min: 0, max: 10_000 })
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 5000 }),
        fc.integer({ min: 1, max: 5000 }),
        quality,
        quality,
        (low, width, a, b) => {
          const level = { bonus_low_bp: low, bonus_high_bp: low + width }
          const [worse, better] = [bonusRate(level, Math.min(a, b)), bonusRate(level, Math.max(a, b))]
          expect(low <= worse && worse <= better && better <= low + width).toBe(true)
        },
      ),
    )
  })

  test.each([
    [10_000n, LEVEL_2, 9_000, 600n],
    [125n, LEVEL_1, 0, 2n],
    [175n, LEVEL_1, 0, 4n],
    [0n, LEVEL_4, 10_000, 0n],
  ])('on a reward of %s with %j at %i bp the bonus is %s', (reward_minor, level, quality_bp, bonus_minor) => {
    expect(bonusOn(reward_minor, level, quality_bp)).toBe(bonus_minor)
  })
})

test.each([
  [10_000n, 2500, 2500n],
  [1n, 5000, 0n],
  [3n, 5000, 2n],
  [333n, 1200, 40n],
])('%s at %i bp is %s', (amount_minor, rateBp, portion_minor) => {
  expect(portionOf(amount_minor, rateBp)).toBe(portion_minor)
})

describe('the fee rule: highest bonus + highest discount ≤ service fee', () => {
  test.each([
    [[LEVEL_1, LEVEL_2, LEVEL_4], 2500],
    [[LEVEL_1, LEVEL_2, LEVEL_4], 2000],
    [[LEVEL_1], 400],
    [[], 0],
  ])('%j satisfy a service fee of %i bp', (levels, fee_bp) => {
    expect(() => assertFeeRule(levels, fee_bp)).not.toThrow()
  })

  test.each([
    [[LEVEL_1, LEVEL_2, LEVEL_4], 1999, { bonus_bp: 1200, discount_bp: 800, sumBp: 2000 }],
    [[LEVEL_1], 399, { bonus_bp: 200, discount_bp: 200, sumBp: 400 }],
    // The highest bonus and the highest discount may belong to different levels.
    [
      [
        { bonus_low_bp: 100, bonus_high_bp: 2000 },
        { bonus_low_bp: 600, bonus_high_bp: null },
      ],
      2500,
      { bonus_bp: 2000, discount_bp: 600, sumBp: 2600 },
    ],
  ])('%j are refused with a service fee of %i bp', (levels, service_fee_bp, figures) => {
    expect(() => assertFeeRule(levels, service_fee_bp)).toThrow(
      expect.objectContaining({
        code: 'bonus_and_discount_exceed_the_service_fee',
        details: { ...figures, service_fee_bp },
      }),
    )
  })
})
