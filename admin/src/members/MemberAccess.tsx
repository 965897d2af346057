// Who a member is and how they get in, their sessions, and what colleagues did or saw.
import { MemberAuditTrail } from './MemberAuditTrail.tsx'
import { MemberProperties } from './MemberProperties.tsx'
import { MemberSessions } from './MemberSessions.tsx'
import type { TabProps } from './tab-props.ts'

export const MemberAccess = ({ member, onChange }: TabProps) => (
  <>
    <MemberProperties member={member} />
    <MemberSessions member={member} onChange={onChange} />
    <MemberAuditTrail member_id={member._id} />
  </>
)
