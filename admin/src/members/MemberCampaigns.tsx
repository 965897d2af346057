import { GoTo } from '../components/GoTo.tsx'
import { Heading } from '../components/headings.tsx'
import { RecordTable } from '../components/RecordTable.tsx'
import { useEndpointPages } from '../shell/endpoint-hooks.ts'
import type { TabProps } from './tab-props.ts'

export function MemberCampaigns({ member: { _id: member_id } }: TabProps) {
  const campaigns = useEndpointPages('GET backoffice/campaigns', { query: { member_id } })
  return (
    <section>
      <Heading text="member.tabs.campaigns" />
      <RecordTable
        {...campaigns}
        label="member.tabs.campaigns"
        empty="member.nothing"
        columns={[
          {
            label: 'queue.brand',
            render: ({ _id, brand }) => <GoTo to={`/campaigns/${_id}/show`}>{brand}</GoTo>,
          },
          { label: 'campaigns.created_at', time: 'created_at' },
          { label: 'campaigns.budget', amount: 'budget' },
          { label: 'campaigns.spent', amount: 'spent' },
          { label: 'campaigns.status', status: 'status', texts: 'campaigns.statuses' },
        ]}
      />
    </section>
  )
}
