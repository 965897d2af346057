// The hub of one member: who it is and what they have, and everything else on tabs. Opening it needs a reason,
// which the member can read; before that, only what lists show.
import type { AdminMember } from '@fairturn/contract/backoffice/members'
import { Alert, Box, Button, Paper, Typography } from '@mui/material'
import { useState } from 'react'
import { Form, ListButton, Title, TopToolbar, useTranslate } from 'react-admin'
import { ReasonInput } from '../components/ActionDialog.tsx'
import { RecordHead } from '../components/headings.tsx'
import { usePanel, useRecordId } from '../components/panel.ts'
import { StateChip } from '../components/Status.tsx'
import { useEndpointQuery, useSetEndpointData } from '../shell/endpoint-hooks.ts'
import { OpenProposalsOf } from '../staff/OpenProposals.tsx'
import { MemberActions } from './MemberActions.tsx'
import type { Member } from './MemberProperties.tsx'
import { MemberSummary } from './MemberSummary.tsx'
import { MemberTabs } from './MemberTabs.tsx'
import { TagChips } from './MemberTags.tsx'

const DETAIL = 'GET backoffice/members/:member_id'

export function MemberPage() {
  const id = useRecordId()
  return <MemberRecord key={id} member_id={id} />
}

function MemberRecord({ member_id }: { member_id: string }) {
  const translate = useTranslate()
  const beside = usePanel() !== null
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
  const listed = useEndpointQuery(
    'GET backoffice/members',
    { query: { search: member_id } },
    { silent: true },
  )
  const known = member ?? listed.data?.list.find(({ _id }) => _id === member_id)
  const setDetail = useSetEndpointData(DETAIL)
  const change = (changed: Partial<Member>) => setDetail(input, (before) => ({ ...before, ...changed }))
  const username = known && (known.username || translate('member.closed'))
  return (
    <Box sx={{ maxWidth: 1200 }}>
      {!beside && (
        <>
          <Title title={username ?? translate('resources.members.name', { smart_count: 1 })} />
          <TopToolbar>
            <ListButton resource="members" />
          </TopToolbar>
        </>
      )}
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        {known && (
          // What asked for the reason is gone: the focus is on the heading again.
          <RecordHead key={member === undefined ? 'listed' : 'opened'} title={username}>
            <MemberStatus member={known} />
            {member && <TagChips member_id={member_id} />}
            {member && <MemberActions member={member} onChange={change} />}
          </RecordHead>
        )}
        {member === undefined ? (
          <ReasonForm busy={busy} onReason={(given) => (given === reason ? refresh() : setReason(given))} />
        ) : (
          <>
            <Alert severity="info">{translate('member.reason_shown', { reason })}</Alert>
            <OpenProposalsOf member_id={member_id} />
            <MemberSummary member={member} />
            <MemberTabs member={member} onChange={change} />
          </>
        )}
      </Box>
    </Box>
  )
}

/** Whether it is locked or closed, and its level. */
function MemberStatus({
  member: { lock, closed_at, level_id },
}: {
  member: Pick<AdminMember, 'closed_at' | 'level_id'> & { lock: { kind: 'conduct' | 'security' } | null }
}) {
  const translate = useTranslate()
  const { data: levels } = useEndpointQuery('GET level', {}, { fixed: true, silent: true })
  const level = levels?.find(({ _id }) => _id === level_id)?.name
  // The levels' first names say already what they are.
  const levelName = (name: string) =>
    /^Level \d/.test(name)
      ? name.replace(/^Level/, translate('names.kinds.levels'))
      : translate('member.level_is', { level: name })
  const state = closed_at !== null ? 'closed' : lock === null ? 'open' : lock.kind
  return (
    <>
      <StateChip
        label={translate(`member.statuses.${state}`)}
        tone={state === 'open' ? 'primary' : state === 'closed' ? 'default' : 'error'}
      />
      {level && <StateChip label={levelName(level)} />}
    </>
  )
}

function ReasonForm({ busy, onReason }: { busy: boolean; onReason: (reason: string) => void }) {
  const translate = useTranslate()
  const level = usePanel() === null ? 'h2' : 'h3'
  return (
    <Paper variant="outlined" sx={{ p: 3, maxWidth: 560 }}>
      <Form record={{}} onSubmit={(values: unknown) => onReason((values as { reason: string }).reason)}>
        <Box sx={{ display: 'grid', gap: 1 }}>
          <Typography variant="h6" component={level}>
            {translate('member.why')}
          </Typography>
          <ReasonInput first oneLine help="member.why_help" />
          <Button type="submit" variant="contained" disabled={busy} sx={{ justifySelf: 'start' }}>
            {translate('member.look')}
          </Button>
        </Box>
      </Form>
    </Paper>
  )
}
