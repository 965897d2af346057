// Proposals that wait for, or have had, a second person's decision.
import { Chip } from '@mui/material'
import { PROPOSAL_STATUSES, type Proposal } from '@fairturn/contract/backoffice/approvals'
import { DataTable, FunctionField, InfiniteList, TextInput, useTranslate } from 'react-admin'
import { KeysLine } from '../KeysLine.tsx'
import { ListTools } from '../ListTools.tsx'
import { FilterTabs } from '../parts.tsx'
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

export const ApprovalList = () => (
  <InfiniteList
    filters={FILTERS}
    filterDefaultValues={{ status: 'open' }}
    exporter={false}
    actions={<ListTools csv="backoffice/approvals.csv" />}
    empty={false}
  >
    <Rows />
  </InfiniteList>
)

function Rows() {
  const translate = useTranslate()
  const kindOf = useKeyWords('approvals.kinds')
  return (
    <>
      <FilterTabs
        source="status"
        values={PROPOSAL_STATUSES}
        label={(status) => translate(`approvals.statuses.${status}`)}
      />
      <DataTable rowClick="show" bulkActionButtons={false} size="small">
        <DataTable.Col label="approvals.kind" source="kind">
          <FunctionField<Proposal & { id: string }> render={({ kind }) => kindOf(kind)} />
        </DataTable.Col>
        <DataTable.Col label="app.reason" source="reason" disableSort />
        <DataTable.Col label="approvals.proposed_by" source="proposed_by.username" disableSort />
        <DataTable.Col label="approvals.proposed_at" source="proposed_at">
          <FunctionField<Proposal & { id: string }> render={({ proposed_at }) => when(proposed_at)} />
        </DataTable.Col>
        <DataTable.Col label="approvals.expires_at" source="expires_at">
          <FunctionField<Proposal & { id: string }> render={({ expires_at }) => when(expires_at)} />
        </DataTable.Col>
        <DataTable.Col label="approvals.status" disableSort>
          <FunctionField<Proposal & { id: string }> render={({ status }) => <StatusChip status={status} />} />
        </DataTable.Col>
      </DataTable>
      <KeysLine />
    </>
  )
}
