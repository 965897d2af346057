import type { ReactNode } from 'react'
import { useCanAccess } from 'react-admin'
import { GoTo } from '../components/GoTo.tsx'

/** A link to the ring of a member, for those who may see it; for others what is in it. */
export function RingLink({ member_id, children }: { member_id: string; children: ReactNode }) {
  const { canAccess } = useCanAccess({ resource: 'members', action: 'show' })
  return canAccess === true ? <GoTo to={`/rings/${member_id}`}>{children}</GoTo> : children
}
