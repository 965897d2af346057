// Moving the due time of a conversation, once, and closing it.
import { Button } from '@mui/material'
import { useState } from 'react'
import { RadioButtonGroupInput, required, useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import { ActionButton, type ReasonValues } from '../components/ActionDialog.tsx'
import { formatTime } from '../components/format.ts'
import { useMay } from '../shell/may.ts'
import { type Conversation, hasOpenComplaint, useConversationName } from './conversation.ts'

const HOUR_MS = 3_600_000
/** From the due time on; the server moves it by no more than the last. */
const HOURS = [24, 48, 72] as const

/** To the form of refunds, with the member filled in: nothing that is written here pays anybody. */
function ProposePayment({ conversation, of }: { conversation: Conversation; of: string }) {
  const translate = useTranslate()
  const may = useMay()
  if (!may('POST backoffice/members/:member_id/refund')) return null
  const search = new URLSearchParams({ act: 'refund', member_id: of, conversation_id: conversation._id })
  return (
    <Button variant="outlined" component={Link} to={`/adjustments?${search}`}>
      {translate('support.propose_payment')}
    </Button>
  )
}

interface ExtendValues extends ReasonValues {
  until: string
}

export function ConversationActions({ conversation }: { conversation: Conversation }) {
  const { status, due_by, moved } = conversation
  const closes = (status === 'answered' || status === 'solved') && !hasOpenComplaint(conversation)
  return (
    <>
      {due_by !== null && moved === null && <Extend conversation={conversation} due_by={due_by} />}
      {conversation.member !== null && (
        <ProposePayment conversation={conversation} of={conversation.member._id} />
      )}
      {closes && <Close conversation={conversation} />}
    </>
  )
}

function Extend({ conversation, due_by }: { conversation: Conversation; due_by: string }) {
  const translate = useTranslate()
  const of = useConversationName()(conversation)
  const { _id: conversation_id, locale, complaint } = conversation
  const [now] = useState(Date.now)
  // To move it afterwards would hide that we are late.
  if (Date.parse(due_by) <= now) return null
  const choices = HOURS.map((hours) => {
    const id = new Date(Date.parse(due_by) + hours * HOUR_MS).toISOString()
    return { id, name: translate('support.extend_by', { hours, when: formatTime(id) }) }
  })
  const lock_ends_at = complaint?.status === 'open' ? complaint.lock_ends_at : null
  return (
    <ActionButton<'POST backoffice/conversations/:conversation_id/extend', ExtendValues>
      button={{ variant: 'outlined' }}
      endpoint="POST backoffice/conversations/:conversation_id/extend"
      input={({ until, reason }) => ({ params: { conversation_id }, body: { until, reason } })}
      title={translate('support.extend')}
      of={of}
      why={
        <>
          {translate('support.extend_why')}
          {lock_ends_at !== null &&
            ` ${translate('support.extend_lock', { when: formatTime(lock_ends_at) })}`}
        </>
      }
      withReason
      reader={{ locale, templates: 'later' }}
      done="support.extended"
    >
      <RadioButtonGroupInput
        source="until"
        label="support.extend_until"
        choices={choices}
        translateChoice={false}
        validate={required()}
        helperText={false}
        row={false}
      />
    </ActionButton>
  )
}

function Close({ conversation }: { conversation: Conversation }) {
  const translate = useTranslate()
  const of = useConversationName()(conversation)
  return (
    <ActionButton<'POST backoffice/conversations/:conversation_id/close', object>
      button={{ variant: 'outlined' }}
      endpoint="POST backoffice/conversations/:conversation_id/close"
      input={() => ({ params: { conversation_id: conversation._id } })}
      title={translate('support.close')}
      of={of}
      why={translate('support.close_sure')}
      done="support.closed"
    />
  )
}
