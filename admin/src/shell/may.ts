import type { Side, StaffRole } from '@fairturn/contract/backoffice/roles'
import { useGetIdentity } from 'react-admin'
import type { CallName } from './api.ts'
import { mayCall } from './rights.ts'

/** Whether the operator who is signed in may make a call, by role and side; false until it is known who that is. */
export function useMay(): (call: CallName) => boolean {
  const { identity } = useGetIdentity()
  return (call) =>
    identity !== undefined &&
    mayCall(call, { role: identity['role'] as StaffRole, side: (identity['side'] ?? null) as Side | null })
}
