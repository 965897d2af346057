// What notices calls of modules to its right (docs/architecture.md).
import type { Queryable } from '../platform/database/database.ts'
import type { NoticeStyle } from './kinds.ts'

export interface NoticesHooks {
  /** How the deployment writes amounts and instants. */
  readonly styleOf: (on: Queryable) => Promise<NoticeStyle>
  /** The name of the deployment. */
  readonly siteTitle: (on: Queryable) => Promise<string>
}
