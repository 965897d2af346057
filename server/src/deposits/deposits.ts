// The door to deposits: money that members bring, by bank transfer and by card. It must never credit anybody without evidence.
export { assignPayment } from './assign-payment.ts'
export { checkoutOpener, pollCheckouts } from './card-checkout.ts'
export { cardRoutes } from './card-webhook.ts'
export {
  type Arrival,
  createDeposit,
  creditDeposit,
  creditDeposits,
  depositMethods,
  expireDueDeposits,
  getDeposit,
  refuseDeposit,
} from './credit-deposit.ts'
export { checkoutOnWire, depositOnWire } from './deposits.dto.ts'
export {
  type DepositRow,
  listDeposits,
  selectDepositReferences,
  selectDepositsByReference,
} from './deposits.store.ts'
export { type Card, openCard } from './stripe.ts'
