// What documents calls of modules to its right (docs/architecture.md).
import type { Queryable } from '../platform/database/database.ts'

/** Names of objects by id. Unknown ids are omitted. */
export type NamesOf = (on: Queryable, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>
/** What statements name of modules to the right, by the kind of what an entry refers to. */
export interface DocumentsHooks {
  /** Brands, by order. */
  readonly order: NamesOf
  /** Brands. */
  readonly campaign: NamesOf
  /** Names of levels, by purchase. */
  readonly level: NamesOf
}
