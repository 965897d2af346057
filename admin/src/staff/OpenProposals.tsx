// Open proposals, shown on the screen where they were made, with a link to each.
import type { Proposal } from '@fairturn/contract/backoffice/approvals'
import { useGetList, useTranslate } from 'react-admin'
import { formatTime } from '../components/format.ts'
import { ProposalAlert } from './ProposalAlert.tsx'

interface OpenProposalsProps {
  kind: string
  /** Filters proposals of this kind by their content. */
  of?: (content: Proposal['content']) => boolean
}

export function OpenProposals({ kind, of }: OpenProposalsProps) {
  const translate = useTranslate()
  const { data = [] } = useGetList<Proposal & { id: string }>('approvals', {
    filter: { kind, status: 'open' },
    sort: { field: 'proposed_at', order: 'DESC' },
    pagination: { page: 1, perPage: 30 },
  })
  return data
    .filter(({ content }) => of === undefined || of(content))
    .map(({ _id, proposed_by, proposed_at }) => (
      <ProposalAlert key={_id} id={_id}>
        {translate('approvals.waits', { who: proposed_by.username, when: formatTime(proposed_at) })}
      </ProposalAlert>
    ))
}
