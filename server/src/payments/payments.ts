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
export { saveAddress } from './addresses.ts'
export { readPayee, saveBankDetails } from './bank-details.ts'
export { openCard } from './card.ts'
export { cardRoutes } from './card.webhook.ts'
export { createDeposit, creditDeposit, refuseDeposit } from './deposits.ts'
export { checkReceipts, checkWithdrawals } from './payments.check.ts'
export {
  pollCardCheckouts,
  bankRefresher,
  cardAsker,
  expireDeposits,
  paymentHandlers,
  refreshBanks,
  refreshBanksSoon,
} from './payments.jobs.ts'
export { paymentAdminRoutes } from './payments.admin.ts'
export { paymentAlarms } from './payment-alarms.ts'
export { statementAdminRoutes } from './statements.admin.ts'
export { paymentProposals } from './payments.proposals.ts'
export { paymentRoutes } from './payments.routes.ts'
export {
  approveWithdrawal,
  markPaid,
  refuseWithdrawal,
  returnWithdrawal,
  sendWithdrawal,
} from './paying-out.ts'
export { drawPdf } from './pdf.ts'
export { letterTo, type Reader } from './pdf-letter.ts'
export type { Sheet } from './pdf-sheet.ts'
export { newReference, readReference } from './references.ts'
export { type Statement, statementOf } from './statements.ts'
export { requestWithdrawal, securityHold } from './withdrawals.ts'
