// Money that was nobody's, on its way back to who sent it.
import { REFUND_STATES } from '@fairturn/contract/backoffice/banking'
import { DataTable, FunctionField, InfiniteList, TopToolbar, useTranslate } from 'react-admin'
import type { DataOf } from '../api.ts'
import { KeysLine } from '../KeysLine.tsx'
import { SaveAsCsv } from '../SaveAsCsv.tsx'
import { when } from '../words.ts'
import { Amount } from '../Amount.tsx'
import { FilterTabs, StateChip, GoTo } from '../parts.tsx'

type Refund = DataOf<'GET backoffice/refunds'>['list'][number] & { id: string }

export const RefundList = () => (
  <InfiniteList
    sort={{ field: 'approved_at', order: 'DESC' }}
    exporter={false}
    empty={false}
    actions={
      <TopToolbar>
        <SaveAsCsv path="backoffice/refunds.csv" />
      </TopToolbar>
    }
  >
    <Rows />
  </InfiniteList>
)

/** The line that brought the money. */
const lineOf = (_id: unknown, _resource: string, refund: object) =>
  `/bank-lines/${(refund as Refund).line_id}/show`

function Rows() {
  const translate = useTranslate()
  return (
    <>
      <FilterTabs
        source="status"
        values={REFUND_STATES}
        label={(status) => translate(`refunds.statuses.${status}`)}
      />
      <DataTable rowClick={lineOf} bulkActionButtons={false} size="small">
        <DataTable.Col label="refunds.approved_at" source="approved_at">
          <FunctionField<Refund> render={({ approved_at }) => when(approved_at)} />
        </DataTable.Col>
        <DataTable.Col label="money.amount" source="amount" align="right">
          <FunctionField<Refund> render={({ amount }) => <Amount wire={amount} />} />
        </DataTable.Col>
        <DataTable.Col label="money.reference" source="reference" disableSort />
        <DataTable.Col label="refunds.holder" disableSort>
          <FunctionField<Refund> render={({ holder, account }) => `${holder}, ${account}`} />
        </DataTable.Col>
        <DataTable.Col label="app.reason" source="reason" disableSort />
        <DataTable.Col label="money.status" disableSort>
          <FunctionField<Refund>
            render={({ status, settled_reason }) => (
              <>
                <StateChip label={translate(`refunds.statuses.${status}`)} /> {settled_reason}
              </>
            )}
          />
        </DataTable.Col>
        <DataTable.Col label="refunds.settled" source="settled_at" disableSort>
          <FunctionField<Refund> render={({ settled_at }) => when(settled_at)} />
        </DataTable.Col>
        <DataTable.Col label="refunds.batch" disableSort>
          <FunctionField<Refund>
            render={({ batch_id }) =>
              batch_id && <GoTo to={`/payout-batches/${batch_id}/show`}>{translate('refunds.batch')}</GoTo>
            }
          />
        </DataTable.Col>
      </DataTable>
      <KeysLine />
    </>
  )
}
