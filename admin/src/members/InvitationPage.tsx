import type { Invitation } from '@fairturn/contract/backoffice/invitations'
import CopyIcon from '@mui/icons-material/ContentCopyOutlined'
import { Box, Button } from '@mui/material'
import { useCanAccess, useNotify, useTranslate } from 'react-admin'
import { ActionButton } from '../components/ActionDialog.tsx'
import { formatTime } from '../components/format.ts'
import { GoTo } from '../components/GoTo.tsx'
import { Heading, RecordHead } from '../components/headings.tsx'
import { PropertyTable } from '../components/PropertyTable.tsx'
import { RecordPage } from '../components/RecordPage.tsx'
import { RecordTable } from '../components/RecordTable.tsx'
import { Status } from '../components/Status.tsx'
import { useEndpointPages } from '../shell/endpoint-hooks.ts'

export const InvitationPage = () => (
  <RecordPage>{(invitation: Invitation) => <Details invitation={invitation} />}</RecordPage>
)

function Details({ invitation }: { invitation: Invitation }) {
  const translate = useTranslate()
  const { canAccess } = useCanAccess({ resource: 'invitations', action: 'edit' })
  const { _id: invitation_id, state, uses, max_uses: max, created_by, approved_by } = invitation
  const { ended_at, ended_by } = invitation
  return (
    <Box sx={{ display: 'grid', gap: 2, maxWidth: 880, mt: 1 }}>
      <RecordHead title={invitation.code}>
        <Status texts="invitations.statuses" value={state} />
        {canAccess && state === 'open' && (
          <ActionButton
            button={{ variant: 'outlined', color: 'error', sx: { ml: 'auto' } }}
            endpoint="POST backoffice/invitations/:invitation_id/end"
            input={({ reason }) => ({ params: { invitation_id }, body: { reason } })}
            title={translate('invitations.end')}
            of={invitation.code}
            why={translate('invitations.end_why')}
            withReason
            done="invitations.ended"
          />
        )}
      </RecordHead>
      <PropertyTable
        values={{
          'invitations.note': invitation.note,
          'invitations.link': <InvitationLink link={invitation.link} />,
          'invitations.uses': max === null ? String(uses) : translate('invitations.uses_of', { uses, max }),
          'invitations.lifts_limits': translate(invitation.lifts_limits ? 'money.yes' : 'money.no'),
          'invitations.expires_at': formatTime(invitation.expires_at),
          'invitations.created_at': formatTime(invitation.created_at),
          'invitations.created_by': created_by?.username ?? translate('invitations.command'),
          'invitations.approved_by': approved_by?.username ?? null,
          'invitations.ended_at':
            ended_at &&
            translate('invitations.ended_by', { when: formatTime(ended_at), who: ended_by?.username ?? '' }),
        }}
      />
      <Registered invitation_id={invitation_id} />
    </Box>
  )
}

function InvitationLink({ link }: { link: string }) {
  const translate = useTranslate()
  const notify = useNotify()
  return (
    <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
      <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
        {link}
      </Box>
      <Button
        size="small"
        startIcon={<CopyIcon />}
        onClick={() =>
          void navigator.clipboard
            .writeText(link)
            .then(() => notify('invitations.copied', { type: 'success' }))
        }
      >
        {translate('invitations.copy')}
      </Button>
    </Box>
  )
}

function Registered({ invitation_id }: { invitation_id: string }) {
  const translate = useTranslate()
  const members = useEndpointPages('GET backoffice/members', { query: { invitation_id } })
  return (
    <section>
      <Heading text="invitations.came" />
      <RecordTable
        {...members}
        empty="invitations.nobody"
        columns={[
          {
            label: 'invitations.name',
            render: ({ _id, username, closed_at }) => (
              <GoTo to={`/members/${_id}/show`}>
                {closed_at === null ? username : translate('members.closed', { when: formatTime(closed_at) })}
              </GoTo>
            ),
          },
          { label: 'invitations.joined', time: 'member_since' },
          { label: 'members.verified_orders', render: (member) => member.verified_orders, end: true },
        ]}
      />
    </section>
  )
}
