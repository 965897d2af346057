// One member's details. Opening them needs a reason, which the member can read; nothing is fetched before it
// is given.
import { Alert, Box, Button, Paper, Typography } from '@mui/material'
import { useState } from 'react'
import { Form, ListButton, Title, TopToolbar, useTranslate } from 'react-admin'
import { useParams } from 'react-router-dom'
import { ReasonInput } from '../components/ActionDialog.tsx'
import { RecordHead } from '../components/headings.tsx'
import { useEndpointQuery, useSetEndpointData } from '../shell/endpoint-hooks.ts'
import { MemberActions } from './MemberActions.tsx'
import { MemberAuditTrail } from './MemberAuditTrail.tsx'
import { type Member, MemberProperties } from './MemberProperties.tsx'
import { MemberSessions } from './MemberSessions.tsx'
import { MemberStatement } from './MemberStatement.tsx'

const DETAIL = 'GET backoffice/members/:member_id'

export function MemberPage() {
  const { id = '' } = useParams()
  return <MemberRecord key={id} member_id={id} />
}

function MemberRecord({ member_id }: { member_id: string }) {
  const translate = useTranslate()
  const [reason, setReason] = useState('')
  const input = { params: { member_id }, query: { reason } }
  const {
    data: member,
    busy,
    refresh,
  } = useEndpointQuery(DETAIL, input, {
    enabled: reason !== '',
    recorded: true,
  })
  const setDetail = useSetEndpointData(DETAIL)
  const change = (changed: Partial<Member>) => setDetail(input, (before) => ({ ...before, ...changed }))
  return (
    <Box sx={{ maxWidth: 1040 }}>
      <Title title={member?.username ?? translate('resources.members.name', { smart_count: 1 })} />
      <TopToolbar>
        <ListButton resource="members" />
      </TopToolbar>
      {member === undefined ? (
        <ReasonForm busy={busy} onReason={(given) => (given === reason ? refresh() : setReason(given))} />
      ) : (
        <Box sx={{ display: 'grid', gap: 2 }}>
          <RecordHead title={member.username || translate('member.closed')}>
            <MemberActions member={member} onChange={change} />
          </RecordHead>
          <Alert severity="info">{translate('member.reason_shown', { reason })}</Alert>
          <MemberProperties member={member} />
          <MemberAuditTrail member_id={member_id} />
          <MemberSessions member={member} onChange={change} />
          <MemberStatement member_id={member_id} />
        </Box>
      )}
    </Box>
  )
}

function ReasonForm({ busy, onReason }: { busy: boolean; onReason: (reason: string) => void }) {
  const translate = useTranslate()
  return (
    <Paper variant="outlined" sx={{ p: 3, maxWidth: 560 }}>
      <Form record={{}} onSubmit={(values: unknown) => onReason((values as { reason: string }).reason)}>
        <Box sx={{ display: 'grid', gap: 1 }}>
          <Typography variant="h5" component="h1">
            {translate('member.why')}
          </Typography>
          <ReasonInput first one_line help="member.why_help" />
          <Button type="submit" variant="contained" disabled={busy} sx={{ justifySelf: 'start' }}>
            {translate('member.look')}
          </Button>
        </Box>
      </Form>
    </Paper>
  )
}
