// Shared by the parts of the demo's history.
import type { Locale } from '@fairturn/contract/locales'
import type { Config } from '../config.ts'
import type { Clock, Database } from '../database/database.ts'

export interface Creative {
  readonly file: string
  readonly brand: string
  readonly landing_url: string
  readonly tagline: Record<Locale, string>
  readonly caption: Record<Locale, string>
}

/** A fixed clock that is set. */
export interface DemoClock extends Clock {
  set(instant: Date): void
}

export interface DemoHistory {
  readonly database: Database
  readonly clock: DemoClock
  readonly config: Config
  readonly creatives: readonly Creative[]
  /** Where the history ends. */
  readonly now: Date
}
