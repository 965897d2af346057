// Banking: the platform's bank account, members' payout accounts, the bank directory, and imported bank files with their
// lines.
export type { BankingHooks } from './banking.hooks.ts'
export { bankingData, deletePayoutAccount } from './personal-data.ts'
export { holdersOf, namesDiffer } from './payer-names.ts'
export {
  payoutAccountLabel,
  findBankDetails,
  deleteFormerAccounts,
  lacksBic,
  maskedBankAccount,
  PAYEE,
  type Payee,
  payeeValues,
  payoutAccountLabels,
  restoreBankDetails,
  readPayee,
  samePayee,
  saveBankDetails,
  findAddress,
  saveAddress,
} from './bank-details.ts'
export { bankFileOf, takeBankFiles } from './bank-file-upload.ts'
export {
  type Arrival,
  decideLines,
  type Decision,
  type LineRow,
  listNewLines,
  lockDeciding,
  lockNewLines,
  newLinesExceed,
  reopenDebitsAfterReturn,
  reopenEarlyDebits,
  resolveAsPaid,
  resolveAsReturned,
  resolveLine,
  selectBeingChecked,
  selectLineInDetail,
  selectLineLocked,
  selectRevokedBefore,
  LINE_IS_OWN,
  selectLinesOfStatement,
  revokeLines,
} from './bank-lines.store.ts'
export { readReport } from './bank-reader.ts'
export { bankingAdminRoutes } from './banking.admin.ts'
export { checkUnmatchedPayments, checkStatements } from './banking.check.ts'
export { connectionReader, readConnection } from './bank-connection.ts'
export { addBankingDays } from '@fairturn/contract/banking-days'
export { payoutDelayOnWire, lineOnWire, payeeOnWire, proposalOnWire } from './banking.dto.ts'
export {
  bankAlarm,
  bankRefresher,
  decideBankLines,
  readBankConnection,
  refreshBanks,
  refreshBanksSoon,
} from './banking.jobs.ts'
export { knownDifferences } from './reconciliation.ts'
export { bankingRoutes } from './banking.routes.ts'
export { findBank } from './banks.ts'
export { isBankText, isInSepa, partOf } from './sepa.ts'
export { type Debtor, type PayeeAddress, type Payment, type PaymentFormat, writePain001 } from './pain001.ts'
export type { PaymentStatus } from './pain002.ts'
export { payoutAccountChange } from './payout-account.proposal.ts'
export {
  asRead,
  nearReferences,
  newReference,
  readReference,
  referencesIn,
  textOfLine,
  withNewReference,
} from './references.ts'
export { proposeRefund, unmatchedPaymentRefund } from './refund.proposal.ts'
export { refundTakenBack } from './refund-taken-back.proposal.ts'
export { creditWaits } from './statement-continuity.ts'
export { statementAlarms, waitingAlarms } from './statement-alarms.ts'
export { acceptWaiting, transferToConnection } from './statement-acceptance.ts'
export { handImport, requireByHand } from './hand-import.proposal.ts'
export { openingBalance, openingBalanceOf, proposeOpeningBalance } from './opening-balance.proposal.ts'
export { bankCharge, highestFeeOf } from './bank-charge.proposal.ts'
export { paymentAboveAnnounced } from './above-announced.proposal.ts'
export {
  deleteDiscardedLines,
  lockBankAccount,
  selectStatementLocked,
  updateRevoked,
  lastOfDay,
} from './bank-statements.store.ts'
export type { LockedStatement } from './bank-statements.store.ts'
export {
  type RefundRow,
  selectRefundByReference,
  selectRefundsInDoubt,
  selectRefundsLocked,
} from './unmatched-payments.store.ts'
export {
  evidenceOf,
  isBroughtBy,
  lockUnmatched,
  unmatchedEntries,
  recordLine,
  returnRefund,
  sendRefund,
  settleRefund,
} from './unmatched-payments.ts'
export { confirmStatement } from './statement-confirmation.ts'
export { importStatements, todayAtBank } from './statement-import.ts'
export { ourBankAccount } from './receiving-account.ts'
export { CONNECTION } from './statement-acceptance.ts'
export type { ReadReport, StatusReport } from './pain002.ts'
