// What members calls of modules to its right (docs/architecture.md).
import type { Queryable, Tx } from '../platform/database/database.ts'

export interface MembersHooks {
  /** The name of the deployment: in mails, and under which authenticator apps and password managers list the account; no member may be called so. */
  readonly siteTitle: (on: Queryable) => Promise<string>
  /** Stores the texts of the terms in force, before somebody agrees to them. */
  readonly storeTerms: (tx: Tx) => Promise<void>
  /** CIDRs of mobile operators, a setting. */
  readonly mobileNetworks: (on: Queryable) => Promise<readonly string[]>
  /** Whether an order of one of these members was reviewed, and paid in full, by a person. */
  readonly anyPaidByPerson: (on: Queryable, member_ids: readonly string[]) => Promise<boolean>
}
