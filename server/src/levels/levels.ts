// The door to levels: which there are, how one is bought, earned and given back. It must never let a level cost a member
// money (promise 6). Rows are locked in this order: member, campaign, purchase, and the ledger's accounts last.
export { addDiscountGiven, addGiven, type Gift } from './given.ts'
export { earnLevels } from './earning.ts'
export { recogniseFees, recogniseLevelFees } from './levels.jobs.ts'
export { levelRoutes, type ClaimedReward } from './levels.routes.ts'
export type { LevelRow, PurchaseRow } from './levels.store.ts'
export { fullRefundUntil, refundableOf } from './purchases.ts'
export {
  assertFeeRule,
  type BonusRange,
  bonusOn,
  bonusRate,
  divideHalfEven,
  highestBonus,
  portionOf,
  promisesOf,
} from './rates.ts'
export { findLevel, findOpenPurchase, freeLevels, getLevel, levelsOf } from './standing.ts'
export { giveLevelBack, upgradeLevel } from './upgrading.ts'
