// One invitation: its link, its uses, its members, and its end.
import CopyIcon from '@mui/icons-material/ContentCopyOutlined'
import {
  Box,
  Button,
  Paper,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  Typography,
} from '@mui/material'
import type { Invitation } from '@fairturn/contract/backoffice/invitations'
import { useState } from 'react'
import { useCanAccess, useNotify, useRecordContext, useRefresh, useTranslate } from 'react-admin'
import { ActDialog } from '../ActionDialog.tsx'
import { call } from '../api.ts'
import { textOf } from '../forms.ts'
import { usePages } from '../members/paged.ts'
import { Facts, GoTo } from '../parts.tsx'
import { RecordPage } from '../RecordPage.tsx'
import { when } from '../words.ts'
import { InvitationState } from './InvitationList.tsx'

export const InvitationPage = () => (
  <RecordPage>
    <Shown />
  </RecordPage>
)

function Shown() {
  const translate = useTranslate()
  const invitation = useRecordContext<Invitation & { id: string }>()
  if (invitation === undefined) return null
  const { ended_at, ended_by } = invitation
  return (
    <Box sx={{ display: 'grid', gap: 2, maxWidth: 880, mt: 1 }}>
      <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography variant="h5" component="h1">
          {invitation.code}
        </Typography>
        <InvitationState state={invitation.state} />
        <End invitation={invitation} />
      </Box>
      <Facts
        rows={[
          [translate('invitations.note'), invitation.note],
          [translate('invitations.link'), <InvitationLink key="link" link={invitation.link} />],
          [
            translate('invitations.uses'),
            translate('invitations.uses_of', { uses: invitation.uses, max: invitation.max_uses }),
          ],
          [translate('invitations.expires_at'), when(invitation.expires_at)],
          [translate('invitations.created_at'), when(invitation.created_at)],
          [
            translate('invitations.created_by'),
            invitation.created_by?.username ?? translate('invitations.command'),
          ],
          [
            translate('invitations.ended_at'),
            ended_at &&
              translate('invitations.ended_by', { when: when(ended_at), who: ended_by?.username ?? '' }),
          ],
        ]}
      />
      <Registered invitation_id={invitation._id} />
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

function End({ invitation: { _id, state } }: { invitation: Invitation }) {
  const translate = useTranslate()
  const notify = useNotify()
  const refresh = useRefresh()
  const [asking, setAsking] = useState(false)
  const { canAccess } = useCanAccess({ resource: 'invitations', action: 'edit' })
  if (!canAccess || state !== 'open') return null
  async function end(form: FormData) {
    await call('POST backoffice/invitations/:invitation_id/end', {
      params: { invitation_id: _id },
      body: { reason: textOf(form, 'reason') },
    })
    notify('invitations.ended', { type: 'success' })
    refresh()
  }
  return (
    <>
      <Button variant="outlined" color="error" sx={{ ml: 'auto' }} onClick={() => setAsking(true)}>
        {translate('invitations.end')}
      </Button>
      {asking && (
        <ActDialog
          title={translate('invitations.end')}
          why={translate('invitations.end_why')}
          with_reason
          act={end}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

function Registered({ invitation_id }: { invitation_id: string }) {
  const translate = useTranslate()
  const { list, more } = usePages(invitation_id, (cursor) =>
    call('GET backoffice/members', {
      query: cursor === undefined ? { invitation_id } : { invitation_id, cursor },
    }),
  )
  return (
    <section>
      <Typography variant="h6" component="h2" sx={{ mb: 1 }}>
        {translate('invitations.came')}
      </Typography>
      {list?.length === 0 ? (
        <Typography color="text.secondary">{translate('invitations.nobody')}</Typography>
      ) : (
        <Paper variant="outlined" sx={{ overflowX: 'auto' }}>
          <Table size="small">
            <TableHead>
              <TableRow>
                <TableCell>{translate('invitations.name')}</TableCell>
                <TableCell>{translate('invitations.joined')}</TableCell>
                <TableCell align="right">{translate('members.verified_orders')}</TableCell>
              </TableRow>
            </TableHead>
            <TableBody>
              {list?.map(({ _id, username, member_since, closed_at, verified_orders }) => (
                <TableRow key={_id}>
                  <TableCell>
                    <GoTo to={`/members/${_id}/show`}>
                      {closed_at === null ? username : translate('members.closed', { when: when(closed_at) })}
                    </GoTo>
                  </TableCell>
                  <TableCell>{when(member_since)}</TableCell>
                  <TableCell align="right">{verified_orders}</TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
          {more && (
            <Button size="small" onClick={more} sx={{ m: 1 }}>
              {translate('queue.more')}
            </Button>
          )}
        </Paper>
      )}
    </section>
  )
}
