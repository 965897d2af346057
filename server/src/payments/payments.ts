// The door to payments: bank details, address, deposits, withdrawals, statements. It must never make a withdrawal wait for
// anything but identity and bank checks (promise 5). Rows are locked in this order: member, or deposit or withdrawal; the
// ledger's accounts last.
export {
  endAwaitedDeposits,
  forgetPayees,
  forgetPayments,
  paymentData,
  withdrawalsUnderWay,
} from './account.ts'
export { paymentAlarms } from './payment-alarms.ts'
export { paymentAdminRoutes } from './payments.admin.ts'
export { checkReceipts, checkWithdrawals } from './payments.check.ts'
export {
  bankRefresher,
  cardAsker,
  expireDeposits,
  paymentHandlers,
  pollCardCheckouts,
  refreshBanks,
  refreshBanksSoon,
} from './payments.jobs.ts'
export { paymentProposals } from './payments.proposals.ts'
export { paymentRoutes } from './payments.routes.ts'
