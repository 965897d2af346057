import type { StaffRole } from '@fairturn/contract/backoffice/roles'

interface Row {
  readonly roles: readonly StaffRole[]
  /** Requires a confirmation within the last 5 minutes. */
  readonly recent?: true
  /** What the route needs to pass its schema; ids in its path are unknown ones by default. */
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: Readonly<Record<string, unknown>>
}

export type Matrix = Readonly<Record<string, Row>>
