// Open proposals, shown on the screen where they were made, with a link to each.
import type { Proposal } from '@fairturn/contract/backoffice/approvals'
import { useGetList, useTranslate } from 'react-admin'
import { formatTime } from '../components/format.ts'
import { useKindOf } from './kind.ts'
import { ProposalAlert } from './ProposalAlert.tsx'

interface Filter {
  kind?: string
  member_id?: string
}

/** The open proposals of a kind, or about a member. */
export function useOpenProposals({ kind, member_id }: Filter): readonly Proposal[] {
  const { data = [] } = useGetList<Proposal & { id: string }>('approvals', {
    filter: {
      status: 'open',
      ...(kind !== undefined && { kind }),
      ...(member_id !== undefined && { member_id }),
    },
    sort: { field: 'proposed_at', order: 'DESC' },
    pagination: { page: 1, perPage: 30 },
  })
  return data
}

interface OpenProposalsProps {
  kind: string
  /** Filters proposals of this kind by their content. */
  of?: (content: Proposal['content']) => boolean
}

export function OpenProposals({ kind, of }: OpenProposalsProps) {
  const translate = useTranslate()
  return useOpenProposals({ kind })
    .filter(({ content }) => of === undefined || of(content))
    .map(({ _id, proposed_by, proposed_at }) => (
      <ProposalAlert key={_id} id={_id}>
        {translate('approvals.waits', { who: proposed_by.username, when: formatTime(proposed_at) })}
      </ProposalAlert>
    ))
}

/** Whatever waits about one member, with whom it waits for. */
export function OpenProposalsOf({ member_id }: { member_id: string }) {
  const translate = useTranslate()
  const kindOf = useKindOf()
  return useOpenProposals({ member_id }).map((proposal) => (
    <ProposalAlert key={proposal._id} id={proposal._id}>
      {translate('approvals.waits_of', {
        what: kindOf(proposal),
        who: proposal.proposed_by.username,
        when: formatTime(proposal.proposed_at),
        waits_for: proposal.waits_for.join(', ') || '—',
      })}
    </ProposalAlert>
  ))
}
