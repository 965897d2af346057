// Whose a conversation is. It reserves nothing: everybody who answers may answer it.
import { Box, MenuItem, TextField } from '@mui/material'
import { useGetIdentity, useNotify, useTranslate } from 'react-admin'
import { StateChip } from '../components/Status.tsx'
import { useEndpointMutation } from '../shell/endpoint-hooks.ts'
import { useMay } from '../shell/may.ts'
import { type Conversation, isOver, useAnswering } from './conversation.ts'

const ASSIGN = 'POST backoffice/conversations/:conversation_id/assign'
const NOBODY = '—'

export function useAssign({ _id, assigned_to, status }: Conversation) {
  const translate = useTranslate()
  const notify = useNotify()
  const { identity } = useGetIdentity()
  const may = useMay()(ASSIGN) && !isOver({ status })
  const { start, busy } = useEndpointMutation(ASSIGN, {
    onDone(data) {
      const text =
        data.assigned_to === null
          ? translate('support.assigned_to_nobody')
          : translate('support.assigned', { who: data.assigned_to.username })
      notify(text, { type: 'success', messageArgs: { _: text } })
    },
  })
  const to = (operator_id: string | null) =>
    start({ params: { conversation_id: _id }, body: { operator_id } })
  return {
    may,
    busy,
    to,
    toMe: () => {
      if (may && identity !== undefined && assigned_to?._id !== identity.id) to(String(identity.id))
    },
  }
}

export function AssignedTo({ conversation }: { conversation: Conversation }) {
  const translate = useTranslate()
  const { may, busy, to } = useAssign(conversation)
  const answering = useAnswering()
  const { assigned_to, raised_to } = conversation
  const raised = raised_to !== null && (
    <StateChip
      label={translate('support.raised_to', { role: translate(`app.roles.${raised_to}`) })}
      tone="error"
    />
  )
  if (!may || answering === undefined)
    return (
      <>
        {assigned_to?.username ?? translate('support.nobody')} {raised}
      </>
    )
  // Somebody who no longer answers stays named until it is another's.
  const offered =
    assigned_to === null || answering.some(({ _id }) => _id === assigned_to._id)
      ? answering
      : [...answering, assigned_to]
  return (
    <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
      <TextField
        select
        size="small"
        hiddenLabel
        fullWidth={false}
        value={assigned_to?._id ?? NOBODY}
        disabled={busy}
        onChange={({ target }) => to(target.value === NOBODY ? null : target.value)}
        slotProps={{ select: { SelectDisplayProps: { 'aria-label': translate('support.assigned_to') } } }}
        sx={{ minWidth: 200, m: 0 }}
      >
        <MenuItem value={NOBODY}>{translate('support.nobody')}</MenuItem>
        {offered.map(({ _id, username }) => (
          <MenuItem key={_id} value={_id}>
            {username}
          </MenuItem>
        ))}
      </TextField>
      {raised}
    </Box>
  )
}
