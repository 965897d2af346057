// An operator's actions on an account: lock it, confirm a security lock, end a lock. Each with a reason
// that its owner reads.
import { Box, Button, DialogContentText, FormControlLabel, MenuItem, Switch, TextField } from '@mui/material'
import { useState } from 'react'
import { useCanAccess, useNotify, useTranslate } from 'react-admin'
import { ActDialog } from '../ActionDialog.tsx'
import { call, type CallInput } from '../api.ts'
import { textOf } from '../forms.ts'
import type { Member } from './member.ts'

type Kind = CallInput<'POST backoffice/members/:member_id/lock'>['body']['kind']
interface Changing {
  readonly member: Member
  readonly onChange: (member: Member) => void
}
type Asking = 'lock' | 'confirm' | 'unlock' | 'code'

const SECURITY_LOCK_MS = 72 * 3_600_000

export function MemberChanges({ member, onChange }: Changing) {
  const translate = useTranslate()
  const { canAccess } = useCanAccess({ resource: 'members', action: 'edit' })
  const [asking, ask] = useState<Asking>()
  if (canAccess !== true || member.closed_at !== null) return null
  const { lock } = member
  const for_security = lock?.kind === 'security'
  const close = () => ask(undefined)
  const button = (act: Asking, color: 'primary' | 'error' = 'primary') => (
    <Button variant="outlined" color={color} onClick={() => ask(act)}>
      {translate(`member.${act}`)}
    </Button>
  )
  return (
    <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', ml: 'auto' }}>
      {lock !== null && button('unlock')}
      {for_security && lock.confirmed_by === null && button('confirm', 'error')}
      {lock === null && member.needs_new_password && button('code')}
      {!for_security && button('lock', 'error')}
      {asking === 'lock' && <LockDialog member={member} onChange={onChange} onClose={close} />}
      {asking === 'confirm' && <ConfirmDialog member={member} onClose={close} />}
      {(asking === 'unlock' || asking === 'code') && (
        <UnlockDialog member={member} asked={asking} onChange={onChange} onClose={close} />
      )}
    </Box>
  )
}

function LockDialog({ member, onChange, onClose }: Changing & { onClose: () => void }) {
  const translate = useTranslate()
  const notify = useNotify()
  const [kind, setKind] = useState<Kind>('security')
  async function act(form: FormData) {
    const reason = textOf(form, 'reason')
    const named = textOf(form, 'suspected_since')
    const { proposal_id } = await call('POST backoffice/members/:member_id/lock', {
      params: { member_id: member._id },
      body: {
        kind,
        reason,
        ...(kind === 'security' && named !== '' && { suspected_since: new Date(named).toISOString() }),
      },
    })
    notify(proposal_id === null ? 'member.locked' : 'member.lock_proposed', { type: 'success' })
    if (proposal_id !== null) return
    const now = Date.now()
    const until = kind === 'security' ? new Date(now + SECURITY_LOCK_MS).toISOString() : null
    const lock = { kind, since: new Date(now).toISOString(), until, reason, confirmed_by: null }
    const closed = { sessions: [], passkeys: 0, needs_new_password: true, withdrawals_held_until: until }
    onChange({ ...member, ...(kind === 'security' && closed), lock })
  }
  return (
    <ActDialog title={translate('member.lock')} with_reason act={act} onClose={onClose}>
      <TextField
        label={translate('member.lock_kind')}
        select
        value={kind}
        onChange={(event) => setKind(event.target.value as Kind)}
        required
        margin="dense"
      >
        {(['security', 'conduct'] as const).map((each) => (
          <MenuItem key={each} value={each}>
            {translate(`members.locks.${each}`)}
          </MenuItem>
        ))}
      </TextField>
      <DialogContentText aria-live="polite">{translate(`member.lock_does.${kind}`)}</DialogContentText>
      {kind === 'security' && (
        <TextField
          name="suspected_since"
          type="datetime-local"
          label={translate('member.suspected_since')}
          helperText={translate('member.suspected_since_help')}
          slotProps={{ inputLabel: { shrink: true } }}
        />
      )}
    </ActDialog>
  )
}

function ConfirmDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const translate = useTranslate()
  const notify = useNotify()
  async function act(form: FormData) {
    const params = { member_id: member._id }
    const body = { reason: textOf(form, 'reason') }
    await call('POST backoffice/members/:member_id/lock/confirm', { params, body })
    notify('member.lock_proposed', { type: 'success' })
  }
  const title = translate('member.confirm')
  return (
    <ActDialog title={title} why={translate('member.confirm_why')} with_reason act={act} onClose={onClose} />
  )
}

function UnlockDialog({
  member,
  asked,
  onChange,
  onClose,
}: Changing & { asked: 'unlock' | 'code'; onClose: () => void }) {
  const translate = useTranslate()
  const notify = useNotify()
  const by_two = asked === 'code' || member.lock?.kind === 'security'
  async function act(form: FormData) {
    const with_code = asked === 'code' || form.get('with_code') !== null
    const { unlocked } = await call('POST backoffice/members/:member_id/unlock', {
      params: { member_id: member._id },
      body: { reason: textOf(form, 'reason'), ...(by_two && { with_code }) },
    })
    notify(unlocked ? 'member.unlocked' : 'member.unlock_proposed', { type: 'success' })
    if (unlocked) onChange({ ...member, lock: null })
  }
  const why = asked === 'code' ? 'code_why' : by_two ? 'unlock_by_two' : 'unlock_why'
  return (
    <ActDialog
      title={translate(`member.${asked}`)}
      why={translate(`member.${why}`)}
      with_reason
      act={act}
      onClose={onClose}
    >
      {asked === 'unlock' && by_two && (
        <FormControlLabel control={<Switch name="with_code" />} label={translate('member.with_code')} />
      )}
    </ActDialog>
  )
}
