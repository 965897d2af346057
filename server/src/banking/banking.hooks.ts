// What banking calls of modules to its right (docs/architecture.md).
import type { Database } from '../platform/database/database.ts'

export interface BankingHooks {
  /** Decides new bank lines before a call responds; withdrawals knows what a line may mean. */
  readonly decideFewNewLines: (database: Database) => Promise<void>
  /** A status report (pain.002) from the bank's connection. Refuses `bank_file_is_of_another_kind` for another file. */
  readonly takeStatusReport: (database: Database, bytes: Uint8Array) => Promise<void>
}
