// The door to payments: bank details, address, deposits, withdrawals, statements. It must never make a withdrawal wait for
// anything but identity and bank checks (promise 5). Rows are locked in this order: member, or deposit or withdrawal; the
// ledger's accounts last.
export { creditDeposit, createDeposit, type Arrival, refuseDeposit } from './deposits.ts'
export { checkWithdrawals } from './payments.check.ts'
export {
  bankRefresher,
  expireDeposits,
  paymentHandlers,
  refreshBanks,
  refreshBanksSoon,
} from './payments.jobs.ts'
export { paymentRoutes } from './payments.routes.ts'
export {
  approveWithdrawal,
  markPaid,
  type ReasonedStep,
  refuseWithdrawal,
  returnWithdrawal,
  sendWithdrawal,
  type Step,
} from './paying-out.ts'
export { readReference } from './references.ts'
