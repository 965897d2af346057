// Deposits by bank transfer and by card. Nothing is credited without evidence (deposits.test.ts).
export { depositData, endAwaitedDeposits } from './personal-data.ts'
export { createDeposit, getDeposit } from './announce-deposit.ts'
export { openCardProvider } from './configured-provider.ts'
export {
  cardMoneySince,
  disputedOf,
  recentCardMoneyIn,
  refuseCardPayment,
  returnMoney,
  returnableCardMoney,
  spendCardMoney,
  spendCardPayment,
  returnCardMoney,
} from './card-money.ts'
export { recordLateRefund } from './card-checkout.ts'
export { selectCardPayment } from './card-money.store.ts'
export type { CardProvider, Refund } from './card-provider.ts'
export { cardRoutes, receiveCardEvent } from './card-webhook.ts'
export { creditDeposit, creditDeposits, refuseDeposit } from './credit-deposit.ts'
export { depositAdminRoutes } from './deposits.admin.ts'
export { depositOnWire, depositsOnWire } from './deposits.dto.ts'
export { cardPoller, depositHandlers, expireDeposits, pollCardCheckouts } from './deposits.jobs.ts'
export type { DepositsHooks } from './deposits.hooks.ts'
export { depositRoutes } from './deposits.routes.ts'
export {
  decideTransfer,
  type DepositRow,
  endTransferAwaited,
  findTransfersToPay,
  listDeposits,
  recordTakenBack,
  selectDeposit,
  selectDepositReferences,
  selectNamedDeposits,
  selectTransfersAwaited,
} from './deposits.store.ts'
export { decideCredits } from './match-deposits.ts'
