// Where a member is signed in, and ending it: one session or all, with a reason that they read.
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
import { useState } from 'react'
import { useCanAccess, useNotify, useTranslate } from 'react-admin'
import { ActDialog } from '../ActionDialog.tsx'
import { call } from '../api.ts'
import { textOf } from '../forms.ts'
import { when } from '../words.ts'
import type { Member } from './member.ts'

const ALL = ''

export function MemberSessions({ member, onChange }: { member: Member; onChange: (member: Member) => void }) {
  const translate = useTranslate()
  const notify = useNotify()
  const { canAccess } = useCanAccess({ resource: 'members', action: 'edit' })
  /** The session to be ended, or all of them. */
  const [ending, end] = useState<string>()
  async function act(form: FormData) {
    const reason = textOf(form, 'reason')
    await call('POST backoffice/members/:member_id/sessions/end', {
      params: { member_id: member._id },
      body: ending === ALL || ending === undefined ? { reason } : { reason, session_id: ending },
    })
    notify('member.ended', { type: 'success' })
    const sessions = ending === ALL ? [] : member.sessions.filter(({ _id }) => _id !== ending)
    onChange({ ...member, sessions })
  }
  return (
    <section>
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', mb: 1 }}>
        <Typography variant="h6" component="h2">
          {translate('member.sessions')}
        </Typography>
        {canAccess && member.sessions.length > 0 && (
          <Button size="small" color="error" onClick={() => end(ALL)}>
            {translate('member.end_sessions')}
          </Button>
        )}
      </Box>
      {member.sessions.length === 0 ? (
        <Typography color="text.secondary">{translate('member.no_sessions')}</Typography>
      ) : (
        <Sessions sessions={member.sessions} onEnd={canAccess ? end : undefined} />
      )}
      {ending !== undefined && (
        <ActDialog
          title={translate(ending === ALL ? 'member.end_sessions' : 'member.end_session')}
          why={translate('member.end_why')}
          with_reason
          act={act}
          onClose={() => end(undefined)}
        />
      )}
    </section>
  )
}

function Sessions({
  sessions,
  onEnd,
}: {
  sessions: Member['sessions']
  onEnd: ((session_id: string) => void) | undefined
}) {
  const translate = useTranslate()
  return (
    <Paper variant="outlined" sx={{ overflowX: 'auto' }}>
      <Table size="small">
        <TableHead>
          <TableRow>
            <TableCell>{translate('member.device')}</TableCell>
            <TableCell>{translate('member.signed_in_at')}</TableCell>
            <TableCell>{translate('member.last_used_at')}</TableCell>
            {onEnd && <TableCell component="td" />}
          </TableRow>
        </TableHead>
        <TableBody>
          {sessions.map(({ _id, device, created_at, last_used_at }) => (
            <TableRow key={_id}>
              <TableCell>{device || '—'}</TableCell>
              <TableCell>{when(created_at)}</TableCell>
              <TableCell>{when(last_used_at)}</TableCell>
              {onEnd && (
                <TableCell align="right">
                  <Button size="small" color="error" onClick={() => onEnd(_id)}>
                    {translate('member.end_session')}
                  </Button>
                </TableCell>
              )}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Paper>
  )
}
