// Estimate of what a level would have added to a member's own last 30 days, shown before they pay for it. Pure functions.
import { formatMoney } from '@fairturn/contract/minor-units'
import type { LevelRow } from './levels.store.ts'
import { bonusOn } from './rates.ts'

/** A claimed reward with its bonus. */
export interface ClaimedReward {
  readonly reward_minor: bigint
  readonly quality_bp: number
  readonly bonus_minor: bigint
}

const PREVIEW_DAYS = 30

/** Figures of the preview call; `rewards` are those of the last 30 days. */
export function previewOf(level: LevelRow, rewards: readonly ClaimedReward[], countedOrders: number) {
  let rewards_minor = 0n
  let bonus_minor = 0n
  let added_minor = 0n
  for (const claim of rewards) {
    const extra = bonusOn(claim.reward_minor, level, claim.quality_bp) - claim.bonus_minor
    rewards_minor += claim.reward_minor
    bonus_minor += claim.bonus_minor
    if (extra > 0n) added_minor += extra
  }
  return {
    joining_fee: formatMoney(level.joining_fee_minor),
    earned_30_days: formatMoney(rewards_minor + bonus_minor),
    rewards_30_days: formatMoney(rewards_minor),
    bonus_30_days: formatMoney(bonus_minor),
    added_30_days: formatMoney(added_minor),
    days_to_cover_fee: daysToCover(level.joining_fee_minor, added_minor),
    orders_to_earn: level.orders_to_earn === null ? null : Math.max(0, level.orders_to_earn - countedOrders),
  }
}

/** Days to recover the fee, rounded up, at the rate of the last 30 days; null if nothing would have been added. */
function daysToCover(fee_minor: bigint, added_minor: bigint): number | null {
  if (added_minor === 0n) return null
  return Number((fee_minor * BigInt(PREVIEW_DAYS) + added_minor - 1n) / added_minor)
}
