// The ledger: accounts, entries, postings, holds; checks and freezes. Every movement of money goes through
// post(). Nothing sets a balance, changes or deletes what was posted (rights.test.ts), and the ledger does
// not know why money moves.
export type { NewEntry, NewPosting } from './batch.ts'
export {
  balancesBefore,
  balancesOf,
  entryHash,
  platformTotals,
  postingsOf,
  type Balance,
  type StatementLine,
  type StatementPage,
} from './balances.ts'
export { postAdjustment } from './adjustments.ts'
export { checkLedger, type Finding } from './checker.ts'
export { foldDailyTotals } from './daily-totals.ts'
export {
  askedCheck,
  ledgerAlarm,
  runLedgerChecks,
  type Checker,
  type CheckRunRow,
  findCheck,
  lastCheck,
  ledgerCheck,
} from './checks.ts'
export { ledgerChecker } from './affected-accounts.ts'
export {
  campaignMoneyOf,
  type PaymentBlock,
  isPaused,
  moneyOf,
  type OpenFreeze,
  openFreezes,
  PAYOUTS,
  refuseWhilePaused,
} from './freezes.ts'
export { ledgerAdminRoutes, ledgerProposals } from './ledger.admin.ts'
export { placeHold, releaseHolds, type NewHold } from './holds.ts'
export { accountOf, entryId, platformAccount } from './ids.ts'
export type { AccountId, EntryId } from './ids.ts'
export {
  type Ledger,
  LedgerRefusal,
  openAccounts,
  openLedger,
  post,
  type PostAnswer,
  postOrRefuse,
  type RefusalReason,
  reverseEntry,
} from './posting.ts'
