// What content calls of modules to its right (docs/architecture.md).
import type { Queryable, Tx } from '../platform/database/database.ts'

export interface ContentHooks {
  /** Refuses a service fee that does not cover what the levels promise. */
  readonly enforceMinServiceFee: (tx: Tx, service_fee_bp: number) => Promise<void>
  /** The lowest service fee that covers what the levels promise, in basis points. */
  readonly minServiceFee: (on: Queryable) => Promise<number>
}
