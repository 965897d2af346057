// Proposals that wait for, or have had, a second person's decision.
import { Chip } from '@mui/material'
import { PROPOSAL_STATUSES, type Proposal } from '@fairturn/contract/backoffice/approvals'
import { TextInput, useTranslate } from 'react-admin'
import { RecordList } from '../RecordList.tsx'
import { useKeyWords, when } from '../words.ts'

const FILTERS = [
  <TextInput key="kind" source="kind" label="approvals.kind" />,
  <TextInput key="member" source="member_id" label="approvals.member_id" />,
]

export function StatusChip({ status }: { status: Proposal['status'] }) {
  const translate = useTranslate()
  const colour = { open: 'warning', executed: 'primary' } as const
  return (
    <Chip
      size="small"
      variant="outlined"
      color={status in colour ? colour[status as keyof typeof colour] : 'default'}
      label={translate(`approvals.statuses.${status}`)}
    />
  )
}

export function ApprovalList() {
  const kindOf = useKeyWords('approvals.kinds')
  return (
    <RecordList<Proposal>
      filters={FILTERS}
      filterDefaultValues={{ status: 'open' }}
      tabs={{ source: 'status', values: PROPOSAL_STATUSES, texts: 'approvals.statuses' }}
      columns={[
        { label: 'approvals.kind', render: ({ kind }) => kindOf(kind), sort: 'kind' },
        { label: 'app.reason', source: 'reason' },
        { label: 'approvals.proposed_by', source: 'proposed_by.username' },
        {
          label: 'approvals.proposed_at',
          render: ({ proposed_at }) => when(proposed_at),
          sort: 'proposed_at',
        },
        { label: 'approvals.expires_at', render: ({ expires_at }) => when(expires_at), sort: 'expires_at' },
        { label: 'approvals.status', render: ({ status }) => <StatusChip status={status} /> },
      ]}
    />
  )
}
