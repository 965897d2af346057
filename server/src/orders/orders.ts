// Orders: offers, turns, the life of an order, claims, awards and objections. Taking, distributing and
// claiming never cost a member anything (promise 1), and nothing is paid that was not reserved before
// (promise 2). Lock order: offer or order, member, campaign, level purchase, the ledger's accounts last;
// drawing and taking lock the member first.
export { accountRoutes } from './account.routes.ts'
export { brandsOfOrders } from './brands.ts'
export { claimUnclaimed, openClaims, payUnclaimed, rewardsSince } from './claims.ts'
export {
  decideObjection,
  decideReview,
  type ObjectionDecision,
  type ReviewDecision,
  settleDueObjections,
} from './deciding.ts'
export { drawOffer, expireDue, expireOffers } from './draw.ts'
export { startOrder, takeOrder } from './life.ts'
export { objectionFigures, type ObjectionFigures, objectToVisits } from './objections.ts'
export { orderAdminRoutes } from './orders.admin.ts'
export { orderHandlers } from './orders.jobs.ts'
export { orderRoutes } from './orders.routes.ts'
export type { OrderRow } from './orders.store.ts'
export { orderProposals } from './refund.proposal.ts'
export { checkPromises } from './promises.check.ts'
export { settleDueOrders, settleOrders } from './progress.ts'
