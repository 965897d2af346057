// An order's earnings: pure arithmetic in minor units and basis points. Never more than the offer's highest award, which
// the hold covers (reward.test.ts).
import { portionOf } from '@fairturn/contract/minor-units'
import { bonusRate } from '../levels/levels.ts'

export interface Terms {
  /** Per verified visit. */
  readonly price_minor: bigint
  /** Target number of verified visits. */
  readonly target: number
  readonly bonus_low_bp: number
  readonly bonus_high_bp: number
}

/** An order's visits so far. */
export interface Delivery {
  readonly verified: number
  /** Distinct visitors, verified or not (decision 014). */
  readonly counted: number
}

export interface Award {
  readonly reward_minor: bigint
  readonly bonus_minor: bigint
  readonly bonus_bp: number
  /** Share of visitors who were verified, rounded down. */
  readonly quality_bp: number
}

/** Earnings of a delivery. Visits beyond the target change nothing; without any visit the quality is 0. */
export function awardOf(terms: Terms, delivery: Delivery): Award {
  const beyond = Math.max(0, delivery.verified - terms.target)
  const verified = delivery.verified - beyond
  const counted = delivery.counted - beyond
  const quality_bp = counted === 0 ? 0 : Math.floor((verified * 10_000) / counted)
  const bonus_bp = bonusRate(terms, quality_bp)
  const reward_minor = terms.price_minor * BigInt(verified)
  return { reward_minor, bonus_minor: portionOf(reward_minor, bonus_bp), bonus_bp, quality_bp }
}

/** An unclaimed success is claimed automatically after this time. */
export const UNCLAIMED_MS = 30 * 86_400_000
