import type { Member } from './MemberProperties.tsx'

/** What every tab of a member's page is given. */
export interface TabProps {
  member: Member
  onChange: (changed: Partial<Member>) => void
}
