// What levels calls of modules to its right (docs/architecture.md).
import type { Queryable } from '../platform/database/database.ts'
import type { ClaimedReward } from './preview.ts'

export interface LevelsHooks {
  /** Rewards a member has claimed since. */
  readonly rewardsSince: (on: Queryable, member_id: string, since: Date) => Promise<ClaimedReward[]>
}
