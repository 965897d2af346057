// What levels calls of modules to its right (docs/architecture.md).
import type { Queryable } from '../platform/database/database.ts'
import type { ClaimedReward } from './preview.ts'

export interface LevelsHooks {
  /** Rewards a member has claimed in the last 30 days, by the days of the site's time zone. */
  readonly recentRewards: (
    on: Queryable,
    of: { readonly member_id: string; readonly now: Date; readonly time_zone: string },
  ) => Promise<ClaimedReward[]>
}
