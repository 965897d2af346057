// A campaign's figures: spent, left, and what cancelling returns. Pure arithmetic in minor units.
import type { Campaign } from './campaigns.store.ts'
import { deliveredShare } from './terms.ts'

type CampaignAmounts = Pick<
  Campaign,
  | 'bonus_minor'
  | 'bonus_reserve_minor'
  | 'budget_minor'
  | 'delivered_minor'
  | 'held_minor'
  | 'open_visits'
  | 'paid_at'
  | 'price_minor'
  | 'refunded_minor'
  | 'service_fee_minor'
>

export interface Figures {
  readonly total_minor: bigint
  /** The part of the service fee that belongs to what was delivered. */
  readonly fee_earned_minor: bigint
  /** Rewards, bonuses and the fee earned with them. */
  readonly spent_minor: bigint
  /** Paid, not spent and not yet returned. */
  readonly remaining_minor: bigint
}

const unearnedFee = (campaign: CampaignAmounts): bigint =>
  campaign.service_fee_minor - campaign.bonus_reserve_minor

export function figuresOf(campaign: CampaignAmounts): Figures {
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
  /** Service fee that is not earned yet; settled with the last order. */
  readonly fee_waiting_minor: bigint
  /** Returned later: at least, if every open visit is verified at the highest bonus; at most, if none is. */
  readonly later_least_minor: bigint
  readonly later_most_minor: bigint
}

/**
 * What cancelling a campaign that has not ended would return; now + held + waiting fee is all that remains.
 */
export function cancelling(campaign: CampaignAmounts): Cancelling {
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
