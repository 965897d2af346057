// A member's sessions, and ending one or all of them, with a reason that the member can read.
import { Box, type ButtonProps, Typography } from '@mui/material'
import { useCanAccess, useTranslate } from 'react-admin'
import { ActionButton } from '../components/ActionDialog.tsx'
import { Heading } from '../components/headings.tsx'
import { RecordTable } from '../components/RecordTable.tsx'
import type { Member } from './MemberProperties.tsx'

const BUTTON: ButtonProps = { size: 'small', color: 'error' }

export function MemberSessions({
  member: { _id: member_id, username, sessions },
  onChange,
}: {
  member: Member
  onChange: (changed: Partial<Member>) => void
}) {
  const translate = useTranslate()
  const { canAccess = false } = useCanAccess({ resource: 'members', action: 'edit' })
  const end = (session_id?: string, device?: string) => (
    <ActionButton
      button={BUTTON}
      endpoint="POST backoffice/members/:member_id/sessions/end"
      form={session_id ?? 'all'}
      input={({ reason }) => ({ params: { member_id }, body: { reason, ...(session_id && { session_id }) } })}
      title={translate(session_id === undefined ? 'member.end_sessions' : 'member.end_session')}
      of={session_id === undefined ? username : [username, device].filter(Boolean).join(' · ')}
      why={translate('member.end_why')}
      withReason
      done="member.ended"
      onDone={() =>
        onChange({ sessions: sessions.filter(({ _id }) => session_id !== undefined && _id !== session_id) })
      }
    />
  )
  return (
    <section>
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', mb: 1 }}>
        <Heading text="member.sessions" />
        {canAccess && sessions.length > 0 && end()}
      </Box>
      {sessions.length === 0 ? (
        <Typography color="text.secondary">{translate('member.no_sessions')}</Typography>
      ) : (
        <RecordTable
          rows={sessions}
          columns={[
            { label: 'member.device', render: ({ device }) => device || '—' },
            { label: 'member.signed_in_at', time: 'created_at' },
            { label: 'member.last_used_at', time: 'last_used_at' },
            canAccess && { render: ({ _id, device }) => end(_id, device), end: true },
          ]}
        />
      )}
    </section>
  )
}
