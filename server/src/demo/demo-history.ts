import type { Locale } from '@fairturn/contract/locales'
import type { Config } from '../platform/config.ts'
import type { Clock, Database } from '../platform/database/database.ts'

export interface Creative {
  readonly file: string
  readonly brand: string
  readonly landing_url: string
  readonly tagline: Record<Locale, string>
  readonly caption: Record<Locale, string>
}

export interface DemoClock extends Clock {
  set(instant: Date): void
  /** Does it at a separate instant, beside others. */
  at<Result>(instant: Date, work: () => Promise<Result>): Promise<Result>
}

export interface DemoHistory {
  readonly database: Database
  readonly clock: DemoClock
  readonly config: Config
  readonly creatives: readonly Creative[]
  /** Where the history ends. */
  readonly now: Date
}

/** An address of the ranges kept for documentation (RFC 5737, RFC 3849) and a plain browser. */
export function visitorOf(seed: number) {
  const blocks = ['192.0.2', '198.51.100', '203.0.113']
  const address =
    seed % 3 === 0 ? `2001:db8:${(seed % 0xffff).toString(16)}::1` : `${blocks[seed % 3]}.${(seed % 253) + 1}`
  return { address, agent: `Mozilla/5.0 (demo visitor ${seed % 9973})` }
}
