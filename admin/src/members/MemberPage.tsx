// One member in detail, behind a reason that they read. Nothing is fetched before it is given.
import { Alert, Box, Button, Paper, TextField, Typography } from '@mui/material'
import { type SubmitEvent, useState } from 'react'
import { ListButton, Title, TopToolbar, useTranslate } from 'react-admin'
import { useParams } from 'react-router-dom'
import { call } from '../api.ts'
import { useSayFailure } from '../failures.ts'
import { takeFocus, textOf } from '../forms.ts'
import { MemberActs } from './MemberActs.tsx'
import { MemberChanges } from './MemberChanges.tsx'
import { MemberFacts } from './MemberFacts.tsx'
import { MemberSessions } from './MemberSessions.tsx'
import { MemberStatement } from './MemberStatement.tsx'
import type { Member } from './member.ts'

interface MemberView {
  readonly member: Member
  readonly reason: string
}

export function MemberPage() {
  const { id = '' } = useParams()
  return <Sheet key={id} member_id={id} />
}

function Sheet({ member_id }: { member_id: string }) {
  const translate = useTranslate()
  const [look, setLook] = useState<MemberView>()
  return (
    <Box sx={{ maxWidth: 1040 }}>
      <Title title={look?.member.username ?? translate('resources.members.name', { smart_count: 1 })} />
      <TopToolbar>
        <ListButton resource="members" />
      </TopToolbar>
      {look === undefined ? (
        <Asking member_id={member_id} onLook={setLook} />
      ) : (
        <Seen look={look} onChange={(member) => setLook({ ...look, member })} />
      )}
    </Box>
  )
}

function Asking({ member_id, onLook }: { member_id: string; onLook: (look: MemberView) => void }) {
  const translate = useTranslate()
  const say = useSayFailure()
  const [busy, setBusy] = useState(false)
  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const reason = textOf(new FormData(event.currentTarget), 'reason')
    setBusy(true)
    try {
      const member = await call('GET backoffice/members/:member_id', {
        params: { member_id },
        query: { reason },
      })
      onLook({ member, reason })
    } catch (failure) {
      setBusy(false)
      say(failure)
    }
  }
  return (
    <Paper variant="outlined" sx={{ p: 3, maxWidth: 560 }}>
      <Box component="form" onSubmit={(event) => void submit(event)} sx={{ display: 'grid', gap: 2 }}>
        <Typography variant="h5" component="h1">
          {translate('member.why')}
        </Typography>
        <TextField
          name="reason"
          label={translate('app.reason')}
          helperText={translate('member.why_help')}
          required
          inputRef={takeFocus}
          slotProps={{ htmlInput: { maxLength: 500 } }}
        />
        <Button type="submit" variant="contained" disabled={busy} sx={{ justifySelf: 'start' }}>
          {translate('member.look')}
        </Button>
      </Box>
    </Paper>
  )
}

function Seen({
  look: { member, reason },
  onChange,
}: {
  look: MemberView
  onChange: (member: Member) => void
}) {
  const translate = useTranslate()
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography variant="h5" component="h1" sx={{ overflowWrap: 'anywhere' }}>
          {member.username || translate('member.closed')}
        </Typography>
        <MemberChanges member={member} onChange={onChange} />
      </Box>
      <Alert severity="info">{translate('member.told', { reason })}</Alert>
      <MemberFacts member={member} />
      <MemberActs member_id={member._id} />
      <MemberSessions member={member} onChange={onChange} />
      <MemberStatement member_id={member._id} />
    </Box>
  )
}
