// What can be done with a broadcast: send it now or later, cancel it until it has begun, and write another like it.
import { Button, TextField, Typography } from '@mui/material'
import type { AdminBroadcast } from '@fairturn/contract/backoffice/broadcasts'
import { useState } from 'react'
import { useNotify, useTranslate } from 'react-admin'
import { useNavigate } from 'react-router-dom'
import { ActDialog } from '../ActionDialog.tsx'
import { call } from '../api.ts'
import { takeFocus, textOf } from '../forms.ts'
import { instantOf } from '../words.ts'

interface SendingProps {
  broadcast: AdminBroadcast
  /** Changed and not saved yet. */
  isNew: boolean
  recipients: number
  again: () => Promise<void>
}

type SendingAction = 'send' | 'schedule' | 'cancel'
const DONE = { send: 'broadcasts.sent', schedule: 'broadcasts.scheduled', cancel: 'broadcasts.cancelled' }

export function Sending({ broadcast, isNew, recipients, again }: SendingProps) {
  const translate = useTranslate()
  const navigate = useNavigate()
  const [asking, ask] = useState<SendingAction>()
  const { status, texts, path, audience } = broadcast
  const draft = status === 'draft'
  return (
    <>
      {draft && (
        <>
          <Button variant="contained" disabled={isNew || recipients === 0} onClick={() => ask('send')}>
            {translate('broadcasts.send')}
          </Button>
          <Button variant="outlined" disabled={isNew} onClick={() => ask('schedule')}>
            {translate('broadcasts.schedule')}
          </Button>
        </>
      )}
      {(draft || status === 'scheduled') && (
        <Button variant="outlined" color="error" onClick={() => ask('cancel')}>
          {translate('broadcasts.cancel')}
        </Button>
      )}
      {(status === 'scheduled' || status === 'sending') && (
        <Button onClick={() => void again()}>{translate('broadcasts.refresh')}</Button>
      )}
      {!draft && (
        <Button
          onClick={() => void navigate('/broadcasts/create', { state: { like: { texts, path, audience } } })}
        >
          {translate('broadcasts.again')}
        </Button>
      )}
      {draft && isNew && <Typography color="text.secondary">{translate('broadcasts.save_first')}</Typography>}
      {asking && (
        <Ask
          asked={asking}
          broadcast={broadcast}
          recipients={recipients}
          again={again}
          onClose={() => ask(undefined)}
        />
      )}
    </>
  )
}

interface SendingDialogProps extends Omit<SendingProps, 'isNew'> {
  asked: SendingAction
  onClose: () => void
}

function Ask({ asked, broadcast, recipients, again, onClose }: SendingDialogProps) {
  const translate = useTranslate()
  const notify = useNotify()
  const params = { broadcast_id: broadcast._id }
  async function act(form: FormData) {
    if (asked === 'cancel') await call('POST backoffice/broadcasts/:broadcast_id/cancel', { params })
    else
      await call('POST backoffice/broadcasts/:broadcast_id/send', {
        params,
        body: {
          version: broadcast.version,
          send_at: asked === 'send' ? null : instantOf(textOf(form, 'at')),
        },
      })
    notify(DONE[asked], { type: 'success' })
    await again()
  }
  return (
    <ActDialog
      title={translate(`broadcasts.${asked}`)}
      why={translate(`broadcasts.${asked}_sure`, { smart_count: recipients })}
      act={act}
      onClose={onClose}
    >
      {asked === 'schedule' && (
        <TextField
          name="at"
          type="datetime-local"
          label={translate('broadcasts.at')}
          required
          margin="dense"
          inputRef={takeFocus}
          slotProps={{ inputLabel: { shrink: true } }}
        />
      )}
    </ActDialog>
  )
}
