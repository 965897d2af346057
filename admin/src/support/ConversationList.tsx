import type { AdminConversation } from '@fairturn/contract/backoffice/support'
import { COMPLAINT_STATUSES, CONVERSATION_STATUSES, SUBJECT_KINDS } from '@fairturn/contract/support'
import { Box, Button } from '@mui/material'
import { SelectInput, useGetIdentity, useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import { choice, member } from '../components/filters.tsx'
import { formatTime } from '../components/format.ts'
import { useLanguageName } from '../components/Languages.tsx'
import { Due } from '../components/queue.tsx'
import { RecordList } from '../components/RecordList.tsx'
import { StateChip } from '../components/Status.tsx'
import { useEndpointQuery } from '../shell/endpoint-hooks.ts'
import { useSubjectText } from './subject.tsx'

type Row = AdminConversation & { id: string }

/** Whose it is; the names come from the server, because support does not read the list of staff. */
function AssignedFilter({ source, label }: { source: string; label: string }) {
  const { data } = useEndpointQuery('GET backoffice/conversation-operators', {}, { silent: true })
  const choices = (data?.list ?? []).map(({ _id, username }) => ({ id: _id, name: username }))
  return <SelectInput source={source} label={label} choices={choices} translateChoice={false} />
}

const FILTERS = [
  member('support.member'),
  choice('subject', 'support.about', SUBJECT_KINDS, 'support.kinds'),
  choice(
    'complaint',
    'support.complaint',
    ['any', 'none', ...COMPLAINT_STATUSES],
    'support.complaint_filter',
  ),
  <AssignedFilter key="assigned_to" source="assigned_to" label="support.assigned_to" />,
]

/** Where what is due and whose it is would be cut off otherwise. */
const NOT_NARROW = { display: { xs: 'none', md: 'table-cell' } }
const WIDE_ONLY = { display: { xs: 'none', lg: 'table-cell' } }

export function ConversationList() {
  const translate = useTranslate()
  const languageOf = useLanguageName()
  const subjectText = useSubjectText()
  return (
    <RecordList<Row>
      filters={FILTERS}
      filterDefaultValues={{ state: 'waiting' }}
      tabs={{
        source: 'state',
        values: ['waiting', ...CONVERSATION_STATUSES, 'all'],
        texts: 'support.statuses',
        waiting: { waiting: 'conversations' },
        every: false,
      }}
      actions={
        <Button size="small" component={Link} to="/answer-templates">
          {translate('support.templates.title')}
        </Button>
      }
      columns={({ state }) => [
        {
          label: 'support.about',
          render: ({ subject, complaint }) => (
            <Box sx={{ display: 'inline-grid', gap: 0.5, justifyItems: 'start' }}>
              {subjectText(subject)}
              {complaint && (
                <StateChip
                  label={translate(`support.complaints.${complaint.status}`)}
                  tone={complaint.status === 'open' ? 'warning' : 'default'}
                />
              )}
            </Box>
          ),
        },
        {
          label: 'support.member',
          render: ({ member: who }) =>
            who === null ? translate('support.stranger') : who.username || translate('names.closed'),
        },
        {
          label: 'support.due_by',
          render: (row) => <DueOf conversation={row} />,
          sort: 'due_by',
        },
        { label: 'support.language', render: ({ locale }) => languageOf(locale), sx: WIDE_ONLY },
        {
          label: 'support.assigned_to',
          render: (row) => <Whose conversation={row} />,
        },
        {
          label: 'support.last_message',
          render: ({ last_message_at, last_by }) =>
            translate('support.last_by_at', {
              when: formatTime(last_message_at),
              who: translate(`support.last_by.${last_by}`),
            }),
          sort: 'last_message_at',
          sx: NOT_NARROW,
        },
        { label: 'support.messages', source: 'messages', end: true, sx: WIDE_ONLY },
        state !== 'waiting' && { label: 'support.created_at', time: 'created_at', sort: true, sx: WIDE_ONLY },
      ]}
    />
  )
}

/** To whom it is assigned, and to which role it has risen. */
export function Whose({
  conversation: { assigned_to, raised_to },
}: {
  conversation: Pick<AdminConversation, 'assigned_to' | 'raised_to'>
}) {
  const translate = useTranslate()
  const { identity } = useGetIdentity()
  const own = assigned_to !== null && assigned_to._id === identity?.id
  return (
    <Box sx={{ display: 'inline-grid', gap: 0.5, justifyItems: 'start' }}>
      {own && <StateChip label={translate('support.you')} tone="primary" />}
      {assigned_to !== null && !own && assigned_to.username}
      {assigned_to === null && raised_to === null && '—'}
      {raised_to !== null && (
        <StateChip
          label={translate('support.raised_to', { role: translate(`app.roles.${raised_to}`) })}
          tone="error"
        />
      )}
    </Box>
  )
}

/** When the next answer or decision is due, marked if late; a dash where nothing is. */
export const DueOf = ({
  conversation: { created_at, due_by, is_late },
}: {
  conversation: Pick<AdminConversation, 'created_at' | 'due_by' | 'is_late'>
}) => (due_by === null ? '—' : <Due waiting={{ since: created_at, due_by, overdue: is_late }} />)
