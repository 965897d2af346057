// Rates and shares: pure arithmetic in minor units and basis points (1 bp = 0.01 %). Half-even rounding, on totals; no
// floating point (rates.test.ts).
import { divideHalfEven, portionOf } from '@fairturn/contract/minor-units'
import { refuse } from '../platform/http/refusal.ts'

export interface BonusRange {
  readonly bonus_low_bp: number
  /** Null: a fixed rate, independent of quality. */
  readonly bonus_high_bp: number | null
}

/** Up to this quality the lower end applies, from FULL_QUALITY_BP the upper end (spec §3). */
const LOW_QUALITY_BP = 5_000
const FULL_QUALITY_BP = 9_000

/** The upper end of a range, in basis points. */
export const maxBonus = (range: BonusRange): number => range.bonus_high_bp ?? range.bonus_low_bp

/**
 * Bonus rate in basis points: the lower end up to 50 % verified visits, the upper end from 90 %, linear in between,
 * rounded half-even.
 */
export function bonusRate(range: BonusRange, quality_bp: number): number {
  const low = range.bonus_low_bp
  const high = maxBonus(range)
  if (quality_bp <= LOW_QUALITY_BP) return low
  if (quality_bp >= FULL_QUALITY_BP) return high
  const climbed = BigInt(high - low) * BigInt(quality_bp - LOW_QUALITY_BP)
  return low + Number(divideHalfEven(climbed, BigInt(FULL_QUALITY_BP - LOW_QUALITY_BP)))
}

/** Bonus on a reward at a given quality, in minor units. */
export const bonusOn = (reward_minor: bigint, range: BonusRange, quality_bp: number): bigint =>
  portionOf(reward_minor, bonusRate(range, quality_bp))

/** The highest bonus and the highest discount of all levels, in basis points. */
export function promisesOf(levels: readonly BonusRange[]): { bonus_bp: number; discount_bp: number } {
  return {
    bonus_bp: Math.max(0, ...levels.map(maxBonus)),
    discount_bp: Math.max(0, ...levels.map((level) => level.bonus_low_bp)),
  }
}

/** Refuses `bonus_and_discount_exceed_the_service_fee` (spec §3); a database constraint enforces it too. */
export function assertFeeRule(levels: readonly BonusRange[], service_fee_bp: number): void {
  const { bonus_bp, discount_bp } = promisesOf(levels)
  if (bonus_bp + discount_bp <= service_fee_bp) return
  const sumBp = bonus_bp + discount_bp
  throw refuse('bonus_and_discount_exceed_the_service_fee', { bonus_bp, discount_bp, sumBp, service_fee_bp })
}
