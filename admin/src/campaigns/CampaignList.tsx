import type { AdminCampaign } from '@fairturn/contract/backoffice/reviews'
import { CAMPAIGN_KINDS, CAMPAIGN_STATUSES } from '@fairturn/contract/campaigns'
import { choice, search, text } from '../components/filters.tsx'
import { Age, Due } from '../components/queue.tsx'
import { RecordList } from '../components/RecordList.tsx'

type Campaign = AdminCampaign & { id: string }

const FILTERS = [
  search('queue.brand_has', 'brand'),
  choice('kind', 'campaigns.kind', CAMPAIGN_KINDS, 'campaigns.kinds'),
  text('member_id', 'queue.member_id'),
]

export function CampaignList() {
  return (
    <RecordList<Campaign>
      filters={FILTERS}
      filterDefaultValues={{ status: 'review' }}
      tabs={{
        source: 'status',
        values: CAMPAIGN_STATUSES,
        texts: 'campaigns.statuses',
        waiting: { review: 'campaigns' },
      }}
      columns={[
        { label: 'queue.brand', source: 'brand', sort: true },
        { label: 'campaigns.placer', source: 'placer.username' },
        { label: 'campaigns.kind', text: 'kind', texts: 'campaigns.kinds' },
        { label: 'campaigns.budget', amount: 'budget', sort: true, total: true },
        {
          label: 'queue.since',
          render: ({ review }) => (review ? <Age since={review.since} /> : '—'),
          sort: 'paid_at',
        },
        { label: 'queue.due_by', render: ({ review }) => (review ? <Due waiting={review} /> : '—') },
        { label: 'campaigns.created_at', time: 'created_at', sort: true },
        {
          label: 'campaigns.reported',
          render: ({ reported_at }) => (reported_at ? <Age since={reported_at} /> : '—'),
        },
        { label: 'campaigns.status', status: 'status', texts: 'campaigns.statuses' },
      ]}
    />
  )
}
