// An operator's actions on an account: lock it, confirm a security lock, end a lock. Each needs a reason,
// which its member can read.
import { Box, Button, DialogContentText } from '@mui/material'
import { useState } from 'react'
import {
  BooleanInput,
  FormDataConsumer,
  required,
  SelectInput,
  useCanAccess,
  useNotify,
  useTranslate,
} from 'react-admin'
import { ActionDialog, type ReasonValues } from '../components/ActionDialog.tsx'
import { DateInput } from '../components/DateInput.tsx'
import { choicesOf } from '../components/forms.ts'
import { useKeys } from '../components/keys.ts'
import { KeyHints } from '../components/KeysLine.tsx'
import { usePanel } from '../components/panel.ts'
import type { CallInput } from '../shell/api.ts'
import { useOpenProposals } from '../staff/OpenProposals.tsx'
import type { Member } from './MemberProperties.tsx'

interface LockValues extends ReasonValues {
  kind: CallInput<'POST backoffice/members/:member_id/lock'>['body']['kind']
  suspected_since?: string
}
interface Changing {
  readonly member: Member
  readonly onChange: (changed: Partial<Member>) => void
}
type ActionName = 'lock' | 'confirm' | 'unlock' | 'code'

const SECURITY_LOCK_MS = 72 * 3_600_000

export function MemberActions({ member, onChange }: Changing) {
  const translate = useTranslate()
  const { canAccess } = useCanAccess({ resource: 'members', action: 'edit' })
  const [open, setOpen] = useState<ActionName>()
  const beside = usePanel() !== null
  const locks = canAccess === true && member.closed_at === null && member.lock?.kind !== 'security'
  // What is proposed already waits for another operator; the page links to it.
  const proposed = new Set(useOpenProposals({ member_id: member._id }).map(({ kind }) => kind))
  const unlocks =
    canAccess === true && member.closed_at === null && member.lock !== null && !proposed.has('unlock_money')
  useKeys({
    ...(locks && { l: () => setOpen('lock') }),
    ...(unlocks && { u: () => setOpen('unlock') }),
  })
  if (canAccess !== true || member.closed_at !== null) return null
  const { lock } = member
  const forSecurity = lock?.kind === 'security'
  const dialog = { member, onChange, onClose: () => setOpen(undefined) }
  const button = (action: ActionName, color: 'primary' | 'error' = 'primary', shortcut?: string) => (
    <Button variant="outlined" color={color} aria-keyshortcuts={shortcut} onClick={() => setOpen(action)}>
      {translate(`member.${action}`)}
    </Button>
  )
  return (
    <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', alignItems: 'center', ml: 'auto' }}>
      {!beside && (
        <KeyHints
          keys={{
            ...(locks && { l: translate('member.lock') }),
            ...(unlocks && { u: translate('member.unlock') }),
          }}
        />
      )}
      {unlocks && button('unlock', 'primary', 'u')}
      {forSecurity &&
        lock.confirmed_by === null &&
        !proposed.has('confirm_security_lock') &&
        button('confirm', 'error')}
      {lock === null && member.needs_new_password && !proposed.has('unlock_money') && button('code')}
      {locks && button('lock', 'error', 'l')}
      {open === 'lock' && <LockDialog {...dialog} />}
      {open === 'confirm' && (
        <ActionDialog
          endpoint="POST backoffice/members/:member_id/lock/confirm"
          input={({ reason }) => ({ params: { member_id: member._id }, body: { reason } })}
          title={translate('member.confirm')}
          of={member.username}
          why={translate('member.confirm_why')}
          ends
          withReason
          done="member.lock_proposed"
          onClose={dialog.onClose}
        />
      )}
      {(open === 'unlock' || open === 'code') && <UnlockDialog {...dialog} action={open} />}
    </Box>
  )
}

function LockDialog({ member, onChange, onClose }: Changing & { onClose: () => void }) {
  const translate = useTranslate()
  const notify = useNotify()
  return (
    <ActionDialog
      endpoint="POST backoffice/members/:member_id/lock"
      input={({ kind, suspected_since, reason }: LockValues) => ({
        params: { member_id: member._id },
        body: { kind, reason, ...(kind === 'security' && suspected_since && { suspected_since }) },
      })}
      defaultValues={{ kind: 'security' }}
      title={translate('member.lock')}
      of={member.username}
      ends
      withReason
      reader={{ locale: member.locale, templates: 'lock' }}
      onDone={({ kind, proposal_id }, { body: { reason } }) => {
        notify(proposal_id === null ? 'member.locked' : 'member.lock_proposed', { type: 'success' })
        if (proposal_id !== null) return
        const now = Date.now()
        const until = kind === 'security' ? new Date(now + SECURITY_LOCK_MS).toISOString() : null
        const lock = { kind, since: new Date(now).toISOString(), until, reason, confirmed_by: null }
        const ended = { sessions: [], passkeys: 0, needs_new_password: true, withdrawals_held_until: until }
        onChange({ ...(kind === 'security' && ended), lock })
      }}
      onClose={onClose}
    >
      <SelectInput
        source="kind"
        label="member.lock_kind"
        choices={choicesOf(['security', 'conduct'], 'members.locks')}
        validate={required()}
        helperText={false}
      />
      <FormDataConsumer<LockValues>>
        {({ formData: { kind } }) => (
          <>
            <DialogContentText aria-live="polite">{translate(`member.lock_does.${kind}`)}</DialogContentText>
            {kind === 'security' && (
              <DateInput
                kind="time"
                source="suspected_since"
                label="member.suspected_since"
                help={translate('member.suspected_since_help')}
              />
            )}
          </>
        )}
      </FormDataConsumer>
    </ActionDialog>
  )
}

function UnlockDialog({
  member,
  action,
  onChange,
  onClose,
}: Changing & { action: 'unlock' | 'code'; onClose: () => void }) {
  const translate = useTranslate()
  const notify = useNotify()
  const by_two = action === 'code' || member.lock?.kind === 'security'
  const why = action === 'code' ? 'code_why' : by_two ? 'unlock_by_two' : 'unlock_why'
  return (
    <ActionDialog
      endpoint="POST backoffice/members/:member_id/unlock"
      form={action}
      input={({ reason, with_code = action === 'code' }: ReasonValues & { with_code?: boolean }) => ({
        params: { member_id: member._id },
        body: { reason, ...(by_two && { with_code }) },
      })}
      // A code lets somebody in: it is given only to whoever asked for it and was recognised.
      defaultValues={{ with_code: action === 'code' }}
      title={translate(by_two && action === 'unlock' ? 'member.propose_unlock' : `member.${action}`)}
      of={member.username}
      why={translate(`member.${why}`)}
      withReason
      reader={{ locale: member.locale, templates: 'unlock' }}
      onDone={({ unlocked }) => {
        notify(unlocked ? 'member.unlocked' : 'member.unlock_proposed', { type: 'success' })
        if (unlocked) onChange({ lock: null })
      }}
      onClose={onClose}
    >
      {action === 'unlock' && by_two && (
        <BooleanInput source="with_code" label="member.with_code" helperText={false} />
      )}
    </ActionDialog>
  )
}
