// Privacy: what a member may ask of their personal data, its export and the closing of their account. To the right of every
// module that stores such data: each hands out its part and deletes it (personal-data.ts).
export { closeAccount } from './account-closing.ts'
export {
  type ClosedAgain,
  closeAgain,
  closedAccountsIn,
  closedAccountsKeeper,
  listClosed,
  rememberAll,
  rememberClosed,
} from './closed-accounts.ts'
export { privacyRoutes } from './privacy.routes.ts'
