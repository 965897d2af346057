// What an operator may do to an account: lock it, or end its lock. Each with a reason that its owner reads.
import { Box, Button, MenuItem, TextField } from '@mui/material'
import { useState } from 'react'
import { useCanAccess, useNotify, useTranslate } from 'react-admin'
import { ActDialog } from '../Act.tsx'
import { call, type SentTo } from '../api.ts'
import { textOf } from '../forms.ts'
import type { Member } from './MemberPage.tsx'

type Kind = SentTo<'POST backoffice/members/:member_id/lock'>['body']['kind']

export function MemberChanges({ member, onChange }: { member: Member; onChange: (member: Member) => void }) {
  const translate = useTranslate()
  const notify = useNotify()
  const { canAccess } = useCanAccess({ resource: 'members', action: 'edit' })
  const [asking, ask] = useState<'lock' | 'unlock'>()
  if (canAccess !== true || member.closed_at !== null) return null
  const params = { member_id: member._id }
  async function lock(form: FormData) {
    const reason = textOf(form, 'reason')
    const { kind } = await call('POST backoffice/members/:member_id/lock', {
      params,
      body: { kind: textOf(form, 'kind') as Kind, reason },
    })
    notify('member.locked', { type: 'success' })
    onChange({ ...member, lock: { kind, since: new Date().toISOString(), reason } })
  }
  async function unlock(form: FormData) {
    const body = { reason: textOf(form, 'reason') }
    const { unlocked } = await call('POST backoffice/members/:member_id/unlock', { params, body })
    notify(unlocked ? 'member.unlocked' : 'member.unlock_proposed', { type: 'success' })
    if (unlocked) onChange({ ...member, lock: null })
  }
  return (
    <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', ml: 'auto' }}>
      {member.lock !== null && (
        <Button variant="outlined" onClick={() => ask('unlock')}>
          {translate('member.unlock')}
        </Button>
      )}
      {member.lock?.kind !== 'security' && (
        <Button variant="outlined" color="error" onClick={() => ask('lock')}>
          {translate('member.lock')}
        </Button>
      )}
      {asking === 'lock' && (
        <ActDialog
          title={translate('member.lock')}
          why={translate('member.lock_why')}
          with_reason
          act={lock}
          onClose={() => ask(undefined)}
        >
          <TextField
            name="kind"
            label={translate('member.lock_kind')}
            select
            defaultValue="security"
            required
            margin="dense"
          >
            {(['security', 'conduct'] as const).map((kind) => (
              <MenuItem key={kind} value={kind}>
                {translate(`members.locks.${kind}`)}
              </MenuItem>
            ))}
          </TextField>
        </ActDialog>
      )}
      {asking === 'unlock' && (
        <ActDialog
          title={translate('member.unlock')}
          why={translate('member.unlock_why')}
          with_reason
          act={unlock}
          onClose={() => ask(undefined)}
        />
      )}
    </Box>
  )
}
