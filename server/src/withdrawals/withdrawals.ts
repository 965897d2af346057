// The door to withdrawals: money that members take out, from request to payment file. It must never make one wait for anything
// but identity and bank checks (promise 5). Rows are locked in this order: member, or withdrawal; the ledger's accounts last.
export { findAddress, saveAddress } from './addresses.ts'
export {
  approveWithdrawal,
  markAllPaid,
  markPaid,
  paidOut,
  refuseWithdrawal,
  returnWithdrawal,
  sendWithdrawal,
} from './approve-withdrawal.ts'
export { type BatchRow, type ItemRow, listBatches, selectBatch, selectItems } from './payout-batches.store.ts'
export {
  closeFinishedBatches,
  createPayoutBatch,
  dropBatch,
  exportBatch,
  sendBatch,
} from './payout-batches.ts'
export { applyStatusReport, settleCollective } from './payout-reports.ts'
export {
  availableOf,
  cancelWithdrawal,
  feeOf,
  getWithdrawal,
  holdOf,
  medianHours,
  requestWithdrawal,
  securityHold,
} from './request-withdrawal.ts'
export { riskNotes } from './risk-notes.ts'
export { putBackPayouts } from './security-lock.ts'
export { selectDuties, selectUnreleasable, type WithdrawalDuty } from './separate-duties.store.ts'
export { requireBroughtNothingIn, takesTwo } from './separate-duties.ts'
export { holdOnWire, withdrawalOnWire } from './withdrawals.dto.ts'
export {
  listWithdrawals,
  selectWithdrawal,
  selectWithdrawalByReference,
  selectWithdrawalLocked,
  selectWithdrawalReferences,
  selectWithdrawalsByReference,
  type WithdrawalRow,
} from './withdrawals.store.ts'
