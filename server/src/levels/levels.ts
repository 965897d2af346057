// Levels: which there are, how one is bought, earned and given back. A level never costs a member money
// (promise 6; levels.test.ts). Lock order: member, campaign, purchase, and the ledger's accounts last.
export { addDiscountUsed, addBenefitsUsed } from './benefits-used.ts'
export { checkLevelFees } from './levels.check.ts'
export { levelHistory, refundableFee } from './history.ts'
export { earnLevels } from './earning.ts'
export { recogniseFees, recogniseLevelFees } from './levels.jobs.ts'
export { levelAdminRoutes } from './levels.admin.ts'
export { levelRoutes } from './levels.routes.ts'
export type { LevelRow } from './levels.store.ts'
export {
  type BonusRange,
  bonusOn,
  bonusRate,
  divideHalfEven,
  highestBonus,
  portionOf,
  promisesOf,
} from './rates.ts'
export { buyerOf, findOpenPurchase, freeLevels, getLevel, levelNamesOf, levelsOf } from './membership.ts'
export { levelHandlers } from './notify-changes.ts'
export { upgradeLevel } from './upgrading.ts'
export { enforceMinServiceFee, levelsProposal, lowestServiceFee } from './table.ts'
