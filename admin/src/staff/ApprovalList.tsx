import { PROPOSAL_STATUSES, type Proposal } from '@fairturn/contract/backoffice/approvals'
import { member, text } from '../components/filters.tsx'
import { Name } from '../components/Name.tsx'
import { RecordList } from '../components/RecordList.tsx'
import { titleOf, useKindOf } from './kind.ts'

const FILTERS = [text('kind', 'approvals.kind'), member('approvals.member_id')]

/** Where the others would be cut off otherwise. */
const WIDE_ONLY = { display: { xs: 'none', lg: 'table-cell' } }

export function ApprovalList() {
  const kindOf = useKindOf()
  return (
    <RecordList<Proposal>
      filters={FILTERS}
      filterDefaultValues={{ status: 'open' }}
      tabs={{
        source: 'status',
        values: PROPOSAL_STATUSES,
        texts: 'approvals.statuses',
        waiting: { open: 'approvals' },
      }}
      columns={({ status }) => [
        {
          label: 'approvals.kind',
          render: (proposal) => [kindOf(proposal), titleOf(proposal)].filter(Boolean).join(' · '),
          sort: 'kind',
        },
        {
          label: 'approvals.member_id',
          render: ({ member_id }) =>
            member_id === null ? '—' : <Name id={member_id} bare unknown="names.not_shown" />,
        },
        { label: 'app.reason', source: 'reason' },
        { label: 'approvals.proposed_by', source: 'proposed_by.username', sx: WIDE_ONLY },
        { label: 'approvals.waits_for', render: ({ waits_for }) => waits_for.join(', ') },
        { label: 'approvals.proposed_at', time: 'proposed_at', sort: true, sx: WIDE_ONLY },
        { label: 'approvals.expires_at', time: 'expires_at', sort: true },
        !status && { label: 'approvals.status', status: 'status', texts: 'approvals.statuses' },
      ]}
    />
  )
}
