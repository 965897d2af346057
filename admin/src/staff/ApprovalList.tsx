import { PROPOSAL_STATUSES, type Proposal } from '@fairturn/contract/backoffice/approvals'
import { useGetIdentity, useTranslate } from 'react-admin'
import { member, text } from '../components/filters.tsx'
import { Name } from '../components/Name.tsx'
import { RecordList } from '../components/RecordList.tsx'
import { StateChip } from '../components/Status.tsx'
import { conversationOf, titleOf, useKindOf } from './kind.ts'

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
        { label: 'approvals.about', render: (proposal) => <About proposal={proposal} /> },
        { label: 'app.reason', source: 'reason' },
        { label: 'approvals.proposed_by', source: 'proposed_by.username', sx: WIDE_ONLY },
        { label: 'approvals.waits_for', render: (proposal) => <WaitsFor proposal={proposal} /> },
        { label: 'approvals.proposed_at', time: 'proposed_at', sort: true, sx: WIDE_ONLY },
        { label: 'approvals.expires_at', time: 'expires_at', sort: true },
        !status && { label: 'approvals.status', status: 'status', texts: 'approvals.statuses' },
      ]}
    />
  )
}

/** Fields of contents that name what it is about, the most telling first. */
const ABOUT = [
  'member_id',
  'deposit_id',
  'line_id',
  'withdrawal_id',
  'refund_id',
  'statement_id',
  'campaign_id',
]

/** The member, colleague, deposit or bank line that it is about. */
function About({ proposal: { member_id, content } }: { proposal: Proposal }) {
  if (member_id !== null) return <Name id={member_id} bare unknown="names.not_shown" />
  if (typeof content['username'] === 'string') return content['username']
  const conversation = conversationOf({ content })
  if (conversation !== undefined) return <Name id={conversation._id} bare unknown="names.not_shown" />
  const named = ABOUT.map((field) => content[field]).find((value) => typeof value === 'string')
  return named === undefined ? '—' : <Name id={named} bare unknown="names.not_shown" />
}

/** What the operator may decide stands out. */
function WaitsFor({ proposal: { waits_for, may } }: { proposal: Proposal }) {
  const translate = useTranslate()
  const { identity } = useGetIdentity()
  if (!may.approve) return waits_for.join(', ')
  const others = waits_for.filter((name) => name !== identity?.fullName)
  return (
    <>
      <StateChip label={translate('approvals.you')} tone="primary" /> {others.join(', ')}
    </>
  )
}
