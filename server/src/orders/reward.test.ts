// What an order earns: worked examples, and properties of every possible order.
import { type Arbitrary, assert, bigInt, integer, nat, property, record } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { maxAward } from '../campaigns/terms.ts'
import { awardOf, type Terms } from './reward.ts'

const LEVEL_2: Terms = { price_minor: 40n, target: 25, bonus_low_bp: 400, bonus_high_bp: 600 }
const LEVEL_1: Terms = { ...LEVEL_2, bonus_low_bp: 200, bonus_high_bp: 200 }

describe('the award', () => {
  test.each([
    ['nothing yet', LEVEL_2, 0, 0, { quality_bp: 0, bonus_bp: 400, reward_minor: 0n, bonus_minor: 0n }],
    [
      'all visits refused',
      LEVEL_2,
      0,
      9,
      { quality_bp: 0, bonus_bp: 400, reward_minor: 0n, bonus_minor: 0n },
    ],
    [
      'all of them verified',
      LEVEL_2,
      25,
      25,
      { quality_bp: 10_000, bonus_bp: 600, reward_minor: 1000n, bonus_minor: 60n },
    ],
    [
      'quality 90 %: the upper end',
      LEVEL_2,
      18,
      20,
      { quality_bp: 9000, bonus_bp: 600, reward_minor: 720n, bonus_minor: 43n },
    ],
    [
      'quality 70 %: half way',
      LEVEL_2,
      7,
      10,
      { quality_bp: 7000, bonus_bp: 500, reward_minor: 280n, bonus_minor: 14n },
    ],
    [
      'quality 50 %: the lower end',
      LEVEL_2,
      5,
      10,
      { quality_bp: 5000, bonus_bp: 400, reward_minor: 200n, bonus_minor: 8n },
    ],
    [
      'quality 10 %: no lower than that',
      LEVEL_2,
      1,
      10,
      { quality_bp: 1000, bonus_bp: 400, reward_minor: 40n, bonus_minor: 2n },
    ],
    [
      'one rate for every quality',
      LEVEL_1,
      5,
      50,
      { quality_bp: 1000, bonus_bp: 200, reward_minor: 200n, bonus_minor: 4n },
    ],
    [
      'half a cent is rounded to even, down',
      { ...LEVEL_1, price_minor: 25n },
      1,
      1,
      { quality_bp: 10_000, bonus_bp: 200, reward_minor: 25n, bonus_minor: 0n },
    ],
    [
      'half a cent is rounded to even, up',
      { ...LEVEL_1, price_minor: 75n },
      1,
      1,
      { quality_bp: 10_000, bonus_bp: 200, reward_minor: 75n, bonus_minor: 2n },
    ],
    [
      'visits beyond the target change nothing',
      LEVEL_2,
      30,
      30,
      { quality_bp: 10_000, bonus_bp: 600, reward_minor: 1000n, bonus_minor: 60n },
    ],
  ])('%s', (_name, terms, verified, counted, award) => {
    expect(awardOf(terms, { verified, counted })).toEqual(award)
  })

  const anyOrder = record({
    price_minor: bigInt(1n, 10_000_000n),
    target: integer({ min: 1, max: 100_000 }),
    bonus_low_bp: integer({ min: 0, max: 10_000 }),
    rangeBp: integer({ min: 0, max: 5_000 }),
    verified: nat(120_000),
    refused: nat(120_000),
  })
  type AnyOrder = typeof anyOrder extends Arbitrary<infer Order> ? Order : never
  const read = ({ verified, refused, rangeBp, ...terms }: AnyOrder) => ({
    terms: { ...terms, bonus_high_bp: terms.bonus_low_bp + rangeBp },
    delivery: { verified, counted: verified + refused },
  })

  test('is never more than the hold covers', () => {
    assert(
      property(anyOrder, (order) => {
        const { terms, delivery } = read(order)
        const { reward_minor, bonus_minor } = awardOf(terms, delivery)
        const { price_minor, target, bonus_high_bp } = terms
        expect(reward_minor + bonus_minor).toBeLessThanOrEqual(maxAward(price_minor, target, bonus_high_bp))
      }),
      { numRuns: 2000 },
    )
  })

  test('never decreases when one more visit is verified, nor when one less is refused', () => {
    const total = (terms: Terms, verified: number, counted: number) => {
      const { reward_minor, bonus_minor } = awardOf(terms, { verified, counted })
      return reward_minor + bonus_minor
    }
    assert(
      property(anyOrder, (order) => {
        const { terms, delivery } = read(order)
        const { verified, counted } = delivery
        if (verified >= terms.target) return
        const now = total(terms, verified, counted)
        expect(total(terms, verified + 1, counted + 1)).toBeGreaterThanOrEqual(now)
        expect(total(terms, verified, Math.max(verified, counted - 1))).toBeGreaterThanOrEqual(now)
      }),
      { numRuns: 2000 },
    )
  })
})
