// Deposits: money that members bring, by bank transfer and by card. Nothing is credited without evidence
// (deposits.test.ts).
export { depositData, endAwaitedDeposits } from './account.ts'
export { createDeposit, getDeposit } from './announce-deposit.ts'
export { openCardProvider } from './card-provider.ts'
export { cardRoutes } from './card-webhook.ts'
export { creditDeposit, creditDeposits, refuseDeposit } from './credit-deposit.ts'
export { depositAdminRoutes } from './deposits.admin.ts'
export { depositOnWire } from './deposits.dto.ts'
export { cardPoller, depositHandlers, expireDeposits, pollCardCheckouts } from './deposits.jobs.ts'
export { depositRoutes } from './deposits.routes.ts'
export { listDeposits, selectDepositReferences } from './deposits.store.ts'
export { decideCredits } from './match-deposits.ts'
