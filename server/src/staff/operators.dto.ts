// Staff as wire objects of the back office.
import type { Operator } from '../http/app.ts'
import type { OperatorRow } from './operators.store.ts'

export const operatorOnWire = ({ operator_id, username, role, confirmed_at, expires_at }: Operator) => ({
  _id: operator_id,
  username,
  role,
  confirmed_at: confirmed_at.toISOString(),
  expires_at: expires_at.toISOString(),
})

type ListedOperator = OperatorRow & {
  readonly last_used_at: Date | null
  readonly invited_until: Date | null
}

export const colleagueOnWire = (row: ListedOperator) => ({
  _id: row.id,
  username: row.username,
  role: row.role,
  state: stateOf(row),
  invited_until: row.invited_until?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
  last_used_at: row.last_used_at?.toISOString() ?? null,
})

function stateOf({ disabled_at, set_up }: OperatorRow) {
  if (disabled_at !== null) return 'disabled' as const
  return set_up ? ('active' as const) : ('invited' as const)
}
