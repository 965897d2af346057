// Objections of carriers: open ones the soonest due first, decided ones newest first.
import type { AdminObjection } from '@fairturn/contract/backoffice/reviews'
import { Alert } from '@mui/material'
import { DataTable, FunctionField, InfiniteList, TextInput, useListContext, useTranslate } from 'react-admin'
import { KeysLine } from '../KeysLine.tsx'
import { ListTools } from '../ListTools.tsx'
import { FilterTabs } from '../parts.tsx'
import { Amount, useMoney } from '../Amount.tsx'
import { Age, Due } from '../queue.tsx'
import { when } from '../words.ts'

type Objection = AdminObjection & { id: string }

const FILTERS = [
  <TextInput key="brand" source="brand" label="queue.brand_has" alwaysOn resettable />,
  <TextInput key="member" source="member_id" label="queue.member_id" />,
]

export const ObjectionList = () => (
  <InfiniteList
    filters={FILTERS}
    filterDefaultValues={{ state: 'open' }}
    exporter={false}
    empty={false}
    actions={<ListTools csv="backoffice/objections.csv" />}
  >
    <Rows />
  </InfiniteList>
)

function Rows() {
  const translate = useTranslate()
  const money = useMoney()
  const { filterValues } = useListContext<Objection>()
  const decided = (filterValues as { state?: string }).state === 'decided'
  return (
    <>
      <FilterTabs
        source="state"
        values={['open', 'decided']}
        label={(state) => translate(`objections.states.${state}`)}
      />
      <Alert severity="info" square>
        {translate('objections.silence_list')}
      </Alert>
      <DataTable rowClick="show" bulkActionButtons={false} size="small">
        <DataTable.Col label="queue.brand" source="brand">
          <FunctionField<Objection> render={({ campaign }) => campaign.brand} />
        </DataTable.Col>
        <DataTable.Col label="orders.carrier" source="carrier.username" disableSort />
        <DataTable.Col label="objections.visits" source="visits" disableSort align="right" />
        <DataTable.Col label="objections.most" source="most" align="right">
          <FunctionField<Objection> render={({ most }) => <Amount wire={most} />} />
        </DataTable.Col>
        <DataTable.Col label="objections.made_at" source="made_at">
          <FunctionField<Objection> render={({ since }) => (decided ? when(since) : <Age since={since} />)} />
        </DataTable.Col>
        {decided ? (
          <DataTable.Col label="objections.upheld" disableSort>
            <FunctionField<Objection>
              render={({ upheld, visits, added }) =>
                translate('objections.upheld_of', { upheld: upheld ?? 0, visits, added: money(added) })
              }
            />
          </DataTable.Col>
        ) : (
          <DataTable.Col label="queue.due_by" source="due_by">
            <FunctionField<Objection> render={(objection) => <Due waiting={objection} />} />
          </DataTable.Col>
        )}
      </DataTable>
      <KeysLine />
    </>
  )
}
