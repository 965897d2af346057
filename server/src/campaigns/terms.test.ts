// Arithmetic of placing: fees, reserve and slices to the cent.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bonusOn } from '../levels/levels.ts'
import { deliveredShare, maxAward, quote, sliceOf } from './terms.ts'

const RATES = { service_fee_bp: 2500, discount_bp: 200, highest_bonus_bp: 1200 }

describe('what a campaign costs', () => {
  test.each([
    // price, visits, discount bp → budget, fee, discount, reserve, unearned, total
    [5n, 1000, 200, 5000n, 1150n, 100n, 600n, 550n, 6150n],
    [5n, 1000, 800, 5000n, 850n, 400n, 600n, 250n, 5850n],
    [10n, 333, 400, 3330n, 699n, 133n, 400n, 299n, 4029n],
    [1n, 1, 200, 1n, 0n, 0n, 0n, 0n, 1n],
    [100n, 2_000_000, 800, 200_000_000n, 34_000_000n, 16_000_000n, 24_000_000n, 10_000_000n, 234_000_000n],
  ])('%s × %i with a discount of %i bp', (price_minor, visits, discount_bp, ...expected) => {
    const [budget, fee, discount, reserve, unearned, total] = expected
    expect(quote({ ...RATES, price_minor, visits, discount_bp })).toEqual({
      budget_minor: budget,
      service_fee_minor: fee,
      discount_minor: discount,
      bonus_reserve_minor: reserve,
      escrow_minor: budget + reserve,
      unearned_fee_minor: unearned,
      total_minor: total,
    })
  })

  test('if rounding leaves a cent too little for reserve and discount, the discount is reduced', () => {
    // 5 % of 30 is 1.5 and rounds to 2 twice, but 10 % is 3.
    const tight = {
      price_minor: 30n,
      visits: 1,
      service_fee_bp: 1000,
      discount_bp: 500,
      highest_bonus_bp: 500,
    }
    expect(quote(tight)).toMatchObject({
      bonus_reserve_minor: 2n,
      discount_minor: 1n,
      unearned_fee_minor: 0n,
    })
  })

  test.each([
    { price_minor: 0n },
    { price_minor: -1n },
    { visits: 0 },
    { visits: 1.5 },
    { visits: Number.NaN },
    { discount_bp: 1301 },
  ])('%o is refused', (wrong) => {
    expect(() => quote({ ...RATES, price_minor: 5n, visits: 10, ...wrong })).toThrow(RangeError)
  })
})

describe('a slice', () => {
  const WHOLE = {
    price_minor: 5n,
    order_visits: 20,
    visitsLeft: 1000,
    free_minor: 5600n,
    bonus_high_bp: 1200,
  }

  test.each([
    [WHOLE, 20, 112n],
    [{ ...WHOLE, visitsLeft: 3 }, 3, 17n],
    [{ ...WHOLE, free_minor: 112n }, 20, 112n],
    [{ ...WHOLE, free_minor: 111n }, 19, 106n],
    [{ ...WHOLE, free_minor: 6n }, 1, 6n],
  ])('%o has %i visits and holds %s', (terms, visits, hold_minor) => {
    expect(sliceOf(terms)).toEqual({ visits, hold_minor })
  })

  test.each([{ free_minor: 5n }, { free_minor: 0n }, { visitsLeft: 0 }])('%o has no slice left', (left) => {
    expect(sliceOf({ ...WHOLE, ...left })).toBeUndefined()
  })

  test('is the largest one that is fully funded', () => {
    const terms = fc.record({
      price_minor: fc.bigInt({ min: 1n, max: 500n }),
      order_visits: fc.integer({ min: 1, max: 60 }),
      visitsLeft: fc.integer({ min: 0, max: 80 }),
      free_minor: fc.bigInt({ min: 0n, max: 40_000n }),
      bonus_high_bp: fc.integer({ min: 0, max: 3000 }),
    })
    fc.assert(
      fc.property(terms, (t) => {
        const most = Math.min(t.order_visits, t.visitsLeft)
        const fits = (visits: number) => maxAward(t.price_minor, visits, t.bonus_high_bp) <= t.free_minor
        const largest = Array.from({ length: most }, (_, i) => i + 1).findLast(fits)
        expect(sliceOf(t)?.visits).toBe(largest)
      }),
      { numRuns: 3000 },
    )
  })
})

// One step of a campaign's life: perhaps add visits or pause; draw a slice for a level; then return it or deliver a
// part of it at a quality. A part of the rest is objected to, kept reserved, and decided later.
const step = fc.record({
  level: fc.constantFrom(
    { bonus_low_bp: 200, bonus_high_bp: null },
    { bonus_low_bp: 400, bonus_high_bp: 600 },
    { bonus_low_bp: 800, bonus_high_bp: 1200 },
  ),
  /** The number of slices that stay open before the oldest ends. */
  open: fc.integer({ min: 0, max: 6 }),
  delivered_percent: fc.integer({ min: 0, max: 100 }),
  quality_bp: fc.integer({ min: 0, max: 10_000 }),
  /** Visits of an earlier top-up, with the discount of that day. */
  added: fc.option(
    fc.record({ visits: fc.integer({ min: 1, max: 500 }), discount_bp: fc.constantFrom(0, 200, 800, 1300) }),
    { freq: 8 },
  ),
  paused: fc.boolean(),
  /** Shares of the unverified visits that are objected to, and of those that are upheld. */
  objected_percent: fc.integer({ min: 0, max: 100 }),
  upheld_percent: fc.integer({ min: 0, max: 100 }),
})
const campaign = fc.record({
  price_minor: fc.bigInt({ min: 1n, max: 3000n }),
  visits: fc.integer({ min: 1, max: 3000 }),
  order_visits: fc.integer({ min: 1, max: 100 }),
  discount_bp: fc.constantFrom(200, 400, 600, 800, 1300),
})

test('promise 2, arithmetic: for any delivery no cent appears or vanishes, and never is more promised than there is', () => {
  fc.assert(
    fc.property(campaign, fc.array(step, { maxLength: 120 }), ({ order_visits, ...placing }, steps) => {
      const cost = { ...quote({ ...RATES, ...placing }) }
      let visits = placing.visits
      const expectSound = () => {
        expect(cost.total_minor).toBe(cost.budget_minor + cost.service_fee_minor)
        expect(cost.total_minor).toBe(cost.escrow_minor + cost.unearned_fee_minor)
        expect(cost.unearned_fee_minor >= 0n && cost.discount_minor >= 0n).toBe(true)
      }
      const topUp = (added: { visits: number; discount_bp: number }) => {
        const more = quote({ ...RATES, price_minor: placing.price_minor, ...added })
        for (const part of Object.keys(more) as (keyof typeof more)[]) cost[part] += more[part]
        visits += added.visits
      }
      expectSound()

      const open: { visits: number; hold_minor: bigint; step: (typeof steps)[number] }[] = []
      const apart: { visits: number; hold_minor: bigint; verified: number; earned: bigint; extra: bigint }[] =
        []
      let held = 0n
      let promised = 0
      let reward = 0n
      let bonus = 0n
      let delivered = 0
      const worth = (verified: number, step: (typeof steps)[number], quality_bp: number) => {
        const earned = placing.price_minor * BigInt(verified)
        return { verified, earned, extra: bonusOn(earned, step.level, quality_bp) }
      }
      const take = ({ verified, earned, extra }: ReturnType<typeof worth>) => {
        reward += earned
        bonus += extra
        delivered += verified
      }
      const endOldest = () => {
        const slice = open.shift()!
        const share = (of: number, percent: number) => Math.floor((of * percent) / 100)
        const now = worth(
          share(slice.visits, slice.step.delivered_percent),
          slice.step,
          slice.step.quality_bp,
        )
        expect(now.earned + now.extra <= slice.hold_minor).toBe(true)
        take(now)
        const objected = share(slice.visits - now.verified, slice.step.objected_percent)
        const upheld = share(objected, slice.step.upheld_percent)
        const most = worth(now.verified + objected, slice.step, 10_000)
        const won = worth(now.verified + upheld, slice.step, upheld > 0 ? 10_000 : slice.step.quality_bp)
        const hold_minor = most.earned + most.extra - now.earned - now.extra
        expect(now.earned + now.extra + hold_minor <= slice.hold_minor).toBe(true)
        const { earned, extra } = won
        apart.push({
          visits: objected,
          hold_minor,
          verified: upheld,
          earned: earned - now.earned,
          extra: extra - now.extra,
        })
        held += hold_minor - slice.hold_minor
        promised += objected - slice.visits
      }
      const decideOldest = () => {
        const decided = apart.shift()!
        expect(decided.earned + decided.extra <= decided.hold_minor).toBe(true)
        held -= decided.hold_minor
        promised -= decided.visits
        take(decided)
      }
      for (const next of steps) {
        if (next.added !== null) topUp(next.added)
        const size = next.paused
          ? undefined
          : sliceOf({
              price_minor: placing.price_minor,
              order_visits,
              visitsLeft: visits - delivered - promised,
              free_minor: cost.escrow_minor - reward - bonus - held,
              bonus_high_bp: next.level.bonus_high_bp ?? next.level.bonus_low_bp,
            })
        if (size !== undefined) {
          held += size.hold_minor
          promised += size.visits
          open.push({ ...size, step: next })
        }
        expectSound()
        expect(reward + bonus + held <= cost.escrow_minor).toBe(true)
        expect(delivered + promised <= visits).toBe(true)
        while (open.length > next.open) endOldest()
        while (apart.length > next.open) decideOldest()
      }
      while (open.length > 0) endOldest()
      while (apart.length > 0) decideOldest()
      expect(held).toBe(0n)
      expect(promised).toBe(0)

      const fee_earned = deliveredShare(cost.unearned_fee_minor, reward, cost.budget_minor)
      const back = cost.escrow_minor - reward - bonus + (cost.unearned_fee_minor - fee_earned)
      expect(fee_earned >= 0n && fee_earned <= cost.unearned_fee_minor && back >= 0n).toBe(true)
      expect(reward + bonus + fee_earned + back).toBe(cost.total_minor)
      // The whole fee is earned if everything is delivered, and nothing if nothing is.
      expect(fee_earned === cost.unearned_fee_minor || delivered < visits).toBe(true)
      expect(back === cost.total_minor || delivered > 0).toBe(true)
    }),
    { numRuns: 600 },
  )
})
