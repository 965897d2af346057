// What an order earns: pure arithmetic in minor units and basis points.
// It must never give more than the offer's highest award, which is what the hold covers.
import type { VisitReason } from '@fairturn/contract/tracking'
import { bonusRate, portionOf } from '../levels/levels.ts'

/** The part of an offer's frozen terms that decides the award. */
export interface Terms {
  /** For one verified visit. */
  readonly price_minor: bigint
  /** Verified visits wanted. */
  readonly target: number
  readonly bonus_low_bp: number
  readonly bonus_high_bp: number
}

/** What became of an order's visits so far. */
export interface Delivery {
  readonly verified: number
  /** Visits by people, verified or not; see `countedVisits`. */
  readonly counted: number
}

export interface Award {
  readonly reward_minor: bigint
  readonly bonus_minor: bigint
  readonly bonus_bp: number
  /** Share of the counted visits that were verified, rounded down. */
  readonly quality_bp: number
}

/**
 * Hits that say nothing about how well the carrier distributed, and so do not lower the quality: machines
 * (a chat that previews the link, a crawler, a prefetch), a Continue sent twice or forged, which is no visit of
 * its own, and people who came when the link was over or full, or when others had brought the campaign too many;
 * nor what the advertiser did not confirm, for that is the advertiser's word (decision 023).
 */
const NOT_COUNTED: ReadonlySet<string> = new Set<VisitReason>([
  'not_a_page_view',
  'prefetch',
  'preview',
  'bot',
  'scanner',
  'link_not_active',
  'token_invalid',
  'token_used',
  'campaign_pace',
  'order_complete',
  'not_confirmed',
])

/** Whether a visit refused for this reason lowers the quality. */
export const isCounted = (reason: string): boolean => !NOT_COUNTED.has(reason)

/** How many visits count for the quality: the verified, and the refused of people. `refused` is by reason. */
export function countedVisits(
  verified: number,
  refused: Readonly<Partial<Record<VisitReason, number>>>,
): number {
  let counted = verified
  for (const [reason, count] of Object.entries(refused)) if (isCounted(reason)) counted += count
  return counted
}

/** What a delivery has earned. Visits beyond the target change nothing; without any visit the quality is 0. */
export function awardOf(terms: Terms, delivery: Delivery): Award {
  const beyond = Math.max(0, delivery.verified - terms.target)
  const verified = delivery.verified - beyond
  const counted = delivery.counted - beyond
  const quality_bp = counted === 0 ? 0 : Math.floor((verified * 10_000) / counted)
  const bonus_bp = bonusRate(terms, quality_bp)
  const reward_minor = terms.price_minor * BigInt(verified)
  return { reward_minor, bonus_minor: portionOf(reward_minor, bonus_bp), bonus_bp, quality_bp }
}
