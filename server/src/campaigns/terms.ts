// A campaign's price, the reserve of a slice, amounts spent and left: pure arithmetic in minor units and basis points,
// rounded half-even on totals. The remainder of every split goes to a defined account (terms.test.ts).
import { divideHalfEven, portionOf } from '@fairturn/contract/minor-units'
import type { Campaign } from './campaigns.store.ts'

/** Time limit for paying a campaign. */
export const UNPAID_MS = 7 * 24 * 3_600_000

export interface Placing {
  /** Minor units per verified visit. */
  readonly price_minor: bigint
  readonly visits: number
  readonly service_fee_bp: number
  /** Discount of the placer's level. */
  readonly discount_bp: number
  /** The highest bonus of any level. */
  readonly highest_bonus_bp: number
}

export interface Quote {
  /** Price × visits. */
  readonly budget_minor: bigint
  /** Price of placing besides the budget: the service fee minus the discount. */
  readonly service_fee_minor: bigint
  readonly discount_minor: bigint
  /** Part of the service fee kept in the escrow for bonuses. */
  readonly bonus_reserve_minor: bigint
  /** Paid into the escrow: budget + bonus reserve. */
  readonly escrow_minor: bigint
  /** Rest of the service fee, unearned until the campaign ends. */
  readonly unearned_fee_minor: bigint
  /** Total for the placer: budget + service fee = escrow + unearned fee. */
  readonly total_minor: bigint
}

/**
 * Price of a campaign. Throws RangeError for values that are not positive, and for a fee below bonus + discount. If
 * rounding leaves a cent too little for reserve and discount, the discount is reduced.
 */
export function quote(placing: Placing): Quote {
  const { price_minor, visits, service_fee_bp, discount_bp, highest_bonus_bp } = placing
  if (price_minor <= 0n || !Number.isSafeInteger(visits) || visits <= 0)
    throw new RangeError('a campaign has a positive price and number of visits')
  if (highest_bonus_bp + discount_bp > service_fee_bp)
    throw new RangeError('the service fee does not cover the highest bonus and the discount')
  const budget_minor = price_minor * BigInt(visits)
  const full_fee_minor = portionOf(budget_minor, service_fee_bp)
  const bonus_reserve_minor = portionOf(budget_minor, highest_bonus_bp)
  const discount_minor = least(portionOf(budget_minor, discount_bp), full_fee_minor - bonus_reserve_minor)
  const service_fee_minor = full_fee_minor - discount_minor
  return {
    budget_minor,
    service_fee_minor,
    discount_minor,
    bonus_reserve_minor,
    escrow_minor: budget_minor + bonus_reserve_minor,
    unearned_fee_minor: service_fee_minor - bonus_reserve_minor,
    total_minor: budget_minor + service_fee_minor,
  }
}

export interface SliceTerms {
  readonly price_minor: bigint
  /** Maximum visits per order. */
  readonly order_visits: number
  /** Visits of the campaign that are neither delivered nor promised. */
  readonly visitsLeft: number
  /** Escrow that is neither earned nor held. */
  readonly free_minor: bigint
  /** The highest bonus this order can earn. */
  readonly bonus_high_bp: number
}

export interface SliceSize {
  readonly visits: number
  /** Amount to hold: every visit's price plus the highest bonus on them. */
  readonly hold_minor: bigint
}

/** Maximum earnings of an order with that many visits: all verified, with the bonus computed on the total. */
export function maxAward(price_minor: bigint, visits: number, bonus_high_bp: number): bigint {
  const reward_minor = price_minor * BigInt(visits)
  return reward_minor + portionOf(reward_minor, bonus_high_bp)
}

/**
 * The largest fully funded slice, or undefined if not even one visit is. Bonuses are rounded per order and the reserve on
 * the total, so the last slice may be smaller.
 */
export function sliceOf(terms: SliceTerms): SliceSize | undefined {
  const { price_minor, free_minor, bonus_high_bp } = terms
  // Half-even rounding adds at most half a cent, so no larger number of visits can be funded.
  const fundable = ((2n * free_minor + 1n) * 5_000n) / (price_minor * BigInt(10_000 + bonus_high_bp))
  let visits = Number(least(fundable, BigInt(Math.min(terms.order_visits, terms.visitsLeft))))
  while (visits > 0 && maxAward(price_minor, visits, bonus_high_bp) > free_minor) visits -= 1
  if (visits <= 0) return undefined
  return { visits, hold_minor: maxAward(price_minor, visits, bonus_high_bp) }
}

/** The share of an amount that corresponds to the delivered part of a budget, in minor units. */
export function deliveredShare(amount_minor: bigint, delivered_minor: bigint, budget_minor: bigint): bigint {
  return divideHalfEven(amount_minor * delivered_minor, budget_minor)
}

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b)

export interface Figures {
  readonly total_minor: bigint
  /** The part of the service fee for what was delivered. */
  readonly fee_earned_minor: bigint
  /** Rewards, bonuses, and the fee earned with them. */
  readonly spent_minor: bigint
  /** Paid, not spent, not yet refunded. */
  readonly remaining_minor: bigint
}

const unearnedFee = (campaign: Campaign): bigint => campaign.service_fee_minor - campaign.bonus_reserve_minor

export function figuresOf(campaign: Campaign): Figures {
  const { budget_minor, delivered_minor, bonus_minor, service_fee_minor } = campaign
  const total_minor = budget_minor + service_fee_minor
  const fee_earned_minor = deliveredShare(unearnedFee(campaign), delivered_minor, budget_minor)
  const spent_minor = delivered_minor + bonus_minor + fee_earned_minor
  const paid_minor = campaign.paid_at === null ? 0n : total_minor
  const remaining_minor = paid_minor - spent_minor - campaign.refunded_minor
  return { total_minor, fee_earned_minor, spent_minor, remaining_minor }
}

export interface Cancelling {
  readonly now_minor: bigint
  readonly held_minor: bigint
  /** Service fee not yet earned; settled with the last order. */
  readonly fee_waiting_minor: bigint
  /** Refunded later: at least (if every open visit is verified at the highest bonus) and at most (if none is). */
  readonly later_least_minor: bigint
  readonly later_most_minor: bigint
}

/** Refund if a campaign that has not ended is cancelled; now + held + waiting fee equals the remaining amount. */
export function cancelling(campaign: Campaign): Cancelling {
  const { held_minor, open_visits, delivered_minor, budget_minor } = campaign
  const { remaining_minor, fee_earned_minor } = figuresOf(campaign)
  if (campaign.paid_at === null || (held_minor === 0n && open_visits === 0))
    return {
      now_minor: remaining_minor,
      held_minor: 0n,
      fee_waiting_minor: 0n,
      later_least_minor: 0n,
      later_most_minor: 0n,
    }
  const fee_minor = unearnedFee(campaign)
  const fee_waiting_minor = fee_minor - fee_earned_minor
  const all_open_minor = delivered_minor + campaign.price_minor * BigInt(open_visits)
  return {
    now_minor: remaining_minor - held_minor - fee_waiting_minor,
    held_minor,
    fee_waiting_minor,
    later_least_minor: fee_minor - deliveredShare(fee_minor, all_open_minor, budget_minor),
    later_most_minor: held_minor + fee_waiting_minor,
  }
}

export const canBeToppedUp = (campaign: Campaign, now: Date): boolean =>
  (campaign.status === 'active' || campaign.status === 'paused') &&
  campaign.pause_reason === null &&
  campaign.ends_at > now
