// The door to banking: the platform's bank account and everybody's: bank directory, account numbers, files of the bank and their
// lines. It must never know whose deposit or withdrawal a line is.
export {
  accountLabel,
  type BankDetailsRow,
  findBankDetails,
  forgetFormerAccounts,
  isChange,
  maskedAccount,
  type Payee,
  putBackBankDetails,
  readPayee,
  samePayee,
  saveBankDetails,
} from './bank-details.ts'
export { decideBankLines } from './bank-jobs.ts'
export {
  decideLines,
  type LineInDetail,
  type LineRow,
  listLines,
  listNewLines,
  listStatements,
  lockDeciding,
  lockNewLines,
  newLinesExceed,
  reopenEarlyDebits,
  resolveLine,
  selectLineInDetail,
  selectLineLocked,
  selectStatement,
  type StatementRow,
} from './bank-lines.store.ts'
export { readReport } from './bank-reader.ts'
export { reasonInWords } from './bank-reasons.ts'
export { MAX_FILE_BYTES } from './bank-xml.ts'
export { bankOnWire, payeeOnWire, readLineOnWire } from './banking.dto.ts'
export { bankDirectory, findBank, refreshDirectory } from './banks.ts'
export { csvMappings, type MappingRow, saveMapping } from './csv-mappings.ts'
export { type Debtor, partOf, type PaymentFormat, writePain001 } from './pain001.ts'
export type { PaymentStatus } from './pain002.ts'
export { payoutAccountChange, payoutAccountRoutes } from './payout-account.proposal.ts'
export { bankBalances, reconciliation } from './reconciliation.ts'
export { newReference, readReference, type ReferencePrefix } from './references.ts'
export { receiptWaits } from './statement-continuity.ts'
export { confirmHeldLine, confirmStatement, discardStatement } from './statement-holds.ts'
export { importStatements, tryMapping } from './statement-import.ts'
export {
  type ListedRefund,
  listRefunds,
  selectRefundByReference,
  selectRefundsLocked,
} from './unmatched-payments.store.ts'
export {
  evidenceOf,
  lockUnmatched,
  openMembers,
  orderRefund,
  receiptEntries,
  recordLine,
  requireOthers,
  resolveBankLine,
  returnRefund,
  senderOf,
  sendRefund,
  settleRefund,
} from './unmatched-payments.ts'
