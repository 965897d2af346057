// Payment files, from drawn to settled.
import { Button } from '@mui/material'
import { BATCH_STATES, type AdminBatch } from '@fairturn/contract/backoffice/withdrawals'
import { useState } from 'react'
import { DataTable, FunctionField, InfiniteList, TopToolbar, useCanAccess, useTranslate } from 'react-admin'
import { KeysLine } from '../KeysLine.tsx'
import { SaveAsCsv } from '../SaveAsCsv.tsx'
import { dayOf, when } from '../words.ts'
import { Amount } from '../Amount.tsx'
import { FilterTabs, StateChip, type Tone } from '../parts.tsx'
import { ReportDialog } from './ReportDialog.tsx'
import { Import } from '../banking/StatementList.tsx'
import { Draw } from './WithdrawalList.tsx'

type Batch = AdminBatch & { id: string }

const TONES: Partial<Record<Batch['state'], Tone>> = {
  drawn: 'warning',
  exported: 'warning',
  sent: 'primary',
}

export function BatchState({ state }: { state: Batch['state'] }) {
  const translate = useTranslate()
  return <StateChip label={translate(`batches.states.${state}`)} tone={TONES[state]} />
}

export const BatchList = () => (
  <InfiniteList
    sort={{ field: 'drawn_at', order: 'DESC' }}
    exporter={false}
    empty={false}
    actions={
      <TopToolbar sx={{ flexWrap: 'wrap', minWidth: 0 }}>
        <SaveAsCsv path="backoffice/payout-batches.csv" />
        <Import aside />
        <Report />
        <Draw />
      </TopToolbar>
    }
  >
    <Rows />
  </InfiniteList>
)

export function Report() {
  const translate = useTranslate()
  const [open, setOpen] = useState(false)
  const { canAccess } = useCanAccess({ resource: 'payout-batches', action: 'edit' })
  if (!canAccess) return null
  return (
    <>
      <Button variant="outlined" size="small" onClick={() => setOpen(true)}>
        {translate('batches.report')}
      </Button>
      {open && <ReportDialog onClose={() => setOpen(false)} />}
    </>
  )
}

function Rows() {
  const translate = useTranslate()
  return (
    <>
      <FilterTabs
        source="state"
        values={BATCH_STATES}
        label={(state) => translate(`batches.states.${state}`)}
      />
      <DataTable rowClick="show" bulkActionButtons={false} size="small">
        <DataTable.Col label="batches.drawn_at" source="drawn_at">
          <FunctionField<Batch> render={({ drawn_at }) => when(drawn_at)} />
        </DataTable.Col>
        <DataTable.Col label="money.reference" source="reference" disableSort />
        <DataTable.Col label="batches.payments" source="payments" disableSort align="right" />
        <DataTable.Col label="batches.total" source="total" align="right">
          <FunctionField<Batch> render={({ total }) => <Amount wire={total} />} />
        </DataTable.Col>
        <DataTable.Col label="batches.execution_day" source="execution_day" disableSort>
          <FunctionField<Batch> render={({ execution_day }) => dayOf(execution_day)} />
        </DataTable.Col>
        <DataTable.Col label="batches.sent_at" source="sent_at" disableSort>
          <FunctionField<Batch> render={({ sent_at }) => when(sent_at)} />
        </DataTable.Col>
        <DataTable.Col label="money.state" disableSort>
          <FunctionField<Batch> render={({ state }) => <BatchState state={state} />} />
        </DataTable.Col>
      </DataTable>
      <KeysLine />
    </>
  )
}
