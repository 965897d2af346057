// Campaigns, first of all those that wait for review: the longest waiting first.
import { CAMPAIGN_KINDS, CAMPAIGN_STATUSES } from '@fairturn/contract/campaigns'
import type { AdminCampaign } from '@fairturn/contract/backoffice/reviews'
import { Chip } from '@mui/material'
import { DataTable, FunctionField, InfiniteList, SelectInput, TextInput, useTranslate } from 'react-admin'
import { KeysLine } from '../KeysLine.tsx'
import { ListTools } from '../ListTools.tsx'
import { Amount } from '../Amount.tsx'
import { FilterTabs } from '../parts.tsx'
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

export const CampaignList = () => (
  <InfiniteList
    filters={FILTERS}
    filterDefaultValues={{ status: 'review' }}
    exporter={false}
    empty={false}
    actions={<ListTools csv="backoffice/campaigns.csv" />}
  >
    <Rows />
  </InfiniteList>
)

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

function Rows() {
  const translate = useTranslate()
  return (
    <>
      <FilterTabs
        source="status"
        values={CAMPAIGN_STATUSES}
        label={(status) => translate(`campaigns.statuses.${status}`)}
      />
      <DataTable rowClick="show" bulkActionButtons={false} size="small">
        <DataTable.Col label="queue.brand" source="brand" />
        <DataTable.Col label="campaigns.placer" source="placer.username" disableSort />
        <DataTable.Col label="campaigns.kind" disableSort>
          <FunctionField<Campaign> render={({ kind }) => translate(`campaigns.kinds.${kind}`)} />
        </DataTable.Col>
        <DataTable.Col label="campaigns.budget" source="budget" align="right">
          <FunctionField<Campaign> render={({ budget }) => <Amount wire={budget} />} />
        </DataTable.Col>
        <DataTable.Col label="queue.since" source="paid_at">
          <FunctionField<Campaign> render={({ review }) => (review ? <Age since={review.since} /> : '—')} />
        </DataTable.Col>
        <DataTable.Col label="queue.due_by" disableSort>
          <FunctionField<Campaign> render={({ review }) => (review ? <Due waiting={review} /> : '—')} />
        </DataTable.Col>
        <DataTable.Col label="campaigns.created_at" source="created_at">
          <FunctionField<Campaign> render={({ created_at }) => when(created_at)} />
        </DataTable.Col>
        <DataTable.Col label="campaigns.status" disableSort>
          <FunctionField<Campaign> render={({ status }) => <CampaignStatus status={status} />} />
        </DataTable.Col>
      </DataTable>
      <KeysLine />
    </>
  )
}
