// Open proposals, shown on the screen where they were made, with a link to each. The server is asked about one thing, however
// many proposals there were.
import type { Proposal } from '@fairturn/contract/backoffice/approvals'
import { useTranslate } from 'react-admin'
import { formatTime } from '../components/format.ts'
import type { CallInput } from '../shell/api.ts'
import { useEndpointQuery } from '../shell/endpoint-hooks.ts'
import { useKindOf } from './kind.ts'
import { ProposalAlert } from './ProposalAlert.tsx'

const ENDPOINT = 'GET backoffice/open-proposals'
type About = NonNullable<CallInput<typeof ENDPOINT>['query']>

const NONE: readonly Proposal[] = []

/** What waits of these kinds, or about a member, a colleague, a broadcast, a page. */
export function useOpenProposals({
  kinds,
  ...about
}: Omit<About, 'kinds'> & { kinds?: readonly string[] }): readonly Proposal[] {
  const query = { ...about, ...(kinds && { kinds: kinds.join(',') }) }
  return useEndpointQuery(ENDPOINT, { query }, { silent: true }).data?.list ?? NONE
}

export function OpenProposals({ kind, ...about }: Omit<About, 'kinds'> & { kind: string }) {
  const translate = useTranslate()
  return useOpenProposals({ ...about, kinds: [kind] }).map(({ _id, proposed_by, proposed_at }) => (
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
