// Campaigns, first of all those that wait for review: the longest waiting first.
import { CAMPAIGN_KINDS, CAMPAIGN_STATUSES } from '@fairturn/contract/campaigns'
import type { AdminCampaign } from '@fairturn/contract/backoffice/reviews'
import { Chip } from '@mui/material'
import { SelectInput, TextInput, useTranslate } from 'react-admin'
import { RecordList } from '../RecordList.tsx'
import { Amount } from '../Amount.tsx'
import { Age, Due } from '../queue.tsx'
import { when } from '../words.ts'

type Campaign = AdminCampaign & { id: string }

const FILTERS = [
  <TextInput key="brand" source="brand" label="queue.brand_has" alwaysOn resettable />,
  <SelectInput
    key="kind"
    source="kind"
    label="campaigns.kind"
    choices={CAMPAIGN_KINDS.map((id) => ({ id, name: `campaigns.kinds.${id}` }))}
  />,
  <TextInput key="member" source="member_id" label="queue.member_id" />,
]

export function CampaignList() {
  const translate = useTranslate()
  return (
    <RecordList<Campaign>
      filters={FILTERS}
      filterDefaultValues={{ status: 'review' }}
      tabs={{ source: 'status', values: CAMPAIGN_STATUSES, texts: 'campaigns.statuses' }}
      columns={[
        { label: 'queue.brand', source: 'brand', sort: 'brand' },
        { label: 'campaigns.placer', source: 'placer.username' },
        { label: 'campaigns.kind', render: ({ kind }) => translate(`campaigns.kinds.${kind}`) },
        {
          label: 'campaigns.budget',
          render: ({ budget }) => <Amount wire={budget} />,
          sort: 'budget',
          end: true,
        },
        {
          label: 'queue.since',
          render: ({ review }) => (review ? <Age since={review.since} /> : '—'),
          sort: 'paid_at',
        },
        { label: 'queue.due_by', render: ({ review }) => (review ? <Due waiting={review} /> : '—') },
        { label: 'campaigns.created_at', render: ({ created_at }) => when(created_at), sort: 'created_at' },
        { label: 'campaigns.status', render: ({ status }) => <CampaignStatus status={status} /> },
      ]}
    />
  )
}

export function CampaignStatus({ status }: { status: AdminCampaign['status'] }) {
  const translate = useTranslate()
  const colour = { review: 'warning', active: 'primary' } as const
  return (
    <Chip
      size="small"
      variant="outlined"
      color={status === 'review' || status === 'active' ? colour[status] : 'default'}
      label={translate(`campaigns.statuses.${status}`)}
    />
  )
}
