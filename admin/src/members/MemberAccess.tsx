// Who a member is and how they get in, their sessions, and what colleagues did or saw.
import { Alert } from '@mui/material'
import { useCanAccess, useTranslate } from 'react-admin'
import { MemberAuditTrail } from './MemberAuditTrail.tsx'
import { MemberProperties } from './MemberProperties.tsx'
import { MemberSessions } from './MemberSessions.tsx'
import type { TabProps } from './tab-props.ts'

export const MemberAccess = ({ member, onChange }: TabProps) => (
  <>
    <MemberProperties member={member} />
    <LostPhone member={member} />
    <MemberSessions member={member} onChange={onChange} />
    <MemberAuditTrail member_id={member._id} />
  </>
)

/** What to do for somebody who has lost their phone, and with it their codes: the button for it comes after locking. */
function LostPhone({ member: { closed_at, lock, needs_new_password } }: Pick<TabProps, 'member'>) {
  const translate = useTranslate()
  const { canAccess } = useCanAccess({ resource: 'members', action: 'edit' })
  if (canAccess !== true || closed_at !== null) return null
  const isLocked = lock?.kind === 'security' || (lock === null && needs_new_password)
  return (
    <Alert severity="info">{translate(isLocked ? 'member.lost_phone_locked' : 'member.lost_phone')}</Alert>
  )
}
