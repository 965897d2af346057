// A complaint on its conversation's page: what it is about and by when, who may decide it, and its decision with the statement
// of reasons that the member reads.
import { Alert, Box } from '@mui/material'
import { useTranslate } from 'react-admin'
import { formatTime } from '../components/format.ts'
import { GoTo } from '../components/GoTo.tsx'
import { Heading } from '../components/headings.tsx'
import { PropertyTable } from '../components/PropertyTable.tsx'
import { useMay } from '../shell/may.ts'
import { type Conversation, useAnswering } from './conversation.ts'

export const DECIDE = 'POST backoffice/conversations/:conversation_id/decide'

/** While it is open who decides it and what ends by itself; once it is decided the statement of reasons. */
export function Complaint({ conversation }: { conversation: Conversation }) {
  const translate = useTranslate()
  const { complaint } = conversation
  if (complaint === null) return null
  const { status, lock_ends_at, decided_at, decided_by, statement, remedy } = complaint
  if (status === 'open')
    return (
      <>
        <WhoDecides conversation={conversation} />
        {lock_ends_at !== null && (
          <Alert severity="warning">
            {translate('support.lock_ends', { when: formatTime(lock_ends_at) })}
          </Alert>
        )}
        <Together conversation={conversation} />
      </>
    )
  return (
    <Box component="section">
      <Heading text="support.statement" />
      <PropertyTable
        values={{
          'support.verdict': translate(`support.complaints.${status}`),
          'support.decided_at': translate('support.by_at', {
            when: formatTime(decided_at),
            who: decided_by?.username ?? translate('support.by_time'),
          }),
          'support.facts': statement?.facts,
          'support.rule': statement?.rule,
          'support.machine_label': statement && translate(`support.machine.${statement.machine}`),
          'support.can_be_done': statement?.can_be_done,
          'support.remedy': remedy && translate(`support.remedies.${remedy}`),
        }}
      />
    </Box>
  )
}

/** For who made the decision complained about: that they do not decide it, and who may. */
function WhoDecides({ conversation: { may_decide, decided_before_by } }: { conversation: Conversation }) {
  const translate = useTranslate()
  const answers = useMay()(DECIDE)
  const answering = useAnswering()
  if (may_decide || !answers || answering === undefined) return null
  const before = new Set(decided_before_by.map(({ _id }) => _id))
  const others = answering.filter(({ _id }) => !before.has(_id)).map(({ username }) => username)
  return (
    <Alert severity="info">
      {others.length === 0
        ? translate('support.another_nobody')
        : translate('support.another', { who: others.join(', ') })}
    </Alert>
  )
}

/** Complaints of members linked with this one, which one decision is about. */
function Together({ conversation: { together } }: { conversation: Conversation }) {
  const translate = useTranslate()
  if (together.length === 0) return null
  return (
    <Alert severity="info">
      {translate('support.together')}
      <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
        {together.map(({ conversation_id, member, made_at }) => (
          <li key={conversation_id}>
            <GoTo to={`/conversations/${conversation_id}/show`}>
              {member.username || translate('names.closed')}
            </GoTo>
            {`, ${formatTime(made_at)}`}
          </li>
        ))}
      </Box>
    </Alert>
  )
}
